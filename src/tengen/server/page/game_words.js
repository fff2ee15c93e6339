// @ts-check
/** What is going on in a game, in words without a full stop. */

import { drawWords, foulWords, linesWords, sideName } from "./words.js";

/** @typedef {import("./game_model.js").Game} Game */
/** @typedef {import("./wire.js").OptionView} OptionView */
/** @typedef {import("./wire.js").ResultView} ResultView */
/** @typedef {import("./wire.js").StateMessage} StateNews */
/** @typedef {import("./wire.js").TaskView} TaskView */

/** Whose turn it is and what to do, or how the game ended. @param {Game} game */
export function stateWords(game) {
  const { state } = game;
  if (!state) return "The game has not begun";
  if (state.result) return resultWords(game, state, state.result);
  return state.task ? taskWords(game, state, state.task) : "";
}

/** @param {Game} game @param {StateNews} state @param {TaskView} task */
function taskWords(game, state, task) {
  const who = game.nameOf(task.seat);
  const stone = sideName(state.turn);
  if (task.kind === "choose") return `${who} chooses: ${either(task.options.map(choiceWords))}`;
  if (task.kind === "declare") return `${who} says how many fifth moves there will be: 1 to ${task.most}`;
  if (task.kind === "propose") return `${who} offers fifth moves: ${task.points.length + 1} of ${task.count}`;
  if (task.kind === "pick") return `${who} picks ${stone}'s fifth move from ${task.points.length}`;
  const where = task.area ? `, ${areaWords(task.area)}` : "";
  if (!game.colourOf(task.seat)) return `${who} puts a stone for ${stone}${where}`;
  return `${game.hasName(task.seat) ? `${who} to move (${stone})` : `${stone} to move`}${where}`;
}

/** What a player is to do who knows that it is their turn; nothing if any stone will do. @param {Game} game */
export function orderWords(game) {
  const { state } = game;
  const task = state?.task;
  if (!state || !task) return "";
  const stone = sideName(state.turn);
  if (task.kind === "propose") return `Fifth moves: ${task.points.length + 1} of ${task.count}`;
  if (task.kind === "pick") return `Pick ${stone}'s fifth move from ${task.points.length}`;
  if (task.kind !== "place") return "";
  if (game.colourOf(task.seat)) return task.area ? `Put a stone ${areaWords(task.area)}` : "";
  return `Put a stone for ${stone}${task.area ? `, ${areaWords(task.area)}` : ""}`;
}

/** What a choice means. @param {OptionView} option */
export function choiceWords({ choice, colour }) {
  const side = colour ? sideName(colour) : "";
  return {
    black: `play ${side}`,
    white: `play ${side}`,
    "add two": "add two stones and leave the choice",
    swap: `swap and play ${side}`,
    stay: `stay ${side}`,
    "offer ten": `stay ${side} and offer ten fifth moves`,
  }[choice];
}

/** How the game ended. @param {Game} game @param {StateNews} state @param {ResultView} result */
function resultWords(game, state, { winner, cause, foul }) {
  if (cause === "aborted")
    return `The game was broken off${state.left.includes(0) ? ": no move was made in time" : ""}`;
  if (winner === null || !game.table) return drawWords(cause);
  const loser = game.sideOf(3 - winner);
  const why = {
    line: linesWords(state.lines, game.table.rules),
    time: `${loser}'s time is up`,
    resigned: `${loser} resigned`,
    left: `${loser} has left`,
    foul: foul ? `${loser}'s ${foulWords(foul, game.table.rules)}` : "",
  }[/** @type {"line" | "time" | "resigned" | "left" | "foul"} */ (cause)];
  const isOurs = game.seats.length === 1 && game.seats[0] === winner;
  return `${isOurs ? "You won" : `${game.sideOf(winner)} wins`}: ${why}`;
}

/** What the opponent has just said no to. @param {Game} game */
export function declinedWords(game) {
  const declined = game.state?.declined;
  if (!declined || declined.seat !== game.other) return "";
  const what = { draw: "the draw", "take back": "to take back", rematch: "the rematch" };
  return `${game.nameOf(declined.seat)} declined ${what[declined.offer]}`;
}

/** What a computer is sure of. @param {Game} game */
export function promiseWords(game) {
  const promise = game.state?.promise;
  if (!promise) return "";
  const who = game.sideOf(promise.seat);
  return promise.moves === 1 ? `${who} wins with the next move` : `${who} wins in at most ${promise.moves} more moves`;
}

/** Where a stone may be put. @param {readonly [number, boolean]} area */
function areaWords([side, outside]) {
  if (side === 1) return "on the centre";
  return `${outside ? "outside" : "within"} the central ${side}x${side}`;
}

/** `H8, G7 or F6`. @param {string[]} words */
function either(words) {
  const last = words.at(-1) ?? "";
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${last}` : last;
}
