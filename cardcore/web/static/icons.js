// Signs on buttons, drawn: no font needs to have them.

import { draw } from "./dom.js";

const PATHS = {
  menu: "M3 5.500h18v2.200H3zM3 10.900h18v2.200H3zM3 16.300h18v2.200H3z",
  close: "M5.600 4.200L12 10.600l6.400-6.400 1.400 1.400L13.400 12l6.400 6.400-1.400 1.400L12 13.400l-6.400 6.400-1.400-1.400L10.600 12 4.200 5.600z",
  crown: "M3 7l4.500 4L12 4l4.500 7L21 7l-2 11H5zM5 19.500h14V21H5z",
  bolt: "M13.500 2L4.500 13.500H11L9.500 22l10-12.500H13z",
  play: "M6 3.500v17L20 12z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  next: "M8 4l9 8-9 8z",
  back: "M16 4l-9 8 9 8z",
  last: "M4 4l9 8-9 8zM14.500 4h3v16h-3z",
  first: "M20 4l-9 8 9 8zM6.500 4h3v16h-3z",
  list: "M3 5h2.500v2.500H3zM8 5.200h13v2.100H8zM3 10.800h2.500v2.500H3zM8 11h13v2.100H8zM3 16.500h2.500V19H3zM8 16.700h13v2.100H8z",
  up: "M12 7l8 9H4z",
};

/**
 * @param {keyof typeof PATHS} name
 * @returns {SVGElement}
 */
export function icon(name) {
  const path = draw("path", { d: PATHS[name], fill: "currentColor" });
  return draw("svg", { viewBox: "0 0 24 24", class: "icon-sign", "aria-hidden": "true", focusable: "false" }, path);
}
