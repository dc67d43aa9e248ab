// What the keys do, where nothing is being typed.
import {html} from "/playground/preact-htm.js";
import {say} from "/playground/language.js";

const PLAIN = {
  Enter: "take", a: "take", n: "next", p: "previous", e: "edit", 0: "empty", x: "empty", u: "undo", "+": "add", "-": "remove",
  ArrowDown: "down", ArrowUp: "up", Escape: "leave",
};
const SHOWN = ["Enter", "0", "e", "1–9", "+", "-", "u", "n", "p", "↑ ↓", "← →", "⇧ ← →", "Ctrl ← →", "Esc"];
const TYPING = "input:not([type=range]), textarea, select";

// The action an event asks for, as [name, ...arguments]; undefined where it asks for none.
export function actionOf(event) {
  const {key, shiftKey, ctrlKey, metaKey, altKey, target} = event;
  const typing = target.matches?.(TYPING);
  if (typing) return key === "Escape" ? ["leave"] : undefined;
  if (altKey || metaKey) return undefined;
  if (target.matches?.("[type=range]") && key.startsWith("Arrow")) return undefined;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    return ["move", key === "ArrowLeft" ? -1 : 1, shiftKey ? "end" : ctrlKey ? "start" : "both"];
  }
  if (ctrlKey) return key === "z" ? ["undo"] : undefined;
  if (/^[1-9]$/.test(key)) return ["choose", Number(key) - 1];
  // A button or summary that has the focus does its own thing.
  if (key === "Enter" && target.closest?.("button, summary, a")) return undefined;
  return key in PLAIN ? [PLAIN[key]] : undefined;
}

export function Keys() {
  return html`<details class="keys"><summary>${say("review_keys")}</summary><dl>${SHOWN.map((key) => html`
    <div><dt><kbd>${key}</kbd></dt><dd>${say("review_key")[key]}</dd></div>`)}</dl></details>`;
}
