// Pictures larger than a screen ([data-scroll]): they scroll in a frame, two buttons change their size, and both
// outlive a part that is painted anew. Without this script the frame scrolls, at the size that the style sheet gives.
"use strict";
(() => {
  const SIZES = [1, 1.6, 2.4, 3.4]; // times the frame's width
  const known = new Map(); // by name: size, and what is in the middle of the frame, from 0 to 1

  function state(frame) {
    const name = frame.dataset.scroll;
    if (!known.has(name)) known.set(name, { size: 2, x: 0.5, y: 0.5, fresh: true });
    return known.get(name);
  }

  function apply(frame) {
    const picture = frame.querySelector("svg, img");
    if (!picture || !frame.clientWidth) return;
    const at = state(frame);
    picture.style.width = `${SIZES[at.size] * frame.clientWidth}px`;
    const lit = frame.querySelector("[data-lit]");
    if (at.fresh && lit) {
      const inside = lit.getBoundingClientRect(), all = picture.getBoundingClientRect();
      at.x = (inside.left + inside.width / 2 - all.left) / all.width;
      at.y = (inside.top + inside.height / 2 - all.top) / all.height;
    }
    at.fresh = false;
    frame.scrollLeft = at.x * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = at.y * frame.scrollHeight - frame.clientHeight / 2;
  }

  function dress(frame) {
    frame.dataset.ready = "yes";
    for (const [sign, by] of [["−", -1], ["+", 1]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "zoom";
      button.textContent = sign;
      button.addEventListener("click", () => {
        const at = state(frame);
        at.size = Math.min(SIZES.length - 1, Math.max(0, at.size + by));
        apply(frame);
      });
      frame.before(button);
    }
    frame.addEventListener("scroll", () => {
      const at = state(frame);
      if (at.fresh || !frame.scrollWidth) return;
      at.x = (frame.scrollLeft + frame.clientWidth / 2) / frame.scrollWidth;
      at.y = (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight;
    }, { passive: true });
    apply(frame);
  }

  function look() {
    for (const frame of document.querySelectorAll("[data-scroll]:not([data-ready])")) dress(frame);
  }

  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  document.addEventListener("toggle", (event) => {
    for (const frame of event.target.querySelectorAll("[data-scroll]")) apply(frame);
  }, true);
  addEventListener("resize", () => { for (const frame of document.querySelectorAll("[data-scroll]")) apply(frame); });
  look();
})();
