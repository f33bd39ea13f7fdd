// The table in a match: draws every view, and hears what is tapped and typed.

import { Choice } from "./choice.js";
import { DECLINE, fitting, flat } from "./choosing.js";
import { el, set, say } from "./dom.js";
import { Hand } from "./hand.js";
import { switchedOn } from "./memory.js";
import { glide, lookAt } from "./motion.js";
import { Moves } from "./moves.js";
import { drawParts } from "./parts.js";
import { drawOwn, drawSeats } from "./seats.js";
import { choosable, codeOf, sights } from "./sights.js";
import { DealEnd, Final, standingsTable } from "./standings.js";
import { isReacting, Status } from "./status.js";
import { t } from "./words.js";

const NOTE_TIME = 7000;
const END_LINES = 2; // how it ended, then the points so far, which the standings tell better

/** A table at which one sits, or which one watches. */
export class Table {
  /**
   * @param {import("./log.js").Log} log
   * @param {{move: (decision: number, move: string) => Promise<void>, again: () => void, lobby: () => void, share: () => void}} does
   */
  constructor(log, does) {
    this.log = log;
    this.does = does;
    this.choice = new Choice();
    /** @type {any} */
    this.view = null;
    this.note = "";
    /** @type {string|null} */
    this.sent = null;
    const send = (move) => this.send(move);
    this.hand = new Hand((key) => this.tap(key));
    this.moves = new Moves(send);
    this.status = new Status(send);
    this.ended = new DealEnd();
    this.final = new Final(does);
    this.build();
    document.addEventListener("keydown", (event) => this.typed(event));
  }

  build() {
    this.title = el("h2", { class: "unseen" });
    this.seats = el("div", { class: "seats" });
    this.parts = el("div", { class: "parts" });
    this.own = el("div", { class: "own-seat" });
    this.seat = el("button", { type: "button", class: "secondary", onclick: this.does.lobby });
    this.ownRow = el("div", { class: "own-row" }, this.own, this.hand.ways, this.moves.toggle, this.seat);
    this.points = el("div", { class: "side-points" });
    this.felt = el("div", { class: "felt", tabindex: "0", role: "region" }, this.title, this.seats, this.parts, this.final.element);
    this.dock = el("div", { class: "dock" }, this.status.element, this.moves.element, this.ownRow, this.hand.element);
    this.side = el("aside", { class: "side" }, this.points, this.log.element);
    this.element = el("div", { class: "table" }, this.felt, this.ended.element, this.side, this.dock);
  }

  /**
   * @param {any} view
   * @param {any} room
   */
  draw(view, room) {
    const before = lookAt(this.element);
    this.endOfDeal(view);
    if (this.deal !== view.deal) this.log.head(view.deal);
    this.deal = view.deal;
    if (this.view && this.view.decision !== view.decision) this.note = "";
    this.view = view;
    this.room = room;
    this.redraw();
    if (this.felt.scrollHeight > this.felt.clientHeight) this.parts.querySelector(".main")?.scrollIntoView({ block: "nearest" });
    glide(this.element, before, view.moved ?? [], view.seat);
    view.moved = [];
  }

  redraw() {
    const { view, room } = this;
    if (!view) return;
    const seen = sights(view);
    this.there = choosable(view, seen);
    this.choice.stay(this.there);
    const moves = flat(view.moves).filter((move) => move.move !== DECLINE);
    set(this.felt, { "data-over": Boolean(view.over), "aria-label": t("The table") });
    this.seat.hidden = view.seat !== null || !room.seats.some((seat) => seat.kind === "bot");
    say(this.seat, t("Take a seat"));
    this.ownRow.hidden = view.seat === null && this.seat.hidden;
    this.dock.hidden = Boolean(view.over);
    set(this.side, { "aria-label": t("Standings and what happened") });
    say(this.title, t("The table"));
    const can = new Set(this.there.filter((key) => !key.startsWith("hand|")));
    drawParts(this.parts, seen.table, view, { choice: this.choice, can, tap: (key) => this.tap(key) });
    drawSeats(this.seats, view, seen, room);
    drawOwn(this.own, view, seen, room);
    this.hand.draw(seen.hand, moves, this.choice, view.title);
    this.moves.draw(view, this.choice, this.there, this.sent);
    this.status.draw(view, room, { sent: this.sent, note: this.note || this.moves.hint, moves: this.moves.beside });
    this.final.draw(view, room);
    this.points.replaceChildren(standingsTable(view));
  }

  endOfDeal(view) {
    const old = this.view;
    if (view.over || (old && old.lang !== view.lang)) this.ended.hide(); // in other words a deal is no other deal
    else if (old && !old.over && old.deal !== view.deal) this.ended.show(old, view, this.log.before(view.deal, END_LINES).slice(0, 1));
  }

  /** A card is tapped. */
  tap(key) {
    if (this.sent !== null || this.view.over) return;
    this.note = "";
    const move = this.choice.tap(key, flat(this.view.moves));
    if (move !== null) this.send(move.move);
    else this.redraw();
  }

  /** Make a move; what is refused is told, and nothing is lost. */
  async send(move) {
    if (this.sent !== null || this.view.pending) return;
    this.sent = move;
    this.note = "";
    this.ended.hide();
    this.redraw();
    try {
      await this.does.move(this.view.decision, move);
      this.choice.clear();
    } catch (reason) {
      this.tell(typeof reason === "string" && reason ? t("Refused: {reason}", { reason }) : t("That did not arrive. Try again."));
    } finally {
      this.sent = null;
      this.redraw();
    }
  }

  /** Say something in the strip above the hand, and aloud. */
  tell(text) {
    this.note = text;
    this.log.read([text]);
    clearTimeout(this.noteTimer);
    this.noteTimer = setTimeout(() => {
      this.note = "";
      this.redraw();
    }, NOTE_TIME);
    this.redraw();
  }

  /** Keys: arrows among the cards, Enter plays, Escape lets go, letters find a card. */
  typed(event) {
    if (!this.view || !this.element.isConnected || this.element.closest("[hidden]")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea, .log-lines")) return;
    const inHand = target.closest(".hand-cards") !== null;
    const free = target === document.body || inHand;
    if (event.key === "Escape") this.letGo();
    else if (free && (event.key === "ArrowRight" || event.key === "ArrowDown")) this.hand.go(1);
    else if (free && (event.key === "ArrowLeft" || event.key === "ArrowUp")) this.hand.go(-1);
    else if (event.key === "Enter" && inHand && this.playChosen()) event.preventDefault();
    else if (/^[\p{L}\p{N}]$/u.test(event.key) && free) this.find(event.key);
    else return;
    if (event.key.startsWith("Arrow")) event.preventDefault();
  }

  /** Several signs typed quickly are looked for as one: "10", "B9". */
  find(sign) {
    const quick = performance.now() - (this.typedAt ?? 0) < 700;
    this.typedAt = performance.now();
    this.typing = (quick ? this.typing ?? "" : "") + sign;
    if (!this.hand.find(this.typing) && this.typing.length > 1) {
      this.typing = sign;
      this.hand.find(sign);
    }
  }

  letGo() {
    if (!this.ended.element.hidden) this.ended.hide();
    else if (this.choice.keys.length) {
      this.choice.clear();
      this.redraw();
    }
  }

  /** Play what is chosen, where that is one move. */
  playChosen() {
    const { exact } = fitting(flat(this.view.moves), this.choice.keys.map(codeOf));
    if (exact.length !== 1) return false;
    this.send(exact[0].move);
    return true;
  }

  /** Whether it is on this seat to do something. */
  mine() {
    const view = this.view;
    return Boolean(view && !view.over && view.seat !== null && view.asked && !view.pending && (view.turn === view.seat || !isReacting(view)));
  }

  /** It has become one's turn: say so, and shake a little where that is wanted. */
  call() {
    this.log.read([t("Your turn")]);
    const touched = navigator.userActivation?.hasBeenActive ?? true; // else the browser forbids it
    if (touched && switchedOn("vibrate", true)) navigator.vibrate?.(80);
  }
}
