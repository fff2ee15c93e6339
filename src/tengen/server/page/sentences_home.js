// @ts-check
/** Texts of the forms for rules, of the home page and of the list of games. */

import { describeWin } from "./sentences_rules.js";

/** How dates are written. */
export const LANGUAGE = "en";

export const FORM = { name: "Your name", play: "Play", makeLink: "Make the link" };

export const OTHER_BOARD = "Another board …";

/** Why no game can be played with these rules. */
export const RULE_PROBLEM = /** @type {const} */ ({
  tooLong: "{k} in a row do not fit on a board of {width}x{height}.",
  renju: "Renju is played for {k} in a row.",
});

/** An entry of the list of win rules. @param {{name: string, win: string}} option */
export function winOption({ name, win }) {
  return `${name}: ${describeWin(win, "that many")}`;
}

export const LIST = /** @type {const} */ ({
  empty: {
    own: "You have not played here yet, or this browser does not remember it.",
    listed: "Nobody else has finished a game here yet.",
  },
  open: { waiting: "Open", playing: "Continue", over: "Replay" },
  analyse: "Analyse",
  analyseLater: "Analysis when the game has ended",
  /** The label of a link, for screen readers. */
  link: "{action}: {names}",
  older: "Older games",
  added: ["1 more game", "{count} more games"],
  play: "Play",
  /** Why a file cannot be opened. */
  fileProblem: {
    "too-large": "This file is larger than 2 MB.",
    "no-storage": "This browser stores nothing for this page. Open the file on the analysis board instead.",
  },
});
