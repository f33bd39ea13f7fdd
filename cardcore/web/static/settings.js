// The settings of a room: a form for the host, and in words for all others.

import { el, keepFocus, say } from "./dom.js";
import { inWords, optionField, presetButtons } from "./options.js";
import { t } from "./words.js";

const SPANS = {
  reaction: [0, 2, 3, 5, 8, 12, 20],
  patience: [10, 20, 30, 60, 120, 300, 900],
  delay: [0, 15, 30, 60, 180],
  pace: [0, 0.6, 1.2, 2, 3, 5],
};

/** What is set in a room. */
export class Settings {
  /** @param {(changes: any) => Promise<void>} change */
  constructor(change) {
    this.send = change;
    this.title = el("h2", { id: "settings-title" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.body = el("div", { class: "settings-body" });
    this.element = el("section", { class: "settings", "aria-labelledby": "settings-title" }, this.title, this.trouble, this.body);
    this.shown = "";
    /** @type {Set<string>} */
    this.unfolded = new Set();
  }

  /**
   * @param {any} room
   * @param {any[]} games what can be played
   */
  draw(room, games) {
    this.room = room;
    this.games = games;
    const shown = JSON.stringify([room.settings, room.game, room.host, room.phase, games.length, document.documentElement.lang]);
    if (shown !== this.shown) this.redraw();
    this.shown = shown;
  }

  redraw() {
    const game = this.games.find((one) => one.name === this.room.game.name);
    say(this.title, t("Settings"));
    keepFocus(this.body, () => this.body.replaceChildren(...(game === undefined ? [] : this.room.host ? this.form(game) : this.words(game))));
  }

  /** Have something changed; where it is refused, the reason is told and the form shows what holds. */
  async change(changes) {
    say(this.trouble, "");
    try {
      await this.send(changes);
    } catch (reason) {
      say(this.trouble, reason ? String(reason) : t("That did not arrive. Try again."));
      this.redraw();
    }
  }

  // -- the form -----------------------------------------------------------------------------------

  form(game) {
    const { settings, phase } = this.room;
    const playing = phase === "playing";
    const parts = playing ? [el("p", { class: "muted" }, t("While a match is played only these can be changed."))] : [this.basics(game), this.options(game), this.houseRules(game)];
    const deputies = [
      { value: "bot", label: t("a bot plays") },
      { value: "default", label: t("the simplest move is made") },
    ];
    const waiting = [
      this.span("patience", t("Wait for who is away"), t("so long, then it is played for that seat")),
      this.select("deputy", t("For who is away"), deputies, settings.deputy, t("until that person is back")),
      this.span("pace", t("Bots take"), t("for a move, so that one can follow")),
    ];
    if (!playing) waiting.unshift(this.span("reaction", t("Time to react"), t("in which everybody can answer a card, such as by a sneak")));
    if (!playing) waiting.push(this.span("delay", t("Who watches lags behind"), t("so that nobody at the table is told by them")));
    return [...parts, this.fold("waiting", t("Time and absence"), waiting, playing)].filter(Boolean);
  }

  basics(game) {
    const { settings } = this.room;
    const games = this.games.map((one) => ({ value: one.name, label: one.title }));
    const players = game.seats.map((number) => ({ value: String(number), label: String(number) }));
    return el(
      "div",
      { class: "basics" },
      this.select("game", t("Game"), games, game.name, ""),
      this.select("players", t("Players"), players, String(settings.players), "", Number),
      this.select("bot", t("Bots for empty seats"), botChoices(game), settings.bot, game.bots.find((bot) => bot.name === settings.bot)?.help ?? ""),
    );
  }

  options(game) {
    if (game.options.length === 0) return null;
    const options = this.room.settings.options;
    const change = (changed) => this.change({ options: { ...options, ...changed } });
    const fields = game.options.map((option) => optionField(option, options[option.name], (value) => change({ [option.name]: value })));
    const number = changedOptions(game, options).length;
    const title = number === 0 ? t("Options of the game") : number === 1 ? t("Options of the game (1 changed)") : t("Options of the game ({number} changed)", { number });
    return this.fold("options", title, [presetButtons(game, options, change), ...fields], false);
  }

  houseRules(game) {
    if (game.house_rules.length === 0) return null;
    const on = this.room.settings.house_rules;
    const rows = game.house_rules.map((rule) => {
      const id = `house-${rule.name}`;
      const change = (event) => this.change({ house_rules: event.target.checked ? [...on, rule.name] : on.filter((name) => name !== rule.name) });
      const box = el("input", { type: "checkbox", id, "data-focus": id, checked: on.includes(rule.name), onchange: change });
      return el("div", { class: "option" }, el("label", { class: "check", for: id }, box, rule.help || rule.name));
    });
    return this.fold("house", on.length ? t("House rules ({number} on)", { number: on.length }) : t("House rules"), rows, false);
  }

  select(name, label, choices, value, help, read = String) {
    const id = `set-${name}`;
    const change = (event) => this.change({ [name]: read(event.target.value) });
    const options = choices.map((choice) => el("option", { value: choice.value, selected: choice.value === value }, choice.label));
    const select = el("select", { id, "data-focus": id, onchange: change, "aria-describedby": help ? `${id}-help` : null }, options);
    return el("div", { class: "option" }, el("label", { for: id }, label), select, help ? el("p", { class: "help", id: `${id}-help` }, help) : null);
  }

  span(name, label, help) {
    const value = this.room.settings[name];
    const numbers = [...new Set([...SPANS[name], value])].sort((a, b) => a - b);
    return this.select(name, label, numbers.map((number) => ({ value: String(number), label: seconds(number) })), String(value), help, Number);
  }

  fold(name, title, children, open) {
    const toggle = (event) => (event.target.open ? this.unfolded.add(name) : this.unfolded.delete(name));
    return el("details", { class: "fold", open: open || this.unfolded.has(name), ontoggle: toggle }, el("summary", { "data-focus": `fold ${name}` }, title), el("div", { class: "fold-body" }, children));
  }

  // -- in words -----------------------------------------------------------------------------------

  words(game) {
    const { settings } = this.room;
    const changed = new Set(changedOptions(game, settings.options));
    const row = (label, value, marked = false) => el("div", { class: marked ? "changed" : null }, el("dt", {}, label), el("dd", {}, value, marked ? el("span", { class: "remark" }, t("changed")) : null));
    const options = game.options.map((option) => row(option.label, inWords(option, settings.options[option.name]), changed.has(option)));
    const rules = game.house_rules.filter((rule) => settings.house_rules.includes(rule.name));
    const absent = settings.deputy === "bot" ? t("a bot plays after {time}", { time: seconds(settings.patience) }) : t("the simplest move is made after {time}", { time: seconds(settings.patience) });
    const facts = [
      row(t("Game"), game.title),
      row(t("Players"), String(settings.players)),
      row(t("Time to react"), seconds(settings.reaction)),
      row(t("For who is away"), absent),
      ...(rules.length ? [row(t("House rules"), rules.map((rule) => rule.help || rule.name).join("; "), true)] : []),
    ];
    return [
      el("dl", { class: "facts" }, facts, options.filter((_, at) => changed.has(game.options[at]))),
      options.length ? this.fold("options", t("All options of the game"), [el("dl", { class: "facts" }, options.map((option) => option.cloneNode(true)))], false) : null,
      el("p", { class: "muted" }, t("The host sets these.")),
    ].filter(Boolean);
  }
}

/** The bots of a game, for a field. */
export function botChoices(game) {
  return game.bots.map((bot) => ({ value: bot.name, label: bot.name }));
}

function changedOptions(game, options) {
  return game.options.filter((option) => options[option.name] !== option.default);
}

/** So many seconds, in words. */
function seconds(number) {
  if (number === 0) return t("no time");
  if (number >= 60 && number % 60 === 0) return t("{number} min", { number: number / 60 });
  return t("{number} s", { number });
}
