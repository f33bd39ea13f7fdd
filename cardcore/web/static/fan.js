// Where the cards of a hand lie: in rows, side by side or over each other. No drawing here.

const NARROWEST = 42;
const BETWEEN = 5;
const GROUP_GAP = 10;
const MOST_ROWS = 4;

/**
 * @typedef {{places: {x: number, y: number}[], height: number}} Fan
 */

/**
 * How wide a card is drawn: few cards may be larger than usual.
 * @param {number} cards
 * @param {number} width of the place
 * @param {number} usual
 * @param {number} most where there is room
 */
export function widthOf(cards, width, usual, most) {
  const fits = Math.floor(width / Math.max(1, cards)) - BETWEEN;
  return Math.max(usual, Math.min(fits, most));
}

/**
 * @param {number[]} groups how many cards each group has
 * @param {number} width of the place
 * @param {number} card the width of a card
 * @param {number} tall the height of a card
 * @returns {Fan}
 */
export function fan(groups, width, card, tall) {
  const starts = startsOf(groups);
  const total = groups.reduce((sum, size) => sum + size, 0);
  for (let rows = 1; ; rows += 1) {
    const cut = rowsOf(total, rows);
    const steps = cut.map(([from, to]) => stepOf(from, to, starts, width, card));
    if (rows >= MOST_ROWS || steps.every((step) => step >= NARROWEST)) return lay(cut, steps, starts, width, card, tall);
  }
}

function startsOf(groups) {
  const starts = new Set();
  let place = 0;
  for (const size of groups) {
    if (place > 0) starts.add(place);
    place += size;
  }
  return starts;
}

function rowsOf(total, rows) {
  const each = Math.ceil(total / rows);
  return Array.from({ length: rows }, (_, row) => [row * each, Math.min(total, (row + 1) * each)]).filter(([a, b]) => a < b);
}

function gapsIn(from, to, starts) {
  return [...starts].filter((start) => start > from && start < to).length;
}

function stepOf(from, to, starts, width, card) {
  if (to - from < 2) return card + BETWEEN;
  const room = width - card - gapsIn(from, to, starts) * GROUP_GAP;
  return Math.min(card + BETWEEN, room / (to - from - 1));
}

function lay(cut, steps, starts, width, card, tall) {
  const down = cut.length > 2 ? tall * 0.45 : tall * 0.6;
  const step = Math.min(...steps);
  const places = [];
  cut.forEach(([from, to], row) => {
    const long = card + step * (to - from - 1) + gapsIn(from, to, starts) * GROUP_GAP;
    let x = Math.max(0, (width - long) / 2);
    for (let place = from; place < to; place += 1) {
      if (place > from) x += step + (starts.has(place) ? GROUP_GAP : 0);
      places.push({ x: Math.round(x), y: Math.round(row * down) });
    }
  });
  return { places, height: Math.round(Math.max(0, cut.length - 1) * down + tall) };
}
