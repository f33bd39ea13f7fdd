// What stands in the middle of the table: parts with a headline, lines and cards.

import { picture } from "./cards.js";
import { el, keep, say, set } from "./dom.js";
import { keysOf } from "./sights.js";
import { t } from "./words.js";

/**
 * @typedef {{choice: import("./choice.js").Choice, can: Set<string>, tap: (key: string) => void}} Choosing
 * can: the names of the cards that can be tapped
 */

/**
 * Draw all parts of the table.
 * @param {Element} place
 * @param {import("./sights.js").Part[]} parts
 * @param {any} view
 * @param {Choosing} choosing
 */
export function drawParts(place, parts, view, choosing) {
  const main = mainOf(place, parts);
  keep(place, parts, (part, at) => `${at} ${part.title}`, make, (element, part) => {
    set(element, { class: `part${part === main ? " main" : ""}${part.cards.length === 0 && part.lines.length > 0 ? " bare" : ""}` });
    update(element, part, `part${view.parts.indexOf(part)}`, choosing);
  });
}

/** What everybody looks at: what has, or had, a headline, else the first open cards. */
function mainOf(place, parts) {
  const headed = parts.find((part) => part.headline !== null);
  if (headed) place.headed = headed.title;
  return headed ?? parts.find((part) => part.title === place.headed) ?? parts.find((part) => part.cards.some(Boolean)) ?? parts[0];
}

function make() {
  const pieces = {
    title: el("h3", { class: "part-title" }),
    headline: el("p", { class: "part-headline" }),
    lines: el("div", { class: "part-lines" }),
    cards: el("div", { class: "part-cards", role: "group" }),
    count: el("p", { class: "part-count" }),
  };
  const element = el("section", {}, pieces.title, pieces.headline, pieces.lines, pieces.cards, pieces.count);
  element.pieces = pieces;
  return element;
}

function update(element, part, zone, choosing) {
  const { title, headline, lines, cards, count } = element.pieces;
  say(title, part.title ?? "");
  title.hidden = !part.title;
  say(headline, part.headline ?? "");
  headline.hidden = part.headline === null;
  keep(lines, part.lines, (line, at) => `${at}`, () => el("p"), (p, line) => say(p, line));
  lines.hidden = part.lines.length === 0;
  const backs = part.cards.filter((card) => card === null).length;
  const bare = part.cards.length === 0 && part.lines.length === 0 && part.headline === null;
  say(count, counted(part.cards.length, backs));
  count.hidden = backs === 0 && !bare;
  drawCards(cards, part, zone, choosing);
}

function counted(all, backs) {
  if (all === 0) return t("empty");
  if (backs === all) return all === 1 ? t("1 card") : t("{number} cards", { number: all });
  return backs === 1 ? t("1 more card") : t("{number} more cards", { number: backs });
}

/** The cards of a part: those that are known one by one, the backs as one heap. */
function drawCards(place, part, zone, choosing) {
  const keys = keysOf(zone, part.cards);
  const heap = part.cards.includes(null) ? [{ card: null, key: `${zone}|heap`, first: false }] : [];
  const starts = groupStarts(part.groups);
  const known = part.cards
    .map((card, at) => ({ card, key: keys[at], first: starts.has(at) }))
    .filter(({ card }) => card !== null);
  const all = [...heap, ...known];
  place.hidden = all.length === 0;
  set(place, { "aria-label": part.title ?? t("Cards"), "data-heap": heap.length > 0, "data-many": all.length > 6 });
  keep(place, all, ({ key }) => `${key} ${choosing.can.has(key)}`, (item) => makeCard(item, choosing), (element, item) => {
    const chosen = choosing.choice.keys.includes(item.key);
    const can = choosing.can.has(item.key);
    set(element, {
      class: `card${item.first ? " group-start" : ""}${can ? " can" : ""}${chosen ? " chosen" : ""}`,
      "aria-pressed": can ? String(chosen) : null,
      "data-code": item.card?.code ?? null,
      "data-zone": "table",
    });
  });
}

function makeCard({ card, key }, choosing) {
  if (choosing.can.has(key)) {
    const click = () => choosing.tap(key);
    return el("button", { type: "button", "aria-label": card.name, "data-focus": key, onclick: click }, picture(card));
  }
  const hidden = card === null ? { "aria-hidden": "true" } : { role: "img", "aria-label": card.name };
  return el("span", hidden, picture(card));
}

function groupStarts(groups) {
  const starts = new Set();
  let at = 0;
  for (const group of groups) {
    if (at > 0) starts.add(at);
    at += group.length;
  }
  return starts;
}
