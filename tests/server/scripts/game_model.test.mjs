import assert from "node:assert/strict";
import test from "node:test";
import { gameOf, playerOf, taskOf } from "./games.mjs";

const COMPUTER = playerOf({ kind: "computer", level: 4 });

test("only those whose turn it is can play", () => {
  assert.equal(gameOf([1]).canPlay, true);
  assert.equal(gameOf([2]).canPlay, false);
  assert.equal(gameOf([]).canPlay, false);
});

test("nobody can play while a move is sent, at an earlier position, in a pause or without a connection", () => {
  const changes = [{ unanswered: [{}] }, { sent: 112 }, { at: 0 }, { connection: "closed" }, { isStale: true }];
  for (const change of changes) {
    assert.equal(Object.assign(gameOf([1]), change).canPlay, false);
  }
  assert.equal(gameOf([1], { is_paused: true }).canPlay, false);
});

test("a command is kept with its own id until it is answered", () => {
  const game = gameOf([1]);
  const draw = game.keep({ type: "OfferDraw", seat: 1 });
  const back = game.keep({ type: "TakeBack", seat: 1 });
  assert.match(draw?.id ?? "", /^[a-z0-9]{1,24}$/);
  assert.notEqual(draw?.id, back?.id);
  assert.deepEqual(game.unanswered, [draw, back]);
  game.settle(draw?.id);
  assert.deepEqual(game.unanswered, [back]);
});

test("an answer without an id is about all commands", () => {
  const game = gameOf([1]);
  game.keep({ type: "OfferDraw", seat: 1 });
  game.settle();
  assert.deepEqual(game.unanswered, []);
});

test("impatient clicks while a command is unanswered do not count", () => {
  const game = gameOf([1, 2]);
  const back = game.keep({ type: "TakeBack", seat: 1 });
  assert.equal(game.keep({ type: "TakeBack", seat: 1 }), null);
  assert.ok(game.keep({ type: "TakeBack", seat: 2 }));
  game.settle(back?.id);
  assert.ok(game.keep({ type: "TakeBack", seat: 1 }));
});

test("a choice in the opening is not a move", () => {
  assert.equal(gameOf([1], { task: taskOf({ kind: "choose" }) }).canPlay, false);
});

test("the near seat is one's own; for two players at one screen it is Black's", () => {
  assert.equal(gameOf([2]).near, 2);
  assert.equal(gameOf([1, 2]).near, 1);
  assert.equal(gameOf([1, 2], { colours: [2, 1] }).near, 2);
});

test("people are called by name, computers by level, others by colour", () => {
  const seats = [COMPUTER, playerOf({})];
  assert.equal(gameOf([1]).nameOf(2), "Ben");
  assert.equal(gameOf([2], {}, { seats }).nameOf(1), "Computer 4");
  assert.equal(gameOf([2], {}, { seats }).nameOf(2), "White");
});

test("a running clock follows the server's time down to zero", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 3000 });
  const game = gameOf([1], { left: [5000, 9000], running: 1 });
  assert.deepEqual([game.left(1), game.left(2)], [2000, 9000]);
  game.clockOffset = 10_000;
  assert.equal(game.left(1), 0);
});

test("a clock stops in a pause", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 3000 });
  assert.equal(gameOf([1], { left: [5000, null], running: 1, is_paused: true }).left(1), 5000);
});

test("a game can be claimed a minute after the opponent has left, once a move was made", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 20_000 });
  const seats = [playerOf({}), playerOf({ gone_at: 0 })];
  assert.equal(gameOf([1], { moves: [112] }, { seats }).claimIn, 40_000);
  assert.equal(gameOf([1], {}, { seats }).claimIn, null);
  assert.equal(gameOf([1], { moves: [112] }).claimIn, null);
});

test("help is allowed against a computer and at one screen, but not against a remote person", () => {
  assert.equal(gameOf([2], {}, { seats: [COMPUTER, playerOf({})] }).allowsHelp, true);
  assert.equal(gameOf([1, 2]).allowsHelp, true);
  assert.equal(gameOf([1]).allowsHelp, false);
  assert.equal(gameOf([]).allowsHelp, false);
});

test("at one screen the player of the last stone takes it back", () => {
  const game = gameOf([1, 2], { moves: [112], can_take_back: [true, true], task: taskOf({ seat: 2 }) });
  assert.equal(game.undoer, 1);
});

test("the opponent's offer and one's own are told apart", () => {
  const game = gameOf([1], { offers: ["rematch", "draw"] });
  assert.deepEqual([game.offer, game.ownOffer], ["draw", "rematch"]);
});
