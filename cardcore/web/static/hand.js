// One's own hand, large, in thumb's reach: cards to choose.

import { picture } from "./cards.js";
import { addable, fitting } from "./choosing.js";
import { el, keep, keepFocus, set } from "./dom.js";
import { fan, widthOf } from "./fan.js";
import { recall, remember } from "./memory.js";
import { keysOf } from "./sights.js";
import { t } from "./words.js";

/** The cards in one's hand. */
export class Hand {
  /** @param {(key: string) => void} tap what happens when a card is tapped */
  constructor(tap) {
    this.tap = tap;
    this.cards = el("div", { class: "hand-cards", role: "group" });
    this.ways = el("div", { class: "hand-ways", role: "group" });
    this.element = el("div", { class: "hand" }, this.cards);
    this.current = "";
    /** @type {any} */
    this.drawn = null;
    new ResizeObserver(() => this.lay()).observe(this.cards);
  }

  /**
   * @param {import("./sights.js").Part[]} views of the same cards
   * @param {import("./choosing.js").Move[]} moves
   * @param {import("./choice.js").Choice} choice
   * @param {string} game what the game is called
   */
  draw(views, moves, choice, game) {
    this.element.hidden = views.length === 0;
    const view = this.chosenView(views, game);
    this.drawWays(views, view, () => this.draw(views, moves, choice, game), game);
    const cards = view ? view.cards.filter(Boolean) : [];
    this.groups = view && view.groups.length ? view.groups.map((group) => group.length) : [cards.length];
    set(this.cards, { "aria-label": t("Your hand") });
    const open = addable(moves, []);
    const several = choice.keys.length > 1 || fitting(moves, choice.codes).more.length > 0;
    const next = several ? addable(moves, choice.codes) : open;
    const keys = keysOf("hand", cards);
    if (!keys.includes(this.current)) this.current = keys[0] ?? "";
    keep(this.cards, cards, (_, place) => keys[place], (card) => this.make(card), (button, card, place) => {
      const key = keys[place];
      const chosen = choice.keys.includes(key);
      button.cardKey = key;
      const idle = moves.length > 0 && !open.has(card.code);
      const apart = moves.length > 0 && !chosen && !idle && !next.has(card.code);
      set(button, {
        "aria-pressed": String(chosen),
        "aria-label": idle ? t("{card}, not to be played now", { card: card.name }) : card.name,
        class: `card hand-card${chosen ? " chosen" : ""}${idle ? " idle" : ""}${apart ? " apart" : ""}`,
        tabindex: key === this.current ? "0" : "-1",
        "data-code": card.code,
        "data-zone": "hand",
        "data-focus": key,
      });
    });
    this.lay();
  }

  make(card) {
    const button = el("button", { type: "button", onclick: () => this.tap(button.cardKey) }, picture(card));
    button.addEventListener("focus", () => this.makeCurrent(button));
    return button;
  }

  makeCurrent(button) {
    this.current = button.cardKey;
    for (const one of this.cards.children) set(one, { tabindex: one === button ? "0" : "-1" });
  }

  chosenView(views, game) {
    const wanted = recall(`hand.${game}`);
    return views.find((view) => view.title === wanted) ?? views[0];
  }

  drawWays(views, view, redraw, game) {
    this.ways.hidden = views.length < 2;
    set(this.ways, { "aria-label": t("Order of the hand") });
    // of two ways one is the usual, and a button switches to the other
    const shown = views.length === 2 ? views.slice(1) : views.length < 2 ? [] : views;
    keepFocus(this.ways, () => this.ways.replaceChildren(...shown.map((one) => this.wayButton(one, one === view, views, redraw, game))));
  }

  wayButton(way, on, views, redraw, game) {
    const click = () => {
      remember(`hand.${game}`, (on ? views[0] : way).title);
      redraw();
    };
    return el("button", { type: "button", "aria-pressed": String(on), "data-focus": `way ${way.title}`, onclick: click }, way.title);
  }

  /** Put every card in its place. */
  lay() {
    const buttons = [...this.cards.children];
    const width = this.cards.clientWidth;
    if (width === 0) return;
    const style = getComputedStyle(this.cards);
    const [usual, most] = ["--hand-usual", "--hand-most"].map((name) => parseFloat(style.getPropertyValue(name)) || 0);
    const card = widthOf(buttons.length, width, usual, most);
    this.cards.style.setProperty("--hand-card", `${card}px`);
    const { places, height } = fan(this.groups ?? [buttons.length], width, card, card * 1.4);
    this.cards.style.height = `${height}px`;
    buttons.forEach((button, place) => {
      button.style.left = `${places[place].x}px`;
      button.style.top = `${places[place].y}px`;
    });
  }

  /**
   * Move the focus among the cards.
   * @param {number} by so many to the right
   */
  go(by) {
    const buttons = /** @type {HTMLElement[]} */ ([...this.cards.children]);
    if (buttons.length === 0) return;
    const at = buttons.findIndex((button) => button === document.activeElement);
    const place = at < 0 ? (by > 0 ? 0 : buttons.length - 1) : (at + by + buttons.length) % buttons.length;
    buttons[place].focus();
  }

  /**
   * Focus the next card whose label begins so.
   * @param {string} typed
   */
  find(typed) {
    const buttons = [...this.cards.children];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const order = [...buttons.slice(at + 1), ...buttons.slice(0, at + 1)];
    const found = order.find((button) => button.getAttribute("aria-label")?.toLowerCase().startsWith(typed.toLowerCase()));
    if (found instanceof HTMLElement) found.focus();
    return found !== undefined;
  }
}
