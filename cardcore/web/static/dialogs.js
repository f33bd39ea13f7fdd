// Windows over the page: the rules of a game, and whatever else stands by itself.

import { fetchRules } from "./api.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { spoken, t } from "./words.js";

/**
 * Show something in a window of its own, until it is closed.
 * @param {string} title
 * @param {...any} children
 * @returns {HTMLDialogElement}
 */
export function showDialog(title, ...children) {
  const close = () => dialog.close();
  const button = el("button", { type: "button", class: "quiet icon", "aria-label": t("Close"), title: t("Close"), onclick: close }, icon("close"));
  const heading = el("h2", { id: "dialog-title" }, title);
  const body = el("div", { class: "dialog-body", tabindex: "0", role: "group", "aria-label": title }, children);
  const dialog = el("dialog", { "aria-labelledby": "dialog-title" }, el("div", { class: "dialog-head" }, heading, button), body);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Show the rules of a game.
 * @param {string} game its name
 */
export async function showRules(game) {
  try {
    const { title, html } = await fetchRules(game, spoken());
    const text = el("div", { class: "rules" });
    text.innerHTML = html; // the one text that comes as HTML: the server has made it safe
    text.querySelector("h1")?.remove();
    showDialog(title, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    showDialog(t("Rules"), el("p", {}, reason || t("The rules could not be loaded. Try again.")));
  }
}

/**
 * Ask something that cannot be taken back.
 * @param {string} question
 * @param {string} yes what the button says
 * @param {() => void} then
 */
export function ask(question, yes, then) {
  const agree = () => {
    dialog.close();
    then();
  };
  const no = () => dialog.close();
  const dialog = showDialog(
    yes,
    el("p", {}, question),
    el(
      "div",
      { class: "row" },
      el("button", { type: "button", class: "danger", onclick: agree }, yes),
      el("button", { type: "button", class: "secondary", onclick: no }, t("Stay")),
    ),
  );
}
