// @ts-check
/** Which games can be played at all, so that a form says so before it is sent. */

/** @typedef {import("./wire.js").OpeningChoice} OpeningChoice */
/** @typedef {{width: number, height: number, k: number, win: string}} Game */

const RENJU_K = 5;

/** Why no game can be played with these rules; nothing if one can. @param {Game} game */
export function objectionTo({ width, height, k, win }) {
  if (k > Math.max(width, height)) return `${k} in a row do not fit on a board of ${width}x${height}.`;
  if (win === "renju" && k !== RENJU_K) return `Renju is played for ${RENJU_K} in a row.`;
  return "";
}

/** Whether a game can begin in this way. @param {OpeningChoice} opening @param {Game} game */
export function canOpen(opening, { width, height, k, win }) {
  return Math.min(width, height) >= opening.least && k >= opening.k && [null, win].includes(opening.win);
}
