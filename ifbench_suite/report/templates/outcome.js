// One outcome as elements. Foreign text goes through `shown`, and so into text nodes only.

const INVISIBLE = /(?![\t\n\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

function element(name, classes, ...content) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  made.append(...content);
  return made;
}

// Text in which control, direction and unpaired characters are signs that do nothing.
function shown(text) {
  const fragment = document.createDocumentFragment();
  let last = 0;
  for (const found of text.matchAll(INVISIBLE)) {
    fragment.append(text.slice(last, found.index));
    const code = found[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    fragment.append(element("span", "sign", `U+${code}`));
    last = found.index + found[0].length;
  }
  fragment.append(text.slice(last));
  return fragment;
}

function marked(text, spans) {
  const fragment = document.createDocumentFragment();
  let last = 0;
  for (const [start, end] of spans) {
    if (start < last) continue;
    fragment.append(shown(text.slice(last, start)));
    fragment.append(element("mark", "", shown(text.slice(start, end))));
    last = end;
  }
  fragment.append(shown(text.slice(last)));
  return fragment;
}

function nameOf(outcome) {
  const parts = [outcome.key];
  if (outcome.turn !== undefined) parts.push(`turn ${outcome.turn}`);
  if (outcome.sample) parts.push(`sample ${outcome.sample + 1}`);
  return parts.join(", ");
}

function verdict(followed, words) {
  const sign = followed ? "✓" : "✗";
  return element("span", followed ? "good" : "bad", `${sign} ${words}`);
}

function summary(outcome) {
  const total = outcome.instructions.length;
  const failing = outcome.instructions.filter((one) => !one.strict);
  const gist = outcome.prompt.slice(0, 160).replace(/\s+/g, " ");
  return [
    element("span", "name", shown(nameOf(outcome))),
    verdict(!failing.length, `${total - failing.length} of ${total}`),
    element("span", "gist", shown(gist)),
    element("span", "failing", shown(failing.map((one) => one.id).join(", "))),
  ];
}

function detail(outcome) {
  const response = textBox(outcome.response);
  const prompt = textBox(outcome.prompt);
  const instructions = outcome.instructions.map((one) => instruction(outcome, one, response));
  const texts = element(
    "div",
    "texts",
    element("div", "", element("h3", "", "Prompt"), prompt),
    element("div", "", element("h3", "", `Response${remarks(outcome)}`), response),
  );
  const first = instructions.find((one) => one.querySelector(".bad") && one.querySelector("button"));
  first?.querySelector("button").click();
  return [...instructions, ...judged(outcome), texts];
}

function textBox(text) {
  const box = element("pre", "text", shown(text));
  box.dir = "auto";
  box.tabIndex = 0;
  return box;
}

function remarks(outcome) {
  const found = [];
  if (outcome.language !== undefined) found.push(outcome.language);
  if (outcome.status !== "answered") found.push(outcome.status);
  if (outcome.trace !== "absent") found.push(`thinking trace ${outcome.trace}`);
  if (outcome.truncated) found.push("cut off by a token limit");
  if (outcome.cut?.[1]) found.push(`${outcome.cut[1].toLocaleString("en")} characters not shown`);
  return found.length ? ` (${found.join("; ")})` : "";
}

function judged(outcome) {
  const said = outcome.judge && (outcome.judge.rationale || outcome.judge.why_unscored);
  return said ? [element("h3", "", "Judge"), element("p", "", shown(said))] : [];
}

function instruction(outcome, one, response) {
  const box = element("div", "instruction");
  box.append(verdicts(one), element("code", "", shown(one.id + (one.kwargs ? ` ${one.kwargs}` : ""))));
  box.append(evidence("", one));
  if (one.corrected) {
    const right = evidence("corrected: ", one.corrected);
    right.className = "corrected";
    right.append(" ", verdicts(one.corrected));
    box.append(right);
  }
  if (one.spans) box.append(marker(outcome, one, response));
  return box;
}

function verdicts(one) {
  const box = element("span", "verdict", verdict(one.strict, one.strict ? "followed" : "not followed"));
  if (one.loose && !one.strict) box.append(" ", verdict(true, "loose"));
  return box;
}

function evidence(before, one) {
  const found = element("strong", "", shown(one.found));
  return element("p", "", before, "found ", found, "; wanted ", shown(one.wanted));
}

function showFirstMark(box) {
  const first = box.querySelector("mark");
  if (!first) return;
  const below = first.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
  if (below > 0) box.scrollTop += below + 3 * first.offsetHeight;
}

function marker(outcome, one, response) {
  const button = element("button", "", `Mark ${one.spans.length}`);
  button.type = "button";
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    const isOn = button.getAttribute("aria-pressed") === "true";
    for (const other of button.closest(".detail")?.querySelectorAll("[aria-pressed]") ?? []) {
      other.setAttribute("aria-pressed", "false");
    }
    button.setAttribute("aria-pressed", String(!isOn));
    response.replaceChildren(marked(outcome.response, isOn ? [] : one.spans));
    requestAnimationFrame(() => showFirstMark(response));
  });
  return button;
}
