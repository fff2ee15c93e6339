// @ts-check
/** Mouse, pen and finger on the board. A finger slides to its point and puts nothing before it is lifted. */

/**
 * @typedef {Object} Hand
 * @property {() => boolean} canPlay
 * @property {() => {width: number, height: number}} size
 * @property {(cell: number | null, isFinger: boolean) => void} point where the pointer is
 * @property {(cell: number, isFinger: boolean) => void} press what it has chosen
 */

export class Aim {
  #area;
  #hand;
  /** The pointer that is down, and the cell where it went down. @type {{id: number, cell: number | null} | null} */
  #down = null;

  /** @param {HTMLElement} area the cells, all of them @param {Hand} hand */
  constructor(area, hand) {
    this.#area = area;
    this.#hand = hand;
    area.addEventListener("pointerdown", (event) => this.#onDown(event));
    area.addEventListener("pointermove", (event) => this.#onMove(event));
    area.addEventListener("pointerup", (event) => this.#onUp(event));
    area.addEventListener("pointercancel", () => this.#forget());
    area.addEventListener("pointerleave", () => this.#forget());
    area.addEventListener("contextmenu", (event) => this.#down && event.preventDefault());
  }

  /** @param {PointerEvent} event */
  #onDown(event) {
    if (event.button !== 0) return;
    event.preventDefault(); // the keyboard stays where it is
    if (this.#down) return this.#forget(); // a second finger: they want to zoom
    if (!this.#hand.canPlay()) return;
    const cell = this.#cellAt(event);
    this.#down = { id: event.pointerId, cell };
    if (isFinger(event)) {
      this.#area.setPointerCapture(event.pointerId);
      this.#hand.point(cell, true);
    }
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    if (!isFinger(event)) this.#hand.point(this.#cellAt(event), false);
    else if (event.pointerId === this.#down?.id) this.#hand.point(this.#cellAt(event), true);
  }

  /** @param {PointerEvent} event */
  #onUp(event) {
    const down = this.#down;
    this.#down = null;
    if (!down || event.pointerId !== down.id) return;
    const cell = this.#cellAt(event);
    const finger = isFinger(event);
    if (finger) this.#hand.point(null, true);
    if (cell !== null && (finger || cell === down.cell)) this.#hand.press(cell, finger);
  }

  #forget() {
    this.#down = null;
    this.#hand.point(null, false);
  }

  /** @param {PointerEvent} event */
  #cellAt(event) {
    const { width, height } = this.#hand.size();
    const box = this.#area.getBoundingClientRect();
    const col = Math.floor(((event.clientX - box.left) / box.width) * width);
    const row = Math.floor(((event.clientY - box.top) / box.height) * height);
    const isInside = col >= 0 && col < width && row >= 0 && row < height;
    return isInside ? row * width + col : null;
  }
}

/** @param {PointerEvent} event */
const isFinger = (event) => event.pointerType === "touch";
