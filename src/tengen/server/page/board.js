// @ts-check
/** A board to view and to play on: `new Board(place, handlers).show(view)`. */

import { Cells } from "./board_cells.js";
import { drawArea, drawGrid, drawNames, extent, nameSize, viewBox } from "./board_ground.js";
import { Pieces } from "./board_pieces.js";
import { PointerInput } from "./board_pointer.js";
import { drawAbove, drawBelow, drawCross, drawGhost } from "./board_signs.js";
import { el, svg } from "./dom.js";
import { Loupe } from "./loupe.js";
import { complete } from "./position.js";
import { Tip } from "./tip.js";

/** @import { BoardHandlers, BoardView, Position } from "./views.js" */

let count = 0;

export class Board {
  #place;
  #handlers;
  #position = complete({ width: 15, height: 15 });
  #ground = svg("g");
  #area = svg("g");
  #below = svg("g");
  #pieces = new Pieces();
  #above = svg("g");
  #ghost = svg("g");
  #stage = svg(
    "g",
    { class: "drawing", id: `board-${++count}` },
    this.#ground,
    this.#area,
    this.#below,
    ...this.#pieces.layers,
    this.#above,
    this.#ghost,
  );
  #names = drawNames(this.#position);
  #nameLayer = svg("g", { class: "names drawing" });
  #svg = svg("svg", { "aria-hidden": "true", focusable: "false" }, this.#nameLayer, this.#stage);
  #tip = new Tip();
  #cells = new Cells(
    (cell) => this.#press(cell, false),
    (cell) => this.#onFocus(cell),
  );
  #loupe = new Loupe(this.#stage.id);
  #root = el("div", { class: "board" }, this.#svg, this.#cells.root, this.#tip.root, this.#loupe.root);
  /** The cells of the pointer, of the focus, and of the move to be confirmed. */
  #over = /** @type {number | null} */ (null);
  #focused = /** @type {number | null} */ (null);
  #pending = /** @type {number | null} */ (null);
  #isFinger = false;
  #drawn = "";
  #cell = 0;

  /** @param {HTMLElement} place the element that the board fills @param {BoardHandlers} [handlers] */
  constructor(place, handlers = {}) {
    this.#place = place;
    this.#handlers = handlers;
    new PointerInput(this.#cells.root, {
      canPlay: () => this.#position.canPlay,
      size: () => this.#position,
      point: (cell, isFinger) => this.#onPoint(cell, isFinger),
      press: (cell, isFinger) => this.#press(cell, isFinger),
    });
    place.append(this.#root);
    new ResizeObserver(() => this.#fit()).observe(place);
  }

  /** @param {BoardView} view */
  show(view) {
    const position = complete(view);
    this.#position = position;
    this.#drawGround(position);
    this.#area.replaceChildren(...drawArea(position));
    this.#below.replaceChildren(...drawBelow(position));
    this.#pieces.show(position);
    this.#above.replaceChildren(...drawAbove(position));
    this.#cells.show(position);
    this.#root.classList.toggle("playable", position.canPlay);
    if (this.#pending !== null && !this.#isFree(this.#pending)) this.#setPending(null);
    this.#drawGhost();
  }

  /** The point to be confirmed. */
  get pending() {
    return this.#pending;
  }

  /** Play the point to be confirmed. */
  confirm() {
    const cell = this.#pending;
    this.cancel();
    if (cell !== null) this.#handlers.onPlay?.(cell);
  }

  cancel() {
    this.#setPending(null);
    this.#drawGhost();
  }

  /** The name of a point and what is on it, for screen readers. @param {number} cell */
  describe(cell) {
    return this.#cells.nameOf(cell);
  }

  /** @param {Position} position */
  #drawGround(position) {
    const key = [position.width, position.height, position.pieces, position.coordinates].join();
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#svg.setAttribute("viewBox", viewBox(position));
    this.#ground.replaceChildren(...drawGrid(position));
    this.#names = drawNames(position);
    this.#nameLayer.replaceChildren(...this.#names.columns, ...this.#names.rows);
    this.#layOut(position);
    this.#fit();
  }

  /** @param {Position} position */
  #layOut(position) {
    const { left, top, across, down } = extent(position);
    const { style } = this.#cells.root;
    style.left = `${(100 * left) / across}%`;
    style.top = `${(100 * top) / down}%`;
    style.width = `${(100 * position.width) / across}%`;
    style.height = `${(100 * position.height) / down}%`;
    this.#place.style.setProperty("--ratio", String(across / down));
  }

  /** Make cells whole pixels wide, so that all lines are equally sharp. */
  #fit() {
    const { across, down } = extent(this.#position);
    const scale = window.devicePixelRatio || 1;
    const room = Math.min(this.#place.clientWidth / across, availableHeight(this.#place) / down);
    this.#cell = Math.max(4, Math.floor(room * scale) / scale);
    this.#root.style.width = `${across * this.#cell}px`;
    this.#root.style.height = `${down * this.#cell}px`;
    this.#root.style.setProperty("--cell", `${this.#cell}px`);
    this.#fitNames();
  }

  #fitNames() {
    const { size, step } = nameSize(this.#cell);
    const { columns, rows } = this.#names;
    this.#nameLayer.setAttribute("font-size", String(size));
    columns.forEach((name, col) => name.classList.toggle("spare", col % step > 0));
    rows.forEach((name, row) => name.classList.toggle("spare", (rows.length - 1 - row) % step > 0));
  }

  /** @param {number} cell */
  #isFree(cell) {
    return this.#position.canPlay && !this.#position.stones.has(cell);
  }

  /** @param {number} cell @param {boolean} isFinger */
  #press(cell, isFinger) {
    if (this.#position.stones.has(cell)) this.#handlers.onTaken?.(cell);
    if (!this.#isFree(cell)) return;
    const asks = this.#handlers.asksFirst?.(isFinger) ?? isFinger;
    if (!asks || cell === this.#pending) {
      this.cancel();
      this.#handlers.onPlay?.(cell);
    } else {
      this.#setPending(cell);
      this.#drawGhost();
    }
  }

  /** @param {number | null} cell */
  #setPending(cell) {
    if (cell === this.#pending) return;
    this.#pending = cell;
    this.#handlers.onPending?.(cell);
  }

  /** @param {number | null} cell @param {boolean} isFinger */
  #onPoint(cell, isFinger) {
    if (cell === this.#over && isFinger === this.#isFinger) return;
    [this.#over, this.#isFinger] = [cell, isFinger];
    this.#drawGhost();
  }

  /** @param {number | null} cell */
  #onFocus(cell) {
    this.#focused = cell;
    if (cell !== null) this.#over = null; // the focus moved last
    this.#drawGhost();
  }

  /** Draw everything that follows the pointer and the focus. */
  #drawGhost() {
    const position = this.#position;
    const here = this.#over ?? this.#focused;
    const isSliding = this.#isFinger && this.#over !== null;
    const ghost = isSliding ? this.#over : (this.#pending ?? here);
    const shown = position.sent ?? (ghost !== null && this.#isFree(ghost) ? ghost : null);
    const how = position.sent !== null ? "sent" : shown === this.#pending || isSliding ? "aimed" : "over";
    this.#ghost.replaceChildren(
      ...(isSliding && this.#over !== null ? [drawCross(this.#over, position)] : []),
      ...(shown !== null ? drawGhost(shown, position, how) : []),
    );
    this.#highlightNames(here ?? this.#pending);
    this.#tip.show(here ?? this.#pending, position);
    if (isSliding) this.#loupe.show(this.#over, position, this.#cell);
    else this.#loupe.hide();
  }

  /** Highlight the coordinates of a point. @param {number | null} cell */
  #highlightNames(cell) {
    const { width } = this.#position;
    const [row, col] = cell === null ? [-1, -1] : [Math.floor(cell / width), cell % width];
    this.#names.rows.forEach((name, index) => name.classList.toggle("lit", index === row));
    this.#names.columns.forEach((name, index) => name.classList.toggle("lit", index === col));
  }
}

/** The height available for the board, in pixels. @param {HTMLElement} place */
function availableHeight(place) {
  const most = parseFloat(getComputedStyle(place).maxHeight);
  return Number.isFinite(most) ? most : Infinity;
}
