// @ts-check
/** Facts of the server as words, with the sides called as the player likes: Black and White, or X and O. */

import { pointName } from "./points.js";
import { colourName } from "./position.js";
import { settings } from "./settings.js";

/** @typedef {import("./points.js").Size} Size */
/** @typedef {import("./views.js").Colour} Colour */
/** @typedef {import("./wire.js").PositionFacts} Facts */
/** @typedef {import("./wire.js").RefusalReason} Reason */
/** @typedef {import("./wire.js").RulesView} RulesView */
/** @typedef {import("./wire.js").ZoneFound} ZoneFound */

const ZONED = "15x15/5 freestyle";
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Which lines win. @type {Record<string, (k: string) => string>} */
const WINS = {
  freestyle: (k) => `${k} or more in a row win`,
  standard: (k) => `exactly ${k} in a row win`,
  caro: (k) => `${k} or more win, unless blocked at both ends`,
  "caro-exact": (k) => `exactly ${k} win, unless blocked at both ends`,
  "caro-long": (k) => `${k} win, unless blocked at both ends; more always win`,
  renju: () => `five win; ${sideName(1)} has forbidden points`,
};

/** What is wrong with a point. @type {Record<Reason, string>} */
const REASONS = {
  "game-over": "comes after the end of the game",
  "off-board": "is not on the board",
  taken: "is taken",
  overline: "makes six or more in a row",
  "double-four": "makes two fours at once",
  "double-three": "makes two threes at once",
};

/** What a forbidden point is called. @type {Partial<Record<Reason, string>>} */
const FOULS = { overline: "an overline", "double-four": "a double-four", "double-three": "a double-three" };

/** @param {number} colour */
export function sideName(colour) {
  return colourName(colour === 1 ? 1 : 2, settings.pieces);
}

/** As in `five`, and figures from eleven on. @param {number} number */
export function numberWord(number) {
  return NUMBERS[number] ?? String(number);
}

/** Which lines win: `five or more in a row win`. @param {string} win @param {string} k */
export function winWords(win, k) {
  return WINS[win](k);
}

/** `15x15, five or more in a row win`. @param {RulesView} rules */
export function ruleWords({ width, height, k, win }) {
  return `${width}x${height}, ${winWords(win, numberWord(k))}`;
}

/** `Caro`, or what is played: `9x9, 4 in a row`. @param {RulesView} rules */
export function gameName({ name, width, height, k }) {
  return name || `${width}x${height}, ${k} in a row`;
}

/** `Caro: 15x15, exactly five win, unless blocked at both ends`. @param {RulesView} rules */
export function gameWords(rules) {
  return [rules.name, ruleWords(rules)].filter(Boolean).join(": ");
}

/** `makes two threes at once`. @param {Reason} reason */
export function reasonWords(reason) {
  return REASONS[reason];
}

/** `J9 makes two threes at once, which is forbidden`. @param {readonly [number, Reason]} refused @param {Size} size */
export function refusalWords([cell, reason], size) {
  const why = FOULS[reason] ? `${REASONS[reason]}, which is forbidden` : REASONS[reason];
  return `${pointName(cell, size)} ${why}`;
}

/** `J9 is a double-three`. @param {{cell: number, reason: Reason}} foul @param {Size} size */
export function foulWords({ cell, reason }, size) {
  return `${pointName(cell, size)} is ${FOULS[reason]}`;
}

/** `five from H8 to L8`, of every line. @param {readonly (readonly number[])[]} lines @param {Size} size */
export function linesWords(lines, size) {
  return lines.map((line) => lineWords(line, size)).join(" and ");
}

/** @param {readonly number[]} line @param {Size} size */
function lineWords(line, size) {
  const [from, to] = [line[0], line[line.length - 1]].map((cell) => pointName(cell, size));
  return line.length === 1 ? `one on ${from}` : `${numberWord(line.length)} from ${from} to ${to}`;
}

/** Why nobody has won. @param {string} cause */
export function drawWords(cause) {
  if (cause === "agreed") return "A draw: both agreed";
  if (cause === "full board") return "A draw: the board is full";
  return `A draw: all points left are forbidden to ${sideName(1)}`;
}

/** `Black to move`, or how the game is over in a position. @param {Facts} facts */
export function positionWords({ ending, turn, winner, lines, rules }) {
  if (!ending) return `${sideName(turn)} to move`;
  return winner ? `${sideName(winner)} wins: ${linesWords(lines, rules)}` : drawWords(ending);
}

/** Whether this is the game in which it is known how Black wins. @param {{text: string}} [rules] */
export function hasZone(rules) {
  return rules?.text === ZONED;
}

/** What is known of the zone. @param {ZoneFound} found */
export function zoneWords({ cells, empty, is_possible: isPossible }) {
  const white = sideName(2);
  if (!isPossible) return `The zone is shown when ${white} is to move: 15x15, five or more in a row.`;
  if (!cells) return "No forced win is known here, so every point may matter.";
  return `Zone: ${cells.length} of ${empty} points. Wherever else ${white} answers, the same plan wins.`;
}
