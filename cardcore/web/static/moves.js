// What can be done now, as big buttons: what fits the chosen cards, and what needs none.

import { claims, DECLINE, fitting, flat, unreachable } from "./choosing.js";
import { el, keep, keepFocus, say, set } from "./dom.js";
import { icon } from "./icons.js";
import { switchedOn, turnSwitch } from "./memory.js";
import { codeOf } from "./sights.js";
import { isReacting, MOST_CLAIMS } from "./status.js";
import { t } from "./words.js";

/** @typedef {import("./choosing.js").Move} Move */

const MOST_MORE = 6;
const MOST_BESIDE = 2;
const FEW = 4;

/** The buttons between the table and the hand. */
export class Moves {
  /** @param {(move: string) => void} send */
  constructor(send) {
    this.send = send;
    this.buttons = el("div", { class: "move-buttons" });
    this.all = el("div", { class: "all-moves" });
    this.words = el("span");
    this.toggle = el("button", { type: "button", class: "quiet all-toggle", onclick: () => this.turn() }, icon("list"), this.words);
    /** @type {Move[]} those few without cards that stand beside the strip's words */
    this.beside = [];
    this.element = el("section", { class: "moves" }, this.buttons, this.all);
    this.hint = "";
    this.again = () => {};
    this.listed = "";
  }

  /**
   * @param {any} view
   * @param {import("./choice.js").Choice} choice
   * @param {string[]} there the names of the cards that can be chosen
   * @param {string|null} sent the move that is on its way
   */
  draw(view, choice, there, sent) {
    const moves = flat(view.moves);
    set(this.element, { "aria-label": t("Your moves") });
    this.element.hidden = view.seat === null;
    const inStrip = new Set([DECLINE, ...claims(view).slice(0, MOST_CLAIMS).map((move) => move.move)]);
    const always = this.always(moves, there).filter((move) => !inStrip.has(move.move));
    this.beside = always.length <= MOST_BESIDE && always.every((move) => move.cards.length === 0 && !move.told) ? always : [];
    const { exact, more } = fitting(moves, choice.codes);
    const shownMore = more.filter((move) => !always.includes(move)).slice(0, MOST_MORE);
    const items = [
      ...exact.map((move) => ({ move, kind: "primary" })),
      ...always.filter((move) => !exact.includes(move) && !this.beside.includes(move)).map((move) => ({ move, kind: exact.length ? "quiet" : "secondary" })),
      ...shownMore.map((move) => ({ move, kind: "quiet" })),
    ];
    keep(this.buttons, items, ({ move }) => move.move, ({ move }) => this.button(move), (button, { move, kind }) => {
      button.update(move);
      const waits = sent !== null || Boolean(view.pending);
      set(button, { class: `${kind}${sent === move.move ? " sent" : ""}`, "aria-disabled": waits ? "true" : null });
    });
    this.buttons.hidden = items.length === 0;
    this.hint = isReacting(view) ? "" : this.hintFor(view, choice, exact, more.length - shownMore.length, moves, always);
    this.again = () => this.drawAll(view, moves, always, inStrip);
    this.again();
  }

  turn() {
    turnSwitch("moves", !switchedOn("moves", false));
    this.again();
  }

  /** The moves that are offered without choosing: those nobody could choose, and a few with cards of the table alone. */
  always(moves, there) {
    const hand = new Set(there.filter((key) => key.startsWith("hand|")).map(codeOf));
    const found = unreachable(moves, there.map(codeOf));
    const rest = moves.filter((move) => !found.includes(move));
    const few = rest.length <= FEW && rest.every((move) => !move.cards.some((code) => hand.has(code)));
    return few ? moves.filter((move) => found.includes(move) || rest.includes(move)) : found;
  }

  button(move) {
    const label = el("span", { class: "label" });
    const told = el("span", { class: "told" });
    const element = el("button", { type: "button", "data-focus": `move ${move.move}`, onclick: () => this.send(move.move) }, label, told);
    element.update = (now) => {
      say(label, now.label);
      say(told, now.told ?? "");
      told.hidden = !now.told;
    };
    element.update(move);
    return element;
  }

  /**
   * What to do next, in a few words.
   * @returns {string}
   */
  hintFor(view, choice, exact, hidden, moves, always) {
    const cards = moves.some((move) => move.cards.length && !always.includes(move));
    if (choice.keys.length === 0) return cards && view.turn === view.seat ? t("Tap a card of yours.") : "";
    if (hidden > 0) return t("There are more plays with these cards: tap another one.");
    return moves.length && exact.length === 0 ? t("Tap another card to go with it.") : "";
  }

  /** All moves in words, to unfold: nobody has to find them by their cards. */
  drawAll(view, moves, always, inStrip) {
    const rest = moves.filter((move) => !always.includes(move) && !inStrip.has(move.move));
    const open = rest.length > 0 && switchedOn("moves", false);
    this.toggle.hidden = rest.length === 0;
    const words = t("Moves in words ({number})", { number: rest.length });
    say(this.words, words);
    set(this.toggle, { title: words, "aria-expanded": String(open) });
    this.all.hidden = !open;
    const listed = JSON.stringify([open && view.moves, rest.length, document.documentElement.lang]);
    if (listed === this.listed) return;
    this.listed = listed;
    keepFocus(this.all, () => this.all.replaceChildren(...(open ? this.groups(view.moves, new Set(rest)) : [])));
  }

  groups(groups, wanted) {
    return groups.flatMap((group) => {
      const moves = group.moves.filter((move) => wanted.has(move));
      const inner = this.groups(group.groups ?? [], wanted);
      if (moves.length === 0 && inner.length === 0) return [];
      const list = el("ul", {}, moves.map((move) => el("li", {}, this.button(move))));
      if (group.title === null) return [list, ...inner];
      const title = t("{title} ({number})", { title: group.title, number: moves.length + flat(group.groups ?? []).length });
      return [el("details", {}, el("summary", { "data-focus": `group ${group.title}` }, title), list, ...inner)];
    });
  }
}
