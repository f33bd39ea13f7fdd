// Making and keeping elements.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. Attributes whose value is a function are listeners ("onclick"); false and null leave one out.
 * @param {string} tag
 * @param {Object<string, any>} [attrs]
 * @param {...(Node|string|number|null|false|Array<any>)} children texts go in as texts, never as HTML
 * @returns {any}
 */
export function el(tag, attrs = {}, ...children) {
  return fill(document.createElement(tag), attrs, children);
}

/**
 * The same for a part of a drawing.
 * @param {string} tag
 * @param {Object<string, any>} [attrs]
 * @param {...any} children
 * @returns {any}
 */
export function draw(tag, attrs = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attrs, children);
}

function fill(element, attrs, children) {
  set(element, attrs);
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * Set attributes of an element that is there already.
 * @param {Element} element
 * @param {Object<string, any>} attrs
 */
export function set(element, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Set a text only where it is another one: what has not changed is not read aloud again.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Make the children of an element those of some items; a child is kept as long as its key is there, so that a
 * finger, the focus and an animation stay on it.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T, place: number) => string} key
 * @param {(item: T) => Element} make
 * @param {(element: any, item: T, place: number) => void} [update]
 * @returns {Element[]}
 */
export function keep(parent, items, key, make, update = () => {}) {
  const there = new Map([...parent.children].map((child) => [child.keptAs, child]));
  const focused = document.activeElement;
  const found = items.map((item, place) => {
    const name = key(item, place);
    const child = there.get(name) ?? make(item);
    there.delete(name);
    child.keptAs = name;
    update(child, item, place);
    return child;
  });
  for (const child of there.values()) child.remove();
  let before = null;
  for (const child of found.slice().reverse()) {
    if (child.parentNode !== parent || child.nextSibling !== before) parent.insertBefore(child, before);
    before = child;
  }
  if (focused !== document.activeElement && focused instanceof HTMLElement && focused.isConnected) focused.focus();
  return found;
}

/**
 * Draw a place anew, with the focus on the same thing as before: the one with the same `data-focus`.
 * @param {Element} place
 * @param {() => void} redraw
 */
export function keepFocus(place, redraw) {
  const active = document.activeElement;
  const name = active && place.contains(active) ? active.getAttribute("data-focus") : null;
  redraw();
  if (name === null || (active && active.isConnected)) return;
  const same = [...place.querySelectorAll("[data-focus]")].find((one) => one.getAttribute("data-focus") === name);
  if (same instanceof HTMLElement) same.focus();
}

/**
 * Give equal things names of their own: "7#0", "7#1".
 * @param {string[]} names
 * @returns {string[]}
 */
export function numbered(names) {
  const seen = new Map();
  return names.map((name) => {
    const number = seen.get(name) ?? 0;
    seen.set(name, number + 1);
    return `${name}#${number}`;
  });
}

/** Whether nothing should move on the screen. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
