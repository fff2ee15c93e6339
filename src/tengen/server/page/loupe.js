// @ts-check
/** A magnifier above the finger, which hides the point below it. */

import { extent, spot, UNIT } from "./board_ground.js";
import { el, svg } from "./dom.js";
import { pointName } from "./points.js";

/** @import { Position } from "./views.js" */

/** Width of the magnified area, in cells. */
const SEEN = 5;
/** Pixels of a cell from which no magnifier is needed. */
const LARGE = 44;
/** Milliseconds before it appears; a short tap shows none. */
const DELAY = 140;

export class Loupe {
  root = el("div", { class: "loupe", hidden: true, "aria-hidden": "true" });
  #svg = svg("svg");
  #name = el("span");
  #timer = 0;

  /** @param {string} id of the drawing to magnify */
  constructor(id) {
    this.#svg.append(svg("use", { href: `#${id}` }));
    this.root.append(this.#svg, this.#name);
  }

  /** @param {number | null} cell @param {Position} position @param {number} size pixels of a cell */
  show(cell, position, size) {
    if (cell === null || size >= LARGE) return this.hide();
    const [x, y] = spot(cell, position.width);
    const half = (SEEN / 2) * UNIT;
    this.#svg.setAttribute("viewBox", [x - half, y - half, 2 * half, 2 * half].join(" "));
    this.#name.textContent = pointName(cell, position);
    this.#place(x, y, position);
    this.#timer ||= window.setTimeout(() => (this.root.hidden = false), DELAY);
  }

  hide() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.root.hidden = true;
  }

  /** Above the finger, or beside it near the upper edge. @param {number} x @param {number} y @param {Position} position */
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
