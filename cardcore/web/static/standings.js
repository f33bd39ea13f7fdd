// Who has how many points, at any time; the end of a deal; the end of the match.

import { recordPath } from "./api.js";
import { el, say } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/**
 * The standings as a table, the best first.
 * @param {any} view
 * @param {Map<number, number>} [before] the points that each seat had before
 * @returns {HTMLElement}
 */
export function standingsTable(view, before) {
  const rows = [...view.points].sort((a, b) => a.place - b.place || a.seat - b.seat);
  const unit = view.unit.charAt(0).toUpperCase() + view.unit.slice(1);
  return el(
    "table",
    { class: "standings" },
    el("caption", { class: "unseen" }, t("Standings")),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Place")), el("th", { scope: "col" }, t("Name")), el("th", { scope: "col" }, unit))),
    el("tbody", {}, rows.map((row) => standing(row, view, before))),
  );
}

function standing({ seat, place, points }, view, before) {
  const won = view.over?.winners.includes(seat) ?? false;
  const name = seat === view.seat ? t("{name} (you)", { name: view.seats[seat] }) : view.seats[seat];
  const more = before ? points - (before.get(seat) ?? 0) : 0;
  const change = more ? el("span", { class: "change" }, ` ${more > 0 ? "+" : "−"}${Math.abs(more)}`) : null;
  return el(
    "tr",
    { class: `${won ? "won" : ""}${seat === view.seat ? " own" : ""}` },
    el("td", {}, t("{place}.", { place })),
    el("th", { scope: "row" }, won ? icon("crown") : null, name),
    el("td", {}, String(points).replace("-", "−"), change),
  );
}

/** Tells that a deal has ended, over the table but not over the hand; it stays until it is put away. */
export class DealEnd {
  constructor() {
    this.title = el("h2");
    this.lines = el("div");
    this.table = el("div");
    this.close = el("button", { type: "button", class: "primary", onclick: () => this.hide() });
    const told = el("div", { class: "deal-told", tabindex: "0" }, this.lines, this.table);
    this.element = el("section", { class: "deal-end", role: "status", hidden: true }, this.title, told, this.close);
  }

  /**
   * @param {any} old the last view of the deal
   * @param {any} view the first one of the next
   * @param {string[]} lines how it ended
   */
  show(old, view, lines) {
    say(this.title, t("{deal} is over", { deal: old.deal }));
    this.lines.replaceChildren(...lines.map((line) => el("p", {}, line)));
    const before = new Map(old.points.map(({ seat, points }) => [seat, points]));
    this.table.replaceChildren(standingsTable(view, before));
    say(this.close, t("Go on"));
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}

/** The end of a match: who has won, and what can be done next. */
export class Final {
  /** @param {{again: () => void, lobby: () => void, share: () => void}} does */
  constructor(does) {
    this.does = does;
    this.element = el("section", { class: "final", hidden: true });
  }

  /**
   * @param {any} view
   * @param {any} room
   */
  draw(view, room) {
    this.element.hidden = !view.over;
    const shown = view.over ? JSON.stringify([view.over, view.points, view.seats, room.host, room.number, document.documentElement.lang]) : "";
    if (shown === this.shown) return;
    this.shown = shown;
    if (!view.over) return;
    const replay = `/r/${encodeURIComponent(room.code)}/replay/${room.number}`;
    const again = room.host
      ? el("button", { type: "button", class: "primary", onclick: this.does.again }, t("Play again"))
      : el("p", { class: "muted" }, t("The host can begin the next match."));
    this.element.replaceChildren(
      el("p", { class: "final-crown" }, icon("crown")),
      el("h2", { class: "final-words" }, view.over.text),
      standingsTable(view),
      el("div", { class: "row" }, again, el("button", { type: "button", class: "secondary", onclick: this.does.lobby }, t("Seats and settings"))),
      el(
        "div",
        { class: "row" },
        el("a", { class: "button quiet", href: replay }, t("See it again")),
        el("a", { class: "button quiet", href: recordPath(room.code, room.number), download: `${room.code}-${room.number}.jsonl` }, t("Save the record")),
        el("button", { type: "button", class: "quiet", onclick: this.does.share }, t("Share the replay")),
      ),
    );
  }
}
