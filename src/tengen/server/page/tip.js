// @ts-check
/** A tooltip that says why a point is forbidden. */

import { extent } from "./board_ground.js";
import { el } from "./dom.js";
import { pointName } from "./points.js";
import { BOARD, fill } from "./sentences.js";

/** @import { Position } from "./views.js" */

export class Tip {
  root = el("div", { class: "tip", hidden: true, "aria-hidden": "true" });

  /** @param {number | null} cell the point under the pointer @param {Position} position */
  show(cell, position) {
    const [point, reason] = position.forbidden.find(([point]) => point === cell) ?? [];
    this.root.hidden = point === undefined;
    if (point === undefined || reason === undefined) return;
    this.root.textContent = fill(BOARD.forbiddenPoint, { point: pointName(point, position), reason });
    this.#place(point, position);
  }

  /** Above the point, or below it near the upper edge; always within the board. @param {number} cell @param {Position} position */
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
