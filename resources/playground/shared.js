// What more than one part of the page draws.
import {html} from "./preact-htm.js";

// A path or label may break after its dots and underscores, not inside a word.
export const breakable = (path) => path.split(/(?<=[._])/).map((part) => html`${part}<wbr />`);

// Says how much of a long list is drawn, and draws `step` more.
export function More({drawn, all, step, what, onDrawn}) {
  if (all <= drawn) return null;
  return html`<p class="more"><span>${drawn} of ${all} ${what} are shown.</span>
    <button type="button" onClick=${() => onDrawn(drawn + step)}>Show ${Math.min(step, all - drawn)} more</button></p>`;
}
