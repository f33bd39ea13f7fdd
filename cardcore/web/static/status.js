// The strip above the hand: whose turn it is, and what can be reacted to, calm and not to be overlooked.

import { claims, DECLINE, flat } from "./choosing.js";
import { el, keep, say, set, still } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

export const MOST_CLAIMS = 3; // so many reactions stand in the strip

/** Tells how it stands, and asks who reacts. */
export class Status {
  /** @param {(move: string) => void} send */
  constructor(send) {
    this.send = send;
    this.icon = el("span", { class: "status-icon", "aria-hidden": "true" });
    this.words = el("p", { class: "status-words" });
    this.note = el("p", { class: "status-note" });
    this.clock = el("span", { class: "clock-number" });
    this.bar = el("span", { class: "clock-bar" });
    this.buttons = el("div", { class: "status-buttons" });
    this.time = el("div", { class: "clock", "aria-hidden": "true" }, el("div", { class: "clock-track" }, this.bar), this.clock);
    this.element = el(
      "section",
      { class: "status" },
      el("div", { class: "status-text" }, this.icon, el("div", {}, this.words, this.note)),
      this.buttons,
      this.time,
    );
    this.ends = 0;
    this.timer = 0;
  }

  /**
   * @param {any} view
   * @param {any} room
   * @param {{sent: string|null, note: string, moves: any[]}} doing the move that is on its way, what is to be said, and
   * the moves that stand beside it
   */
  draw(view, room, doing) {
    const reacting = isReacting(view);
    set(this.element, {
      class: `status ${this.kind(view, reacting)}`,
      "aria-label": reacting ? t("A chance to react") : t("What happens now"),
    });
    const sign = reacting ? "bolt" : "play";
    if (this.sign !== sign) this.icon.replaceChildren(icon(sign));
    this.sign = sign;
    this.icon.hidden = !reacting && view.turn !== view.seat;
    say(this.words, sentence(view, room, reacting));
    const note = view.pending ? t("You have chosen: {move}. It counts in a moment.", { move: view.pending }) : doing.note || watching(view, room);
    say(this.note, note);
    this.note.hidden = note === "";
    this.drawButtons(view, reacting, doing);
    this.count(view.reaction ?? null);
  }

  kind(view, reacting) {
    if (view.over) return "over";
    if (reacting) return "reacting";
    return view.asked ? "asked" : "waiting";
  }

  drawButtons(view, reacting, { sent, moves }) {
    const answered = Boolean(view.pending) || sent !== null;
    const found = claims(view).slice(0, MOST_CLAIMS);
    const items = found.map((move) => ({ move: move.move, label: move.label, told: move.told, kind: "claim" }));
    items.push(...moves.map((move) => ({ move: move.move, label: move.label, told: "", kind: "beside" })));
    if (reacting && mayDecline(view)) items.push({ move: DECLINE, label: t("Let it go"), told: "", kind: "decline" });
    this.buttons.hidden = items.length === 0;
    keep(this.buttons, items, (item) => item.move, (item) => {
      const click = () => this.send(item.move);
      return el("button", { type: "button", "data-focus": `claim ${item.move}`, onclick: click }, el("span", { class: "label" }), el("span", { class: "told" }));
    }, (button, item) => {
      say(button.children[0], item.label);
      say(button.children[1], item.told);
      button.children[1].hidden = item.told === "";
      set(button, { class: `${item.kind === "claim" ? "primary" : "quiet"}${sent === item.move ? " sent" : ""}`, "aria-disabled": answered ? "true" : null });
    });
  }

  /** Count down what is left of the time to react. */
  count(reaction) {
    clearInterval(this.timer);
    this.time.hidden = !reaction;
    for (const one of this.bar.getAnimations()) one.cancel();
    if (!reaction) return;
    this.ends = performance.now() + reaction.left;
    if (!still()) {
      const share = reaction.of > 0 ? reaction.left / reaction.of : 0;
      const from = { transform: `scaleX(${Math.min(1, share)})` };
      this.bar.animate([from, { transform: "scaleX(0)" }], { duration: Math.max(1, reaction.left), fill: "forwards" });
    }
    const tick = () => {
      const left = Math.max(0, Math.ceil((this.ends - performance.now()) / 1000));
      say(this.clock, t("{seconds} s", { seconds: left }));
      if (left === 0) clearInterval(this.timer);
    };
    tick();
    this.timer = setInterval(tick, 200);
  }
}

/**
 * Whether the strip asks for reactions: in the time for them everybody, later whoever still can.
 * @param {any} view
 */
export function isReacting(view) {
  if (view.over) return false;
  if (view.reaction) return true;
  const reactions = claims(view).length;
  return reactions > 0 && (view.seat !== view.turn || reactions === flat(view.moves).filter((move) => move.move !== DECLINE).length);
}

/** What is told to who only watches. */
function watching(view, room) {
  if (view.seat !== null || view.over) return "";
  const late = room.settings.delay;
  return late ? t("You watch, {seconds} s late.", { seconds: late }) : t("You watch.");
}

function mayDecline(view) {
  return view.seat !== null && (view.answers || flat(view.moves).some((move) => move.move === DECLINE));
}

function sentence(view, room, reacting) {
  if (view.over) return view.over.text;
  if (reacting) return view.question ?? t("Does anybody react?");
  if (view.seat !== null && view.turn === view.seat) return t("Your turn");
  if (view.asked) return view.question ?? t("You may do something now");
  const held = room?.seats[view.turn];
  const name = view.seats[view.turn] ?? "";
  if (held && held.kind === "person" && !held.here && !held.deputy) return t("Waiting for {name}, who is away", { name });
  return t("It is the turn of {name}", { name });
}
