// The box in the browser: bytes of the display onto a canvas, fingers and keys to the box, tones and words aloud.
"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const canvas = at("picture");
  const pen = canvas.getContext("2d");
  const LIT = [0xbf, 0xf0, 0xff];
  const DARK = [0x05, 0x07, 0x08];
  const SILENT = 12000; // ms without a sign of life: four beats
  let shown = null;

  // -- what it shows ----------------------------------------------------------------------------------------
  function draw(picture) { // one bit a pixel, row by row, the leftmost in the highest bit
    const bytes = atob(picture);
    const image = pen.createImageData(128, 64);
    for (let i = 0; i < 128 * 64; i += 1) {
      const lit = (bytes.charCodeAt(i >> 3) >> (7 - (i & 7))) & 1;
      image.data.set(lit ? LIT : DARK, i * 4);
      image.data[i * 4 + 3] = 255;
    }
    pen.putImageData(image, 0, 0);
  }

  function take(now) {
    if (!shown || now.picture !== shown.picture) draw(now.picture);
    canvas.setAttribute("aria-label", now.caption);
    at("screen").className = `screen ${now.light}`;
    const lamp = at("lamp");
    lamp.className = `lamp ${now.lamp}`;
    lamp.setAttribute("aria-label", lamp.dataset[now.lamp]);
    if (shown) {
      const newest = (list) => list.reduce((n, [m]) => Math.max(n, m), 0);
      const known = Math.max(newest(shown.tones), newest(shown.lines));
      if (now.hushed > shown.hushed) hush();
      for (const [n, tone] of now.tones) if (n > known) sound(tone);
      for (const [n, line] of now.lines) if (n > known) speak(line);
    }
    shown = now;
  }

  let stream = null;
  let heard = performance.now();
  let failing = 0;
  function open() {
    if (stream) stream.close();
    stream = new EventSource("/panel/stream");
    stream.addEventListener("shown", (event) => {
      alive();
      take(JSON.parse(event.data));
    });
    stream.addEventListener("beat", alive);
    stream.onerror = () => {
      // The first failure counts, not the newest: a box that is gone refuses every second.
      failing ||= setTimeout(lost, 1500);
      if (stream.readyState === EventSource.CLOSED) setTimeout(open, 2000);
    };
  }

  function alive() {
    clearTimeout(failing);
    failing = 0;
    heard = performance.now();
    at("lost").hidden = true;
    at("screen").classList.remove("gone");
  }

  function lost() {
    at("lost").hidden = false;
    at("screen").classList.add("gone");
  }

  setInterval(() => { // a box that hangs says nothing, and refuses nothing
    if (performance.now() - heard < SILENT) return;
    heard = performance.now();
    lost();
    open();
  }, 1000);
  addEventListener("pagehide", () => { if (stream) stream.close(); });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

  // -- what it sounds ---------------------------------------------------------------------------------------
  const TONES = { // [hertz, seconds] one after another
    tick: [[880, 0.06]], end: [[523, 0.18], [392, 0.5]], ok: [[660, 0.07], [880, 0.1]], no: [[196, 0.2]], turn: [[587, 0.09], [784, 0.14]],
  };
  let speaker = null;

  function wakeSpeaker() { // browsers keep still until a finger or key has been felt
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!speaker && Context) speaker = new Context();
    if (speaker && speaker.state === "suspended") speaker.resume();
  }

  function sound(tone) {
    if (!speaker || speaker.state !== "running") return;
    let start = speaker.currentTime + 0.01;
    for (const [hertz, seconds] of TONES[tone] || []) {
      const wave = speaker.createOscillator();
      const loud = speaker.createGain();
      wave.type = "triangle";
      wave.frequency.value = hertz;
      loud.gain.setValueAtTime(0.0001, start);
      loud.gain.exponentialRampToValueAtTime(0.25, start + 0.01);
      loud.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
      wave.connect(loud).connect(speaker.destination);
      wave.start(start);
      wave.stop(start + seconds + 0.02);
      start += seconds;
    }
  }

  let quiet = 0;
  function speak(line) {
    const voice = at("voice");
    voice.textContent = line;
    voice.classList.add("on");
    clearTimeout(quiet);
    quiet = setTimeout(() => voice.classList.remove("on"), 6000);
    if (window.speechSynthesis && speaker) speechSynthesis.speak(new SpeechSynthesisUtterance(line));
  }

  function hush() {
    if (window.speechSynthesis) speechSynthesis.cancel();
    at("voice").classList.remove("on");
  }

  // -- hands ------------------------------------------------------------------------------------------------
  let queue = Promise.resolve(); // in the order of the strokes, whatever the network does
  function post(path, data) {
    const go = () => fetch(path, {
      method: "POST", body: JSON.stringify(data), headers: { "Content-Type": "application/json", Accept: "application/json" },
    }).catch(() => { at("lost").hidden = false; });
    queue = queue.then(go);
    return queue;
  }
  const touch = (kind, name) => post("/panel/input", { kind, name });

  const down = new Set(); // buttons that are held, by finger or key
  function press(name) {
    if (down.has(name)) return;
    down.add(name);
    document.querySelector(`[data-button="${name}"]`).classList.add("down");
    touch("press", name);
  }
  function release(name) {
    if (!down.delete(name)) return;
    document.querySelector(`[data-button="${name}"]`).classList.remove("down");
    touch("release", name);
  }
  function releaseAll() { for (const name of [...down]) release(name); }

  function blink(element) {
    element.classList.add("down");
    setTimeout(() => element.classList.remove("down"), 110);
  }

  for (const key of document.querySelectorAll("[data-key]")) {
    key.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      wakeSpeaker();
      blink(key);
      touch("key", key.dataset.key);
    });
    key.addEventListener("click", (event) => { // a screen reader's click has no pointer
      if (event.detail === 0) { blink(key); touch("key", key.dataset.key); }
    });
  }
  for (const knob of document.querySelectorAll("[data-button]")) {
    const name = knob.dataset.button;
    knob.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      wakeSpeaker();
      knob.setPointerCapture(event.pointerId);
      press(name);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) knob.addEventListener(end, () => release(name));
    knob.addEventListener("contextmenu", (event) => event.preventDefault());
    knob.addEventListener("click", (event) => {
      if (event.detail === 0) { press(name); release(name); }
    });
  }
  addEventListener("blur", releaseAll);
  addEventListener("pagehide", releaseAll);

  const KEYS = {
    Enter: "enter", Backspace: "backspace", Delete: "backspace", ".": ".", ",": ".", "+": "+", "-": "-", "*": "*", "/": "/", NumLock: "numlock",
  };
  const BUTTONS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "back", Escape: "back", ArrowRight: "select", " ": "select" };

  function meaning(event) {
    const pad = /^Numpad([0-9])$/.exec(event.code); // with NumLock off too: what is printed on the key counts
    if (pad) return ["key", pad[1]];
    if (event.code === "NumpadDecimal") return ["key", "."];
    if (/^[0-9]$/.test(event.key)) return ["key", event.key];
    if (KEYS[event.key]) return ["key", KEYS[event.key]];
    if (BUTTONS[event.key]) return ["button", BUTTONS[event.key]];
    return null;
  }

  const elsewhere = (event) => event.target.closest && event.target.closest(".beside");
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const found = meaning(event);
    if (!found || (elsewhere(event) && (event.key === "Enter" || found[0] === "button"))) return;
    event.preventDefault();
    if (event.repeat) return;
    wakeSpeaker();
    const [kind, name] = found;
    if (kind === "button") return void press(name);
    const key = document.querySelector(`[data-key="${CSS.escape(name)}"]`);
    if (key) blink(key);
    touch("key", name);
  });
  addEventListener("keyup", (event) => {
    const found = meaning(event);
    if (found && found[0] === "button") release(found[1]);
  });

  open();

  // -- the row of phones ------------------------------------------------------------------------------------
  const row = at("phones");
  if (!row) return;
  const asked = new URLSearchParams(location.search);
  const frames = new Map(); // seat -> frame
  const pages = new Map(); // seat -> its whole page so far: what a frame that comes later is told
  let most = Number(asked.get("phones")) || 10;
  let source = null;
  let serial = "";
  let seen = new Set();

  function hear(event) {
    const data = JSON.parse(event.data);
    const moment = `${data.epoch}.${data.serial}`;
    if (moment !== serial) { // all seats of the moment before have been told: who was not among them has left
      for (const seat of serial ? [...frames.keys()] : []) if (!seen.has(seat)) drop(seat);
      serial = moment;
      seen = new Set();
    }
    seen.add(data.screen);
    const before = pages.get(data.screen);
    pages.set(data.screen, { ...data, parts: { ...(before ? before.parts : {}), ...data.parts } });
    if (!frames.has(data.screen) && frames.size < most) lay(data.screen);
    else tell(data.screen, event.type, event.data);
  }

  function lay(seat) {
    const frame = document.createElement("iframe");
    frame.className = "phone-frame";
    frame.title = `${row.dataset.frame} ${seat}`;
    frame.src = `/demo/seat/${seat}`;
    const slot = document.createElement("div");
    slot.className = "phone-slot";
    slot.append(frame);
    const after = [...frames.keys()].filter((s) => Number(s) > Number(seat)).sort((a, b) => a - b)[0];
    frames.set(seat, frame);
    row.insertBefore(slot, after ? frames.get(after).parentElement : null);
    at("empty").hidden = true;
  }

  function drop(seat) {
    frames.get(seat).parentElement.remove();
    frames.delete(seat);
    pages.delete(seat);
    at("empty").hidden = frames.size > 0;
  }

  function tell(seat, event, text) {
    const frame = frames.get(seat);
    if (frame && frame.contentWindow) frame.contentWindow.postMessage({ event, text }, location.origin);
  }

  addEventListener("message", (event) => {
    if (event.origin !== location.origin || !event.data || !("hello" in event.data)) return;
    for (const [seat, frame] of frames) {
      if (frame.contentWindow === event.source && pages.has(seat)) tell(seat, "page", JSON.stringify(pages.get(seat)));
    }
  });

  function showPhones() {
    row.hidden = false;
    at("phones-on").textContent = at("phones-on").dataset.hide;
    source = new EventSource("/demo/stream");
    source.addEventListener("page", hear);
    source.addEventListener("beat", (event) => { for (const seat of frames.keys()) tell(seat, "beat", event.data); });
    history.replaceState(null, "", `?phones=${most}`);
  }

  function hidePhones() {
    source.close();
    source = null;
    for (const seat of [...frames.keys()]) drop(seat);
    serial = "";
    row.hidden = true;
    at("phones-on").textContent = at("phones-on").dataset.show;
    history.replaceState(null, "", location.pathname);
  }

  // After a click the number keys are the box's again; whoever came by Tab stays where they are.
  row.parentElement.addEventListener("click", (event) => { if (event.detail && document.activeElement) document.activeElement.blur(); });
  at("phones-on").addEventListener("click", () => (source ? hidePhones() : showPhones()));
  for (const button of document.querySelectorAll("[data-people]")) {
    button.addEventListener("click", () => {
      most = 10;
      post("/panel/people", { people: Number(button.dataset.people) });
      if (!source) showPhones();
    });
  }
  if (asked.has("phones")) showPhones();
})();
