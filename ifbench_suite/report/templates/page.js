"use strict";

const root = document.documentElement;

document.getElementById("theme").addEventListener("click", () => {
  const isDark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
});

for (const button of document.querySelectorAll("[data-copies]")) {
  button.addEventListener("click", () => copy(button));
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = "Copied";
  } catch {
    // A page from a file may not reach the clipboard: the reader's own copy command does.
    getSelection().selectAllChildren(source);
    button.textContent = "Selected";
  }
}

addEventListener("beforeprint", () => {
  for (const closed of document.querySelectorAll("details:not([open])")) closed.open = true;
});
