// The options of a game as fields of a form, and in words.

import { el } from "./dom.js";
import { t } from "./words.js";

/**
 * @typedef {{name: string, label: string, help: string, choices: {value: string, label: string}[], default: string, form: string}} Option
 */

/** Whether an option is a switch. */
function isSwitch(option) {
  const values = option.choices.map((choice) => choice.value).sort().join();
  return values === "off,on" && !option.form;
}

/**
 * A field for an option.
 * @param {Option} option
 * @param {string} value
 * @param {(value: string) => void} change
 * @returns {HTMLElement}
 */
export function optionField(option, value, change) {
  const id = `option-${option.name}`;
  const help = el("p", { class: "help", id: `${id}-help` }, option.help);
  if (isSwitch(option)) {
    const turned = (event) => change(event.target.checked ? "on" : "off");
    const box = el("input", { type: "checkbox", id, checked: value === "on", "data-focus": id, "aria-describedby": `${id}-help`, onchange: turned });
    return el("div", { class: "option" }, el("label", { class: "check", for: id }, box, option.label), help);
  }
  const listed = option.choices.some((choice) => choice.value === value);
  const field = option.choices.length ? choices(option, id, value, listed, change) : typed(option, id, value, change);
  return el("div", { class: "option" }, el("label", { for: id }, option.label), field, help);
}

function choices(option, id, value, listed, change) {
  const other = option.form ? [el("option", { value: "", selected: !listed }, t("Other: {form}", { form: option.form }))] : [];
  const items = option.choices.map((choice) => el("option", { value: choice.value, selected: choice.value === value }, choice.label));
  const free = option.form ? typed(option, `${id}-free`, listed ? "" : value, change) : null;
  if (free) free.hidden = listed;
  const chosen = (event) => {
    if (event.target.value !== "" || !free) return change(event.target.value);
    free.hidden = false;
    free.focus();
  };
  const select = el("select", { id, "data-focus": id, "aria-describedby": `${id}-help`, onchange: chosen }, items, other);
  return el("div", { class: "choices" }, select, free);
}

function typed(option, id, value, change) {
  const done = (event) => event.target.value.trim() && change(event.target.value.trim());
  const attrs = { id, value, "data-focus": id, placeholder: option.form, autocomplete: "off", onchange: done, "aria-describedby": `option-${option.name}-help` };
  return el("input", { ...attrs, "aria-label": option.label });
}

/**
 * What an option is set to, in words.
 * @param {Option} option
 * @param {string} value
 */
export function inWords(option, value) {
  if (isSwitch(option)) return value === "on" ? t("on") : t("off");
  return option.choices.find((choice) => choice.value === value)?.label ?? value;
}

/**
 * The presets of a game as buttons.
 * @param {any} game
 * @param {Object<string, string>} options as they are set
 * @param {(options: Object<string, string>) => void} change
 */
export function presetButtons(game, options, change) {
  if (game.presets.length === 0) return null;
  const usual = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  const all = [{ name: "", label: t("Usual"), values: {} }, ...game.presets.map((preset) => ({ ...preset, label: preset.label }))];
  const buttons = all.map(({ name, label, values }) => {
    const wanted = { ...usual, ...values };
    const on = Object.keys(wanted).every((key) => wanted[key] === options[key]);
    return el("button", { type: "button", class: "secondary", "aria-pressed": String(on), "data-focus": `preset ${name}`, onclick: () => change(wanted) }, label);
  });
  return el("div", { class: "option", role: "group", "aria-label": t("Presets") }, el("p", { class: "label" }, t("Presets")), el("div", { class: "row" }, buttons));
}
