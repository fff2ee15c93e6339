// @ts-check
/** Dialogs: settings, confirmations, help with the keys. Loaded when the first one is opened. */

import { el, icon } from "./dom.js";
import { DIALOG } from "./sentences.js";
import { KEYS, SETTINGS } from "./sentences_dialogs.js";
import { change, settings } from "./settings.js";

let count = 0;

/** @param {string} title @param {...(Node | string)} body */
export function makeDialog(title, ...body) {
  const close = el("button", { class: "plain tool", type: "button", "aria-label": DIALOG.close }, icon("close"));
  const heading = el("h2", { id: `dialog-${++count}` }, title);
  const dialog = el("dialog", { "aria-labelledby": heading.id }, el("header", {}, heading, close), ...body);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && isOutside(event, dialog) && dialog.close());
  document.body.append(dialog);
  return dialog;
}

/**
 * Ask before something that cannot be undone.
 * @param {string} question
 * @param {string} yes the label of the button that confirms
 * @returns {Promise<boolean>}
 */
export function confirm(question, yes) {
  const agree = el("button", { type: "button", class: "primary", value: "yes" }, yes);
  const refuse = el("button", { type: "button", autofocus: true }, DIALOG.cancel);
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

/** @param {keyof typeof KEYS} [page] whose keys can be shown, too */
export function openSettings(page) {
  settingsDialog?.remove();
  settingsDialog = makeDialog(SETTINGS.title, el("div", { class: "settings" }, ...rows()));
  if (page) settingsDialog.append(el("footer", {}, keysButton(page)));
  settingsDialog.showModal();
}

/** @param {keyof typeof KEYS} page */
function keysButton(page) {
  const press = () => {
    settingsDialog?.close();
    openHelp(page);
  };
  return el("button", { type: "button", onclick: press }, SETTINGS.keys);
}

function rows() {
  return [
    choice("pieces"),
    choice("theme"),
    choice("confirm"),
    checkbox("numbers"),
    checkbox("coordinates"),
    checkbox("sound"),
  ];
}

/** @param {"pieces" | "theme" | "confirm"} name */
function choice(name) {
  const { label, options } = SETTINGS[name];
  const buttons = Object.entries(options).map(([value, text]) => {
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
  return el("fieldset", { class: "segments" }, el("legend", {}, label), el("div", {}, ...buttons));
}

/** @param {"numbers" | "coordinates" | "sound"} name */
function checkbox(name) {
  const input = el("input", { type: "checkbox", checked: settings[name] });
  input.addEventListener("change", () => change({ [name]: input.checked }));
  return el("label", { class: "tick" }, input, SETTINGS[name]);
}

/** @type {HTMLDialogElement | undefined} */
let helpDialog;

/** @param {keyof typeof KEYS} page */
export function openHelp(page) {
  helpDialog ??= makeDialog(
    SETTINGS.keys,
    el(
      "dl",
      { class: "keys" },
      ...KEYS[page].flatMap(([names, text]) => [
        el("dt", {}, ...names.map((name) => el("kbd", {}, name))),
        el("dd", {}, text),
      ]),
    ),
  );
  if (!helpDialog.open) helpDialog.showModal();
}

/** Whether a click was outside a dialog. @param {MouseEvent} event @param {Element} dialog */
function isOutside(event, dialog) {
  const box = dialog.getBoundingClientRect();
  const [x, y] = [event.clientX, event.clientY];
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
