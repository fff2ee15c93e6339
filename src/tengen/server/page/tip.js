// @ts-check
/** Why a point is forbidden, beside the point. */

import { extent } from "./board_ground.js";
import { el } from "./dom.js";
import { pointName } from "./points.js";

/** @typedef {import("./views.js").Position} Position */

export class Tip {
  root = el("div", { class: "tip", hidden: true, "aria-hidden": "true" });

  /** @param {number | null} cell where somebody looks @param {Position} position */
  show(cell, position) {
    const why = position.forbidden.find(([point]) => point === cell);
    this.root.hidden = !why;
    if (!why) return;
    this.root.textContent = `${pointName(why[0], position)} ${why[1]}`;
    this.#place(why[0], position);
  }

  /** Above the point, or below it near the upper edge; never out of the board. @param {number} cell @param {Position} position */
  #place(cell, position) {
    const { width } = position;
    const { left, top, across, down } = extent(position);
    const [row, col] = [Math.floor(cell / width), cell % width];
    const isHigh = row < 2;
    const { style } = this.root;
    style.left = `${(100 * (col + left + 0.5)) / across}%`;
    style.top = `${(100 * (row + top + (isHigh ? 1 : 0))) / down}%`;
    style.translate = `${-Math.round((100 * (col + 0.5)) / width)}% ${isHigh ? 0 : -100}%`;
  }
}
