// What more than one part of the page draws.
import {say} from "./language.js";
import {html} from "./preact-htm.js";

// A path or label may break after its dots and underscores, not inside a word.
export const breakable = (path) => path.split(/(?<=[._])/).map((part) => html`${part}<wbr />`);

// Says (by the text of that key) how much of a long list is drawn, and draws `step` more.
export function More({drawn, all, step, said, onDrawn}) {
  if (all <= drawn) return null;
  return html`<p class="more"><span>${say(said, drawn, all)}</span>
    <button type="button" onClick=${() => onDrawn(drawn + step)}>${say("more", Math.min(step, all - drawn))}</button></p>`;
}
