// @ts-check
/** A view made complete: which stone is where, whose turn it is. */

/** @typedef {import("./views.js").BoardView} BoardView */
/** @typedef {import("./views.js").Position} Position */
/** @typedef {import("./views.js").Colour} Colour */
/** @typedef {import("./views.js").Stone} Stone */

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
    label: `Board, ${view.width} by ${view.height}`,
    turn: colourOf(moves.length),
    last: moves.at(-1) ?? null,
    ...given(view),
    stones,
  };
}

/** What is said in a view: what is undefined is not. @param {BoardView} view */
function given(view) {
  const entries = Object.entries(view).filter(([, value]) => value !== undefined);
  return /** @type {BoardView} */ (Object.fromEntries(entries));
}

/** Whose stone it is that comes after so many. @param {number} count @returns {Colour} */
export function colourOf(count) {
  return count % 2 ? 2 : 1;
}

/** What the two sides are called. @param {Colour} colour @param {"stones" | "marks"} pieces */
export function colourName(colour, pieces) {
  const names = pieces === "marks" ? ["X", "O"] : ["Black", "White"];
  return names[colour - 1];
}
