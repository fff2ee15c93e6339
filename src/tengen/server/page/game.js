// @ts-check
/** The page of a game: the last state that the server told, shown; what the player does, sent. */

import "./frame.js";
import { Board } from "./board.js";
import { LOW } from "./clock.js";
import { offerHelp, openHelp } from "./dialogs.js";
import { byId } from "./dom.js";
import { Actions } from "./game_actions.js";
import { Invite } from "./game_invite.js";
import { Game } from "./game_model.js";
import { Moves } from "./game_moves.js";
import { clocksInWords, lastMove, tabTitle, tellState, tellTable } from "./game_news.js";
import { Notices } from "./game_notices.js";
import { Player } from "./game_players.js";
import { Status } from "./game_status.js";
import { stateWords } from "./game_words.js";
import { Keys } from "./keys.js";
import { parsePoint, pointName } from "./points.js";
import { say, sayNow } from "./say.js";
import { asksFirst, onChange, settings } from "./settings.js";
import { Socket } from "./socket.js";
import * as sound from "./sound.js";
import { gameName, reasonWords } from "./words.js";

/** @typedef {import("./wire.js").ServerMessage} News */

const HELP = /** @type {const} */ ([
  ["h8 Enter", "put a stone on H8, from anywhere on the page"],
  ["Tab", "to the board; there the arrow keys go from point to point, Shift goes five at a time"],
  ["Enter", "put a stone where the keyboard is, or confirm the one that waits"],
  ["Esc", "cancel a stone that waits, or what was typed"],
  ["← →", "one move back or forward; Home and End: the beginning, the present"],
  ["l", "say the last move"],
  ["c", "say the clocks and whose turn it is"],
  ["z", "the zone on or off, in games that have it: where an answer of White changes anything"],
  ["?", "this help"],
]);

const LOST = "Connection lost. Reconnecting: try again in a moment.";

const game = new Game();
const link = location.pathname.split("/")[2];
const main = byId("main", HTMLElement);
const heading = byId("heading", HTMLElement);

const board = new Board(byId("board", HTMLElement), {
  onPlay: play,
  onAim,
  onTaken: (cell) => say(`${board.describe(cell)}.`),
  asksFirst,
});
const notices = new Notices(byId("notices", HTMLElement), {
  send,
  toPresent: () => go("last"),
  confirm: () => board.confirm(),
  cancel: () => board.cancel(),
  aimed: () => board.aimed,
});
const players = [new Player(byId("far", HTMLElement)), new Player(byId("near", HTMLElement))];
const status = new Status(byId("status", HTMLElement), send);
const moves = new Moves(byId("moves", HTMLElement), go);
const actions = new Actions(byId("actions", HTMLElement), send, turnZone);
const invite = new Invite(byId("invite", HTMLElement));
const zoneWords = byId("zone", HTMLElement);
/** Fetched when it is first wished for. @type {import("./game_zone.js").Zone | null} */
let zone = null;
let isWarned = false;

const socket = new Socket(`/socket/game/${link}`, {
  isAnswered: true,
  onNews,
  onState: (state) => {
    game.connection = state;
    if (state !== "open") game.isStale = true;
    if (state === "closed" && game.table?.phase === "waiting") game.isWithdrawn = true;
    if (state !== "open") game.sent = null;
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
    l: () => say(lastMove(game)),
    c: () => say(clocksInWords(game)),
    z: () => (game.offersZone ? turnZone() : say("No zone is shown in this game.")),
    "?": () => openHelp(HELP),
  },
  onTyping: (text) => {
    notices.typed = text;
    show();
  },
  onPoint: typePoint,
});
offerHelp(HELP);
onChange(show);
window.setInterval(tick, 100);

/** @param {News} news */
function onNews(news) {
  if (news.type === "you") game.seats = news.seats;
  else if (news.type === "table") onTable(news);
  else if (news.type === "state") onState(news);
  else if (news.type === "problem") {
    if (news.code === "withdrawn") game.isWithdrawn = true;
    onProblem(news.says);
  }
  show();
}

/** @param {import("./wire.js").TableMessage} table */
function onTable(table) {
  const before = game.table;
  const isNext = before && !before.next && table.next;
  game.table = table;
  game.ahead = table.now - Date.now();
  tellTable(game, before);
  if (isNext && !game.isWatching) location.assign(`/game/${table.next}`);
}

/** @param {import("./wire.js").StateMessage} state */
function onState(state) {
  const before = game.state;
  game.state = state;
  game.isStale = false;
  game.ahead = state.now - Date.now();
  game.sent = null;
  if (game.at !== null && game.at >= state.moves.length) game.at = null;
  if (state.running !== before?.running) isWarned = false;
  if (state.moves.length !== before?.moves.length) notices.forget();
  tellState(game, before);
}

/** @param {string} says */
function onProblem(says) {
  game.sent = null;
  sayNow(says);
  notices.complain(says, show);
}

function show() {
  main.dataset.phase = game.table?.phase ?? "";
  showZone();
  showBoard();
  players[0].show(game, 3 - game.near);
  players[1].show(game, game.near);
  status.show(game);
  actions.show(game);
  moves.show(game); // scrolls to the move that is shown, and needs to know its place
  invite.show(game);
  notices.show(game);
  document.title = tabTitle(game);
  if (game.table) heading.textContent = `${gameName(game.table.rules)}: ${game.nameOf(1)} and ${game.nameOf(2)}`;
}

function showZone() {
  zone?.follow(game);
  zoneWords.hidden = !game.showsZone;
  zoneWords.textContent = zone?.words ?? "";
}

function showBoard() {
  const { table, state, at } = game;
  if (!table) return;
  const isPresent = at === null;
  const task = isPresent && state?.task ? state.task : null;
  board.show({
    width: table.rules.width,
    height: table.rules.height,
    label: `Board, ${table.rules.width} by ${table.rules.height}`,
    moves: state?.moves.slice(0, at ?? undefined),
    canPlay: game.canPlay,
    lines: isPresent ? state?.lines : [],
    forbidden: isPresent ? (state?.forbidden ?? []).map(([cell, reason]) => [cell, reasonWords(reason)]) : [],
    zone: zone?.cells,
    offered: task?.points ?? [],
    area: game.isMine ? task?.area : null,
    sent: game.sent,
    pieces: settings.pieces,
    numbers: settings.numbers,
    coordinates: settings.coordinates,
  });
}

/** What changes with time alone. */
function tick() {
  if (!game.state || game.isOver) return;
  players.forEach((player) => player.tick(game));
  if (game.claimIn !== null) notices.show(game);
  const left = game.seats.includes(game.state.running ?? 0) ? game.left(game.state.running ?? 0) : null;
  if (isWarned || left === null || left >= LOW || left <= 0) return;
  isWarned = true;
  sound.lowTime();
  sayNow("Ten seconds left.");
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

/** @type {import("./game_model.js").Send} */
function send(command) {
  if (socket.send(command)) return;
  onProblem(LOST);
}

async function turnZone() {
  game.wantsZone = !game.wantsZone;
  say(game.wantsZone ? "Zone on" : "Zone off");
  show();
  try {
    const { Zone } = await import("./game_zone.js");
    zone ??= new Zone(show);
  } catch {
    game.wantsZone = false;
    onProblem(LOST);
  }
  show();
}

/** @param {number | null} cell */
function onAim(cell) {
  notices.show(game);
  if (cell !== null && game.table) say(`${pointName(cell, game.table.rules)}. Confirm to play here.`);
}

/** @param {string} text */
function typePoint(text) {
  if (!game.table) return;
  const cell = parsePoint(text, game.table.rules);
  if (cell === null) return onProblem(`${text.toUpperCase()} is off the board.`);
  if (game.at !== null) return onProblem("You are viewing an earlier move: press End to come back.");
  if (!game.canPlay) return onProblem(`${stateWords(game)}.`);
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
  say(game.at === null ? "The present position." : `After move ${game.at}.`);
}
