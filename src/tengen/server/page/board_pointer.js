// @ts-check
/** Mouse, pen and finger on the board. A finger slides to its point and plays when it is lifted. */

/** @import { PointerHandlers } from "./views.js" */

export class PointerInput {
  #area;
  #handlers;
  /** The pointer that is down, and the cell where it went down. @type {{id: number, cell: number | null} | null} */
  #down = null;

  /** @param {HTMLElement} area the element with all cells @param {PointerHandlers} handlers */
  constructor(area, handlers) {
    this.#area = area;
    this.#handlers = handlers;
    area.addEventListener("pointerdown", (event) => this.#onDown(event));
    area.addEventListener("pointermove", (event) => this.#onMove(event));
    area.addEventListener("pointerup", (event) => this.#onUp(event));
    area.addEventListener("pointercancel", () => this.#reset());
    area.addEventListener("pointerleave", () => this.#reset());
    area.addEventListener("contextmenu", (event) => this.#down && event.preventDefault());
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    if (event.button !== 0) return;
    event.preventDefault(); // keep the focus
    if (this.#down) return this.#reset(); // a second finger zooms
    if (!this.#handlers.canPlay()) return;
    const cell = this.#cellAt(event);
    this.#down = { id: event.pointerId, cell };
    if (isFinger(event)) {
      this.#area.setPointerCapture(event.pointerId);
      this.#handlers.point(cell, true);
    }
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    if (!isFinger(event)) this.#handlers.point(this.#cellAt(event), false);
    else if (event.pointerId === this.#down?.id) this.#handlers.point(this.#cellAt(event), true);
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    const down = this.#down;
    this.#down = null;
    if (!down || event.pointerId !== down.id) return;
    const cell = this.#cellAt(event);
    const finger = isFinger(event);
    if (finger) this.#handlers.point(null, true);
    if (cell !== null && (finger || cell === down.cell)) this.#handlers.press(cell, finger);
  }

  #reset() {
    this.#down = null;
    this.#handlers.point(null, false);
  }

  /** @param {PointerEvent} event */
  #cellAt(event) {
    const { width, height } = this.#handlers.size();
    const box = this.#area.getBoundingClientRect();
    const col = Math.floor(((event.clientX - box.left) / box.width) * width);
    const row = Math.floor(((event.clientY - box.top) / box.height) * height);
    const isInside = col >= 0 && col < width && row >= 0 && row < height;
    return isInside ? row * width + col : null;
  }
}

/** @param {PointerEvent} event */
const isFinger = (event) => event.pointerType === "touch";
