// @ts-check
/** A board to look at and to play on: `new Board(place, wishes).show(view)`. */

import { Aim } from "./board_aim.js";
import { Cells } from "./board_cells.js";
import { drawArea, drawGrid, drawNames, extent, nameSize, viewBox } from "./board_ground.js";
import { Pieces } from "./board_pieces.js";
import { drawAbove, drawBelow, drawCross, drawGhost } from "./board_signs.js";
import { el, svg } from "./dom.js";
import { Loupe } from "./loupe.js";
import { complete } from "./position.js";
import { Tip } from "./tip.js";

/** @typedef {import("./views.js").BoardView} BoardView */
/** @typedef {import("./views.js").Position} Position */

/**
 * What whoever shows a board wants to hear of it.
 * @typedef {Object} Wishes
 * @property {(cell: number) => void} [onPlay] a stone is to be put on a point that is free
 * @property {(cell: number) => void} [onTaken] a point with a stone was chosen
 * @property {(cell: number | null) => void} [onAim] a point waits for its confirmation, or none does
 * @property {(cell: number | null) => void} [onOver] where the pointer or the keyboard is
 * @property {(isFinger: boolean) => boolean} [asksFirst] whether a point must be confirmed
 */

let count = 0;

export class Board {
  #place;
  #wishes;
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
  /** Where the pointer is, where the keyboard is, and what waits for its confirmation. */
  #over = /** @type {number | null} */ (null);
  #focused = /** @type {number | null} */ (null);
  #aimed = /** @type {number | null} */ (null);
  #isFinger = false;
  #drawn = "";
  #cell = 0;

  /** @param {HTMLElement} place what the board fills from side to side @param {Wishes} [wishes] */
  constructor(place, wishes = {}) {
    this.#place = place;
    this.#wishes = wishes;
    new Aim(this.#cells.root, {
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
    if (this.#aimed !== null && !this.#isFree(this.#aimed)) this.#aim(null);
    this.#drawGhost();
  }

  /** The point that waits for its confirmation. */
  get aimed() {
    return this.#aimed;
  }

  /** Put the stone that waits. */
  confirm() {
    const cell = this.#aimed;
    this.cancel();
    if (cell !== null) this.#wishes.onPlay?.(cell);
  }

  cancel() {
    this.#aim(null);
    this.#drawGhost();
  }

  /** Have the keyboard on the board. */
  focus() {
    this.#cells.focus();
  }

  /** What a point is called and what is there, as it is read out. @param {number} cell */
  describe(cell) {
    return this.#cells.nameOf(cell);
  }

  /** What is marked on a point from outside, as when a line of the engine is pointed at. @param {number | null} cell */
  point(cell) {
    this.#onPoint(cell, false);
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

  /** Cells are whole pixels of the screen, so that all lines are equally sharp. */
  #fit() {
    const { across, down } = extent(this.#position);
    const scale = window.devicePixelRatio || 1;
    const room = Math.min(this.#place.clientWidth / across, roomBelow(this.#place) / down);
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
    if (this.#position.stones.has(cell)) this.#wishes.onTaken?.(cell);
    if (!this.#isFree(cell)) return;
    const asks = this.#wishes.asksFirst?.(isFinger) ?? isFinger;
    if (!asks || cell === this.#aimed) {
      this.cancel();
      this.#wishes.onPlay?.(cell);
    } else {
      this.#aim(cell);
      this.#drawGhost();
    }
  }

  /** @param {number | null} cell */
  #aim(cell) {
    if (cell === this.#aimed) return;
    this.#aimed = cell;
    this.#wishes.onAim?.(cell);
  }

  /** @param {number | null} cell @param {boolean} isFinger */
  #onPoint(cell, isFinger) {
    if (cell === this.#over && isFinger === this.#isFinger) return;
    [this.#over, this.#isFinger] = [cell, isFinger];
    this.#drawGhost();
    this.#wishes.onOver?.(cell);
  }

  /** @param {number | null} cell */
  #onFocus(cell) {
    this.#focused = cell;
    if (cell !== null) this.#over = null; // the keyboard has moved last
    this.#drawGhost();
    this.#wishes.onOver?.(cell);
  }

  /** Everything that follows pointer and keyboard. */
  #drawGhost() {
    const position = this.#position;
    const here = this.#over ?? this.#focused;
    const isSliding = this.#isFinger && this.#over !== null;
    const ghost = isSliding ? this.#over : (this.#aimed ?? here);
    const shown = position.sent ?? (ghost !== null && this.#isFree(ghost) ? ghost : null);
    const how = position.sent !== null ? "sent" : shown === this.#aimed || isSliding ? "aimed" : "over";
    this.#ghost.replaceChildren(
      ...(isSliding && this.#over !== null ? [drawCross(this.#over, position)] : []),
      ...(shown !== null ? drawGhost(shown, position, how) : []),
    );
    this.#light(here ?? this.#aimed);
    this.#tip.show(here ?? this.#aimed, position);
    if (isSliding) this.#loupe.show(this.#over, position, this.#cell);
    else this.#loupe.hide();
  }

  /** Have the coordinates of a point stand out. @param {number | null} cell */
  #light(cell) {
    const { width } = this.#position;
    const [row, col] = cell === null ? [-1, -1] : [Math.floor(cell / width), cell % width];
    this.#names.rows.forEach((name, index) => name.classList.toggle("lit", index === row));
    this.#names.columns.forEach((name, index) => name.classList.toggle("lit", index === col));
  }
}

/** The height that a place grants its board, in pixels. @param {HTMLElement} place */
function roomBelow(place) {
  const most = parseFloat(getComputedStyle(place).maxHeight);
  return Number.isFinite(most) ? most : Infinity;
}
