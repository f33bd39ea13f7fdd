// Asking the server over HTTP.

/** What the server refused, with its reason; `status` is 0 where it did not answer. */
export class Refusal extends Error {
  /**
   * @param {string} reason
   * @param {number} status
   */
  constructor(reason, status) {
    super(reason);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function fetchJson(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refusal("", 0);
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(String(body.reason ?? response.status), response.status);
  return body;
}

/** What can be played. */
export function fetchGames(lang) {
  return fetchJson(`/api/games?lang=${encodeURIComponent(lang)}`);
}

/** The rules of a game: {title, html}. */
export function fetchRules(game, lang) {
  return fetchJson(`/api/games/${encodeURIComponent(game)}/rules?lang=${encodeURIComponent(lang)}`);
}

/** Open a room for a game: {code, token}. */
export function openRoom(game) {
  const headers = { "Content-Type": "application/json" };
  return fetchJson("/api/rooms", { method: "POST", headers, body: JSON.stringify({ game }) });
}

/** What there is in a room: {code, title}. */
export function fetchRoom(code) {
  return fetchJson(`/api/rooms/${encodeURIComponent(code)}`);
}

/** A finished match after so many moves. */
export function fetchStep(code, number, step, lang) {
  const match = `/api/rooms/${encodeURIComponent(code)}/matches/${number}`;
  return fetchJson(`${match}/steps/${step}?lang=${encodeURIComponent(lang)}`);
}

/** Where the record of a finished match is. */
export function recordPath(code, number) {
  return `/api/rooms/${encodeURIComponent(code)}/matches/${number}/record`;
}
