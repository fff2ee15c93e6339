// @ts-check
/** The board for the keyboard and for screen readers: a grid of cells with names. Tab reaches one of them. */

import { el } from "./dom.js";
import { pointName } from "./points.js";
import { BOARD, fill } from "./sentences.js";

/** @import { Position } from "./views.js" */

/** Keys that move from cell to cell: rows down, columns to the right. */
const STEPS = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
  ["PageUp", [-5, 0]],
  ["PageDown", [5, 0]],
  ["Home", [0, -99]],
  ["End", [0, 99]],
]);

export class Cells {
  root = el("div", { class: "cells", role: "grid" });
  /** @type {HTMLElement[]} */
  #cells = [];
  /** @type {string[]} */
  #names = [];
  #width = 0;
  #height = 0;
  #at = 0;
  #press;

  /**
   * @param {(cell: number) => void} press called for Enter and Space
   * @param {(cell: number | null) => void} point called with the focused cell
   */
  constructor(press, point) {
    this.#press = press;
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
    this.root.addEventListener("focusin", (event) => {
      this.#at = this.#cells.indexOf(/** @type {HTMLElement} */ (event.target));
      point(this.#at);
    });
    this.root.addEventListener("focusout", () => point(null));
    this.root.addEventListener("click", (event) => this.#onClick(event));
  }

  /** Move the focus to the board. */
  focus() {
    this.#cells[this.#at]?.focus();
  }

  /** @param {Position} position */
  show(position) {
    if (position.width !== this.#width || position.height !== this.#height) this.#build(position);
    this.root.setAttribute("aria-label", position.label);
    this.root.setAttribute("aria-readonly", String(!position.canPlay));
    const notes = collectNotes(position);
    this.#cells.forEach((cell, index) => {
      const name = describe(index, position, notes.get(index) ?? "");
      if (name === this.#names[index]) return;
      this.#names[index] = name;
      cell.setAttribute("aria-label", name);
    });
  }

  /** The name of a cell, with what is on it. @param {number} cell */
  nameOf(cell) {
    return this.#names[cell];
  }

  /** @param {Position} position */
  #build({ width, height }) {
    [this.#width, this.#height] = [width, height];
    this.#names = [];
    this.#cells = Array.from({ length: width * height }, () => el("div", { role: "gridcell", tabindex: -1 }));
    const rows = Array.from({ length: height }, (_, row) =>
      el("div", { role: "row" }, ...this.#cells.slice(row * width, (row + 1) * width)),
    );
    this.root.replaceChildren(...rows);
    this.#move(Math.floor(height / 2) * width + Math.floor(width / 2));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.#press(this.#at);
    else if (!this.#step(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Move from cell to cell, and return whether the key does that. @param {KeyboardEvent} event */
  #step(event) {
    const step = STEPS.get(event.key);
    if (!step) return false;
    const far = event.shiftKey ? 5 : 1;
    const row = within(Math.floor(this.#at / this.#width) + far * step[0], this.#height);
    const col = within((this.#at % this.#width) + far * step[1], this.#width);
    this.#move(row * this.#width + col);
    this.focus();
    return true;
  }

  /** @param {number} cell */
  #move(cell) {
    this.#cells[this.#at]?.setAttribute("tabindex", "-1");
    this.#at = cell;
    this.#cells[cell].setAttribute("tabindex", "0");
  }

  /** A click without a pointer comes from a screen reader. @param {MouseEvent} event */
  #onClick(event) {
    const cell = this.#cells.indexOf(/** @type {HTMLElement} */ (event.target));
    if (event.detail === 0 && cell >= 0) this.#press(cell);
  }
}

/** @param {number} cell @param {Position} position @param {string} note */
function describe(cell, position, note) {
  const stone = position.stones.get(cell);
  const parts = [pointName(cell, position), stone ? BOARD.colours[position.pieces][stone.colour - 1] : BOARD.empty];
  if (stone?.number) parts.push(fill(BOARD.move, stone));
  if (note) parts.push(note);
  return parts.join(", ");
}

/** Notes on cells. @param {Position} position */
function collectNotes(position) {
  /** @type {Map<number, string>} */
  const notes = new Map();
  /** @param {number} cell @param {string} text */
  const add = (cell, text) => notes.set(cell, [notes.get(cell), text].filter(Boolean).join(", "));
  if (position.last !== null) add(position.last, BOARD.lastMove);
  new Set(position.lines.flat()).forEach((cell) => add(cell, BOARD.winningLine));
  position.forbidden.forEach(([cell, reason]) => add(cell, fill(BOARD.forbidden, { reason })));
  position.offered.forEach((cell, index) => add(cell, fill(BOARD.offered, { number: index + 1 })));
  position.hints.forEach(([cell, text]) => add(cell, fill(BOARD.hint, { text })));
  position.zone.forEach((cell) => add(cell, BOARD.inZone));
  position.labels.forEach(([cell, text]) => add(cell, fill(BOARD.labelled, { text })));
  position.marks.forEach(([cell, shape]) => add(cell, BOARD.marked[shape]));
  return notes;
}

/** @param {number} at @param {number} count */
const within = (at, count) => Math.max(0, Math.min(count - 1, at));
