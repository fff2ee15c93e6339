// @ts-check
/** Texts of every page. `sentences_*.js` have those of single pages; no other script has texts for users. */

import { settings } from "./settings.js";

const SIDES = { stones: ["Black", "White"], marks: ["X", "O"] };

/** `Black` or `X`, as the player prefers. @param {number} colour */
export function sideName(colour) {
  return SIDES[settings.pieces][colour === 1 ? 0 : 1];
}

/**
 * Put values into a text, in place of their names: `{who} has left`.
 * @template {string} Text
 * @param {Text} text
 * @param {import("./views.js").TextValues<Text>} values
 */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(/** @type {any} */ (values)[name]));
}

/** The first text for one, the second for any other number. @param {readonly [string, string]} texts @param {number} count */
export function fillCount(texts, count) {
  return fill(texts[count === 1 ? 0 : 1], { count });
}

/** The same, with a full stop. @param {string} text */
export function sentence(text) {
  return text && `${text}.`;
}

/** The title of the browser's tab. */
export const TAB_TITLE = "{text} – Tengen";

export const REQUEST = /** @type {const} */ ({
  unreachable: "Can't reach the server. Check your connection.",
  failed: "The server answered with error {status}. Try again.",
});

export const DIALOG = { close: "Close", cancel: "Cancel" };

export const BOARD = /** @type {const} */ ({
  label: "Board, {width} by {height}",
  empty: "empty",
  colours: { stones: ["black", "white"], marks: ["X", "O"] },
  move: "move {number}",
  lastMove: "last move",
  winningLine: "winning line",
  forbidden: "forbidden: {reason}",
  forbiddenPoint: "{point} {reason}",
  offered: "offered as number {number}",
  hint: "hint {text}",
  inZone: "in the zone",
  labelled: "marked {text}",
  marked: {
    circle: "marked with a circle",
    square: "marked with a square",
    triangle: "marked with a triangle",
    cross: "marked with a cross",
  },
  notAPoint: "{text} is not a point. A point is a letter and a number, as in h8.",
});
