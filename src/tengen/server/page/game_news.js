// @ts-check
/** What is new in a game: heard, read out, and seen in the title of the tab. */

import { timeWords } from "./clock.js";
import { titleOf } from "./game_status.js";
import { declinedWords, orderWords, promiseWords, stateWords } from "./game_words.js";
import { pointName } from "./points.js";
import { colourOf } from "./position.js";
import { say, sayNow } from "./say.js";
import * as sound from "./sound.js";
import { sideName } from "./words.js";

/** @typedef {import("./game_model.js").Game} Game */
/** @typedef {import("./wire.js").StateMessage} StateNews */

/** @type {Record<string, string>} */
const ASKS = {
  draw: "offers a draw.",
  "take back": "asks to take back a move.",
  rematch: "offers a rematch.",
};

/**
 * Tell what a new state brings.
 * @param {Game} game with the new state
 * @param {StateNews | null} before null when the page has just come
 */
export function tellState(game, before) {
  const { state } = game;
  if (!state || !before || state.number === before.number) return;
  const added = state.moves.length - before.moves.length;
  if (state.result && !before.result) return tellEnd(game);
  if (added > 0) sound.stone();
  if (game.isMine && before.task?.seat !== state.task?.seat && isUnwatched()) sound.yourTurn();
  const said = [
    added > 0 ? lastMove(game) : added < 0 && "Moves were taken back.",
    announced(game, before),
    turnWords(game, before),
  ];
  say(said.filter(Boolean).join(" "));
  tellOffers(game, before);
}

/**
 * Tell who has come or gone.
 * @param {Game} game with the new table
 * @param {import("./wire.js").TableMessage | null} before
 */
export function tellTable(game, before) {
  const { table, other } = game;
  if (!table || !before) return;
  if (before.phase === "waiting" && table.phase === "playing") {
    sound.notice();
    return sayNow(`The game begins: ${game.nameOf(1)} and ${game.nameOf(2)}.`);
  }
  const [was, is] = [before, table].map(({ seats }) => other !== null && seats[other - 1].is_here);
  if (other !== null && was !== is) say(`${game.nameOf(other)} is ${is ? "here" : "away"}.`);
}

/** @param {Game} game */
function tellEnd(game) {
  sound.stone();
  sound.end();
  sayNow(`${stateWords(game)}.`);
}

/** @param {Game} game @param {StateNews} before */
function tellOffers(game, before) {
  if (game.offer && game.other !== null && before.offers[game.other - 1] !== game.offer) {
    sound.notice();
    sayNow(`${game.nameOf(game.other)} ${ASKS[game.offer]}`);
  }
  const declined = declinedWords(game);
  if (declined) sayNow(`${declined}.`);
}

/** @param {Game} game @param {StateNews} before */
function turnWords(game, before) {
  const { state } = game;
  if (!state?.task) return "";
  if (isSame(state.task, before.task) && state.moves.length === before.moves.length) return "";
  const isPlain = state.task.kind === "place" && game.colourOf(1) !== null;
  const words = game.isMine && !game.isShared ? [titleOf(game), orderWords(game)] : [isPlain ? "" : stateWords(game)];
  return words
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(" ");
}

/** What a computer is sure of, when it has just said so. @param {Game} game @param {StateNews} before */
function announced(game, before) {
  const { promise } = /** @type {StateNews} */ (game.state);
  return promise && !isSame(promise, before.promise) && `${promiseWords(game)}.`;
}

/** @param {unknown} one @param {unknown} other */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** As in `White I9, move 2.` @param {Game} game */
export function lastMove({ state, table }) {
  const number = state?.moves.length ?? 0;
  if (!state || !table || !number) return "No stone lies on the board yet.";
  return `${sideName(colourOf(number - 1))} ${pointName(state.moves[number - 1], table.rules)}, move ${number}.`;
}

/** The clocks, and whose turn it is. @param {Game} game */
export function clocksInWords(game) {
  const times = [1, 2].map((seat) => {
    const left = game.left(seat);
    return left === null ? "" : `${game.nameOf(seat)}: ${timeWords(left)}.`;
  });
  return [times.join(" ").trim() || "No clock.", `${titleOf(game)}.`].join(" ");
}

/** @param {Game} game */
export function tabTitle(game) {
  if (game.isMine && !game.isShared) return "● Your turn – Tengen";
  if (game.offer) return "● An offer – Tengen";
  if (!game.table) return "A game – Tengen";
  if (game.table.phase === "waiting") return game.isWatching ? "An invitation – Tengen" : "Waiting – Tengen";
  return `${game.isOver ? "Over: " : ""}${game.nameOf(1)} and ${game.nameOf(2)} – Tengen`;
}

function isUnwatched() {
  return document.hidden || !document.hasFocus();
}
