// @ts-check
/** What a finger hides, shown larger above it. */

import { extent, spot, UNIT } from "./board_ground.js";
import { el, svg } from "./dom.js";
import { pointName } from "./points.js";

/** @typedef {import("./views.js").Position} Position */

/** So many cells are seen in it, side by side. */
const SEEN = 5;
/** Cells that are so many pixels wide need none. */
const LARGE = 44;
/** A tap that is shorter shows none, in milliseconds. */
const PATIENCE = 140;

export class Loupe {
  root = el("div", { class: "loupe", hidden: true, "aria-hidden": "true" });
  #svg = svg("svg");
  #name = el("span");
  #timer = 0;

  /** @param {string} id of the drawing to be seen */
  constructor(id) {
    this.#svg.append(svg("use", { href: `#${id}` }));
    this.root.append(this.#svg, this.#name);
  }

  /**
   * @param {number | null} cell
   * @param {Position} position
   * @param {number} size of a cell, in pixels
   */
  show(cell, position, size) {
    if (cell === null || size >= LARGE) return this.hide();
    const [x, y] = spot(cell, position.width);
    const half = (SEEN / 2) * UNIT;
    this.#svg.setAttribute("viewBox", [x - half, y - half, 2 * half, 2 * half].join(" "));
    this.#name.textContent = pointName(cell, position);
    this.#place(x, y, position);
    this.#timer ||= window.setTimeout(() => (this.root.hidden = false), PATIENCE);
  }

  hide() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.root.hidden = true;
  }

  /** Above the finger; beside it near the upper edge. @param {number} x @param {number} y @param {Position} position */
  #place(x, y, position) {
    const { left, top, across, down } = extent(position);
    const [col, row] = [(x / UNIT + left + 0.5) / across, (y / UNIT + top + 0.5) / down];
    const isHigh = row < 0.34;
    const aside = col < 0.5 ? 0.34 : -0.34;
    this.root.style.left = `${100 * within(isHigh ? col + aside : col)}%`;
    this.root.style.top = `${100 * (isHigh ? Math.max(row, 0.16) : row - 0.33)}%`;
  }
}

/** @param {number} share */
const within = (share) => Math.max(0.18, Math.min(0.82, share));
