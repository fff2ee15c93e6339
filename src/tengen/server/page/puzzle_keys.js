// @ts-check
/** The keys of the puzzles. */

import { releaseClickedButtons } from "./clicked_buttons.js";
import { byId } from "./dom.js";
import { loadDialogs } from "./frame.js";
import { Keys } from "./keys.js";

/**
 * @typedef {Object} PuzzleActions
 * @property {() => void} hint
 * @property {() => void} solve
 * @property {() => void} again
 * @property {() => void} next
 * @property {(text: string) => void} type called with a typed point
 * @property {(text: string) => void} notify
 */

/** @param {PuzzleActions} actions */
export function addKeys({ hint, solve, again, next, type, notify }) {
  releaseClickedButtons(byId("main", HTMLElement));
  new Keys({
    commands: {
      h: hint,
      s: solve,
      r: again,
      n: next,
      "?": async () => (await loadDialogs())?.openHelp("puzzles"),
    },
    onPoint: type,
    onTyping: (text) => text && notify(`${text} …`),
  });
}
