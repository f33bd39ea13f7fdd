// Colours of cards by their names, each with a shape: nothing is told apart by colour alone.

/**
 * @typedef {{ink: string, tint: string, shape: string}} Colour
 * ink: readable on a card and on `tint`, white is readable on it; shape: a path in a box of 20 by 20
 */

const DISC = "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18z";
const DIAMOND = "M10 0L19 10L10 20L1 10z";
const TRIANGLE = "M10 1L19.5 18H.5z";
const SQUARE = "M2 2H18V18H2z";
const STAR = "M10 .5l2.7 6.1 6.8.7-5.1 4.5 1.5 6.7L10 15l-5.9 3.5 1.5-6.7L.5 7.3l6.8-.7z";
const CROSS = "M7 1h6v6h6v6h-6v6H7v-6H1V7h6z";
const DROP = "M10 0c4 6 7 8.500 7 12.500a7 7 0 0 1-14 0C3 8.500 6 6 10 0z";
const HEXAGON = "M5 1.500h10L20 10l-5 8.500H5L0 10z";
const MOON = "M13 1a9 9 0 1 0 5 13A8 8 0 0 1 13 1z";
const ARCH = "M2 19V9a8 8 0 0 1 16 0v10h-5V9a3 3 0 0 0-6 0v10z";

/** @type {Object<string, Colour>} */
const KNOWN = {
  black: { ink: "#23282c", tint: "#e9eaea", shape: HEXAGON },
  white: { ink: "#57606a", tint: "#f3f4f5", shape: SQUARE },
  grey: { ink: "#575e66", tint: "#e9ebed", shape: SQUARE },
  red: { ink: "#b3212c", tint: "#f9e2e1", shape: DIAMOND },
  blue: { ink: "#1f55b5", tint: "#e0e9f9", shape: DROP },
  green: { ink: "#1b6e3c", tint: "#deefe2", shape: TRIANGLE },
  yellow: { ink: "#7a5a00", tint: "#faefc4", shape: STAR },
  orange: { ink: "#a84300", tint: "#fbe6d3", shape: DISC },
  magenta: { ink: "#a3186f", tint: "#f9e0ef", shape: CROSS },
  purple: { ink: "#6b35a8", tint: "#ece3f7", shape: MOON },
  cyan: { ink: "#0b6675", tint: "#d9eff2", shape: ARCH },
  brown: { ink: "#75481f", tint: "#f0e4d8", shape: ARCH },
};

const OTHER_NAMES = {
  gray: "grey",
  pink: "magenta",
  violet: "purple",
  gold: "yellow",
  silver: "grey",
  teal: "cyan",
  turquoise: "cyan",
  default: "black",
};

const SHAPES = [DISC, DIAMOND, TRIANGLE, SQUARE, STAR, CROSS, DROP, HEXAGON, MOON, ARCH];

/**
 * The colour of a name: "dark_orange" and "bright_blue" are kinds of orange and blue; a name that nobody knows still
 * has a colour of its own.
 * @param {string} name
 * @returns {Colour}
 */
export function colourNamed(name) {
  const plain = name.toLowerCase();
  if (plain === "") return KNOWN.black;
  for (const part of [plain, ...plain.split(/[^a-z]+/).reverse()]) {
    const known = OTHER_NAMES[part] ?? part;
    if (known in KNOWN) return KNOWN[known];
  }
  return colourOf(plain);
}

/**
 * A colour of its own for any text, the same everywhere.
 * @param {string} text
 * @returns {Colour}
 */
export function colourOf(text) {
  const number = hash(text);
  const hue = number % 360;
  // yellows and greens look lighter than blues of the same lightness
  const light = hue > 40 && hue < 190 ? 24 : 33;
  return { ink: `hsl(${hue} 62% ${light}%)`, tint: `hsl(${hue} 55% 91%)`, shape: SHAPES[number % SHAPES.length] };
}

/**
 * A number for a text, the same everywhere.
 * @param {string} text
 */
export function hash(text) {
  let number = 2166136261;
  for (const sign of text) number = Math.imul(number ^ (sign.codePointAt(0) ?? 0), 16777619) >>> 0;
  return number;
}
