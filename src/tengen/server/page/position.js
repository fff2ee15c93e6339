// @ts-check
/** Completes a view of a board: which stone is where, whose turn it is. */

import { BOARD, fill } from "./sentences.js";

/** @import { BoardView, Colour, Position, Stone } from "./views.js" */

const ZONE_RULES = "15x15/5 freestyle";
const PLAIN = {
  canPlay: false,
  numbers: false,
  lines: [],
  forbidden: [],
  hints: [],
  zone: [],
  ghosts: [],
  labels: [],
  marks: [],
  offered: [],
  area: null,
  sent: null,
  pieces: /** @type {"stones" | "marks"} */ ("stones"),
  coordinates: true,
};

/**
 * @param {BoardView} view
 * @returns {Position}
 */
export function complete(view) {
  const moves = view.moves ?? [];
  /** @type {Map<number, Stone>} */
  const stones = new Map((view.stones ?? []).map(([cell, colour]) => [cell, { colour, number: 0 }]));
  moves.forEach((cell, index) => stones.set(cell, { colour: colourOf(index), number: index + 1 }));
  return {
    ...PLAIN,
    label: fill(BOARD.label, view),
    turn: colourOf(moves.length),
    last: moves.at(-1) ?? null,
    ...given(view),
    stones,
  };
}

/** The fields of a view that are not undefined. @param {BoardView} view */
function given(view) {
  const entries = Object.entries(view).filter(([, value]) => value !== undefined);
  return /** @type {BoardView} */ (Object.fromEntries(entries));
}

/** The colour of the next stone after a number of moves. @param {number} count @returns {Colour} */
export function colourOf(count) {
  return count % 2 ? 2 : 1;
}

/** Whether it is known how Black wins this game. @param {{text: string}} [rules] */
export function hasZone(rules) {
  return rules?.text === ZONE_RULES;
}
