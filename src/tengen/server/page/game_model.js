// @ts-check
/** A game as this browser knows it: the last state from the server, and which position is shown. */

import { hasZone } from "./position.js";
import { fill, sideName } from "./sentences.js";
import { PLAYERS } from "./sentences_game.js";

/** @import { Colour, PlayerCommand, SocketState } from "./views.js" */
/** @import { SeatView, StateMessage, TableMessage } from "./wire.js" */
/** Opening rules in which the first seat plays Black. */
const SETTLED = ["free", "pro", "long pro"];
/** Milliseconds of absence after which the opponent's game can be claimed: the server's `CLAIM_AFTER`. */
const CLAIM = 60_000;

export class Game {
  /** @type {TableMessage | null} */
  table = null;
  /** Null until both seats are taken. @type {StateMessage | null} */
  state = null;
  /** The seats of this browser: none for a watcher, both for two players at one screen. @type {number[]} */
  seats = [];
  /** The number of moves in the position shown; null for the present. @type {number | null} */
  at = null;
  /** A move that was sent and is not confirmed yet. @type {number | null} */
  sent = null;
  /** Commands without an answer. They are sent again after a reconnection. @type {PlayerCommand[]} */
  unanswered = [];
  /** Whether repeated commands count once. */
  countsOnce = false;
  /** @type {SocketState} */
  connection = "connecting";
  /** Whether the state is from before the connection was lost. */
  isStale = true;
  /** Whether the invitation was withdrawn or no longer exists. */
  isWithdrawn = false;
  /** Whether the player has turned the zone on. */
  wantsZone = false;
  /** Milliseconds from this browser's clock to the server's. */
  clockOffset = 0;

  /** The time on the server's clock. */
  get now() {
    return Date.now() + this.clockOffset;
  }

  /** Return a command with an id, or null if the last one like it is unanswered. @param {PlayerCommand} command */
  keep(command) {
    const { type, seat } = command;
    if (this.unanswered.some((other) => other.type === type && other.seat === seat)) return null;
    const message = { ...command, id: Math.random().toString(36).slice(2) };
    this.unanswered.push(message);
    return message;
  }

  /** Remove an answered command; all of them without an id. @param {string} [id] */
  settle(id) {
    this.unanswered = this.unanswered.filter((command) => id && command.id !== id);
  }

  get isOver() {
    return Boolean(this.state?.result);
  }

  get isWatching() {
    return this.seats.length === 0;
  }

  /** Whether two people play at this screen. */
  get isShared() {
    return this.seats.length === 2;
  }

  /** Whether it is this browser's turn. */
  get isMine() {
    const task = this.state?.task;
    return Boolean(task && this.seats.includes(task.seat));
  }

  /** Whether a stone can be played now. */
  get canPlay() {
    const kind = this.state?.task?.kind ?? "";
    const isAnswered = this.sent === null && !this.unanswered.length;
    const isFree = this.at === null && isAnswered && this.connection === "open" && !this.isStale;
    return this.isMine && isFree && !this.state?.is_paused && ["place", "propose", "pick"].includes(kind);
  }

  /** Whether help is fair during the game: not against a remote person, and not for watchers. */
  get allowsHelp() {
    return this.isShared || (this.other !== null && this.playerAt(this.other)?.kind === "computer");
  }

  /** Whether the zone can be shown: to White, in games that have one. */
  get offersZone() {
    const isWhite = this.isShared || this.colourOf(this.seat) === 2;
    return this.allowsHelp && isWhite && Boolean(this.state) && !this.isOver && hasZone(this.table?.rules);
  }

  get showsZone() {
    return this.wantsZone && this.offersZone;
  }

  /** The seat for which this browser sends commands. */
  get seat() {
    const task = this.state?.task;
    return task && this.seats.includes(task.seat) ? task.seat : (this.seats[0] ?? 1);
  }

  /** The seat at the lower side of the board. */
  get near() {
    if (this.seats.length === 1) return this.seats[0];
    return this.colourOf(2) === 1 && this.colourOf(1) === 2 ? 2 : 1;
  }

  /** The seat whose last move would be taken back. */
  get undoer() {
    const { state } = this;
    if (!this.isShared || !state) return this.seat;
    const last = state.moves.length % 2 ? 1 : 2;
    const owner = state.colours.indexOf(last) + 1;
    return owner && state.can_take_back[owner - 1] ? owner : this.seat;
  }

  /** The opponent's seat; null for watchers and for two players at one screen. */
  get other() {
    return this.seats.length === 1 ? 3 - this.seats[0] : null;
  }

  /** @param {number} seat @returns {Colour | null} */
  colourOf(seat) {
    if (this.state) return /** @type {Colour | null} */ (this.state.colours[seat - 1]);
    return SETTLED.includes(this.table?.opening ?? "") ? /** @type {Colour} */ (seat) : null;
  }

  /** @param {number} seat @returns {SeatView | undefined} */
  playerAt(seat) {
    return this.table?.seats[seat - 1];
  }

  /** Whether a player has a name besides the colour. @param {number} seat */
  hasName(seat) {
    const player = this.playerAt(seat);
    return Boolean(player?.name) || player?.kind === "computer";
  }

  /** The name of a player: own name, or colour, or seat while colours are open. @param {number} seat */
  nameOf(seat) {
    const player = this.playerAt(seat);
    if (player?.kind === "computer") return fill(PLAYERS.computer, { level: player.level ?? 0 });
    if (player?.name) return player.name;
    const colour = this.state && this.colourOf(seat);
    return colour ? sideName(colour) : fill(PLAYERS.player, { seat });
  }

  /** The name of a side: its colour, or the name of its player while colours are open. @param {number} seat */
  sideOf(seat) {
    const colour = this.colourOf(seat);
    return colour ? sideName(colour) : this.nameOf(seat);
  }

  /** Whether a computer is thinking about its move. @param {number} seat */
  isThinking(seat) {
    const isToMove = this.state?.task?.seat === seat && !this.state.is_paused && this.connection === "open";
    return isToMove && this.playerAt(seat)?.kind === "computer";
  }

  get offer() {
    return this.other === null ? null : (this.state?.offers[this.other - 1] ?? null);
  }

  get ownOffer() {
    return this.seats.length === 1 ? (this.state?.offers[this.seats[0] - 1] ?? null) : null;
  }

  /** Milliseconds left on a clock. @param {number} seat */
  left(seat) {
    const { state } = this;
    const left = state?.left[seat - 1] ?? null;
    if (left === null || !state || state.running !== seat || state.is_paused) return left;
    return Math.max(0, left - (this.now - state.now));
  }

  get hasMoves() {
    return Boolean(this.state && this.state.moves.length > this.state.first);
  }

  /** Milliseconds until the game can be claimed; null if the opponent is here or no move was made. */
  get claimIn() {
    const player = this.other === null ? undefined : this.playerAt(this.other);
    if (!player || player.gone_at === null || this.table?.phase !== "playing" || !this.hasMoves) return null;
    return Math.max(0, player.gone_at + CLAIM - this.now);
  }
}
