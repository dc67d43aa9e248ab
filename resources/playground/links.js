// What lights up together: the elements with a field's number in `data-f`. Nothing is rendered for it.

export class Links {
  constructor() {
    this.lit = [];
  }

  // Lights field `number` inside `root`; where the pointer is in the answer, the text is scrolled to it.
  light(root, number, {reveal = false} = {}) {
    for (const element of this.lit) element.classList.remove("lit");
    this.lit = number === null ? [] : [...root.querySelectorAll(`[data-f~="${number}"]`)];
    for (const element of this.lit) element.classList.add("lit");
    if (reveal) show(this.lit.find((element) => element.tagName === "MARK"));
  }
}

// The number of the field an event is about, the innermost where spans overlap; null where none is.
export function fieldAt(event) {
  const written = event.target.closest?.("[data-f]")?.dataset.f;
  return written === undefined ? null : Number(written.split(" ").at(-1));
}

// Scrolls the box an element stands in so that the element is seen; the page too where that is asked for.
export function show(element, {page = false} = {}) {
  const box = element?.closest(".text, .scroll");
  if (!box) return;
  const scroll = () => {
    const here = element.getBoundingClientRect(), around = box.getBoundingClientRect();
    if (here.top < around.top || here.bottom > around.bottom) {
      box.scrollTop += here.top - around.top - around.height / 3;
    }
  };
  scroll();
  if (page) element.scrollIntoView({block: "nearest"});
  // What was too far away to be laid out has its true height now.
  requestAnimationFrame(scroll);
}
