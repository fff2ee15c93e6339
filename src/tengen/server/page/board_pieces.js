// @ts-check
/** Stones, or X and O. Pieces that stay are not redrawn, so that only a new one is animated. */

import { spot } from "./board_ground.js";
import { svg } from "./dom.js";

/** @import { Colour, Position, Stone } from "./views.js" */

/** The radius of a stone, in hundredths of a cell. */
const STONE = 46;
/** Half the width of an X or O. */
const MARK = 29;

export class Pieces {
  /** @type {Map<number, {key: string, parts: SVGElement[]}>} */
  #drawn = new Map();
  #shades = svg("g", { class: "shades" });
  #stones = svg("g", { class: "stones" });

  get layers() {
    return [this.#shades, this.#stones];
  }

  /** @param {Position} position */
  show(position) {
    const { stones } = position;
    const gone = [...this.#drawn.keys()].filter((cell) => !stones.has(cell));
    const fresh = [...stones.keys()].filter((cell) => !this.#drawn.has(cell));
    const appears = this.#drawn.size > 0 || stones.size === 1 ? fresh.length === 1 : false;
    for (const cell of gone) this.#remove(cell);
    for (const [cell, stone] of stones) {
      this.#place(cell, stone, position, appears && cell === fresh[0]);
    }
  }

  /** @param {number} cell */
  #remove(cell) {
    this.#drawn.get(cell)?.parts.forEach((part) => part.remove());
    this.#drawn.delete(cell);
  }

  /** @param {number} cell @param {Stone} stone @param {Position} position @param {boolean} appears */
  #place(cell, stone, position, appears) {
    const text = position.numbers && stone.number ? String(stone.number) : "";
    const key = [stone.colour, text, position.pieces, position.width].join();
    if (this.#drawn.get(cell)?.key === key) return;
    this.#remove(cell);
    const shade = position.pieces === "stones" && drawShade(cell, position.width);
    const piece = drawPiece(cell, stone.colour, text, position);
    if (appears) appear(piece);
    if (shade) this.#shades.append(shade);
    this.#stones.append(piece);
    this.#drawn.set(cell, { key, parts: shade ? [shade, piece] : [piece] });
  }
}

/** Animate a new piece once. @param {SVGElement} piece */
function appear(piece) {
  piece.classList.add("new");
  piece.addEventListener("animationend", () => piece.classList.remove("new"), { once: true });
}

/** @param {number} cell @param {number} width */
function drawShade(cell, width) {
  const [x, y] = spot(cell, width);
  return svg("circle", { class: "shade", cx: x, cy: y + 6, r: STONE + 1 });
}

/** A stone or mark with a text. @param {number} cell @param {Colour} colour @param {string} text @param {Pick<Position, "pieces" | "width">} look */
export function drawPiece(cell, colour, text, { pieces, width }) {
  const [x, y] = spot(cell, width);
  const side = colour === 1 ? "black" : "white";
  const parts = pieces === "stones" ? stoneParts(text) : markParts(colour, text);
  const body = svg("g", { class: "body" }, ...parts);
  return svg("g", { class: `piece ${pieces} ${side}`, transform: `translate(${x} ${y})` }, body);
}

/** @param {string} text */
function stoneParts(text) {
  const face = svg("circle", { class: "face", r: STONE - 2 });
  return text ? [face, write(text, 0, 0, 44)] : [face];
}

/** @param {Colour} colour @param {string} text */
function markParts(colour, text) {
  const mark =
    colour === 1
      ? svg("path", {
          class: "pen",
          d: `M${-MARK} ${-MARK}L${MARK} ${MARK}M${-MARK} ${MARK}L${MARK} ${-MARK}`,
        })
      : svg("circle", { class: "pen", r: MARK * 1.06 });
  if (!text) return [mark];
  mark.setAttribute("transform", "translate(-15 -17) scale(.62)");
  return [mark, write(text, 20, 28, 34)];
}

/** A short text, centred on a point. @param {string} text @param {number} x @param {number} y @param {number} most the largest size */
export function write(text, x, y, most) {
  const size = Math.min(most, 130 / Math.max(1, text.length));
  return svg("text", { class: "written", x, y, "font-size": size }, text);
}
