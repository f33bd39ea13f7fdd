// What this browser remembers: names, seats, rooms, switches.

const PREFIX = "cardcore.";
const RECENT = 8;

/**
 * @param {string} name
 * @returns {string|null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null; // a browser that keeps nothing still plays
  }
}

/**
 * @param {string} name
 * @param {string|null} value null forgets it
 */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // the same
  }
}

/** The token that is somebody's seat in a room. */
export function tokenOf(code) {
  return recall(`token.${code}`);
}

/**
 * @param {string} code
 * @param {string|null} token
 */
export function rememberToken(code, token) {
  remember(`token.${code}`, token);
}

/** Whether a switch is on; one that nobody has touched is as `usual`. */
export function switchedOn(name, usual) {
  const value = recall(`switch.${name}`);
  return value === null ? usual : value === "on";
}

/** Turn a switch. */
export function turnSwitch(name, on) {
  remember(`switch.${name}`, on ? "on" : "off");
}

/**
 * The rooms that were joined here, the last one first.
 * @returns {{code: string, title: string}[]}
 */
export function recentRooms() {
  try {
    const rooms = JSON.parse(recall("rooms") ?? "[]");
    return Array.isArray(rooms) ? rooms.filter((room) => room && typeof room.code === "string") : [];
  } catch {
    return [];
  }
}

/** Put a room in front of those that were joined here. */
export function rememberRoom(code, title) {
  const others = recentRooms().filter((room) => room.code !== code);
  remember("rooms", JSON.stringify([{ code, title }, ...others].slice(0, RECENT)));
}

/** Take a room from the list; the seat in it stays one's own. */
export function forgetRoom(code) {
  remember("rooms", JSON.stringify(recentRooms().filter((room) => room.code !== code)));
}
