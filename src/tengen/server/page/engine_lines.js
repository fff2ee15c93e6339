// @ts-check
/** The engine's best lines as they come: point at a move to see it, press it to play up to there. */

import { el } from "./dom.js";
import { describe } from "./eval_bar.js";
import { pointName } from "./points.js";

/** @typedef {import("./wire.js").LineView} LineView */
/** @typedef {import("./points.js").Size} Size */

const SHOWN = 10;

/**
 * @typedef {Object} LineWishes
 * @property {(moves: number[] | null) => void} preview show these moves on the board; null: no more
 * @property {(moves: number[]) => void} insert play them
 */

export class EngineLines {
  root = el("ol", { class: "lines", "aria-label": "Best lines" });
  #wishes;
  /** @type {Row[]} */
  #rows = [];

  /** @param {LineWishes} wishes */
  constructor(wishes) {
    this.#wishes = wishes;
    this.root.addEventListener("pointerleave", () => wishes.preview(null));
    this.root.addEventListener("focusout", () => wishes.preview(null));
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param {readonly LineView[]} lines @param {Size} size */
  show(lines, size) {
    while (this.#rows.length < lines.length) this.#add();
    this.#rows.forEach((row, at) => row.show(lines[at], size));
  }

  #add() {
    const row = new Row(this.#wishes);
    this.#rows.push(row);
    this.root.append(row.root);
  }

  /** Left and right go along a line, up and down from line to line. @param {KeyboardEvent} event */
  #onKey(event) {
    const row = this.#rows.findIndex(({ root }) => root.contains(/** @type {Node} */ (event.target)));
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (row < 0 || !by) return;
    event.preventDefault();
    event.stopPropagation();
    if (by[0]) this.#rows[row + by[0]]?.focus(0);
    else this.#rows[row].focus(this.#rows[row].focused + by[1]);
  }
}

class Row {
  #score = el("span", { class: "score" });
  #list = el("span", { class: "line-moves" });
  root = el("li", {}, this.#score, this.#list);
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** @type {number[]} */
  #moves = [];
  #wishes;

  /** @param {LineWishes} wishes */
  constructor(wishes) {
    this.#wishes = wishes;
  }

  /** @param {LineView | undefined} line @param {Size} size */
  show(line, size) {
    this.root.hidden = !line;
    if (!line) return;
    const worth = describe(line);
    this.#score.textContent = worth;
    this.#moves = line.moves.slice(0, SHOWN);
    while (this.#buttons.length < this.#moves.length) this.#add();
    this.#buttons.forEach((button, at) => {
      button.hidden = at >= this.#moves.length;
      if (!button.hidden) this.#name(button, at, worth, size);
    });
  }

  get focused() {
    return this.#buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  }

  /** @param {number} at */
  focus(at) {
    const button = this.#buttons[at];
    if (button && !button.hidden) button.focus();
  }

  /** @param {HTMLButtonElement} button @param {number} at @param {string} worth @param {Size} size */
  #name(button, at, worth, size) {
    const names = this.#moves.slice(0, at + 1).map((cell) => pointName(cell, size));
    if (button.textContent !== names[at]) button.textContent = names[at];
    button.setAttribute("aria-label", at ? `Play ${names.join(" ")}` : `Play ${names[0]}: ${worth}`);
  }

  #add() {
    const at = this.#buttons.length;
    const upTo = () => this.#moves.slice(0, at + 1);
    const show = () => this.#wishes.preview(upTo());
    const play = () => this.#wishes.insert(upTo());
    const button = el("button", {
      type: "button",
      tabindex: at ? -1 : 0,
      onpointerenter: show,
      onfocus: show,
      onclick: play,
    });
    this.#buttons.push(button);
    this.#list.append(button);
  }
}
