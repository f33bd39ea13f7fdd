// The seats round the table: names, whose turn it is, what each has, who is away.

import { picture } from "./cards.js";
import { el, keep, say, set } from "./dom.js";
import { icon } from "./icons.js";
import { keysOf } from "./sights.js";
import { t } from "./words.js";

/** Where the others sit round a wide table, by their number: left, top, right. */
const ROUND = { 1: "t", 2: "lr", 3: "ltr", 4: "lttr", 5: "ltttr", 6: "lltttr", 7: "llttttr" };
const SIDES = { l: "left", t: "top", r: "right" };

/**
 * Draw the seats of all others, from one's own left on; of everybody where one only watches.
 * @param {Element} place
 * @param {any} view
 * @param {import("./sights.js").Sights} seen
 * @param {any} room null in a replay
 */
export function drawSeats(place, view, seen, room) {
  const number = view.seats.length;
  const first = view.seat === null ? 0 : view.seat + 1;
  const others = Array.from({ length: number - (view.seat === null ? 0 : 1) }, (_, at) => (first + at) % number);
  const round = ROUND[others.length] ?? "";
  set(place, { "data-number": others.length });
  keep(place, others, (seat) => `seat ${seat}`, makeSeat, (element, seat, at) => {
    set(element, { "data-side": room ? (SIDES[round[at]] ?? "top") : null });
    updateSeat(element, seat, view, seen.seats[seat], room?.seats[seat], room);
  });
}

/** Draw one's own name and what is beside it, above the hand. */
export function drawOwn(place, view, seen, room) {
  place.hidden = view.seat === null;
  if (view.seat === null) return;
  keep(place, [view.seat], (seat) => `seat ${seat}`, makeSeat, (element, seat) =>
    updateSeat(element, seat, view, seen.own, room?.seats[seat], room),
  );
}

function makeSeat() {
  const pieces = {
    mark: el("span", { class: "seat-mark", "aria-hidden": "true" }),
    name: el("h3", { class: "seat-name" }),
    remarks: el("div", { class: "seat-remarks" }),
    facts: el("dl", { class: "seat-facts" }),
  };
  const head = el("div", { class: "seat-head" }, pieces.mark, pieces.name, pieces.remarks);
  const element = el("section", {}, head, pieces.facts);
  element.pieces = pieces;
  return element;
}

function updateSeat(element, seat, view, parts, held, room) {
  const { mark, name, remarks, facts } = element.pieces;
  const turn = view.turn === seat;
  const own = view.seat === seat;
  const won = view.over?.winners.includes(seat) ?? false;
  set(element, {
    class: `seat${turn ? " in-turn" : ""}${own ? " own" : ""}${held && !held.here && held.kind === "person" ? " away" : ""}`,
    "data-seat": seat,
    "aria-label": turn ? t("{name}, in turn", { name: view.seats[seat] }) : view.seats[seat],
  });
  const sign = won ? "crown" : turn ? "play" : "";
  if (mark.sign !== sign) mark.replaceChildren(...(sign ? [icon(sign)] : []));
  mark.sign = sign;
  mark.hidden = !won && !turn;
  say(name, own ? t("{name} (you)", { name: view.seats[seat] }) : view.seats[seat]);
  const said = [...parts.filter((part) => part.title === null).flatMap((part) => part.lines), ...presence(held, room)];
  keep(remarks, said, (text) => text, (text) => el("span", { class: "remark" }, text));
  const titled = parts.filter((part) => part.title !== null);
  keep(facts, titled, (part, at) => `${at} ${part.title}`, makeFact, (fact, part) => updateFact(fact, part, seat));
}

/**
 * What is to be told of whoever holds a seat: away, and who plays then.
 * @param {any} held a seat of the room
 * @param {any} room
 * @returns {string[]}
 */
export function presence(held, room) {
  if (!held || held.kind !== "person") return [];
  if (held.deputy) return [room.settings.deputy === "bot" ? t("away, a bot plays") : t("away, plays by itself")];
  if (held.here) return [];
  if (held.away === null || held.away === undefined) return [t("away")];
  const left = held.away - (performance.now() - room.heardAt);
  return [t("away: {seconds} s", { seconds: Math.max(0, Math.ceil(left / 1000)) })];
}

function makeFact() {
  const pieces = { term: el("dt"), text: el("span"), cards: el("span", { class: "minis" }) };
  const element = el("div", { class: "fact" }, pieces.term, el("dd", {}, pieces.text, pieces.cards));
  element.pieces = pieces;
  return element;
}

function updateFact(element, part, seat) {
  const { term, text, cards } = element.pieces;
  say(term, part.title);
  const backs = part.cards.filter((card) => card === null).length;
  const known = part.cards.filter(Boolean);
  const words = [part.headline, ...part.lines].filter(Boolean);
  if (words.length === 0 && part.cards.length === 0) words.push(t("none"));
  say(text, words.join(", "));
  set(element, { class: `fact${part.cards.length ? " with-cards" : ""}` });
  const items = [
    ...known.map((card, at) => ({ card, key: keysOf("mini", known)[at], number: 1 })),
    ...(backs ? [{ card: null, key: "backs", number: backs }] : []),
  ];
  keep(cards, items, ({ key }) => key, makeMini, (mini, item) => {
    set(mini, { "data-zone": `seat${seat}`, "data-code": item.card?.code ?? null });
    if (item.card === null) updateBacks(mini, item.number, known.length > 0);
  });
}

function makeMini({ card }) {
  if (card !== null) return el("span", { class: "mini card", role: "img", "aria-label": card.name }, picture(card));
  const element = el("span", { class: "mini-backs" }, el("span", { class: "mini-heap", "aria-hidden": "true" }), el("span", { class: "mini-count" }, el("b"), el("span", { class: "mini-word" })));
  return element;
}

/** So many backs, a little of each seen, and their number. */
function updateBacks(element, number, more) {
  const [heap, count] = element.children;
  const shown = Array.from({ length: Math.min(number, more ? 2 : 5) }, (_, at) => at);
  keep(heap, shown, String, () => el("span", { class: "mini card" }, picture(null)));
  const [digits, word] = count.children;
  say(digits, String(number));
  if (more) say(word, number === 1 ? t("more card") : t("more cards"));
  else say(word, number === 1 ? t("card") : t("cards"));
}
