// @ts-check
/** A game as this browser knows it: what the server told last, and where one looks. */

import { hasZone, sideName } from "./words.js";

/** @typedef {import("./wire.js").TableMessage} TableNews */
/** @typedef {import("./wire.js").StateMessage} StateNews */
/** @typedef {import("./wire.js").SeatView} SeatView */
/** @typedef {import("./views.js").Colour} Colour */
/** @typedef {import("./socket.js").SocketState} SocketState */
/** @typedef {(ask: {type: import("./wire.js").ClientCommand["type"], seat: number, [field: string]: unknown}) => void} Send */

/** Openings in which whoever begins is Black. */
const SETTLED = ["free", "pro", "long pro"];
/** So long an opponent has to be gone before a game can be claimed, in milliseconds: the server's `CLAIM_AFTER`. */
const CLAIM = 60_000;

export class Game {
  /** @type {TableNews | null} */
  table = null;
  /** None before both seats are taken. @type {StateNews | null} */
  state = null;
  /** The seats of this browser: none for those who watch, both where two play at one screen. @type {number[]} */
  seats = [];
  /** After how many moves the position is that is shown; null is the present. @type {number | null} */
  at = null;
  /** A stone that was sent and has not come back. @type {number | null} */
  sent = null;
  /** @type {SocketState} */
  connection = "connecting";
  /** Whether the server has not told the state since the connection was lost. */
  isStale = true;
  /** Whether the invitation was withdrawn, or is gone. */
  isWithdrawn = false;
  /** Whether the zone is wished for. */
  wantsZone = false;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  ahead = 0;

  /** The time on the server's clock. */
  get now() {
    return Date.now() + this.ahead;
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

  /** Whether it is this browser that has to do something. */
  get isMine() {
    const task = this.state?.task;
    return Boolean(task && this.seats.includes(task.seat));
  }

  /** Whether a stone can be put now. */
  get canPlay() {
    const kind = this.state?.task?.kind ?? "";
    const isFree = this.at === null && this.sent === null && this.connection === "open" && !this.isStale;
    return this.isMine && isFree && !this.state?.is_paused && ["place", "propose", "pick"].includes(kind);
  }

  /** Whether help is fair before the end: not against somebody elsewhere, and not for those who watch. */
  get allowsHelp() {
    return this.isShared || (this.other !== null && this.sitter(this.other)?.kind === "computer");
  }

  /** Whether it can be shown where an answer of White changes anything, to whoever gives that answer. */
  get offersZone() {
    const isWhite = this.isShared || this.colourOf(this.seat) === 2;
    return this.allowsHelp && isWhite && Boolean(this.state) && !this.isOver && hasZone(this.table?.rules);
  }

  get showsZone() {
    return this.wantsZone && this.offersZone;
  }

  /** The seat that speaks when this browser asks for something. */
  get seat() {
    const task = this.state?.task;
    return task && this.seats.includes(task.seat) ? task.seat : (this.seats[0] ?? 1);
  }

  /** The seat that sits on this side of the board. */
  get near() {
    if (this.seats.length === 1) return this.seats[0];
    return this.colourOf(2) === 1 && this.colourOf(1) === 2 ? 2 : 1;
  }

  /** Whose last move is taken back. */
  get undoer() {
    const { state } = this;
    if (!this.isShared || !state) return this.seat;
    const last = state.moves.length % 2 ? 1 : 2;
    const owner = state.colours.indexOf(last) + 1;
    return owner && state.can_take_back[owner - 1] ? owner : this.seat;
  }

  /** The opponent's seat, where somebody else holds it. */
  get other() {
    return this.seats.length === 1 ? 3 - this.seats[0] : null;
  }

  /** @param {number} seat @returns {Colour | null} */
  colourOf(seat) {
    if (this.state) return /** @type {Colour | null} */ (this.state.colours[seat - 1]);
    return SETTLED.includes(this.table?.opening ?? "") ? /** @type {Colour} */ (seat) : null;
  }

  /** @param {number} seat @returns {SeatView | undefined} */
  sitter(seat) {
    return this.table?.seats[seat - 1];
  }

  /** Whether somebody is called by more than a colour. @param {number} seat */
  hasName(seat) {
    const sitter = this.sitter(seat);
    return Boolean(sitter?.name) || sitter?.kind === "computer";
  }

  /** What to call somebody: by name, by colour, or by seat while colours are open. @param {number} seat */
  nameOf(seat) {
    const sitter = this.sitter(seat);
    if (sitter?.kind === "computer") return `Computer ${sitter.level}`;
    if (sitter?.name) return sitter.name;
    const colour = this.state && this.colourOf(seat);
    return colour ? sideName(colour) : `Player ${seat}`;
  }

  /** What to call a side: by colour, or like somebody while colours are open. @param {number} seat */
  sideOf(seat) {
    const colour = this.colourOf(seat);
    return colour ? sideName(colour) : this.nameOf(seat);
  }

  /** Whether a computer is at work on its answer. @param {number} seat */
  isThinking(seat) {
    const isWaitedFor = this.state?.task?.seat === seat && !this.state.is_paused && this.connection === "open";
    return isWaitedFor && this.sitter(seat)?.kind === "computer";
  }

  /** What the opponent asks for. */
  get offer() {
    return this.other === null ? null : (this.state?.offers[this.other - 1] ?? null);
  }

  /** What this browser has asked for. */
  get ownOffer() {
    return this.seats.length === 1 ? (this.state?.offers[this.seats[0] - 1] ?? null) : null;
  }

  /** What is left on a clock now. @param {number} seat */
  left(seat) {
    const { state } = this;
    const left = state?.left[seat - 1] ?? null;
    if (left === null || !state || state.running !== seat || state.is_paused) return left;
    return Math.max(0, left - (this.now - state.now));
  }

  /** Whether anything was played. */
  get hasMoves() {
    return Boolean(this.state && this.state.moves.length > this.state.first);
  }

  /** Milliseconds until the game can be claimed; null if the opponent is here, or nobody has moved. */
  get claimIn() {
    const sitter = this.other === null ? undefined : this.sitter(this.other);
    if (!sitter || sitter.gone_at === null || this.table?.phase !== "playing" || !this.hasMoves) return null;
    return Math.max(0, sitter.gone_at + CLAIM - this.now);
  }
}
