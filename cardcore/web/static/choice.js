// The cards that are chosen now.

import { fitting, goesWith } from "./choosing.js";
import { codeOf } from "./sights.js";

/** @typedef {import("./choosing.js").Move} Move */

/** Chosen cards by their names ("hand|7#0"), in the order of choosing. */
export class Choice {
  constructor() {
    /** @type {string[]} */
    this.keys = [];
  }

  /** The codes of the chosen cards. */
  get codes() {
    return this.keys.map(codeOf);
  }

  /**
   * A card is tapped. Gives the move to make where a second tap says so: the card alone is chosen, and only one
   * move has it.
   * @param {string} key
   * @param {Move[]} moves
   * @returns {Move|null}
   */
  tap(key, moves) {
    if (this.keys.length === 1 && this.keys[0] === key) {
      const { exact, more } = fitting(moves, this.codes);
      if (exact.length === 1 && more.length === 0) return exact[0];
    }
    if (this.keys.includes(key)) this.keys = this.keys.filter((one) => one !== key);
    else if (goesWith(moves, this.codes, codeOf(key))) this.keys = [...this.keys, key];
    else this.keys = [key];
    return null;
  }

  /**
   * Let go of what is no longer there to choose.
   * @param {string[]} there
   */
  stay(there) {
    this.keys = this.keys.filter((key) => there.includes(key));
  }

  /** Choose nothing. */
  clear() {
    this.keys = [];
  }
}
