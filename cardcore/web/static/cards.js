// Cards, drawn: faces from what the game declares, and one back.

import { colourNamed, colourOf, hash } from "./colours.js";
import { draw } from "./dom.js";

const FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const WIDTH = 100;
const HEIGHT = 140;

/**
 * @typedef {{code: string, label: string, symbol: string, colour: string, name: string}} Card
 */

/** Every face is drawn once, out of sight, and shown by reference wherever it lies. */
const drawings = draw("svg", { class: "drawings", "aria-hidden": "true", width: 0, height: 0 });

/** @type {Map<string, string>} */
const drawn = new Map();

/**
 * The picture of a card; null is a back. It says nothing to screen readers: what holds it does.
 * @param {Card|null} card
 * @returns {SVGElement}
 */
export function picture(card) {
  const name = card === null ? "" : JSON.stringify([card.code, card.label, card.symbol, card.colour]);
  let id = drawn.get(name);
  if (id === undefined) {
    id = `card-${drawn.size}`;
    drawn.set(name, id);
    drawings.append(draw("g", { id }, card === null ? back() : face(card)));
    if (!drawings.isConnected) document.body.append(drawings);
  }
  const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "picture", "aria-hidden": "true", focusable: "false" };
  return draw("svg", box, draw("use", { href: `#${id}` }));
}

function paper(attrs = {}) {
  return draw("rect", { x: 1, y: 1, width: 98, height: 138, rx: 11, class: "paper", ...attrs });
}

function face(card) {
  const own = card.symbol !== "" && card.label !== card.symbol && card.label.includes(card.symbol);
  const label = own ? card.label.split(card.symbol).join("").trim() : card.label;
  return [...label].length <= 3 ? short(card, label) : long(card, label);
}

/** A number or a letter: big in the middle, small in two corners. */
function short(card, label) {
  const colour = colourNamed(card.colour);
  const letters = Math.max(1, [...label].length);
  const size = [76, 56, 40][letters - 1];
  const sign = card.symbol || null;
  const low = sign ? 62 : 70;
  const middle = sign
    ? text(sign, { x: 50, y: 106, "font-size": 38, fill: colour.ink })
    : shape(colour.shape, 6, 21, 4.4, { fill: colour.ink, opacity: 0.1 });
  return [
    paper(),
    draw("rect", { x: 5, y: 5, width: 90, height: 130, rx: 8, fill: "none", stroke: colour.ink, "stroke-width": 1.5, opacity: 0.35 }),
    middle,
    text(label, { x: 50, y: low, "font-size": size, fill: colour.ink, "font-weight": 800 }),
    corner(label, sign, colour),
    draw("g", { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, corner(label, sign, colour)),
  ];
}

function corner(label, sign, colour) {
  const wide = [...label].length > 2 ? 16 : 20;
  return draw(
    "g",
    {},
    text(label, { x: 10, y: 20, "font-size": wide, fill: colour.ink, "font-weight": 700, "text-anchor": "start" }),
    sign
      ? text(sign, { x: 10, y: 38, "font-size": 17, fill: colour.ink, "text-anchor": "start" })
      : shape(colour.shape, 79, 12, 0.6, { fill: colour.ink }),
  );
}

/** A name: in a band at the top, so that it is read when cards lie over each other; a rosette with a sign below. */
function long(card, label) {
  const colour = card.colour ? colourNamed(card.colour) : colourOf(card.code);
  const emblem = card.symbol
    ? text(card.symbol, { x: 50, y: 88, "font-size": 34, fill: colour.ink, "font-weight": 800 })
    : shape(colour.shape, 33, 70, 1.7, { fill: colour.ink });
  return [
    paper(),
    draw("path", { d: "M1 12a11 11 0 0 1 11-11H88a11 11 0 0 1 11 11V36H1z", fill: colour.ink }),
    text(label, { x: 50, y: 19.5, "font-size": fitting(label), fill: "#fff", "font-weight": 700, ...squeezed(label) }),
    rosette(card.code, colour),
    draw("circle", { cx: 50, cy: 87, r: 25, class: "paper-fill" }),
    emblem,
  ];
}

function fitting(label) {
  return Math.min(24, 88 / (0.64 * [...label].length));
}

/** Where a name would be tiny or might be wider than the band: pressed into its width. */
function squeezed(label) {
  const letters = [...label].length;
  if (letters < 8) return {};
  return { "font-size": Math.max(18, 92 / (0.54 * letters)), textLength: 88, lengthAdjust: "spacingAndGlyphs" };
}

function rosette(code, colour) {
  const number = hash(code);
  const petals = 6 + (number % 5);
  const wide = 7 + ((number >> 4) % 4) * 2;
  return draw(
    "g",
    { fill: colour.tint, stroke: colour.ink, "stroke-width": 1.6 },
    Array.from({ length: petals }, (_, place) =>
      draw("ellipse", { cx: 50, cy: 61, rx: wide, ry: 20, transform: `rotate(${(360 / petals) * place} 50 87)` }),
    ),
    draw("circle", { cx: 50, cy: 87, r: 29, fill: colour.ink, stroke: "none" }),
  );
}

function text(content, attrs) {
  const usual = { "text-anchor": "middle", "dominant-baseline": "central", "font-family": FONT };
  return draw("text", { ...usual, ...attrs }, content);
}

function shape(path, x, y, scale, attrs) {
  return draw("path", { d: path, transform: `translate(${x} ${y}) scale(${scale})`, ...attrs });
}

function back() {
  return [
    paper(),
    draw("rect", { x: 7, y: 7, width: 86, height: 126, rx: 7, class: "back-fill" }),
    draw("path", { d: lattice(12, 12, 88, 128, 15.2), class: "back-line", fill: "none" }),
    draw("rect", { x: 12, y: 12, width: 76, height: 116, rx: 4, class: "back-line", fill: "none" }),
    draw("path", { d: "M50 46L68 70L50 94L32 70z", class: "back-heart" }),
  ];
}

/** Crossing lines inside a box. */
function lattice(left, top, right, bottom, step) {
  const lines = [];
  for (let c = left - bottom; c <= right - top; c += step) {
    const x1 = Math.max(left, c + top);
    const x2 = Math.min(right, c + bottom);
    if (x1 < x2) {
      lines.push(`M${x1} ${x1 - c}L${x2} ${x2 - c}`);
      lines.push(`M${WIDTH - x1} ${x1 - c}L${WIDTH - x2} ${x2 - c}`);
    }
  }
  return lines.join("");
}
