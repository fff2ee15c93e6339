// @ts-check
/** How a game stands, put into sentences without a full stop. */

import { pointName } from "./points.js";
import { fill, sideName } from "./sentences.js";
import { AREA, CHOICES, DECLINED, ORDER, STATE } from "./sentences_game.js";
import { describeDraw, describeLines, FOULS } from "./sentences_rules.js";

/** @import { Game } from "./game_model.js" */
/** @import { OptionView, ResultView, StateMessage, TaskView } from "./wire.js" */

/** Whose turn it is and what to do, or how the game ended. @param {Game} game */
export function describeState(game) {
  const { state } = game;
  if (!state) return STATE.notStarted;
  if (state.result) return describeResult(game, state, state.result);
  return state.task ? describeTask(game, state, state.task) : "";
}

/** @param {Game} game @param {StateMessage} state @param {TaskView} task */
function describeTask(game, state, task) {
  const who = game.nameOf(task.seat);
  const side = sideName(state.turn);
  const count = task.points.length;
  if (task.kind === "choose") return fill(STATE.choose, { who, choices: either(task.options.map(describeChoice)) });
  if (task.kind === "declare") return fill(STATE.declare, { who, most: task.most });
  if (task.kind === "propose") return fill(STATE.propose, { who, number: count + 1, count: task.count });
  if (task.kind === "pick") return fill(STATE.pick, { who, side, count });
  if (!game.colourOf(task.seat)) return inArea(fill(STATE.placeFor, { who, side }), task);
  return inArea(fill(game.hasName(task.seat) ? STATE.namedToMove : STATE.toMove, { who, side }), task);
}

/** What to do in one's own turn; empty if a stone may go anywhere. @param {Game} game */
export function describeOrder(game) {
  const { state } = game;
  const task = state?.task;
  if (!state || !task) return "";
  const side = sideName(state.turn);
  const count = task.points.length;
  if (task.kind === "propose") return fill(ORDER.propose, { number: count + 1, count: task.count });
  if (task.kind === "pick") return fill(ORDER.pick, { side, count });
  if (task.kind !== "place") return "";
  if (!game.colourOf(task.seat)) return inArea(fill(ORDER.placeFor, { side }), task);
  return task.area ? fill(ORDER.place, { where: describeArea(task.area) }) : "";
}

/** @param {string} text @param {TaskView} task */
function inArea(text, { area }) {
  return area ? fill(STATE.inArea, { task: text, where: describeArea(area) }) : text;
}

/** @param {readonly [number, boolean]} area */
function describeArea([side, isOutside]) {
  return side === 1 ? AREA.centre : fill(isOutside ? AREA.outside : AREA.within, { side });
}

/** @param {OptionView} option */
export function describeChoice({ choice, colour }) {
  return fill(CHOICES[choice], { side: colour ? sideName(colour) : "" });
}

/** `H8, G7 or F6`. @param {string[]} texts */
function either(texts) {
  const last = texts.at(-1) ?? "";
  return texts.length > 1 ? fill(STATE.or, { choices: texts.slice(0, -1).join(", "), last }) : last;
}

/** @param {Game} game @param {StateMessage} state @param {ResultView} result */
function describeResult(game, state, { winner, cause, foul }) {
  if (cause === "aborted") return state.left.includes(0) ? STATE.abortedLate : STATE.aborted;
  if (winner === null || !game.table) return describeDraw({ cause });
  const loser = game.sideOf(3 - winner);
  const size = game.table.rules;
  const point = foul ? pointName(foul.cell, size) : "";
  const why = {
    line: describeLines({ lines: state.lines, size }),
    time: fill(STATE.time, { loser }),
    resigned: fill(STATE.resigned, { loser }),
    left: fill(STATE.left, { loser }),
    foul: foul ? fill(STATE.foul, { loser, point, foul: FOULS[foul.reason] ?? "" }) : "",
  }[/** @type {"line" | "time" | "resigned" | "left" | "foul"} */ (cause)];
  const isOurs = game.seats.length === 1 && game.seats[0] === winner;
  return isOurs ? fill(STATE.youWon, { why }) : fill(STATE.wins, { who: game.sideOf(winner), why });
}

/** The offer that the opponent has just declined. @param {Game} game */
export function describeDeclined(game) {
  const declined = game.state?.declined;
  if (!declined || declined.seat !== game.other) return "";
  return fill(DECLINED[declined.offer], { who: game.nameOf(declined.seat) });
}

/** The win that a computer has announced. @param {Game} game */
export function describePromise(game) {
  const promise = game.state?.promise;
  if (!promise) return "";
  const who = game.sideOf(promise.seat);
  return fill(promise.moves === 1 ? STATE.promiseNext : STATE.promise, { who, moves: promise.moves });
}
