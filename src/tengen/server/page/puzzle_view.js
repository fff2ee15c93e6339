// @ts-check
/** The board of a puzzle. */

import { fill } from "./sentences.js";
import { PUZZLE } from "./sentences_puzzles.js";
import { settings } from "./settings.js";
import { other } from "./tree.js";

/** @import { BoardView, Colour } from "./views.js" */
/** @import { PuzzleView } from "./wire.js" */

/**
 * @typedef {Object} Solving
 * @property {readonly number[]} moves all moves on the board
 * @property {readonly number[]} wrong a move that does not win, and its refutation
 * @property {readonly number[]} marked the points of a hint
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
    label: fill(PUZZLE.board, { number: puzzle.number, width, height }),
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
