// @ts-check
/** Dialogs: settings, questions with yes and no, the help about keys. */

import { el, icon } from "./dom.js";
import { change, settings } from "./settings.js";

/**
 * @param {string} title
 * @param {...(Node | string)} body
 */
export function makeDialog(title, ...body) {
  const close = el("button", { class: "plain tool", type: "button", "aria-label": "Close" }, icon("close"));
  const heading = el("h2", { id: `title-${title.replace(/\W/g, "")}` }, title);
  const dialog = el("dialog", { "aria-labelledby": heading.id }, el("header", {}, heading, close), ...body);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && isOutside(event, dialog) && dialog.close());
  document.body.append(dialog);
  return dialog;
}

/**
 * Ask before something that cannot be undone.
 * @param {string} question
 * @param {string} yes what the button says that does it
 * @returns {Promise<boolean>}
 */
export function ask(question, yes) {
  const agree = el("button", { type: "button", class: "primary", value: "yes" }, yes);
  const refuse = el("button", { type: "button", autofocus: true }, "Cancel");
  const dialog = makeDialog(question, el("footer", {}, refuse, agree));
  agree.addEventListener("click", () => dialog.close("yes"));
  refuse.addEventListener("click", () => dialog.close());
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

/** @type {HTMLDialogElement | undefined} */
let settingsDialog;

export function openSettings() {
  settingsDialog?.remove();
  settingsDialog = makeDialog("Settings", el("div", { class: "settings" }, ...rows()));
  if (known) settingsDialog.append(el("footer", {}, el("button", { type: "button", onclick: showKeys }, "Keys")));
  settingsDialog.showModal();
}

function showKeys() {
  settingsDialog?.close();
  if (known) openHelp(known);
}

/** @typedef {readonly (readonly [string, string])[]} Options */

function rows() {
  return [
    choice("pieces", "Pieces", [
      ["stones", "Stones"],
      ["marks", "X and O"],
    ]),
    choice("theme", "Colours", [
      ["system", "As the system"],
      ["light", "Light"],
      ["dark", "Dark"],
    ]),
    choice("confirm", "Confirm moves", [
      ["auto", "On touch screens"],
      ["always", "Always"],
      ["never", "Never"],
    ]),
    tick("numbers", "Numbers on stones"),
    tick("coordinates", "Coordinates"),
    tick("sound", "Sound"),
  ];
}

/** @param {"pieces" | "theme" | "confirm"} name @param {string} words @param {Options} options */
function choice(name, words, options) {
  const buttons = options.map(([value, text]) => {
    const checked = settings[name] === value;
    const input = el("input", {
      type: "radio",
      name,
      value,
      checked,
      onchange: () => change({ [name]: value }),
    });
    return el("label", {}, input, el("span", {}, text));
  });
  return el("fieldset", { class: "segments" }, el("legend", {}, words), el("div", {}, ...buttons));
}

/** @param {"numbers" | "coordinates" | "sound"} name @param {string} words */
function tick(name, words) {
  const input = el("input", { type: "checkbox", checked: settings[name] });
  input.addEventListener("change", () => change({ [name]: input.checked }));
  return el("label", { class: "tick" }, input, words);
}

/** What is on keys, and what they do. @typedef {readonly (readonly [string, string])[]} KeyWords */
/** @type {HTMLDialogElement | undefined} */
let helpDialog;
/** @type {KeyWords | undefined} */
let known;

/** Have the help found among the settings, too. @param {KeyWords} keys */
export function offerHelp(keys) {
  known = keys;
}

/** @param {KeyWords} keys */
export function openHelp(keys) {
  helpDialog ??= makeDialog(
    "Keys",
    el(
      "dl",
      { class: "keys" },
      ...keys.flatMap(([names, words]) => [
        el("dt", {}, ...names.split(" ").map((name) => el("kbd", {}, name))),
        el("dd", {}, words),
      ]),
    ),
  );
  if (!helpDialog.open) helpDialog.showModal();
}

/** Whether a click was beside a dialog: on what lies behind it. @param {MouseEvent} event @param {Element} dialog */
function isOutside(event, dialog) {
  const box = dialog.getBoundingClientRect();
  const [x, y] = [event.clientX, event.clientY];
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
