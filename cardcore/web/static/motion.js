// Shows what has moved: cards glide from where they lay to where they lie now. Nothing waits for it.

import { picture } from "./cards.js";
import { el, still } from "./dom.js";

const TIME = 260;
const LATER = 25;
const LATEST = 100;
const EASE = "cubic-bezier(.2,.7,.3,1)";

/**
 * @typedef {{cards: {element: Element, zone: string, code: string|null, box: DOMRect}[]}} Before
 */

/**
 * Where all cards lie now.
 * @param {Element} root
 * @returns {Before}
 */
export function lookAt(root) {
  if (still()) return { cards: [] };
  const cards = [...root.querySelectorAll(".card")].map((element) => ({
    element,
    zone: element.getAttribute("data-zone") ?? "",
    code: element.getAttribute("data-code"),
    box: element.getBoundingClientRect(),
  }));
  return { cards };
}

/**
 * Show how it came from there to here.
 * @param {Element} root
 * @param {Before} before
 * @param {{card: any, from: number|null, to: number|null}[]} moved
 * @param {number|null} own one's own seat
 */
export function glide(root, before, moved, own) {
  if (still() || document.visibilityState === "hidden") return;
  const was = new Map(before.cards.map((one) => [one.element, one.box]));
  const arrived = new Set();
  moved.forEach((motion, at) => show(root, before, was, motion, own, Math.min(at * LATER, LATEST), arrived));
  for (const { element, box } of before.cards) {
    if (element.isConnected && !arrived.has(element) && !element.classList.contains("mini")) slide(element, box, 0);
  }
}

function show(root, before, was, { card, from, to }, own, delay, arrived) {
  const code = card === null ? null : card.code;
  const source = leftFrom(before, zoneOf(from, own), code) ?? placeOf(root, from, own, code === null);
  const fits = (element) => element.getAttribute("data-code") === code && !was.has(element) && !arrived.has(element);
  const inZone = [...root.querySelectorAll(`[data-zone="${zoneOf(to, own)}"]`)];
  const target = code === null ? undefined : inZone.find(fits);
  if (source === null) return;
  if (target !== undefined) {
    arrived.add(target);
    slide(target, source, delay);
    return;
  }
  const end = placeOf(root, to, own, to === null && code === null);
  if (end !== null) ghost(root, card, source, end, delay);
}

function zoneOf(seat, own) {
  if (seat === null) return "table";
  return seat === own ? "hand" : `seat${seat}`;
}

/** Where a card lay that is there no more; each is used once. */
function leftFrom(before, zone, code) {
  if (code === null) return null;
  const place = before.cards.findIndex((one) => one.zone === zone && one.code === code && !one.element.isConnected);
  return place < 0 ? null : before.cards.splice(place, 1)[0].box;
}

/** Where the cards of a seat or of the table are: the heap of backs, or else the middle. */
function placeOf(root, seat, own, backs) {
  const found =
    seat === null
      ? (backs ? root.querySelector('.part [data-zone="table"]:not([data-code])') : null) ?? root.querySelector(".part.main .part-cards:not([hidden])") ?? root.querySelector(".part.main")
      : seat === own
        ? root.querySelector(".hand-cards")
        : root.querySelector(`[data-seat="${seat}"] .minis`) ?? root.querySelector(`[data-seat="${seat}"]`);
  return found?.getBoundingClientRect() ?? null;
}

/** A card that lies in its new place already is seen to come from its old one. */
function slide(element, from, delay) {
  const to = element.getBoundingClientRect();
  if (to.width === 0 || from.width === 0) return;
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = Math.min(1.6, Math.max(0.3, Math.min(from.width, from.height / 1.4) / to.width));
  if (Math.abs(x) < 2 && Math.abs(y) < 2) return;
  const start = { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 };
  element.animate([start, { transform: "none", zIndex: 5 }], { duration: TIME - delay, delay, easing: EASE, fill: "backwards" });
}

/** A card that is not seen where it goes, or where it comes from. */
function ghost(root, card, from, to, delay) {
  const size = 54;
  const at = (box) => `translate(${box.left + box.width / 2 - size / 2}px, ${box.top + box.height / 2 - size * 0.7}px)`;
  const element = el("div", { class: "ghost", "aria-hidden": "true" }, picture(card));
  root.append(element);
  const frames = [
    { transform: at(from), opacity: 1 },
    { transform: at(to), opacity: 1, offset: 0.85 },
    { transform: at(to), opacity: 0 },
  ];
  const gone = () => element.remove();
  element.animate(frames, { duration: TIME - delay + 40, delay, easing: EASE, fill: "both" }).finished.then(gone, gone);
}
