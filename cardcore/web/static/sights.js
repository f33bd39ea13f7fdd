// What of a view stands where: the middle, the seats, one's own hand. No drawing here.

import { flat } from "./choosing.js";
import { numbered } from "./dom.js";

/**
 * @typedef {{title: string|null, headline: string|null, lines: string[], cards: any[], groups: any[][], seat: number|null}} Part
 * @typedef {{table: Part[], seats: Part[][], hand: Part[], own: Part[]}} Sights
 * hand: the views of one's own hand, with the same cards each; own: what else is one's own
 */

/**
 * @param {any} view
 * @returns {Sights}
 */
export function sights(view) {
  const seats = view.seats.map((_, seat) => view.parts.filter((part) => part.seat === seat));
  const mine = view.seat === null ? [] : seats[view.seat];
  const hand = ownHand(view, mine);
  return {
    table: view.parts.filter((part) => part.seat === null),
    seats,
    hand,
    own: mine.filter((part) => !hand.includes(part)),
  };
}

/** One's own hand: what hides cards with others, else what holds the cards that can be played, else the most cards. */
function ownHand(view, mine) {
  const held = mine.filter((part) => part.cards.length > 0 && part.title !== null);
  const hiding = view.parts.filter((part) => part.seat !== view.seat && part.cards.includes(null));
  const titles = new Set(hiding.filter((part) => part.seat !== null).map((part) => part.title));
  const mentioned = new Set(flat(view.moves).flatMap((move) => move.cards));
  const first =
    held.find((part) => titles.has(part.title)) ??
    held.find((part) => part.cards.some((card) => card && mentioned.has(card.code))) ??
    [...held].sort((a, b) => b.cards.length - a.cards.length)[0];
  return first === undefined ? [] : held.filter((part) => sameCards(part, first));
}

function sameCards(one, other) {
  const codes = (part) => part.cards.map((card) => card?.code ?? "").sort().join(" ");
  return codes(one) === codes(other);
}

/**
 * Names for cards of a zone, one each, that stay the same while others come and go: "hand|7#0".
 * @param {string} zone
 * @param {any[]} cards
 * @returns {string[]}
 */
export function keysOf(zone, cards) {
  return numbered(cards.map((card) => `${zone}|${card === null ? "" : card.code}`));
}

/**
 * The code of the card with a name.
 * @param {string} key
 */
export function codeOf(key) {
  return key.slice(key.indexOf("|") + 1, key.lastIndexOf("#"));
}

/**
 * The cards in sight that can be chosen, by their names: the hand, and those in the middle that moves mention and
 * the hand does not hold.
 * @param {any} view
 * @param {Sights} seen
 * @returns {string[]}
 */
export function choosable(view, seen) {
  const hand = seen.hand.length ? keysOf("hand", seen.hand[0].cards.filter(Boolean)) : [];
  const held = new Set(hand.map(codeOf));
  const mentioned = new Set(flat(view.moves).flatMap((move) => move.cards));
  const zones = view.parts.map((part, place) => ({ part, place })).filter(({ part }) => !seen.hand.includes(part));
  const others = zones.flatMap(({ part, place }) => keysOf(`part${place}`, part.cards));
  const open = others.filter((key) => mentioned.has(codeOf(key)) && !held.has(codeOf(key)));
  return [...hand, ...open];
}
