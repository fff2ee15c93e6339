// @ts-check
/** The engine's best lines: pointing at a move shows the line up to it, pressing it plays the line. */

import { el } from "./dom.js";
import { describe } from "./eval_bar.js";
import { pointName } from "./points.js";
import { fill } from "./sentences.js";
import { ENGINE } from "./sentences_analysis.js";

/** @import { Size } from "./points.js" */
/** @import { LineView } from "./wire.js" */

const SHOWN = 10;

/**
 * @typedef {Object} LineHandlers
 * @property {(moves: number[] | null) => void} preview show these moves on the board, or none
 * @property {(moves: number[]) => void} insert play them
 */

export class EngineLines {
  root = el("ol", { class: "lines", "aria-label": ENGINE.bestLines });
  #handlers;
  /** @type {Row[]} */
  #rows = [];

  /** @param {LineHandlers} handlers */
  constructor(handlers) {
    this.#handlers = handlers;
    this.root.addEventListener("pointerleave", () => handlers.preview(null));
    this.root.addEventListener("focusout", () => handlers.preview(null));
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param {readonly LineView[]} lines @param {Size} size */
  show(lines, size) {
    while (this.#rows.length < lines.length) this.#add();
    this.#rows.forEach((row, at) => row.show(lines[at], size));
  }

  #add() {
    const row = new Row(this.#handlers);
    this.#rows.push(row);
    this.root.append(row.root);
  }

  /** Left and right move along a line, up and down between lines. @param {KeyboardEvent} event */
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
  #handlers;

  /** @param {LineHandlers} handlers */
  constructor(handlers) {
    this.#handlers = handlers;
  }

  /** @param {LineView | undefined} line @param {Size} size */
  show(line, size) {
    this.root.hidden = !line;
    if (!line) return;
    const score = describe(line);
    this.#score.textContent = score;
    this.#moves = line.moves.slice(0, SHOWN);
    while (this.#buttons.length < this.#moves.length) this.#add();
    this.#buttons.forEach((button, at) => {
      button.hidden = at >= this.#moves.length;
      if (!button.hidden) this.#name(button, at, score, size);
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

  /** @param {HTMLButtonElement} button @param {number} at @param {string} score @param {Size} size */
  #name(button, at, score, size) {
    const names = this.#moves.slice(0, at + 1).map((cell) => pointName(cell, size));
    if (button.textContent !== names[at]) button.textContent = names[at];
    button.setAttribute(
      "aria-label",
      at ? fill(ENGINE.play, { points: names.join(" ") }) : fill(ENGINE.playBest, { point: names[0], score }),
    );
  }

  #add() {
    const at = this.#buttons.length;
    const upTo = () => this.#moves.slice(0, at + 1);
    const show = () => this.#handlers.preview(upTo());
    const play = () => this.#handlers.insert(upTo());
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
