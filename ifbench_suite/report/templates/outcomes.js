// The list of outcomes: filters, paging, keys.

const PAGE = 50;
const data = document.getElementById("data");
const outcomes = data ? JSON.parse(data.textContent) : [];
const form = document.querySelector(".filters");
const list = document.getElementById("list");
const more = document.getElementById("more");
let found = [];

function choices(name, values) {
  const select = form.elements[name];
  for (const value of values) {
    const option = element("option", "", shown(String(value)));
    option.value = String(value);
    select.append(option);
  }
  if (values.length < 2) select.closest("label").hidden = true;
}

function distinct(values) {
  const sorted = new Intl.Collator("en", { numeric: true }).compare;
  return [...new Set(values.filter((value) => value !== undefined).map(String))].sort(sorted);
}

function byRules(one, rules) {
  return rules === "corrected" && one.corrected ? one.corrected : one;
}

function hasVerdict(considered, wanted, rules) {
  const strict = considered.every((one) => byRules(one, rules).strict);
  if (wanted === "failed") return !strict;
  if (wanted === "followed") return strict;
  if (wanted === "loose") return !strict && considered.every((one) => byRules(one, rules).loose);
  return considered.some(
    ({ strict, loose, corrected }) =>
      corrected && (corrected.strict !== strict || corrected.loose !== loose),
  );
}

function hasStatus(outcome, wanted) {
  if (wanted === "truncated") return Boolean(outcome.truncated);
  if (wanted === "unscored") return Boolean(outcome.judge && outcome.judge.score === null);
  return outcome.status === wanted || outcome.trace === wanted;
}

function matches(outcome, wanted) {
  const considered = wanted.instruction
    ? outcome.instructions.filter((one) => one.id === wanted.instruction)
    : outcome.instructions;
  if (!considered.length && wanted.instruction) return false;
  if (wanted.language && String(outcome.language) !== wanted.language) return false;
  if (wanted.turn && String(outcome.turn) !== wanted.turn) return false;
  if (wanted.status && !hasStatus(outcome, wanted.status)) return false;
  if (wanted.verdict && !hasVerdict(considered, wanted.verdict, wanted.rules)) return false;
  return !wanted.search || searchable(outcome).includes(wanted.search);
}

function searchable(outcome) {
  outcome.lower ??= `${outcome.key}\n${outcome.prompt}\n${outcome.response}`.toLowerCase();
  return outcome.lower;
}

function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  wanted.search = wanted.search.trim().toLowerCase();
  found = outcomes.filter((outcome) => matches(outcome, wanted));
  list.replaceChildren();
  showMore();
  const total = outcomes.length.toLocaleString("en");
  document.getElementById("shown").textContent = `${found.length.toLocaleString("en")} of ${total}.`;
}

function showMore() {
  const next = found.slice(list.children.length, list.children.length + PAGE);
  list.append(...next.map(row));
  more.hidden = list.children.length >= found.length;
}

function row(outcome) {
  const button = element("button", "", ...summary(outcome));
  const box = element("div", "detail");
  button.type = "button";
  box.hidden = true;
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    box.hidden = !box.hidden;
    button.setAttribute("aria-expanded", String(!box.hidden));
    if (!box.hasChildNodes()) box.append(...detail(outcome));
  });
  return element("li", "outcome", button, box);
}

function move(step) {
  const buttons = [...list.querySelectorAll(".outcome > button")];
  const inside = document.activeElement.closest?.(".outcome");
  const at = inside ? [...list.children].indexOf(inside) : -1;
  if (at + step >= buttons.length) return;
  buttons[Math.max(at + step, 0)].focus();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select, textarea")) return;
  const action = { "/": () => form.elements.search.focus(), j: () => move(1), k: () => move(-1) };
  if (!(event.key in action)) return;
  event.preventDefault();
  action[event.key]();
}

function start() {
  choices("instruction", distinct(outcomes.flatMap((one) => one.instructions.map(({ id }) => id))));
  choices("language", distinct(outcomes.map((one) => one.language)));
  choices("turn", distinct(outcomes.map((one) => one.turn)));
  let waiting;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  form.addEventListener("reset", () => setTimeout(filter));
  form.addEventListener("submit", (event) => event.preventDefault());
  more.addEventListener("click", showMore);
  document.addEventListener("keydown", onKey);
  for (const link of document.querySelectorAll("[data-filter]")) {
    link.addEventListener("click", () => {
      form.reset();
      form.elements[link.dataset.filter].value = link.dataset.value;
      filter();
    });
  }
  filter();
}

if (form) start();
