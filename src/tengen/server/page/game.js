// @ts-check
/** The page of a game: shows the last state from the server and sends what the player does. */

import { announce, announceNow } from "./announcements.js";
import { Board } from "./board.js";
import { LOW } from "./clock.js";
import { byId } from "./dom.js";
import { loadDialogs } from "./frame.js";
import { Actions } from "./game_actions.js";
import { announceState, announceTable, describeClocks, describeLastMove, describeTab } from "./game_announcements.js";
import { Invite } from "./game_invite.js";
import { Game } from "./game_model.js";
import { Moves } from "./game_moves.js";
import { Notices } from "./game_notices.js";
import { Player } from "./game_players.js";
import { describeState } from "./game_report.js";
import { Status } from "./game_status.js";
import { Keys } from "./keys.js";
import { parsePoint, pointName } from "./points.js";
import { BOARD, fill, sentence, TAB_TITLE } from "./sentences.js";
import { GAME } from "./sentences_game.js";
import { gameName, REASONS } from "./sentences_rules.js";
import { asksFirst, onChange, settings } from "./settings.js";
import { Socket } from "./socket.js";
import * as sound from "./sound.js";

/** @import { PlayerCommand } from "./views.js" */
/** @import { ServerMessage } from "./wire.js" */

const game = new Game();
const link = location.pathname.split("/")[2];
/** @param {string} id */
const part = (id) => byId(id, HTMLElement);
const main = part("main");
const heading = part("heading");

const board = new Board(part("board"), {
  onPlay: play,
  onPending,
  onTaken: (cell) => announce(sentence(board.describe(cell))),
  asksFirst,
});
const notices = new Notices(part("notices"), {
  send,
  toPresent: () => go("last"),
  confirm: () => board.confirm(),
  cancel: () => board.cancel(),
  pending: () => board.pending,
});
const players = [new Player(part("far")), new Player(part("near"))];
const status = new Status(part("status"), send);
const moves = new Moves(part("moves"), go);
const actions = new Actions(part("actions"), send, turnZone);
const invite = new Invite(part("invite"));
const zoneText = part("zone");
/** Loaded when it is first used. @type {import("./game_zone.js").Zone | null} */
let zone = null;
let isWarned = false;
/** The commands that were sent again. @type {PlayerCommand[]} */
let repeated = [];

const socket = new Socket(`/socket/game/${link}`, {
  isAnswered: true,
  onMessage,
  onState: (state) => {
    game.connection = state;
    if (state !== "open") [game.isStale, game.sent] = [true, null];
    if (state === "closed" && game.table?.phase === "waiting") game.isWithdrawn = true;
    show();
  },
});

new Keys({
  commands: {
    ArrowLeft: () => go("back"),
    ArrowRight: () => go("forward"),
    Home: () => go("first"),
    End: () => go("last"),
    Enter: () => board.confirm(),
    Escape: () => board.cancel(),
    l: () => announce(describeLastMove(game)),
    c: () => announce(describeClocks(game)),
    z: () => (game.offersZone ? turnZone() : announce(GAME.noZone)),
    "?": async () => (await loadDialogs())?.openHelp("game"),
  },
  onTyping: (text) => {
    notices.typed = text;
    show();
  },
  onPoint: typePoint,
});
onChange(show);
window.setInterval(tick, 100);

/** @param {ServerMessage} message */
function onMessage(message) {
  if (message.type === "you") [game.seats, game.countsOnce] = [message.seats, message.counts_once];
  else if (message.type === "table") onTable(message);
  else if (message.type === "state") onState(message);
  else if (message.type === "done") game.settle(message.id);
  else if (message.type === "problem") {
    if (message.code === "withdrawn") game.isWithdrawn = true;
    game.settle(message.id);
    const isAgain = repeated.some(({ id }) => id === message.id);
    onProblem(isAgain ? fill(GAME.notRepeated, message) : message.says);
  }
  show();
}

/** @param {import("./wire.js").TableMessage} table */
function onTable(table) {
  const before = game.table;
  const isNext = before && !before.next && table.next;
  game.table = table;
  game.clockOffset = table.now - Date.now();
  announceTable(game, before);
  if (isNext && !game.isWatching) location.assign(`/game/${table.next}`);
}

/** @param {import("./wire.js").StateMessage} state */
function onState(state) {
  const before = game.state;
  game.state = state;
  if (!game.countsOnce) game.settle();
  if (game.isStale) repeat();
  game.clockOffset = state.now - Date.now();
  game.sent = null;
  if (game.at !== null && game.at >= state.moves.length) game.at = null;
  if (state.running !== before?.running) isWarned = false;
  if (state.moves.length !== before?.moves.length) notices.hideProblem();
  announceState(game, before);
}

/** Send unanswered commands again after a reconnection. */
function repeat() {
  game.isStale = false;
  repeated = [...game.unanswered];
  repeated.forEach((command) => socket.send(command));
}

/** @param {string} says */
function onProblem(says) {
  game.sent = null;
  announceNow(says);
  notices.showProblem(says, show);
}

function show() {
  main.dataset.phase = game.table?.phase ?? "";
  showZone();
  showBoard();
  players[0].show(game, 3 - game.near);
  players[1].show(game, game.near);
  status.show(game);
  actions.show(game);
  moves.show(game); // after everything above it, as it scrolls
  invite.show(game);
  notices.show(game);
  document.title = fill(TAB_TITLE, { text: describeTab(game) });
  if (!game.table) return;
  const [first, second] = [game.nameOf(1), game.nameOf(2)];
  heading.textContent = fill(GAME.heading, { game: gameName(game.table.rules), first, second });
}

function showZone() {
  zone?.follow(game);
  zoneText.hidden = !game.showsZone;
  zoneText.textContent = zone?.text ?? "";
}

function showBoard() {
  const { table, state, at } = game;
  if (!table) return;
  const isPresent = at === null;
  const task = isPresent && state?.task ? state.task : null;
  board.show({
    width: table.rules.width,
    height: table.rules.height,
    label: fill(BOARD.label, table.rules),
    moves: state?.moves.slice(0, at ?? undefined),
    canPlay: game.canPlay,
    lines: isPresent ? state?.lines : [],
    forbidden: isPresent ? (state?.forbidden ?? []).map(([cell, reason]) => [cell, REASONS[reason]]) : [],
    zone: zone?.cells,
    offered: task?.points ?? [],
    area: game.isMine ? task?.area : null,
    sent: game.sent,
    pieces: settings.pieces,
    numbers: settings.numbers,
    coordinates: settings.coordinates,
  });
}

/** Update what changes with time alone. */
function tick() {
  if (!game.state || game.isOver) return;
  players.forEach((player) => player.tick(game));
  if (game.claimIn !== null) notices.show(game);
  const left = game.seats.includes(game.state.running ?? 0) ? game.left(game.state.running ?? 0) : null;
  if (isWarned || left === null || left >= LOW || left <= 0) return;
  isWarned = true;
  sound.lowTime();
  announceNow(GAME.lowTime);
}

/** @param {number} cell */
function play(cell) {
  const { task } = game.state ?? {};
  if (!game.canPlay || !task || !game.table) return;
  game.sent = cell;
  const type = task.kind === "propose" ? "ProposeFifth" : "PlayMove";
  send({ type, seat: task.seat, point: cell });
  show();
}

/** @type {import("./views.js").Send} */
function send(command) {
  const message = game.keep(command);
  if (!message || socket.send(message)) return;
  game.settle(message.id);
  onProblem(GAME.connectionLost);
}

async function turnZone() {
  game.wantsZone = !game.wantsZone;
  announce(game.wantsZone ? GAME.zoneOn : GAME.zoneOff);
  show();
  try {
    const { Zone } = await import("./game_zone.js");
    zone ??= new Zone(show);
  } catch {
    game.wantsZone = false;
    onProblem(GAME.connectionLost);
  }
  show();
}

/** @param {number | null} cell */
function onPending(cell) {
  notices.show(game);
  if (cell !== null && game.table) announce(fill(GAME.confirm, { point: pointName(cell, game.table.rules) }));
}

/** @param {string} text */
function typePoint(text) {
  if (!game.table) return;
  const cell = parsePoint(text, game.table.rules);
  if (cell === null) return onProblem(fill(GAME.offBoard, { point: text.toUpperCase() }));
  if (game.at !== null) return onProblem(GAME.earlierMove);
  if (!game.canPlay) return onProblem(sentence(describeState(game)));
  play(cell);
}

/** @param {"first" | "back" | "forward" | "last" | number} to */
function go(to) {
  const all = game.state?.moves.length ?? 0;
  const at = game.at ?? all;
  const next = { first: 0, back: Math.max(0, at - 1), forward: at + 1, last: all };
  const target = typeof to === "number" ? to : next[to];
  game.at = target >= all ? null : target;
  board.cancel();
  show();
  announce(game.at === null ? GAME.present : fill(GAME.after, { number: game.at }));
}
