// The page's own sentences, in the language of whoever reads it.

import { fetchJson } from "./api.js";
import { recall, remember } from "./memory.js";

/** @type {Object<string, string>} */
let words = {};
let language = "en";
/** @type {string[]} */
let languages = ["en"];

/**
 * A sentence in the reader's language, with what stands in its braces.
 * @param {string} sentence in English, always written out where it is used: so it is found for translation
 * @param {Object<string, any>} [fields]
 * @returns {string}
 */
export function t(sentence, fields = {}) {
  const text = words[sentence] || sentence;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

/** The language that is spoken now. */
export function spoken() {
  return language;
}

/** All languages that could be spoken. */
export function allLanguages() {
  return languages;
}

/**
 * What a language calls itself.
 * @param {string} code
 * @returns {string}
 */
export function languageName(code) {
  try {
    const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}

/** Load the sentences of the remembered language, else of the browser's. */
export async function loadWords() {
  const wanted = recall("language");
  if (wanted) return await load(wanted);
  await load("en");
  const mine = navigator.languages.map((code) => code.split("-")[0]).find((code) => languages.includes(code));
  if (mine && mine !== language) await load(mine);
}

/**
 * Speak another language from now on.
 * @param {string} code
 */
export async function speak(code) {
  remember("language", code);
  await load(code);
}

async function load(code) {
  try {
    const found = await fetchJson(`/api/words?lang=${encodeURIComponent(code)}`);
    words = found.words ?? {};
    language = found.lang ?? code;
    languages = found.languages ?? languages;
  } catch {
    // without an answer the page speaks English until the server is back
  }
  document.documentElement.lang = language;
}
