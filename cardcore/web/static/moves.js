// What can be done now, as big buttons: what fits the chosen cards, and what needs none.

import { claims, DECLINE, fitting, flat, unreachable } from "./choosing.js";
import { el, keep, keepFocus, say, set } from "./dom.js";
import { switchedOn, turnSwitch } from "./memory.js";
import { codeOf } from "./sights.js";
import { isReacting } from "./status.js";
import { t } from "./words.js";

/** @typedef {import("./choosing.js").Move} Move */

const MOST_MORE = 6;

/** The buttons between the table and the hand. */
export class Moves {
  /** @param {(move: string) => void} send */
  constructor(send) {
    this.send = send;
    this.buttons = el("div", { class: "move-buttons" });
    this.hint = el("p", { class: "move-hint" });
    this.all = el("div", { class: "all-moves" });
    this.element = el("section", { class: "moves" }, this.buttons, this.hint, this.all);
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
    const reacting = isReacting(view);
    set(this.element, { "aria-label": t("Your moves") });
    this.element.hidden = view.seat === null;
    const inStrip = new Set(reacting ? [DECLINE, ...claims(view).slice(0, 3).map((move) => move.move)] : []);
    const always = unreachable(moves, there.map(codeOf)).filter((move) => !inStrip.has(move.move));
    const { exact, more } = fitting(moves, choice.codes);
    const shownMore = more.filter((move) => !always.includes(move)).slice(0, MOST_MORE);
    const items = [
      ...exact.map((move) => ({ move, kind: "primary" })),
      ...always.filter((move) => !exact.includes(move)).map((move) => ({ move, kind: exact.length ? "quiet" : "secondary" })),
      ...shownMore.map((move) => ({ move, kind: "quiet" })),
    ];
    keep(this.buttons, items, ({ move }) => move.move, ({ move }) => this.button(move), (button, { move, kind }) => {
      button.update(move);
      const waits = sent !== null || Boolean(view.pending);
      set(button, { class: `${kind}${sent === move.move ? " sent" : ""}`, "aria-disabled": waits ? "true" : null });
    });
    this.buttons.hidden = items.length === 0;
    this.drawHint(view, choice, exact, more.length - shownMore.length, moves, always);
    this.drawAll(view, moves, always, inStrip);
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

  drawHint(view, choice, exact, hidden, moves, always) {
    let hint = "";
    const cards = moves.length > always.length && moves.some((move) => move.cards.length);
    if (choice.keys.length === 0 && cards && view.turn === view.seat) hint = t("Tap a card of yours.");
    else if (choice.keys.length && moves.length && exact.length === 0) hint = t("Tap another card to go with it.");
    if (choice.keys.length && hidden > 0) hint = t("There are more plays with these cards: tap another one.");
    say(this.hint, hint);
    this.hint.hidden = hint === "";
  }

  /** All moves, to unfold: nobody has to find them by their cards. */
  drawAll(view, moves, always, inStrip) {
    const rest = moves.filter((move) => !always.includes(move) && !inStrip.has(move.move));
    const listed = JSON.stringify([view.moves, rest.length, document.documentElement.lang]);
    if (listed === this.listed) return;
    this.listed = listed;
    this.all.hidden = rest.length === 0;
    keepFocus(this.all, () => this.all.replaceChildren(...(rest.length ? [this.fold(view, rest)] : [])));
  }

  fold(view, rest) {
    const open = switchedOn("moves", false);
    const summary = rest.length === 1 ? t("1 move in words") : t("All {number} moves in words", { number: rest.length });
    const fold = el("details", { open }, el("summary", { "data-focus": "all moves" }, summary));
    const fill = () => {
      if (fold.open && fold.children.length === 1) fold.append(...this.groups(view.moves, new Set(rest)));
    };
    fold.addEventListener("toggle", () => {
      turnSwitch("moves", fold.open);
      fill();
    });
    fill();
    return fold;
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
