// Which page this is, by its address.

import { showHome } from "./home.js";
import { showReplay } from "./replay.js";
import { showRoom } from "./room.js";
import { loadWords } from "./words.js";

async function begin() {
  await loadWords();
  const place = /** @type {HTMLElement} */ (document.getElementById("app"));
  const replay = location.pathname.match(/^\/r\/([^/]+)\/replay\/(\d+)\/?$/);
  const room = location.pathname.match(/^\/r\/([^/]+)\/?$/);
  if (replay) await showReplay(place, codeIn(replay[1]), Number(replay[2]));
  else if (room) await showRoom(place, codeIn(room[1]));
  else await showHome(place);
}

function codeIn(path) {
  try {
    return decodeURIComponent(path).toUpperCase();
  } catch {
    return path;
  }
}

begin();
