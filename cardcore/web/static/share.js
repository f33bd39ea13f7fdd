// Handing on a link: by the device's own means, else by copying it.

import { fetchRoom } from "./api.js";
import { el } from "./dom.js";
import { t } from "./words.js";

/**
 * The link to a room for others, as the server knows it: this page may have been opened by a name
 * that leads nowhere from their devices. Throws the refusal where there is no such room.
 * @param {string} code
 * @returns {Promise<string>}
 */
export async function linkTo(code) {
  try {
    return (await fetchRoom(code)).link;
  } catch (error) {
    if (error.status === 404) throw error;
    return `${location.origin}/r/${encodeURIComponent(code)}`;
  }
}

/** Whether the device can hand on links by itself. */
export function canShare() {
  return typeof navigator.share === "function";
}

/**
 * Hand on a link; gives what is to be told then.
 * @param {string} url
 * @param {string} title
 * @returns {Promise<string>}
 */
export async function share(url, title) {
  if (canShare()) {
    try {
      await navigator.share({ url, title });
      return "";
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "";
    }
  }
  return copy(url);
}

/**
 * Copy a text; gives what is to be told then.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return t("Copied.");
  } catch {
    return copyByHand(text) ? t("Copied.") : t("Copy this by hand: {text}", { text });
  }
}

/** Without TLS a page has no clipboard: the old way still works. */
function copyByHand(text) {
  const field = el("textarea", { class: "unseen", readonly: true, "aria-hidden": "true", value: text });
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
  return copied;
}
