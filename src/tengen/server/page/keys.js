// @ts-check
/** Keys that work everywhere on a page: points typed as h8, and commands of one key. */

import { announce } from "./announcements.js";
import { BOARD, fill } from "./sentences.js";

/** @import { KeyHandlers } from "./views.js" */

/** Milliseconds that a letter waits for a digit, before it counts as a command. */
const LETTER_DELAY = 700;

export class Keys {
  #handlers;
  #typed = "";
  #timer = 0;

  /** @param {KeyHandlers} handlers */
  constructor(handlers) {
    this.#handlers = handlers;
    document.addEventListener("keydown", (event) => this.#onTyping(event), { capture: true });
    document.addEventListener("keydown", (event) => this.#onCommand(event));
  }

  /** Typed points go first: Enter after h8 plays H8, whatever has the focus. @param {KeyboardEvent} event */
  #onTyping(event) {
    if (isChord(event) || isWriting(event) || !this.#type(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  #onCommand(event) {
    if (event.defaultPrevented || isChord(event) || isWriting(event) || isPressing(event)) return;
    const command = this.#handlers.commands[event.key];
    if (!command || isLetter(event.key)) return;
    event.preventDefault();
    command();
  }

  /** Handle a key of a point, and return whether it was one. @param {string} key */
  #type(key) {
    window.clearTimeout(this.#timer);
    if (isLetter(key) && this.#handlers.onPoint) this.#begin(key.toLowerCase());
    else if (isLetter(key)) return this.#command(key);
    else if (/^\d$/.test(key) && this.#typed) this.#set(this.#typed + key);
    else if (key === "Backspace" && this.#typed) this.#set(this.#typed.slice(0, -1));
    else if (key === "Escape" && this.#typed) this.#set("");
    else if (key === "Enter" && this.#typed) this.#finish();
    else return false;
    return true;
  }

  /** A letter starts a point; if no digit follows, it is a command. @param {string} letter */
  #begin(letter) {
    const isMore = /^[a-z]$/.test(this.#typed);
    this.#set(isMore ? this.#typed + letter : letter);
    if (!isMore) this.#timer = window.setTimeout(() => this.#command(letter) && this.#set(""), LETTER_DELAY);
  }

  /** Run a command, and return whether there is one for this key. @param {string} letter */
  #command(letter) {
    this.#handlers.commands[letter]?.();
    return letter in this.#handlers.commands;
  }

  #finish() {
    const typed = this.#typed;
    this.#set("");
    if (/\d/.test(typed)) this.#handlers.onPoint?.(typed);
    else if (!this.#command(typed)) announce(fill(BOARD.notAPoint, { text: typed }));
  }

  /** @param {string} text */
  #set(text) {
    this.#typed = text;
    this.#handlers.onTyping?.(text);
  }
}

/** @param {string} key */
const isLetter = (key) => /^[a-z]$/i.test(key);

/** @param {KeyboardEvent} event */
const isChord = (event) => event.ctrlKey || event.altKey || event.metaKey;

/** Whether a field or a dialog handles the keys. @param {KeyboardEvent} event */
function isWriting(event) {
  const at = /** @type {Element} */ (event.target);
  return (
    document.querySelector("dialog[open]") !== null || at.closest("input, select, textarea, [contenteditable]") !== null
  );
}

/** Whether a key presses the focused button or link. @param {KeyboardEvent} event */
function isPressing(event) {
  const at = /** @type {Element} */ (event.target);
  return ["Enter", " "].includes(event.key) && at.closest("button, a, summary") !== null;
}
