// @ts-check
/** Keys that work wherever one is on a page: points typed as h8, and commands of one key. */

import { say } from "./say.js";

/** So long a letter waits for the number that makes it a point, in milliseconds. */
const PATIENCE = 700;

/**
 * @typedef {Object} KeyWishes
 * @property {Record<string, () => void>} commands by key, as in ArrowLeft or c
 * @property {(text: string) => void} [onTyping] what has been typed so far
 * @property {(text: string) => void} [onPoint] a point such as h8 was typed, and Enter
 */

export class Keys {
  #wishes;
  #typed = "";
  #timer = 0;

  /** @param {KeyWishes} wishes */
  constructor(wishes) {
    this.#wishes = wishes;
    document.addEventListener("keydown", (event) => this.#onTyping(event), { capture: true });
    document.addEventListener("keydown", (event) => this.#onCommand(event));
  }

  /** What is typed comes before all else: Enter after h8 is meant for H8. @param {KeyboardEvent} event */
  #onTyping(event) {
    if (isChord(event) || isWriting(event) || !this.#type(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  #onCommand(event) {
    if (event.defaultPrevented || isChord(event) || isWriting(event) || isPressing(event)) return;
    const command = this.#wishes.commands[event.key];
    if (!command || isLetter(event.key)) return;
    event.preventDefault();
    command();
  }

  /** Whether a key was part of a point. @param {string} key */
  #type(key) {
    window.clearTimeout(this.#timer);
    if (isLetter(key) && this.#wishes.onPoint) this.#begin(key.toLowerCase());
    else if (isLetter(key)) return this.#command(key);
    else if (/^\d$/.test(key) && this.#typed) this.#set(this.#typed + key);
    else if (key === "Backspace" && this.#typed) this.#set(this.#typed.slice(0, -1));
    else if (key === "Escape" && this.#typed) this.#set("");
    else if (key === "Enter" && this.#typed) this.#finish();
    else return false;
    return true;
  }

  /** A letter: of a point, or a command if nothing follows. @param {string} letter */
  #begin(letter) {
    const isMore = /^[a-z]$/.test(this.#typed);
    this.#set(isMore ? this.#typed + letter : letter);
    if (!isMore) this.#timer = window.setTimeout(() => this.#command(letter) && this.#set(""), PATIENCE);
  }

  /** Whether there was such a command. @param {string} letter */
  #command(letter) {
    this.#wishes.commands[letter]?.();
    return letter in this.#wishes.commands;
  }

  #finish() {
    const typed = this.#typed;
    this.#set("");
    if (/\d/.test(typed)) this.#wishes.onPoint?.(typed);
    else if (!this.#command(typed)) say(`${typed} is no point. A point is a letter and a number, as in h8.`);
  }

  /** @param {string} text */
  #set(text) {
    this.#typed = text;
    this.#wishes.onTyping?.(text);
  }
}

/** A button that was clicked does not keep the keyboard: space is the page's. @param {HTMLElement} place */
export function letGoOfButtons(place) {
  place.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (event.detail > 0) button?.blur();
  });
}

/** @param {string} key */
const isLetter = (key) => /^[a-z]$/i.test(key);

/** @param {KeyboardEvent} event */
const isChord = (event) => event.ctrlKey || event.altKey || event.metaKey;

/** Whether keys belong to a field or a dialog. @param {KeyboardEvent} event */
function isWriting(event) {
  const at = /** @type {Element} */ (event.target);
  return (
    document.querySelector("dialog[open]") !== null || at.closest("input, select, textarea, [contenteditable]") !== null
  );
}

/** Whether a key presses what has the focus. @param {KeyboardEvent} event */
function isPressing(event) {
  const at = /** @type {Element} */ (event.target);
  return ["Enter", " "].includes(event.key) && at.closest("button, a, summary") !== null;
}
