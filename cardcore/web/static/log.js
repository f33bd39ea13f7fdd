// What has happened, line by line: the last line always in sight, all of them to unfold; read aloud as they come.

import { el, say, set } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

const MOST = 500;

/** The lines of a match. */
export class Log {
  constructor() {
    /** @type {string[]} */
    this.lines = [];
    this.list = el("ol", { class: "log-lines", tabindex: "0" });
    this.last = el("span", { class: "log-last" });
    this.title = el("h2", { class: "log-title" });
    this.button = el("button", { type: "button", class: "log-toggle", onclick: () => this.toggle() }, this.last, el("span", { class: "log-arrow" }, icon("up")));
    this.aloud = el("div", { class: "unseen", role: "log", "aria-live": "polite" });
    this.element = el("section", { class: "log" }, this.button, el("div", { class: "log-all" }, this.title, this.list));
    this.name();
  }

  /** Say in the language spoken now what everything is. */
  name() {
    say(this.title, t("What happened"));
    set(this.element, { "aria-label": t("What happened") });
    set(this.list, { "aria-label": t("What happened") });
    set(this.aloud, { "aria-label": t("News") });
    this.drawLast();
  }

  /**
   * @param {{begin?: boolean, lines: string[]}} message
   */
  hear({ begin, lines }) {
    if (begin) this.lines = [];
    this.lines.push(...lines);
    const low = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    if (begin) this.list.replaceChildren();
    for (const line of this.list.querySelectorAll(".new")) line.classList.remove("new");
    this.list.append(...lines.map((line) => item(line, !begin)));
    while (this.list.children.length > MOST) this.list.firstElementChild?.remove();
    if (!begin) this.read(lines);
    if (low || begin) this.toEnd();
    this.drawLast();
  }

  drawLast() {
    const line = this.lines.findLast?.((one) => one !== "") ?? this.lines.at(-1) ?? "";
    say(this.last, line);
    this.element.classList.toggle("empty", line === "");
    set(this.button, { "aria-expanded": String(this.element.classList.contains("open")), title: t("What happened") });
  }

  /** Have something read aloud. */
  read(lines) {
    this.aloud.append(...lines.filter(Boolean).map((line) => el("p", {}, line)));
    while (this.aloud.children.length > 12) this.aloud.firstElementChild?.remove();
  }

  toggle() {
    this.element.classList.toggle("open");
    this.drawLast();
    this.toEnd();
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /**
   * A deal has begun: its title stands out among the lines.
   * @param {string} deal
   */
  head(deal) {
    for (const line of this.list.children) if (line.textContent === deal) line.classList.add("log-head");
  }

  /**
   * The last lines before the title of a deal.
   * @param {string} deal
   * @param {number} most
   * @returns {string[]}
   */
  before(deal, most) {
    const lines = this.lines.filter(Boolean);
    const at = lines.lastIndexOf(deal);
    return at < 0 ? [] : lines.slice(Math.max(0, at - most), at);
  }
}

function item(line, isNew) {
  if (line === "") return el("li", { class: "log-gap", "aria-hidden": "true" });
  return el("li", { class: isNew ? "new" : null }, line);
}
