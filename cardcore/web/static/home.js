// The first page: choose a game and open a room, or join one.

import { fetchGames, fetchRoom, openRoom } from "./api.js";
import { showRules } from "./dialogs.js";
import { el, say } from "./dom.js";
import { Header } from "./header.js";
import { icon } from "./icons.js";
import { forgetRoom, recentRooms, rememberToken } from "./memory.js";
import { toast } from "./toast.js";
import { spoken, t } from "./words.js";

/** @param {HTMLElement} place */
export async function showHome(place) {
  const again = () => showHome(place);
  const header = new Header(() => [], again);
  header.draw("cardcore", "");
  document.title = "cardcore";
  const games = el("div", { class: "games", "aria-busy": "true" });
  const main = el(
    "main",
    { class: "page home" },
    el("p", { class: "lead" }, t("Play cards together, each on your own device.")),
    recent(again),
    joining(),
    el("section", { "aria-labelledby": "games-title" }, el("h2", { id: "games-title" }, t("Open a room")), games),
  );
  place.replaceChildren(header.element, main);
  try {
    const found = await fetchGames(spoken());
    if (found.length === 0) games.append(el("p", { class: "empty" }, t("No game is installed.")));
    games.append(...found.map(gameCard));
  } catch {
    const button = el("button", { type: "button", class: "secondary", onclick: again }, t("Try again"));
    games.append(el("p", { class: "empty" }, t("The server does not answer.")), button);
  }
  games.removeAttribute("aria-busy");
}

function gameCard(game) {
  const open = async (event) => {
    event.target.disabled = true;
    try {
      const { code, token } = await openRoom(game.name);
      rememberToken(code, token);
      location.href = `/r/${code}`;
    } catch (error) {
      event.target.disabled = false;
      toast(error.message || t("The server does not answer."));
    }
  };
  return el(
    "article",
    { class: "game-card" },
    el("h3", {}, game.title),
    el("p", { class: "muted" }, playersOf(game.seats)),
    el(
      "div",
      { class: "row" },
      el("button", { type: "button", class: "primary", onclick: open, "aria-label": t("Open a room for {game}", { game: game.title }) }, t("Open a room")),
      el("button", { type: "button", class: "quiet", onclick: () => showRules(game.name), "aria-label": t("Rules of {game}", { game: game.title }) }, t("Rules")),
    ),
  );
}

/** How many can play. */
export function playersOf(seats) {
  const least = Math.min(...seats);
  const most = Math.max(...seats);
  return least === most ? t("{number} players", { number: least }) : t("{least} to {most} players", { least, most });
}

function joining() {
  const field = el("input", { id: "code", name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "12", "aria-describedby": "code-trouble" });
  const trouble = el("p", { id: "code-trouble", class: "trouble", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    const code = field.value.replace(/\s+/g, "").toUpperCase();
    say(trouble, code ? "" : t("Type the code of the room."));
    if (!code) return field.focus();
    try {
      await fetchRoom(code);
      location.href = `/r/${encodeURIComponent(code)}`;
    } catch (error) {
      say(trouble, error.status === 404 ? t("There is no room {code}. Look at the code again.", { code }) : error.message || t("The server does not answer."));
      field.focus();
    }
  };
  return el(
    "section",
    { class: "joining", "aria-labelledby": "join-title" },
    el("h2", { id: "join-title" }, t("Join a room")),
    el("form", { class: "join", onsubmit: submit }, el("label", { for: "code" }, t("Code of the room")), el("div", { class: "row" }, field, el("button", { class: "primary" }, t("Join"))), trouble),
  );
}

function recent(again) {
  const rooms = recentRooms();
  if (rooms.length === 0) return null;
  const row = ({ code, title }) => {
    const forget = () => {
      forgetRoom(code);
      again();
    };
    const label = t("Forget room {code}", { code });
    return el(
      "li",
      {},
      el("a", { class: "button secondary", href: `/r/${encodeURIComponent(code)}` }, el("strong", {}, code), " ", title),
      el("button", { type: "button", class: "quiet icon", onclick: forget, "aria-label": label, title: label }, icon("close")),
    );
  };
  return el("section", { "aria-labelledby": "recent-title" }, el("h2", { id: "recent-title" }, t("Your rooms")), el("ul", { class: "recent" }, rooms.map(row)));
}
