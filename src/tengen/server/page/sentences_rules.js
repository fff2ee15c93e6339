// @ts-check
/** Texts about rules and results, on all pages with games. */

import { pointName } from "./points.js";
import { fill, fillCount, sideName } from "./sentences.js";

/** @import { Size } from "./points.js" */
/** @import { RefusalReason, RulesView } from "./wire.js" */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Which lines win. @type {Record<string, string>} */
const WINS = {
  freestyle: "{k} or more in a row win",
  standard: "exactly {k} in a row win",
  caro: "{k} or more win, unless blocked at both ends",
  "caro-exact": "exactly {k} win, unless blocked at both ends",
  "caro-long": "{k} win, unless blocked at both ends; more always win",
  renju: "five win; {black} has forbidden points",
};

/** Why a point cannot be played, after its name. @type {Record<RefusalReason, string>} */
export const REASONS = {
  "game-over": "comes after the end of the game",
  "off-board": "is not on the board",
  taken: "is taken",
  overline: "makes six or more in a row",
  "double-four": "makes two fours at once",
  "double-three": "makes two threes at once",
};

/** What a forbidden point is called. @type {Partial<Record<RefusalReason, string>>} */
export const FOULS = { overline: "an overline", "double-four": "a double-four", "double-three": "a double-three" };

/** Why nobody has won. @type {Record<string, string>} */
const DRAWS = {
  agreed: "A draw: both agreed",
  "full board": "A draw: the board is full",
  "no legal point": "A draw: all points left are forbidden to {black}",
};

/** `1 move`, `9 moves`. @param {number} count */
export function countMoves(count) {
  return fillCount(["1 move", "{count} moves"], count);
}

/** `five or more in a row win`. @param {string} win @param {string} k */
export function describeWin(win, k) {
  return fill(WINS[win], { k, black: sideName(1) });
}

/** `five`; digits from eleven on. @param {number} number */
function numberWord(number) {
  return NUMBERS[number] ?? String(number);
}

/** `15x15, five or more in a row win`. @param {{width: number, height: number, k: number, win: string}} rules */
export function describeRules({ width, height, k, win }) {
  return `${width}x${height}, ${describeWin(win, numberWord(k))}`;
}

/** `Caro`, or `9x9, 4 in a row` for a game without a name. @param {RulesView} rules */
export function gameName({ name, width, height, k }) {
  return name || `${width}x${height}, ${k} in a row`;
}

/** `Caro: 15x15, exactly five win, unless blocked at both ends`. @param {RulesView} rules */
export function describeGame(rules) {
  return [rules.name, describeRules(rules)].filter(Boolean).join(": ");
}

/** `five from H8 to L8`, for each line. @param {{lines: readonly (readonly number[])[], size: Size}} found */
export function describeLines({ lines, size }) {
  return lines.map((line) => describeLine(line, size)).join(" and ");
}

/** @param {readonly number[]} line @param {Size} size */
function describeLine(line, size) {
  const [from, to] = [line[0], line[line.length - 1]].map((cell) => pointName(cell, size));
  return line.length === 1 ? `one on ${from}` : `${numberWord(line.length)} from ${from} to ${to}`;
}

/** @param {{cause: string}} result */
export function describeDraw({ cause }) {
  return fill(DRAWS[cause] ?? DRAWS["no legal point"], { black: sideName(1) });
}
