// @ts-check
/** What the board shows of a puzzle. */

import { settings } from "./settings.js";
import { other } from "./tree.js";

/** @typedef {import("./views.js").BoardView} BoardView */
/** @typedef {import("./views.js").Colour} Colour */
/** @typedef {import("./wire.js").PuzzleView} PuzzleView */

/**
 * @typedef {Object} Solving
 * @property {readonly number[]} moves all that lie on the board since the beginning
 * @property {readonly number[]} wrong a move that does not win, and what spoils it
 * @property {readonly number[]} marked what a hint points at
 * @property {boolean} canPlay
 */

/** @param {PuzzleView} puzzle @param {Solving} solving @returns {BoardView} */
export function viewOf(puzzle, { moves, wrong, marked, canPlay }) {
  const { width, height } = puzzle.rules;
  const first = asColour(puzzle.turn);
  const turn = moves.length % 2 ? other(first) : first;
  /** @type {[number, Colour][]} */
  const stones = puzzle.stones.map(([cell, colour]) => [cell, asColour(colour)]);
  moves.forEach((cell, at) => stones.push([cell, at % 2 ? other(first) : first]));
  return {
    width,
    height,
    label: `Puzzle ${puzzle.number}, ${width} by ${height}`,
    stones,
    turn,
    last: moves.at(-1) ?? null,
    canPlay,
    ghosts: wrong.map((cell, at) => [cell, at % 2 ? other(turn) : turn, String(at + 1)]),
    hints: marked.map((cell) => [cell, marked.length > 1 ? "?" : "1"]),
    pieces: settings.pieces,
    coordinates: settings.coordinates,
  };
}

/** @param {number} number @returns {Colour} */
const asColour = (number) => (number === 2 ? 2 : 1);
