// The line at the top, and its menu.

import { el, say } from "./dom.js";
import { showDialog } from "./dialogs.js";
import { icon } from "./icons.js";
import { switchedOn, turnSwitch } from "./memory.js";
import { allLanguages, languageName, speak, spoken, t } from "./words.js";

/** The line at the top of every page. */
export class Header {
  /**
   * @param {() => {label: string, does: () => void, danger?: boolean}[]} entries what stands in the menu now
   * @param {() => void} respeak what is to be done when another language is spoken
   */
  constructor(entries, respeak) {
    this.entries = entries;
    this.respeak = respeak;
    this.title = el("h1", { class: "title" });
    this.code = el("span", { class: "code" });
    this.home = el("a", { href: "/", class: "home-link" }, mark());
    this.extra = el("div", { class: "header-extra" });
    this.menu = el("button", { type: "button", class: "quiet icon menu-button", onclick: () => this.open() }, icon("menu"));
    this.element = el("header", { class: "top" }, this.home, el("div", { class: "titles" }, this.title, this.code), this.extra, this.menu);
  }

  /**
   * @param {string} title
   * @param {string} code
   */
  draw(title, code) {
    say(this.title, title);
    say(this.code, code);
    this.code.hidden = code === "";
    this.home.setAttribute("aria-label", t("Home"));
    this.home.title = t("Home");
    this.menu.setAttribute("aria-label", t("Menu"));
    this.menu.title = t("Menu");
  }

  open() {
    const close = () => dialog.close();
    const button = ({ label, does, danger }) => {
      const click = () => {
        close();
        does();
      };
      return el("li", {}, el("button", { type: "button", class: danger ? "danger" : "secondary", onclick: click }, label));
    };
    const [calm, grave] = [false, true].map((danger) => this.entries().filter((entry) => Boolean(entry.danger) === danger));
    const dialog = showDialog(
      t("Menu"),
      el("ul", { class: "menu" }, calm.map(button), fullScreen(close), grave.map(button)),
      languageChoice(() => {
        close();
        this.respeak();
      }),
      "vibrate" in navigator ? aSwitch("vibrate", t("Vibrate when it is my turn")) : null,
    );
  }
}

function fullScreen(close) {
  if (!document.fullscreenEnabled) return null;
  const on = document.fullscreenElement !== null;
  const click = () => {
    close();
    if (on) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  };
  return el("li", {}, el("button", { type: "button", class: "secondary", onclick: click }, on ? t("Leave full screen") : t("Full screen")));
}

function aSwitch(name, label) {
  const change = (event) => turnSwitch(name, event.target.checked);
  return el("label", { class: "check" }, el("input", { type: "checkbox", checked: switchedOn(name, true), onchange: change }), label);
}

/**
 * A field to choose the language in.
 * @param {() => void} then
 */
export function languageChoice(then) {
  const change = async (event) => {
    await speak(event.target.value);
    then();
  };
  const options = allLanguages().map((code) => el("option", { value: code, selected: code === spoken(), lang: code }, languageName(code)));
  return el("label", { class: "field" }, el("span", {}, t("Language")), el("select", { onchange: change }, options));
}

function mark() {
  return el("img", { src: "/static/icon.svg", alt: "", width: "30", height: "30" });
}
