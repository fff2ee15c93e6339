// @ts-check
/** Which rules can be played, checked before a form is sent. */

import { fill } from "./sentences.js";
import { RULE_PROBLEM } from "./sentences_home.js";

/** @import { OpeningChoice } from "./wire.js" */
/** @typedef {{width: number, height: number, k: number, win: string}} Game */

const RENJU_K = 5;

/** Why these rules cannot be played; empty if they can. @param {Game} game */
export function problemWith({ width, height, k, win }) {
  if (k > Math.max(width, height)) return fill(RULE_PROBLEM.tooLong, { width, height, k });
  if (win === "renju" && k !== RENJU_K) return fill(RULE_PROBLEM.renju, { k: RENJU_K });
  return "";
}

/** Whether an opening rule can be used. @param {OpeningChoice} opening @param {Game} game */
export function canOpen(opening, { width, height, k, win }) {
  return Math.min(width, height) >= opening.least && k >= opening.k && [null, win].includes(opening.win);
}
