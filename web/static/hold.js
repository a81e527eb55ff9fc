// Hold to look: what is shown is fetched then, and gone on release. Everyone's look has the same least and most.
"use strict";
(() => {
  const LEAST = 1000; // ms that count as having looked
  const MOST = 5000; // ms after which it is covered again
  let slab = null;
  let shownAt = 0;
  let asked = null;
  let cap = 0;

  function start(element) {
    if (slab) return;
    slab = element;
    shownAt = 0;
    slab.classList.add("held");
    asked = typeof AbortController === "function" ? new AbortController() : null;
    const mine = asked;
    fetch(slab.dataset.held, {
      method: "POST", cache: "no-store", headers: { Accept: "application/json" }, signal: mine ? mine.signal : undefined,
    }).then((answer) => answer.json()).then((secret) => {
      if (slab === element && asked === mine) show(secret);
    }).catch(() => { if (slab === element) stop(); });
  }

  function show(secret) {
    const place = slab.querySelector(".slab-secret");
    place.textContent = "";
    if (!secret.title) {
      place.append(secret.words || "");
    } else {
      const title = document.createElement("b");
      title.textContent = secret.title;
      place.append(title);
      for (const line of secret.lines) {
        const p = document.createElement("span");
        p.textContent = line;
        place.append(p);
      }
      shownAt = performance.now();
    }
    slab.classList.add("shown");
    slab.scrollIntoView({ block: "nearest" }); // all of it, where it has grown past the edge
    cap = setTimeout(stop, MOST);
  }

  function stop() {
    if (!slab) return;
    const element = slab;
    slab = null;
    clearTimeout(cap);
    if (asked) asked.abort();
    element.querySelector(".slab-secret").textContent = "";
    element.classList.remove("held", "shown");
    document.dispatchEvent(new Event("released"));
    if (!shownAt || !element.dataset.choice) return;
    if (performance.now() - shownAt >= LEAST) {
      document.dispatchEvent(new CustomEvent("looked", { detail: element.dataset }));
    } else {
      const hint = element.querySelector("small");
      const words = hint.textContent;
      hint.textContent = document.getElementById("phrases").dataset.longer;
      setTimeout(() => { hint.textContent = words; }, 2000);
    }
  }

  const of = (event) => (event.target.closest ? event.target.closest("[data-held]") : null);
  document.addEventListener("pointerdown", (event) => {
    const found = of(event);
    if (!found || event.button > 0) return;
    if (found.setPointerCapture) try { found.setPointerCapture(event.pointerId); } catch { /* a made-up pointer */ }
    start(found);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, stop);
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    const found = of(event);
    if (!found) return;
    event.preventDefault();
    if (!event.repeat) start(found);
  });
  document.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") stop(); });
  // Only when the slab itself loses the focus: pressing it takes the focus from whatever had it.
  document.addEventListener("focusout", (event) => { if (event.target === slab) stop(); });
  document.addEventListener("contextmenu", (event) => { if (of(event)) event.preventDefault(); });
  document.addEventListener("visibilitychange", stop);
  addEventListener("pagehide", stop);
  addEventListener("blur", stop);
})();
