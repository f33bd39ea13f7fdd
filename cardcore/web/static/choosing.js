// Which moves the chosen cards could make: no drawing here.

/**
 * @typedef {{move: string, label: string, told: string, cards: string[], claim: boolean}} Move
 * @typedef {{title: string|null, moves: Move[], groups: Group[]}} Group
 */

/** The move that lets a chance go. */
export const DECLINE = "decline";

/**
 * The moves of all groups, in their order.
 * @param {Group[]} groups
 * @returns {Move[]}
 */
export function flat(groups) {
  return groups.flatMap((group) => [...group.moves, ...flat(group.groups ?? [])]);
}

/**
 * Whether all of some codes are among others, each as often.
 * @param {string[]} all
 * @param {string[]} some
 */
export function holds(all, some) {
  const left = [...all];
  return some.every((code) => {
    const place = left.indexOf(code);
    if (place < 0) return false;
    left.splice(place, 1);
    return true;
  });
}

/**
 * The moves with exactly the chosen cards, and those with them and more.
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @returns {{exact: Move[], more: Move[]}}
 */
export function fitting(moves, chosen) {
  if (chosen.length === 0) return { exact: [], more: [] };
  const found = moves.filter((move) => holds(move.cards, chosen));
  return {
    exact: found.filter((move) => move.cards.length === chosen.length),
    more: found.filter((move) => move.cards.length > chosen.length),
  };
}

/**
 * The codes of cards that can be chosen next to those that are chosen.
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @returns {Set<string>}
 */
export function addable(moves, chosen) {
  const found = new Set();
  for (const move of moves) {
    if (!holds(move.cards, chosen)) continue;
    const left = [...move.cards];
    for (const code of chosen) left.splice(left.indexOf(code), 1);
    for (const code of left) found.add(code);
  }
  return found;
}

/**
 * The moves that nobody could find by choosing cards: those without any, and with cards that lie nowhere in sight.
 * @param {Move[]} moves
 * @param {string[]} inSight
 * @returns {Move[]}
 */
export function unreachable(moves, inSight) {
  return moves.filter((move) => move.cards.length === 0 || !holds(inSight, move.cards));
}

/**
 * What is chosen after a tap on a card: with those before where a move has them all, else alone.
 * @param {Move[]} moves
 * @param {string[]} chosen codes of the cards that are chosen already
 * @param {string} code
 * @returns {boolean} whether those before stay
 */
export function goesWith(moves, chosen, code) {
  return chosen.length === 0 || moves.length === 0 || addable(moves, chosen).has(code);
}

/**
 * The moves that are reactions; the others are the next turn's.
 * @param {any} view
 * @returns {Move[]}
 */
export function claims(view) {
  return flat(view.moves).filter((move) => move.claim);
}
