import "./browser.mjs";
import { Game } from "../../../src/tengen/server/page/game_model.js";

const RULES = { name: "", width: 15, height: 15, k: 5, win: "freestyle", text: "15x15/5 freestyle" };
const PLAYER = { kind: "person", name: "", level: null, is_here: true, gone_at: null };
const CLOCK = { move: null, game: null, increment: 0 };
const TABLE = { type: "table", now: 0, rules: RULES, opening: "free", clock: CLOCK, phase: "playing", consent: true };
const TASK = { kind: "place", seat: 1, area: null, points: [], options: [], count: 0, most: 0 };
const STATE = {
  type: "state",
  now: 0,
  moves: [],
  first: 0,
  turn: 1,
  task: TASK,
  colours: [1, 2],
  lines: [],
  forbidden: [],
  left: [null, null],
  running: null,
  is_paused: false,
  offers: [null, null],
  can_take_back: [false, false],
  declined: null,
  promise: null,
  result: null,
};

/**
 * A game for a browser with these seats; Anna has seat 1, Ben seat 2.
 * @param {number[]} seats
 * @param {object} [state] changes to the state at the start
 * @param {object} [table]
 */
export function gameOf(seats, state = {}, table = {}) {
  const game = new Game();
  const people = ["Anna", "Ben"].map((name) => ({ ...PLAYER, name }));
  Object.assign(game, {
    seats,
    connection: "open",
    isStale: false,
    table: { ...TABLE, seats: people, watchers: 0, next: null, ...table },
    state: { ...STATE, ...state },
  });
  return game;
}

/** The task of a seat. @param {object} changes */
export const taskOf = (changes) => ({ ...TASK, ...changes });

/** A player. @param {object} changes */
export const playerOf = (changes) => ({ ...PLAYER, ...changes });
