// Tabs as the ARIA pattern has them: one stop of Tab; arrows, Home and End go from tab to tab.
import {html, useState} from "./preact-htm.js";

const STEPS = {ArrowLeft: -1, ArrowRight: 1};

// `tabs` is a list of [name, label, panel], panel a function that gives what is shown.
export function Tabs({label, tabs}) {
  const [chosen, setChosen] = useState(0);

  function go(event) {
    const {key, currentTarget} = event;
    let next;
    if (key in STEPS) next = (chosen + STEPS[key] + tabs.length) % tabs.length;
    else if (key === "Home") next = 0;
    else if (key === "End") next = tabs.length - 1;
    else return;
    event.preventDefault();
    setChosen(next);
    currentTarget.children[next].focus();
  }

  const [name, , panel] = tabs[chosen];
  return html`<div class="tabs" role="tablist" aria-label=${label} onKeyDown=${go}>
      ${tabs.map(([one, said], index) => html`<button type="button" role="tab" id=${`tab-${one}`} aria-controls="panel"
        aria-selected=${index === chosen} tabIndex=${index === chosen ? 0 : -1} onClick=${() => setChosen(index)}>${said}</button>`)}
    </div>
    <div id="panel" role="tabpanel" aria-labelledby=${`tab-${name}`} key=${name}>${panel()}</div>`;
}
