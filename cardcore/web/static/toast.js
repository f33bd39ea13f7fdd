// Short news at the edge of the page, which go away by themselves.

import { el } from "./dom.js";

const TIME = 6000;
const MOST = 3;

/** @type {HTMLElement|null} */
let place = null;

/**
 * Tell a person something; it is read aloud, too.
 * @param {string} text
 */
export function toast(text) {
  if (!text) return;
  if (place === null) {
    place = el("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(place);
  }
  const element = el("p", { class: "toast" }, text);
  place.append(element);
  while (place.children.length > MOST) place.firstElementChild?.remove();
  setTimeout(() => element.remove(), TIME);
}
