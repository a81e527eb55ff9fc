// A page that lives: parts are swapped as the table changes, forms are sent without leaving, clocks tick here.
"use strict";
(() => {
  const body = document.body;
  const SILENT = 12000; // ms without a sign of life: three beats
  const FAILING = 3000; // ms for which the box may be looked for before the page says that it may be old
  const cover = document.getElementById("stale");
  const said = document.getElementById("said");
  let known = JSON.parse(body.dataset.state);
  let since = performance.now(); // when the clocks in `known` were right
  let source = null;
  let heard = performance.now();
  let again = 0;
  let failing = 0;
  let finger = null; // the part that a finger is on
  const waiting = new Map(); // parts that wait until it lifts

  function knock() { // another code was scanned: the door reads it
    if (/^#[A-Za-z2-7]{15}$/.test(location.hash)) location.replace("/join" + location.hash);
  }
  addEventListener("hashchange", knock);
  knock();

  // -- parts ------------------------------------------------------------------------------------------------
  function swap(name, html) {
    const place = document.querySelector(`[data-part="${name}"]`);
    if (!place) return;
    // What a finger is on, or a key holds open, stays until it is let go.
    if (place === finger || place.querySelector(".held")) return void waiting.set(name, html);
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const editing = new Map();
    for (const old of place.querySelectorAll("section[data-dirty]")) editing.set(old.dataset.question, old);
    const open = new Set([...place.querySelectorAll("details[open]")].map((d) => d.dataset.keep));
    const focus = place.contains(document.activeElement) ? document.activeElement : null;
    const folded = (e) => (e.closest("section details") || { dataset: {} }).dataset.keep; // many forms have the same button
    const within = focus && folded(focus);
    for (const section of fresh.content.querySelectorAll("section[data-question]")) {
      const mine = editing.get(section.dataset.question);
      if (mine) section.replaceWith(mine); // the same question is still open: what is typed stays
    }
    for (const d of fresh.content.querySelectorAll("details")) if (open.has(d.dataset.keep)) d.open = true;
    place.replaceChildren(fresh.content);
    if (focus) {
      const twin = focus.isConnected ? focus : [...place.querySelectorAll("button, input, summary, a")].find(
        (e) => e.tagName === focus.tagName && e.id === focus.id && e.name === focus.name && e.value === focus.value
          && (e.id || (e.textContent === focus.textContent && folded(e) === within)));
      if (twin) twin.focus({ preventScroll: true });
    }
  }

  function lift() {
    finger = null;
    for (const [name, html] of waiting) swap(name, html);
    waiting.clear();
    mark();
    tick();
  }

  document.addEventListener("pointerdown", (event) => { finger = event.target.closest("[data-part]"); });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(lift, 60));
  document.addEventListener("released", () => setTimeout(lift, 0));
  document.addEventListener("input", (event) => {
    const section = event.target.closest("section[data-question]");
    if (section) section.dataset.dirty = "yes";
  });

  function take(data) {
    if (data.epoch !== known.epoch) return location.reload(); // the box was started again
    known = data;
    since = heard = performance.now();
    dress();
    const question = prompt();
    for (const [name, html] of Object.entries(data.parts || {})) swap(name, html);
    if (prompt() !== question && !finger && !document.querySelector("section[data-dirty]")) scrollTo(0, 0);
    document.getElementById("not-saving").hidden = data.saving;
    mark();
    tick();
  }

  function dress() { // a game brings its own style sheets
    for (const url of known.styles) {
      if (document.querySelector(`link[href="${url}"]`)) continue;
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = url;
      document.head.append(link);
    }
  }

  function prompt() { // the one question on top: when it changes, it comes into view
    const heading = document.querySelector("main h1");
    return heading && heading.textContent;
  }

  // What a game says is this seat's present answer stands out among the answers.
  function mark() {
    const chosen = new Set([...document.querySelectorAll("[data-chosen]")].map((e) => e.dataset.chosen));
    for (const button of document.querySelectorAll('[data-part="mine"] button[value]')) {
      const choice = button.name === "choice" ? null : button.form.elements.choice;
      const on = chosen.has(choice ? `${choice.value}/${button.value}` : button.value);
      button.classList.toggle("on", on);
      if (on) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
    }
  }

  // -- clocks -----------------------------------------------------------------------------------------------
  function tick() {
    const passed = (performance.now() - since) / 1000;
    for (const face of document.querySelectorAll("[data-clock]")) {
      const clock = known.clocks[face.dataset.clock];
      if (!clock) continue;
      const [at, running, up, counted] = clock;
      const left = running ? (up ? at + passed : Math.max(0, at - passed)) : at;
      const whole = up ? Math.floor(left) : Math.ceil(left - 0.001);
      const digits = counted ? `${whole}` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
      if (face.textContent !== digits) face.textContent = digits;
      face.classList.toggle("last", !up && running && whole <= 10);
      face.classList.toggle("resting", !running);
    }
  }
  setInterval(tick, 200);

  // -- the stream -------------------------------------------------------------------------------------------
  const inside = !body.dataset.stream && window.parent !== window; // a demo phone: the page around it has the stream

  function open() {
    close();
    heard = performance.now();
    if (inside) return void window.parent.postMessage({ hello: body.dataset.screen }, location.origin);
    source = new EventSource(body.dataset.stream || "/demo/stream");
    source.addEventListener("page", (event) => hear("page", event.data));
    source.addEventListener("beat", (event) => hear("beat", event.data));
    source.addEventListener("gone", gone);
    source.onerror = () => {
      if (source && source.readyState === EventSource.CLOSED) later();
      else failing ||= setTimeout(() => { cover.hidden = false; }, FAILING);
    };
  }

  function hear(kind, text) {
    const data = JSON.parse(text);
    clearTimeout(failing);
    failing = 0;
    if (kind === "page" && data.screen !== body.dataset.screen) return;
    take(data);
    if (kind === "page") cover.hidden = true;
  }

  function close() {
    clearTimeout(again);
    clearTimeout(failing);
    failing = 0;
    if (source) source.close();
    source = null;
  }

  function later() {
    close();
    cover.hidden = false;
    again = setTimeout(open, 4000);
  }

  function gone() {
    close();
    document.getElementById("gone").hidden = false;
    document.querySelector("main").replaceChildren();
  }

  addEventListener("message", (event) => {
    if (!inside || event.source !== window.parent || event.origin !== location.origin) return;
    if (event.data && event.data.event) hear(event.data.event, event.data.text);
  });

  setInterval(() => {
    if (document.hidden || inside || (!source && !again)) return;
    const silent = performance.now() - heard;
    if (silent > SILENT) {
      cover.hidden = false;
      open();
    }
  }, 1000);

  function sleep() {
    if (!inside) {
      close();
      cover.hidden = false; // what stands here may be old when we are looked at again
    }
  }

  function wake() {
    if (!document.hidden) open();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? sleep() : wake()));
  addEventListener("pagehide", sleep);
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  addEventListener("online", wake);

  // -- what is sent -----------------------------------------------------------------------------------------
  function newId() {
    const bytes = new Uint8Array(12);
    if (window.crypto && crypto.getRandomValues) crypto.getRandomValues(bytes);
    else for (let i = 0; i < bytes.length; i += 1) bytes[i] = Math.floor(Math.random() * 256);
    return [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
  }

  const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

  // A message keeps its id when it is sent again, so that it counts once however often it arrives.
  async function send(path, form) {
    form.set("id", newId());
    for (const wait of [0, 700, 2000]) {
      await pause(wait);
      const stop = typeof AbortController === "function" ? new AbortController() : null;
      const late = setTimeout(() => stop && stop.abort(), 5000);
      try {
        const answer = await fetch(path, {
          method: "POST", body: form, headers: { Accept: "application/json" }, signal: stop ? stop.signal : undefined,
        });
        return await answer.json();
      } catch { /* no answer: again */ } finally {
        clearTimeout(late);
      }
    }
    return { ok: false, words: document.getElementById("phrases").dataset.unsent };
  }

  function say(words) {
    said.textContent = words || "";
    if (words) said.scrollIntoView({ block: "nearest" });
  }

  function heardOf(answer) {
    // The stream brings what changed; if it does not within a moment, it is dead.
    setTimeout(() => { if (answer.serial > known.serial && !document.hidden) open(); }, 1500);
  }

  // What was written down is taken: its field is empty again, the fold that it was in closed. The part may have been
  // swapped meanwhile, so that the fold that stands there now is another one of the same name.
  function put(form) {
    const fields = form.querySelectorAll(".ask-text input");
    for (const field of fields) field.value = "";
    // What was picked is no longer to be seen: where it is secret, the page is painted as before, and stands as it was.
    for (const pick of form.querySelectorAll(".ask-one input, .ask-some input")) pick.checked = pick.defaultChecked;
    const fold = fields.length && form.closest("details[data-keep]");
    if (fold) for (const d of document.querySelectorAll("details[open]")) if (d.dataset.keep === fold.dataset.keep) {
      if (d.contains(document.activeElement)) d.querySelector("summary").focus({ preventScroll: true });
      d.open = false;
    }
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const path = form.getAttribute("action");
    if (!path.endsWith("/act")) return;
    event.preventDefault();
    if (form.dataset.busy) return;
    const button = event.submitter;
    const sent = new URLSearchParams(new FormData(form));
    if (button && button.name) sent.set(button.name, button.value);
    const section = form.closest("section[data-question]");
    const edited = section && section.dataset.dirty;
    if (edited) delete section.dataset.dirty; // sent: the table's word for it may come now
    form.dataset.busy = "yes";
    if (button) button.classList.add("busy");
    const answer = await send(path, sent);
    delete form.dataset.busy;
    if (button) button.classList.remove("busy");
    say(answer.words);
    if (!answer.ok && edited) section.dataset.dirty = "yes";
    if (answer.ok) put(form);
    heardOf(answer);
  });

  document.addEventListener("looked", async (event) => {
    const { question, choice } = event.detail;
    const answer = await send(`${body.dataset.base}/act`, new URLSearchParams({ question, choice, as: "seat" }));
    say(answer.words);
    heardOf(answer);
  });

  mark();
  tick();
  if (!document.hidden) open();
})();
