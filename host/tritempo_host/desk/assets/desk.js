// What makes pages live, and quick by keyboard. Every page works without it.
"use strict";

// -- live: the server says that something changed; what shows it is fetched again and put in its place.

const known = JSON.parse(document.body.dataset.versions || "{}");
const stale = new Set();
let waiting = null;
// A hall full of phones must not ask all at once; who works at the desk need not wait.
const patience = Number(document.body.dataset.patienceMs || 0);
let source = null;

function listen() {
  const topics = Object.keys(known);
  if (!topics.length && document.querySelector("main form[method=post]")) topics.push("desk");  // to know whether it can be sent
  if (!topics.length || source || document.hidden) return;
  source = new EventSource("/events?topics=" + encodeURIComponent(topics.join(",")));
  source.onopen = () => document.body.classList.remove("offline");
  source.onerror = () => document.body.classList.add("offline");
  source.onmessage = (event) => {
    for (const [topic, version] of Object.entries(JSON.parse(event.data))) {
      if (known[topic] !== version) stale.add(topic);
      known[topic] = version;
    }
    if (stale.size && !waiting) waiting = setTimeout(refresh, 120 + patience * Math.random());
  };
}

// A browser opens only six lines to a server: pages that nobody looks at give theirs back.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) return listen();
  if (source) source.close();
  source = null;
});
window.addEventListener("pagehide", () => { if (source) source.close(); source = null; });
window.addEventListener("pageshow", listen);

async function refresh() {
  waiting = null;
  const topics = new Set(stale);
  stale.clear();
  const old = [...document.querySelectorAll("[data-live]")].filter((each) => each.dataset.live.split(" ").some((topic) => topics.has(topic)));
  if (!old.length) return;
  try {
    const answer = await fetch(location.href, { headers: { "X-Live": "1" } });
    if (answer.redirected && new URL(answer.url).pathname === "/enter") { location.assign(answer.url); return; }  // the session has ended
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const { id } of old) put(id, page.getElementById(id));
  } catch {
    topics.forEach((topic) => stale.add(topic));  // the server is away: EventSource comes back, and so do we
  }
}

function put(id, fresh) {
  const old = document.getElementById(id);
  if (!old || !fresh || old.isEqualNode(fresh)) return;
  const active = document.activeElement;
  if (old.contains(active) && active.matches("input:not([type=checkbox]), textarea, select")) return;  // somebody types here
  const focus = old.contains(active) ? active.id : null;
  // what somebody has ticked stays ticked where the same is asked
  for (const box of old.querySelectorAll("input[type=checkbox], input[type=radio]")) {
    if (box.checked === box.defaultChecked) continue;
    const same = [...fresh.querySelectorAll("input")].find((each) => each.name === box.name && each.value === box.value);
    if (same) same.checked = box.checked;
  }
  old.replaceWith(document.adoptNode(fresh));
  if (focus) document.getElementById(focus)?.focus();
  ready(fresh);
}

// -- time: what is left of a round or a turn goes on between two words of the server.

function tick() {
  for (const element of document.querySelectorAll("[data-left-ms]")) {
    if (!("began" in element)) element.began = performance.now();
    const gone = element.dataset.stands === undefined ? performance.now() - element.began : 0;
    const left = Number(element.dataset.leftMs) - gone;
    // as the clock shows it: 0:00 only when it is truly zero, below zero what it is beyond
    const seconds = Math.ceil(Math.abs(left) / 1000);
    const text = (left < 0 ? "+" : "") + Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("beyond", left < 0);
    due(element, left);
  }
  // of the hall: by the time of day, so that all screens say the same
  for (const element of document.querySelectorAll("[data-until-ms], [data-since-ms]")) {
    const { untilMs, sinceMs, atZero } = element.dataset;
    const ms = untilMs ? Number(untilMs) - now() : now() - Number(sinceMs);
    const seconds = untilMs ? Math.ceil(ms / 1000) : Math.floor(ms / 1000);
    const over = untilMs && ms <= 0;
    const text = over ? atZero || "0:00" : Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("beyond", over);
    if (untilMs) due(element, ms);
  }
}

// A time that has come makes something else true: what shows it is fetched again (data-then: its topic).
function due(element, left) {
  if (element.then === undefined) element.then = left > 0 ? element.dataset.then : "";
  if (left > 0 || !element.then) return;
  stale.add(element.then);
  element.then = "";
  if (!waiting) waiting = setTimeout(refresh, 120);
}
setInterval(tick, 200);

// The server's time of day: another computer's clock may be minutes off.
const ahead = Number(document.body.dataset.now || Date.now()) - Date.now();
function now() { return Date.now() + ahead; }

// -- a screen on the wall shows its panels in turn; space holds the one that is there, arrows and a presenter's keys turn.

const wall = document.querySelector("[data-turn-s]");
const TURNS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
let turned_to = null;
let held = false;
let turning = null;

// `by`: how far from the panel that is there; one that is there no more gives its place to the first.
function show_turn(root, by = 0) {
  const panels = [...root.children];
  const there = panels.findIndex((panel) => panel.dataset.panel === turned_to);
  const next = there < 0 ? 0 : (there + by + panels.length) % panels.length;
  panels.forEach((panel, n) => { panel.hidden = n !== next; });
  turned_to = panels[next].dataset.panel;
}

function turn(by) {
  show_turn(document.getElementById(wall.id), by);
  clearInterval(turning);
  turning = held ? null : setInterval(() => show_turn(document.getElementById(wall.id), 1), 1000 * wall.dataset.turnS);
}

function hold() {
  held = !held;
  document.getElementById("held").hidden = !held;
  turn(0);
}

// -- keyboard: a letter goes where the page says; Enter goes to the next field of a sheet, and sends it from the last.

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select");
  if (event.key === "Escape" && typing) return event.target.blur();
  if (event.target.closest("[data-enter-next]") && event.target.matches("input, select")) {
    if (event.key === "Enter") return onward(event);
    // one of several, by its number or, with a minus, none of them
    if (event.target.type === "radio" && /^[0-9-]$/.test(event.key)) {
      const choices = [...event.target.form.elements].filter((each) => each.name === event.target.name && !each.disabled);
      const chosen = choices.find((each) => (each.dataset.digit ?? "") === event.key);
      if (chosen) { chosen.checked = true; chosen.dispatchEvent(new Event("change", { bubbles: true })); onward(event, chosen); }
      return undefined;
    }
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (wall && (event.key in TURNS || event.key === " ")) {
    event.preventDefault();
    return event.key === " " ? hold() : turn(TURNS[event.key]);
  }
  if (event.key === "Enter" && event.target.closest("a, button, summary, label, input")) return undefined;  // it has a meaning there
  const named = `[data-key="${CSS.escape(event.key)}"]`;
  const target = document.querySelector(`main ${named}`) || document.querySelector(named);  // the page's own before those of all
  if (!target) return undefined;
  event.preventDefault();
  return target.matches("input, select, textarea") ? target.focus() : target.click();
});

// On to the next field of a sheet, past boxes to tick; of several that exclude each other to the one that is chosen.
function onward(event, from = event.target) {
  const fields = [...from.form.elements].filter((each) => each.matches("input:not([type=hidden]):not([type=checkbox]), select, textarea, button:not([tabindex='-1'])") && !each.disabled && each.offsetParent && !each.closest("details:not([open])"));
  let next = fields.slice(fields.indexOf(from) + 1).find((each) => !(from.type === "radio" && each.name === from.name));
  if (next?.type === "radio") next = fields.find((each) => each.name === next.name && each.checked) || next;
  if (!next || (next.matches("button") && event.key === "Enter")) return undefined;
  event.preventDefault();
  next.focus();
  next.select?.();
  return undefined;
}

document.addEventListener("focusin", (event) => { if (event.target.matches("[data-select]")) event.target.select(); });

// -- forms: one press is one sending; what was typed is not left by accident; a choice that shows something is sent at once.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-quiet]")) { event.preventDefault(); return quiet(form, event.submitter); }
  if (form.dataset.sent) return event.preventDefault();
  if (form.method === "post" && document.body.classList.contains("offline")) { event.preventDefault(); return away(form, event.submitter); }
  if (form.method === "post" && !form.target) form.dataset.sent = "1";
  form.changed = false;
  return undefined;
});
document.addEventListener("input", (event) => {
  const form = event.target.form;
  if (form?.matches("[data-keep]")) form.changed = true;
  if (form?.matches("[data-check]")) check(form);
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  if (event.target.form?.matches("[data-check]")) check(event.target.form);
});
window.addEventListener("beforeunload", (event) => { if ([...document.forms].some((form) => form.changed)) event.preventDefault(); });
window.addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.sent; });

// Sent without leaving the page (data-quiet): what comes back takes the place of what is live here.
async function quiet(form, button) {
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form, button) }).catch(() => null);
  if (!answer?.ok) { form.removeAttribute("data-quiet"); return form.requestSubmit(button); }  // the page itself says what is wrong
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const element of document.querySelectorAll("[data-live]")) put(element.id, page.getElementById(element.id));
  return undefined;
}

// Without a server the browser would put a page of its own in the place of what was typed: it stays until one is there.
async function away(form, button) {
  const answer = await fetch("/assets/icon.svg", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer) return document.querySelector(".offline-note")?.scrollIntoView({ block: "center" });
  document.body.classList.remove("offline");
  return form.requestSubmit(button);
}

// What a sheet comes to, while it is typed (data-check: where to ask; data-check-into: what shows it).
function check(form) {
  clearTimeout(form.checking);
  form.checking = setTimeout(async () => {
    form.asked?.abort();
    form.asked = new AbortController();
    try {
      const answer = await fetch(form.dataset.check, { method: "POST", body: new FormData(form), signal: form.asked.signal });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById(form.dataset.checkInto);
      if (fresh) document.getElementById(form.dataset.checkInto)?.replaceWith(document.adoptNode(fresh));
    } catch { /* typed on, or the server is away: the confirmation shows the same */ }
  }, 250);
}

// -- parts that are shown only for some choice: data-when="NAME=value value"

function ready(root) {
  if (root.dataset?.turnS) show_turn(root);
  for (const part of root.querySelectorAll("[data-when]")) {
    const [name, values] = part.dataset.when.split("=");
    const form = part.closest("form");
    const show = () => {
      const field = form.elements[name];
      part.hidden = !values.split(" ").includes(field.value);
      for (const each of part.querySelectorAll("input, select")) each.disabled = part.hidden;
    };
    form.addEventListener("change", show);
    show();
  }
  for (const button of root.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
}

ready(document);
if (wall) turn(0);
tick();
listen();
