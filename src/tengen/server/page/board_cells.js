// @ts-check
/** The board for hands and ears: a grid of named cells, with one of them to be reached by Tab. */

import { el } from "./dom.js";
import { pointName } from "./points.js";

/** @typedef {import("./views.js").Position} Position */

/** Steps of the keys that go from cell to cell: down and to the right. */
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

/** What stones are called, in the middle of a sentence. */
const SIDES = { stones: ["black", "white"], marks: ["X", "O"] };

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
   * @param {(cell: number) => void} press what Enter and Space do
   * @param {(cell: number | null) => void} point where the keyboard is
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

  /** Have the keyboard on the board. */
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

  /** What a cell is called now. @param {number} cell */
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

  /** Whether a key went from cell to cell. @param {KeyboardEvent} event */
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

  /** A click that no pointer made comes from a screen reader. @param {MouseEvent} event */
  #onClick(event) {
    const cell = this.#cells.indexOf(/** @type {HTMLElement} */ (event.target));
    if (event.detail === 0 && cell >= 0) this.#press(cell);
  }
}

/** @param {number} cell @param {Position} position @param {string} note */
function describe(cell, position, note) {
  const stone = position.stones.get(cell);
  const parts = [pointName(cell, position), stone ? SIDES[position.pieces][stone.colour - 1] : "empty"];
  if (stone?.number) parts.push(`move ${stone.number}`);
  if (note) parts.push(note);
  return parts.join(", ");
}

/**
 * What there is to say about cells besides their stones.
 * @param {Position} position
 */
function collectNotes(position) {
  /** @type {Map<number, string>} */
  const notes = new Map();
  /** @param {number} cell @param {string} text */
  const add = (cell, text) => notes.set(cell, [notes.get(cell), text].filter(Boolean).join(", "));
  if (position.last !== null) add(position.last, "last move");
  new Set(position.lines.flat()).forEach((cell) => add(cell, "winning line"));
  position.forbidden.forEach(([cell, why]) => add(cell, `forbidden: ${why}`));
  position.offered.forEach((cell, index) => add(cell, `offered as number ${index + 1}`));
  position.hints.forEach(([cell, text]) => add(cell, `hint ${text}`));
  position.zone.forEach((cell) => add(cell, "in the zone"));
  position.labels.forEach(([cell, text]) => add(cell, `marked ${text}`));
  position.marks.forEach(([cell, shape]) => add(cell, `marked with a ${shape}`));
  return notes;
}

/** @param {number} at @param {number} count */
const within = (at, count) => Math.max(0, Math.min(count - 1, at));
