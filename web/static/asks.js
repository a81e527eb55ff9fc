// Inputs that are easier with a thumb: steppers, orders by tapping, a second touch for what cannot be taken back.
// Without this script they are plain fields and buttons, and work.
"use strict";
(() => {
  const touched = (element) => element.dispatchEvent(new Event("input", { bubbles: true }));

  function step(button) {
    const box = button.closest(".stepper");
    const field = box.querySelector("input");
    const next = (parseInt(field.value, 10) || 0) + Number(button.dataset.step);
    field.value = String(Math.min(Number(box.dataset.high), Math.max(Number(box.dataset.low), next)));
    touched(field);
  }

  function places(order) {
    return [...order.querySelectorAll(".place")];
  }

  function place(chip) {
    const order = chip.closest("[data-order]");
    const field = chip.querySelector(".place");
    const taken = places(order).filter((p) => p.value).length;
    if (field.dataset.itself) delete field.dataset.itself; // the last one's place was clear; a tap agrees
    else if (field.value) {
      const gone = Number(field.value);
      field.value = "";
      for (const p of places(order)) if (Number(p.value) > gone) p.value = String(Number(p.value) - 1);
    } else field.value = String(taken + 1);
    const open = places(order).filter((p) => !p.value);
    if (open.length === 1 && taken + 1 === places(order).length - 1) {
      open[0].value = String(places(order).length);
      open[0].dataset.itself = "yes";
    }
    for (const p of places(order)) {
      if (!p.value) delete p.dataset.itself;
      p.closest(".chip").classList.toggle("on", Boolean(p.value));
    }
    order.querySelector("[data-clear]").hidden = open.length === places(order).length;
    touched(field);
  }

  function clear(button) {
    const order = button.closest("[data-order]");
    for (const p of places(order)) {
      p.value = "";
      delete p.dataset.itself;
      p.closest(".chip").classList.remove("on");
    }
    button.hidden = true;
  }

  document.addEventListener("click", (event) => {
    const target = event.target;
    const stepper = target.closest("[data-step]");
    if (stepper) return step(stepper);
    const cleared = target.closest("[data-clear]");
    if (cleared) return clear(cleared);
    const chip = target.closest("[data-order] label.chip");
    if (chip) {
      event.preventDefault();
      place(chip);
    }
  });

  // "Several of": past the most that may be picked, no more can be.
  document.addEventListener("change", (event) => {
    const some = event.target.closest("[data-most]");
    if (!some) return;
    const boxes = [...some.querySelectorAll("input[type=checkbox]")];
    const full = boxes.filter((b) => b.checked).length >= Number(some.dataset.most);
    for (const b of boxes) b.disabled = full && !b.checked;
  });

  // What cannot be taken back wants a second touch within four seconds.
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || !button.dataset.final || button.dataset.armed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const words = button.innerHTML;
    button.dataset.armed = "yes";
    button.textContent = button.dataset.final;
    setTimeout(() => {
      delete button.dataset.armed;
      button.innerHTML = words;
    }, 4000);
  }, true);
})();
