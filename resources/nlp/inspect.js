(() => {
  const found = JSON.parse(document.getElementById("found").textContent);
  const pieces = [...document.querySelectorAll("#text .piece")];
  const boxes = [...document.querySelectorAll("#labels input")];
  const tip = document.getElementById("tip");
  const body = document.querySelector("#candidates tbody");
  const search = document.getElementById("search");
  const ids = new Map(pieces.map((p) => [p, p.dataset.c.split(" ").map(Number)]));
  let shown = new Set();

  const make = (tag, name, text) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const visible = (piece) => ids.get(piece).filter((id) => shown.has(found.spans[id].label));
  const hue = (id) => found.labels[found.spans[id].label].hue;

  // The shortest span paints a piece; up to two wider ones are drawn as further underlines.
  function paint() {
    shown = new Set(boxes.filter((b) => b.checked).map((b) => b.value));
    for (const piece of pieces) {
      const here = visible(piece);
      piece.classList.toggle("on", here.length > 0);
      piece.classList.toggle("two", here.length === 2);
      piece.classList.toggle("three", here.length > 2);
      const pale = here.length > 0 && found.labels[found.spans[here[0]].label].pale;
      piece.classList.toggle("pale", Boolean(pale));
      ["--hue", "--hue2", "--hue3"].forEach((name, i) => {
        if (i < here.length) piece.style.setProperty(name, hue(here[i]));
      });
    }
    list();
  }

  function list() {
    const asked = search.value.trim().toLowerCase();
    const rows = document.createDocumentFragment();
    found.spans.forEach((span, id) => {
      if (!shown.has(span.label)) return;
      const words = [span.mention, span.value, span.source, span.label].join("\n").toLowerCase();
      if (asked && !words.includes(asked)) return;
      const row = make("tr");
      row.append(make("td", "", `${span.start}–${span.end}`));
      const label = make("td");
      label.append(tag(id));
      row.append(label, make("td", "", span.mention), make("td", "", span.value),
        make("td", "dim", span.source));
      row.addEventListener("click", () => light(id, true));
      rows.append(row);
    });
    body.replaceChildren(rows);
  }

  function tag(id) {
    const node = make("span", "tag", found.spans[id].label);
    node.style.setProperty("--hue", hue(id));
    return node;
  }

  function light(id, go) {
    let first = null;
    for (const piece of pieces) {
      const on = ids.get(piece).includes(id);
      piece.classList.toggle("lit", on);
      if (on && !first) first = piece;
    }
    if (go && first) first.scrollIntoView({ block: "center", behavior: "smooth" });
  }

  function tell(piece, x, y) {
    const here = visible(piece);
    if (!here.length) { tip.hidden = true; return; }
    tip.replaceChildren(...here.slice(0, 6).map((id) => {
      const span = found.spans[id];
      const box = make("div");
      box.append(tag(id), " ", make("b", "mention", span.mention.slice(0, 160)));
      if (span.value) box.append(make("div", "", `value: ${span.value}`));
      box.append(make("div", "dim", `${span.source} · ${span.start}–${span.end}` +
        (span.place ? ` · ${span.place}` : "")));
      return box;
    }));
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(x + 14, innerWidth - box.width - 8))}px`;
    tip.style.top = `${y + 20 + box.height > innerHeight ? Math.max(8, y - box.height - 12) : y + 20}px`;
  }

  const text = document.getElementById("text");
  text.addEventListener("mousemove", (event) => {
    const piece = event.target.closest(".piece");
    if (piece) tell(piece, event.clientX, event.clientY); else tip.hidden = true;
  });
  text.addEventListener("mouseleave", () => { tip.hidden = true; });
  text.addEventListener("click", (event) => {
    const piece = event.target.closest(".piece");
    const here = piece ? visible(piece) : [];
    light(here.length ? here[0] : -1, false);
  });
  boxes.forEach((box) => box.addEventListener("change", paint));
  search.addEventListener("input", list);
  document.querySelectorAll("[data-labels]").forEach((button) => {
    button.addEventListener("click", () => {
      const want = button.dataset.labels;
      boxes.forEach((box) => {
        box.checked = want === "all" || (want === "usual" && !found.labels[box.value].pale);
      });
      paint();
    });
  });
  document.querySelectorAll(".hints li[data-c]").forEach((line) => {
    line.addEventListener("click", () => {
      const id = Number(line.dataset.c);
      const box = boxes.find((one) => one.value === found.spans[id].label);
      if (box && !box.checked) { box.checked = true; paint(); }
      light(id, true);
    });
  });
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  paint();
})();
