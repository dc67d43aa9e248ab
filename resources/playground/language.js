// English and Spanish: the browser's language at first, then the one that was chosen.
import OUTCOMES from "./outcomes.js";
import en from "./texts_en.js";
import es from "./texts_es.js";

const TEXTS = {en, es};
const KEPT = "veraz-language";

let current = remembered() ?? ofBrowser();

export const language = () => current;
export const other = () => (current === "en" ? "es" : "en");

// Turns the whole page to a language; whoever draws it draws it again.
export function speak(chosen) {
  current = chosen;
  try {
    localStorage.setItem(KEPT, chosen);
  } catch { /* a browser that keeps nothing asks its own language next time */ }
}

// A text of the page; those that say a number or a name are functions.
export function say(key, ...values) {
  const text = TEXTS[current][key] ?? TEXTS.en[key] ?? key;
  return typeof text === "function" ? text(...values) : text;
}

// What was said as [key, ...values], so that it can be said again in another language; a value that is a
// function is said anew.
export const told = (said) => (said ? say(...said.map((one) => (typeof one === "function" ? one() : one))) : "");

// A word or phrase that the library's own views say too.
export const word = (key) => OUTCOMES.words[key][current];

// An Error whose message can be said again in another language.
export const problem = (...said) => Object.assign(new Error(told(said)), {said});

export const saidBy = (error) => error.said ?? ["plain", error.message];

// The wording {name, sentence, tone} of an outcome, doubt, authority or rule: resources/outcomes.yaml.
export function wording(section, key) {
  const known = OUTCOMES[section];
  const head = key in known ? key : Object.keys(known).find((one) => key.startsWith(one));
  if (head === undefined) return {name: key, sentence: "", tone: "quiet"};
  const {name = head, sentence = ""} = known[head][current] ?? {};
  return {name: name + key.slice(head.length), sentence, tone: known[head].tone ?? "quiet"};
}

export const outcomesInOrder = Object.keys(OUTCOMES.outcomes);
export const decisionsInOrder = Object.keys(OUTCOMES.decisions);

// A number with so many decimals, as the language writes it.
export function number(value, decimals) {
  const written = value.toFixed(decimals);
  return current === "es" ? written.replace(".", ",") : written;
}

export const percent = (share) => `${Math.round(share * 100)}\u00a0%`;

function remembered() {
  try {
    const kept = localStorage.getItem(KEPT);
    return kept in TEXTS ? kept : undefined;
  } catch {
    return undefined;
  }
}

function ofBrowser() {
  const wanted = (navigator.languages ?? [navigator.language]).map((one) => one.slice(0, 2).toLowerCase());
  return wanted.find((one) => one in TEXTS) ?? "en";
}
