// The room before a match: the invitation, the seats, the settings, the start.

import { el, keepFocus, say } from "./dom.js";
import { recall, remember } from "./memory.js";
import { presence } from "./seats.js";
import { botChoices, Settings } from "./settings.js";
import { canShare, copy, share } from "./share.js";
import { toast } from "./toast.js";
import { t } from "./words.js";

/** The lobby of a room. */
export class Lobby {
  /**
   * @param {string} code
   * @param {string} url that leads others here
   * @param {{say: (message: any) => Promise<void>, back: () => void}} does
   */
  constructor(code, url, does) {
    this.code = code;
    this.does = does;
    this.url = url;
    this.settings = new Settings((changes) => does.say({ type: "settings", ...changes }));
    this.invitation = el("section", { class: "invitation", "aria-labelledby": "invite-title" });
    this.field = el("input", { id: "name", autocomplete: "nickname", maxlength: "40", value: recall("name") ?? "", "data-focus": "name" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.me = el("section", { class: "me" });
    this.seats = el("section", { class: "chairs", "aria-labelledby": "seats-title" });
    this.start = el("div", { class: "start" });
    this.element = el("div", { class: "lobby page" }, this.me, this.seats, this.invitation, this.settings.element, this.start);
    this.field.addEventListener("change", () => this.rename());
  }

  /**
   * @param {any} room
   * @param {any[]} games
   */
  draw(room, games) {
    const spoken = document.documentElement.lang;
    this.room = room;
    this.game = games.find((game) => game.name === room.game.name);
    if (this.spoken !== spoken) this.drawInvitation();
    this.spoken = spoken;
    this.drawMe();
    keepFocus(this.seats, () => this.drawSeats());
    this.settings.draw(room, games);
    keepFocus(this.start, () => this.drawStart());
  }

  drawInvitation() {
    const told = async (doing) => toast(await doing);
    this.invitation.replaceChildren(
      el("h2", { id: "invite-title" }, t("Invite others")),
      el("p", { class: "big-code", "aria-label": t("Code of the room: {code}", { code: [...this.code].join(" ") }) }, this.code),
      el("div", { class: "qr" }, el("img", { src: `/r/${encodeURIComponent(this.code)}/qr.svg`, alt: t("QR code of the link to this room"), width: "200", height: "200" })),
      el("p", { class: "link" }, el("a", { href: this.url }, this.url)),
      el(
        "div",
        { class: "row" },
        canShare() ? el("button", { type: "button", class: "primary", onclick: () => told(share(this.url, "cardcore")) }, t("Share the link")) : null,
        el("button", { type: "button", class: "secondary", onclick: () => told(copy(this.url)) }, t("Copy the link")),
      ),
    );
  }

  /** Who one is, and the shortest way to a seat. */
  drawMe() {
    const { room } = this;
    const open = room.seats.find((seat) => seat.kind === "open") ?? room.seats.find((seat) => seat.kind === "bot");
    if (room.name && document.activeElement !== this.field) this.field.value = room.name;
    const sit = () => this.sit(open.seat);
    const button =
      room.seat === null && open ? el("button", { type: "submit", class: "primary", "data-focus": "sit down" }, t("Sit down")) : null;
    const stand = () => this.say({ type: "stand" });
    const rise = room.seat === null ? null : el("button", { type: "button", class: "quiet", "data-focus": "stand", onclick: stand }, t("Stand up"));
    const submit = (event) => {
      event.preventDefault();
      if (room.seat === null && open) sit();
      else this.rename();
    };
    const shown = JSON.stringify([room.seat, open?.seat, document.documentElement.lang]);
    if (shown === this.shownMe) return;
    this.shownMe = shown;
    const typing = document.activeElement === this.field;
    this.me.classList.toggle("unseated", room.seat === null);
    keepFocus(this.me, () =>
      this.me.replaceChildren(
        el("form", { onsubmit: submit }, el("label", { for: "name" }, t("Your name")), el("div", { class: "row" }, this.field, button, rise)),
        this.trouble,
        room.seat === null ? el("p", { class: "muted" }, open ? t("Sit down to play, or stay and watch.") : t("All seats are taken: you watch.")) : "",
      ),
    );
    if (typing) this.field.focus();
  }

  drawSeats() {
    const { room } = this;
    const watching = room.spectators;
    this.seats.replaceChildren(
      el("h2", { id: "seats-title" }, t("Seats")),
      el("ol", { class: "chair-list" }, room.seats.map((seat) => this.chair(seat))),
      watching ? el("p", { class: "muted" }, watching === 1 ? t("1 person watches.") : t("{number} people watch.", { number: watching })) : "",
    );
  }

  chair(seat) {
    const { room } = this;
    const own = seat.seat === room.seat;
    const name = seat.kind === "person" ? seat.name : seat.kind === "bot" ? t("Bot ({name})", { name: seat.bot }) : t("Open seat");
    const notes = [own ? t("you") : null, seat.host ? t("host") : null, seat.kind === "person" ? (seat.here ? t("here") : presence(seat, room)[0] ?? t("away")) : null];
    const place = t("Seat {number}", { number: seat.seat + 1 });
    const sit = seat.kind === "person" ? null : el("button", { type: "button", class: "secondary", "data-focus": `sit ${seat.seat}`, "aria-label": t("Sit here: seat {number}", { number: seat.seat + 1 }), onclick: () => this.sit(seat.seat) }, t("Sit here"));
    return el(
      "li",
      { class: `chair ${seat.kind}${own ? " own" : ""}`, "aria-label": place },
      el("span", { class: "chair-number", "aria-hidden": "true" }, String(seat.seat + 1)),
      el("span", { class: "chair-name" }, name, notes.filter(Boolean).map((note) => el("span", { class: "remark" }, note))),
      el("span", { class: "chair-does" }, sit, room.host && !own ? this.hostDoes(seat) : null),
    );
  }

  /** What the host can do with a seat. */
  hostDoes(seat) {
    const label = t("Who plays at seat {number}", { number: seat.seat + 1 });
    const now = seat.kind === "bot" ? `bot ${seat.bot}` : seat.kind;
    const choices = [
      seat.kind === "person" ? { value: "person", label: t("a person") } : null,
      seat.kind !== "person" && this.room.phase !== "playing" ? { value: "open", label: t("nobody yet") } : null,
      ...(this.game ? botChoices(this.game).map((bot) => ({ value: `bot ${bot.value}`, label: t("bot {name}", { name: bot.value }) })) : []),
    ].filter(Boolean);
    const change = (event) => {
      const value = event.target.value;
      if (value === "host") return this.say({ type: "host", seat: seat.seat });
      this.say({ type: "bot", seat: seat.seat, bot: value === "open" ? null : value.slice(4) });
    };
    if (seat.kind === "person") choices.push({ value: "host", label: t("make host") });
    const options = choices.map((choice) => el("option", { value: choice.value, selected: choice.value === now }, choice.label));
    return el("select", { "aria-label": label, "data-focus": `who ${seat.seat}`, onchange: change }, options);
  }

  drawStart() {
    const { room } = this;
    if (room.phase === "playing") {
      const end = el("button", { type: "button", class: "primary", "data-focus": "start", onclick: () => this.does.back() }, t("Back to the table"));
      return this.start.replaceChildren(end);
    }
    const back = room.phase === "over" ? el("button", { type: "button", class: "secondary", "data-focus": "back", onclick: () => this.does.back() }, t("Back to the result")) : "";
    if (!room.host) return this.start.replaceChildren(el("p", { role: "status" }, t("Waiting for the host to begin.")), back);
    const open = room.seats.filter((seat) => seat.kind === "open").length;
    const told = open === 0 ? "" : open === 1 ? t("A bot takes the open seat.") : t("Bots take the {number} open seats.", { number: open });
    const begin = () => this.say({ type: "start" });
    this.start.replaceChildren(el("button", { type: "button", class: "primary big", "data-focus": "start", onclick: begin }, t("Begin")), back, el("p", { class: "muted" }, told));
  }

  sit(seat) {
    const name = this.field.value.trim();
    if (!name) {
      say(this.trouble, t("Say first what you are called."));
      this.field.focus();
      return;
    }
    remember("name", name);
    this.say({ type: "sit", seat, name });
  }

  rename() {
    const name = this.field.value.trim();
    if (!name) return;
    remember("name", name);
    if (this.room.seat !== null && name !== this.room.name) this.say({ type: "rename", name });
  }

  async say(message) {
    say(this.trouble, "");
    try {
      await this.does.say(message);
    } catch (reason) {
      say(this.trouble, reason ? String(reason) : t("That did not arrive. Try again."));
      this.trouble.scrollIntoView({ block: "nearest" });
      keepFocus(this.seats, () => this.drawSeats());
    }
  }
}
