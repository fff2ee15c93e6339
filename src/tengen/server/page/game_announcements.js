// @ts-check
/** Changes of a game: sounds, announcements for screen readers, the title of the tab. */

import { announce, announceNow } from "./announcements.js";
import { describeTime } from "./clock.js";
import { describeDeclined, describeOrder, describePromise, describeState } from "./game_report.js";
import { titleOf } from "./game_status.js";
import { pointName } from "./points.js";
import { colourOf } from "./position.js";
import { fill, sentence, sideName } from "./sentences.js";
import { ANNOUNCE, OFFERS, TAB } from "./sentences_game.js";
import * as sound from "./sound.js";

/** @import { Game } from "./game_model.js" */
/** @import { StateMessage, TableMessage } from "./wire.js" */

/** Announce what a new state changes. @param {Game} game @param {StateMessage | null} before */
export function announceState(game, before) {
  const { state } = game;
  if (!state || !before || state.number === before.number) return;
  const added = state.moves.length - before.moves.length;
  if (state.result && !before.result) return announceEnd(game);
  if (added > 0) sound.stone();
  if (game.isMine && before.task?.seat !== state.task?.seat && isInBackground()) sound.yourTurn();
  const parts = [
    added > 0 ? describeLastMove(game) : added < 0 && ANNOUNCE.takenBack,
    newPromise(game, before),
    newTurn(game, before),
  ];
  announce(parts.filter(Boolean).join(" "));
  announceOffers(game, before);
}

/** Announce who has come or gone. @param {Game} game @param {TableMessage | null} before */
export function announceTable(game, before) {
  const { table, other } = game;
  if (!table || !before) return;
  if (before.phase === "waiting" && table.phase === "playing") {
    sound.notice();
    return announceNow(fill(ANNOUNCE.start, { first: game.nameOf(1), second: game.nameOf(2) }));
  }
  const [was, is] = [before, table].map(({ seats }) => other !== null && seats[other - 1].is_here);
  if (other === null || was === is) return;
  const who = game.nameOf(other);
  announce(is ? fill(ANNOUNCE.here, { who }) : fill(ANNOUNCE.away, { who }));
}

/** @param {Game} game */
function announceEnd(game) {
  sound.stone();
  sound.end();
  announceNow(sentence(describeState(game)));
}

/** @param {Game} game @param {StateMessage} before */
function announceOffers(game, before) {
  if (game.offer && game.other !== null && before.offers[game.other - 1] !== game.offer) {
    sound.notice();
    announceNow(sentence(fill(OFFERS[game.offer], { who: game.nameOf(game.other) })));
  }
  const declined = describeDeclined(game);
  if (declined) announceNow(sentence(declined));
}

/** @param {Game} game @param {StateMessage} before */
function newTurn(game, before) {
  const { state } = game;
  if (!state?.task) return "";
  if (isSame(state.task, before.task) && state.moves.length === before.moves.length) return "";
  const isPlain = state.task.kind === "place" && game.colourOf(1) !== null;
  const isOwn = game.isMine && !game.isShared;
  const parts = isOwn ? [titleOf(game), describeOrder(game)] : [isPlain ? "" : describeState(game)];
  return parts.filter(Boolean).map(sentence).join(" ");
}

/** The win that a computer has announced with its last move. @param {Game} game @param {StateMessage} before */
function newPromise(game, before) {
  const { promise } = /** @type {StateMessage} */ (game.state);
  return promise && !isSame(promise, before.promise) && sentence(describePromise(game));
}

/** @param {unknown} one @param {unknown} other */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** `White I9, move 2.` @param {Game} game */
export function describeLastMove({ state, table }) {
  const number = state?.moves.length ?? 0;
  if (!state || !table || !number) return ANNOUNCE.noMoves;
  const point = pointName(state.moves[number - 1], table.rules);
  return fill(ANNOUNCE.move, { side: sideName(colourOf(number - 1)), point, number });
}

/** The clocks, and whose turn it is. @param {Game} game */
export function describeClocks(game) {
  const times = [1, 2].map((seat) => {
    const left = game.left(seat);
    return left === null ? "" : fill(ANNOUNCE.clock, { who: game.nameOf(seat), time: describeTime(left) });
  });
  return [times.join(" ").trim() || ANNOUNCE.noClock, sentence(titleOf(game))].join(" ");
}

/** The title of the tab. @param {Game} game */
export function describeTab(game) {
  if (game.isMine && !game.isShared) return TAB.yourTurn;
  if (game.offer) return TAB.offer;
  if (!game.table) return TAB.game;
  if (game.table.phase === "waiting") return game.isWatching ? TAB.invitation : TAB.waiting;
  return fill(game.isOver ? TAB.over : TAB.players, { first: game.nameOf(1), second: game.nameOf(2) });
}

function isInBackground() {
  return document.hidden || !document.hasFocus();
}
