// A finished match once more, step by step, with all hands open.

import { fetchStep, recordPath } from "./api.js";
import { Choice } from "./choice.js";
import { el, keep, say, set } from "./dom.js";
import { Header } from "./header.js";
import { icon } from "./icons.js";
import { glide, lookAt } from "./motion.js";
import { drawParts } from "./parts.js";
import { drawSeats } from "./seats.js";
import { linkTo, share } from "./share.js";
import { sights } from "./sights.js";
import { toast } from "./toast.js";
import { spoken, t } from "./words.js";

const PACE = 1300;
const AHEAD = 3;

/**
 * @param {HTMLElement} place
 * @param {string} code
 * @param {number} number of the match
 */
export async function showReplay(place, code, number) {
  const replay = new Replay(place, code, number);
  await replay.go(Number(location.hash.slice(1)) || 0);
}

class Replay {
  constructor(place, code, number) {
    this.code = code;
    this.number = number;
    this.step = 0;
    this.steps = 0;
    /** @type {Map<string, Promise<any>>} */
    this.known = new Map();
    this.choosing = { choice: new Choice(), can: new Set(), tap: () => {} };
    this.link = location.href.replace(/\/replay\/.*/, "");
    linkTo(code).then((link) => { this.link = link; }, () => {});
    this.header = new Header(() => this.menu(), () => this.respeak());
    this.build(place);
    this.name();
    document.addEventListener("keydown", (event) => this.typed(event));
    addEventListener("hashchange", () => this.go(Number(location.hash.slice(1)) || 0));
  }

  build(place) {
    const go = (by) => () => {
      this.pause();
      this.go(this.step + by);
    };
    const button = (sign, does) => el("button", { type: "button", class: "secondary icon", onclick: does }, icon(sign));
    this.first = button("first", () => { this.pause(); this.go(0); });
    this.back = button("back", go(-1));
    this.play = button("play", () => this.toggle());
    this.next = button("next", go(1));
    this.last = button("last", () => { this.pause(); this.go(this.steps); });
    this.slider = el("input", { type: "range", min: "0", max: "0", value: "0", oninput: () => { this.pause(); this.go(Number(this.slider.value)); } });
    this.count = el("p", { class: "replay-count" });
    this.line = el("p", { class: "replay-line", "aria-live": "polite" });
    this.heading = el("h2", { class: "unseen" });
    this.seats = el("div", { class: "seats open-hands" });
    this.parts = el("div", { class: "parts" });
    this.list = el("ol", { class: "log-lines", tabindex: "0" });
    this.listTitle = el("h2", { class: "log-title" });
    this.side = el("aside", { class: "side" }, this.listTitle, this.list);
    this.felt = el("div", { class: "felt", tabindex: "0", role: "region" }, this.heading, this.seats, this.parts);
    this.controls = el(
      "section",
      { class: "replay-controls" },
      this.line,
      el("div", { class: "replay-slide" }, this.slider, this.count),
      el("div", { class: "row" }, this.first, this.back, this.play, this.next, this.last),
    );
    this.main = el("main", {}, el("div", { class: "table replay" }, this.felt, this.side, this.controls));
    document.body.classList.add("at-table");
    place.replaceChildren(this.header.element, this.main);
  }

  name() {
    const label = (button, text) => set(button, { "aria-label": text, title: text });
    label(this.first, t("To the beginning"));
    label(this.back, t("One step back"));
    label(this.next, t("One step on"));
    label(this.last, t("To the end"));
    label(this.play, this.timer ? t("Pause") : t("Play by itself"));
    set(this.slider, { "aria-label": t("Step") });
    set(this.list, { "aria-label": t("What happened") });
    set(this.side, { "aria-label": t("What happened") });
    set(this.felt, { "aria-label": t("The table") });
    set(this.controls, { "aria-label": t("Steps") });
    say(this.listTitle, t("What happened"));
    say(this.heading, t("The table"));
    this.header.draw(this.title ?? t("Replay"), this.code);
  }

  load(step) {
    const key = `${spoken()} ${step}`;
    let found = this.known.get(key);
    if (found === undefined) {
      found = fetchStep(this.code, this.number, step, spoken());
      found.catch(() => this.known.delete(key));
      this.known.set(key, found);
    }
    return found;
  }

  /** Show a step; the one asked for last is the one that is shown. */
  async go(step) {
    const wanted = Math.max(0, this.steps ? Math.min(step, this.steps) : step);
    this.wanted = wanted;
    let found;
    try {
      found = await this.load(wanted);
    } catch (error) {
      this.pause();
      return this.fail(error);
    }
    if (this.wanted !== wanted) return;
    const on = found.step === this.step + 1;
    this.step = found.step;
    this.steps = found.steps;
    this.draw(found, on);
    for (let next = 1; next <= AHEAD; next += 1) if (this.step + next <= this.steps) this.load(this.step + next).catch(() => {});
  }

  draw({ view, log }, moving) {
    const before = lookAt(this.main);
    const seen = sights(view);
    this.title = view.title;
    drawParts(this.parts, seen.table, view, this.choosing);
    drawSeats(this.seats, view, seen, null);
    if (moving) glide(this.main, before, view.moved ?? [], null);
    set(this.slider, { max: String(this.steps), "aria-valuetext": t("Step {step} of {steps}", { step: this.step, steps: this.steps }) });
    this.slider.value = String(this.step);
    say(this.count, t("{step} of {steps}", { step: this.step, steps: this.steps }));
    say(this.line, view.over ? view.over.text : (log.at(-1) ?? view.deal));
    keep(this.list, log, (line, at) => `${at} ${line}`, (line) => el("li", {}, line));
    this.list.scrollTop = this.list.scrollHeight;
    this.back.disabled = this.first.disabled = this.step === 0;
    this.next.disabled = this.last.disabled = this.step === this.steps;
    this.header.draw(view.title, `${view.deal} · ${this.code}`);
    document.title = `${view.title} · ${t("Replay")}`;
    history.replaceState(null, "", `#${this.step}`);
    if (this.step === this.steps) this.pause();
  }

  fail(error) {
    const main = el(
      "main",
      { class: "page missing" },
      el("h2", {}, t("This match cannot be shown")),
      el("p", {}, error.message || t("The server does not answer.")),
      el("a", { class: "button primary", href: `/r/${encodeURIComponent(this.code)}` }, t("To the room")),
    );
    if (this.steps) toast(error.message || t("The server does not answer."));
    else {
      document.body.classList.remove("at-table");
      this.main.replaceWith(main);
    }
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.step === this.steps) this.go(0);
    this.timer = setInterval(() => this.go(this.step + 1), PACE);
    this.play.replaceChildren(icon("pause"));
    this.name();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.play.replaceChildren(icon("play"));
    this.name();
  }

  typed(event) {
    if (document.querySelector("dialog[open]") || event.target.closest("input, select, .log-lines") || event.ctrlKey || event.metaKey) return;
    const does = { ArrowRight: () => this.go(this.step + 1), ArrowLeft: () => this.go(this.step - 1), Home: () => this.go(0), End: () => this.go(this.steps) }[event.key];
    if (does) {
      this.pause();
      does();
      event.preventDefault();
    } else if (event.key === " " && event.target.tagName !== "BUTTON") {
      this.toggle();
      event.preventDefault();
    }
  }

  menu() {
    const room = `/r/${encodeURIComponent(this.code)}`;
    return [
      { label: t("Share the replay"), does: async () => toast(await share(`${this.link}/replay/${this.number}${location.hash}`, this.title ?? "cardcore")) },
      { label: t("Save the record"), does: () => { location.href = recordPath(this.code, this.number); } },
      { label: t("To the room"), does: () => { location.href = room; } },
    ];
  }

  respeak() {
    this.name();
    this.go(this.step);
  }
}
