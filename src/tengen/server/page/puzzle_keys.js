// @ts-check
/** Keys of the puzzles. */

import { openHelp } from "./dialogs.js";
import { byId } from "./dom.js";
import { Keys, letGoOfButtons } from "./keys.js";

const KEYS = /** @type {const} */ ([
  ["h 8 Enter", "try a point"],
  ["Tab", "to the board, where arrows go from point to point and Enter puts a stone"],
  ["h", "a hint"],
  ["s", "the solution"],
  ["r", "begin again"],
  ["n", "the next puzzle"],
  ["?", "these keys"],
]);

/**
 * @typedef {Object} Deeds
 * @property {() => void} hint
 * @property {() => void} solve
 * @property {() => void} again
 * @property {() => void} goOn
 * @property {(text: string) => void} type a point was typed
 * @property {(words: string) => void} tell
 */

/** @param {Deeds} deeds */
export function addKeys({ hint, solve, again, goOn, type, tell }) {
  letGoOfButtons(byId("main", HTMLElement));
  new Keys({
    commands: { h: hint, s: solve, r: again, n: goOn, "?": () => openHelp(KEYS) },
    onPoint: type,
    onTyping: (text) => text && tell(`${text} …`),
  });
}
