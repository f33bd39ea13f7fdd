// A room: its connection, and which of its faces is shown, the lobby or the table.

import { fetchGames } from "./api.js";
import { Connection } from "./connection.js";
import { ask, showDialog, showRules } from "./dialogs.js";
import { el, say, set } from "./dom.js";
import { Header } from "./header.js";
import { icon } from "./icons.js";
import { Lobby } from "./lobby.js";
import { Log } from "./log.js";
import { forgetRoom, rememberRoom, rememberToken, tokenOf } from "./memory.js";
import { copy, linkTo, share } from "./share.js";
import { standingsTable } from "./standings.js";
import { Table } from "./table.js";
import { toast } from "./toast.js";
import { spoken, t } from "./words.js";

/**
 * @param {HTMLElement} place
 * @param {string} code
 */
export async function showRoom(place, code) {
  takeToken(code);
  let link;
  try {
    link = await linkTo(code);
  } catch {
    return showMissing(place, code);
  }
  new Room(place, code, link);
}

/** A link that carries a token hands over what it stands for; it is not to be handed on by accident. */
function takeToken(code) {
  const token = location.hash.slice(1);
  if (/^[\w-]{20,100}$/.test(token)) rememberToken(code, token);
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

function showMissing(place, code) {
  forgetRoom(code);
  document.title = "cardcore";
  const header = new Header(() => [], () => showMissing(place, code));
  header.draw("cardcore", "");
  const main = el(
    "main",
    { class: "page missing" },
    el("h2", {}, t("There is no room {code}", { code })),
    el("p", {}, t("Perhaps it has a sign that looks like another, or it is long over.")),
    el("a", { class: "button primary", href: "/" }, t("To the first page")),
  );
  place.replaceChildren(header.element, main);
}

class Room {
  constructor(place, code, link) {
    this.code = code;
    this.link = link;
    /** @type {any} */
    this.room = null;
    /** @type {any} */
    this.view = null;
    this.games = [];
    this.face = "auto";
    this.log = new Log();
    this.header = new Header(() => this.menu(), () => this.respeak());
    this.band = el("p", { class: "band", role: "status", hidden: true });
    const does = { say: (message) => this.connection.say(message), back: () => this.turnTo("auto") };
    this.lobby = new Lobby(code, link, does);
    this.table = new Table(this.log, {
      move: (decision, move) => this.connection.say({ type: "move", decision, move }),
      again: () => this.tell(this.connection.say({ type: "start" })),
      lobby: () => this.turnTo("lobby"),
      share: async () => toast(await share(`${link}/replay/${this.room.number}`, this.room.game.title)),
    });
    this.points = el("button", { type: "button", class: "quiet icon", onclick: () => this.showStandings() }, icon("crown"));
    this.header.extra.append(this.points);
    this.main = el("main", {}, this.lobby.element, this.table.element);
    this.lobby.element.hidden = true;
    this.table.element.hidden = true;
    place.replaceChildren(this.header.element, this.band, this.main, this.log.aloud);
    this.header.draw("cardcore", code);
    this.loadGames();
    this.connection = new Connection(code, {
      hear: (message) => this.hear(message),
      link: (state) => this.linked(state),
      hello: () => ({ lang: spoken(), token: tokenOf(code) }),
    });
    this.linked("connecting");
  }

  async loadGames() {
    try {
      this.games = await fetchGames(spoken());
      this.redraw();
    } catch {
      // the next connection asks again
    }
  }

  // -- what is heard ------------------------------------------------------------------------------

  hear(message) {
    if (message.type === "welcome") rememberToken(this.code, message.token);
    else if (message.type === "room") this.hearRoom(message);
    else if (message.type === "view") this.hearView(message);
    else if (message.type === "log") this.log.hear(message);
    else if (message.type === "notice") toast(message.text);
    else if (message.type === "bye") this.bye(message);
    else return;
  }

  hearRoom(room) {
    const before = this.room;
    this.room = room;
    room.heardAt = performance.now();
    this.countAbsence();
    if (!before || before.game.title !== room.game.title) rememberRoom(this.code, room.game.title);
    if (before && (before.number !== room.number || before.phase !== room.phase)) this.newPhase(before, room);
    if (room.phase === "lobby") this.view = null;
    this.redraw();
    if (this.games.length === 0) this.loadGames();
  }

  /** The time until somebody who is away is played for runs on without the server's help. */
  countAbsence() {
    clearInterval(this.absence);
    if (this.room.seats.some((seat) => seat.away)) this.absence = setInterval(() => this.redraw(), 1000);
  }

  newPhase(before, room) {
    this.face = "auto";
    if (before.number !== room.number) {
      this.view = null;
      this.table.view = null;
      this.table.ended.hide();
    }
  }

  hearView(view) {
    const mine = this.table.mine();
    this.view = view;
    if (!this.room) return;
    this.table.draw(view, this.room);
    this.redraw();
    if (this.table.mine() && !mine) this.table.call();
  }

  /** The last word before the socket closes. */
  bye({ reason, again }) {
    if (again) return toast(reason);
    this.last = reason;
    this.linked("closed");
  }

  linked(state) {
    const words = { connecting: t("Connecting …"), lost: t("Connection lost. Trying again …"), closed: this.last ?? t("Not connected."), open: "" };
    this.link = state;
    this.band.hidden = state === "open";
    set(this.band, { "data-state": state });
    this.band.replaceChildren(words[state]);
    if (state === "closed") {
      const again = () => location.reload();
      this.band.append(" ", el("button", { type: "button", class: "secondary", onclick: again }, t("Connect again")), " ", el("a", { href: "/" }, t("To the first page")));
    }
  }

  // -- what is shown ------------------------------------------------------------------------------

  redraw() {
    const { room, view } = this;
    if (!room) return;
    const atTable = view !== null && room.phase !== "lobby" && this.face !== "lobby";
    this.lobby.element.hidden = atTable;
    this.table.element.hidden = !atTable;
    document.body.classList.toggle("at-table", atTable);
    this.header.draw(room.game.title, atTable ? (view.deal ?? "") : this.code);
    this.points.hidden = !atTable;
    set(this.points, { "aria-label": t("Standings"), title: t("Standings") });
    if (!atTable) this.lobby.draw(room, this.games);
    else {
      this.table.room = room;
      this.table.redraw();
    }
    const mine = this.table.mine() && room.phase === "playing";
    document.title = mine ? t("● Your turn: {game}", { game: room.game.title }) : `${room.game.title} · ${this.code}`;
  }

  turnTo(face) {
    this.face = face;
    this.redraw();
    this.main.querySelector("h2")?.scrollIntoView({ block: "nearest" });
  }

  showStandings() {
    if (this.view) showDialog(t("Standings"), standingsTable(this.view));
  }

  menu() {
    const { room } = this;
    const playing = room?.phase === "playing";
    return [
      room ? { label: t("Rules"), does: () => showRules(room.game.name) } : null,
      this.view && this.face !== "lobby" ? { label: t("Standings"), does: () => this.showStandings() } : null,
      this.view && room.phase !== "lobby"
        ? this.face === "lobby"
          ? { label: t("Back to the table"), does: () => this.turnTo("auto") }
          : { label: t("Seats and settings"), does: () => this.turnTo("lobby") }
        : null,
      { label: t("Copy the link"), does: async () => toast(await copy(this.link)) },
      room?.host && playing ? { label: t("Break off the match"), danger: true, does: () => this.breakOff() } : null,
      { label: t("Leave the room"), danger: true, does: () => this.leave() },
    ].filter(Boolean);
  }

  breakOff() {
    ask(t("The match ends for all, and nobody wins."), t("Break off the match"), () => this.tell(this.connection.say({ type: "end" })));
  }

  leave() {
    ask(t("You give up your seat, and a bot may take it."), t("Leave the room"), async () => {
      await this.connection.say({ type: "leave" }).catch(() => {});
      rememberToken(this.code, null);
      this.connection.close();
      location.href = "/";
    });
  }

  /** What was refused is told at the edge of the page. */
  async tell(answer) {
    try {
      await answer;
    } catch (reason) {
      toast(reason ? String(reason) : t("That did not arrive. Try again."));
    }
  }

  /** Another language is spoken now. */
  respeak() {
    this.tell(this.connection.say({ type: "lang", lang: spoken() }));
    this.log.name();
    if (this.link) this.linked(this.link);
    this.lobby.shownMe = "";
    this.loadGames();
    this.redraw();
  }
}
