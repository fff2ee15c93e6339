import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import {
  describeChoice,
  describeDeclined,
  describeOrder,
  describePromise,
  describeState,
} from "../../../src/tengen/server/page/game_report.js";
import { gameOf, taskOf } from "./games.mjs";

const LINE = { result: { winner: 1, cause: "line", foul: null }, lines: [[112, 113, 114, 115, 116]] };

test('the winner reads "You won", everybody else who won', () => {
  assert.equal(describeState(gameOf([1], LINE)), "You won: five from H8 to L8");
  for (const seats of [[2], [], [1, 2]])
    assert.equal(describeState(gameOf(seats, LINE)), "Black wins: five from H8 to L8");
});

test("a player who resigned or ran out of time is named by colour", () => {
  const end = (/** @type {string} */ cause) => ({ result: { winner: 1, cause, foul: null } });
  assert.equal(describeState(gameOf([2], end("resigned"))), "Black wins: White resigned");
  assert.equal(describeState(gameOf([2], end("time"))), "Black wins: White's time is up");
});

test("the state names the side to move and where a stone may go", () => {
  assert.equal(describeState(gameOf([2])), "Anna to move (Black)");
  assert.equal(
    describeState(gameOf([2], { task: taskOf({ area: [5, true] }) })),
    "Anna to move (Black), outside the central 5x5",
  );
  assert.equal(describeOrder(gameOf([1], { task: taskOf({ area: [1, false] }) })), "Place a stone on the centre");
});

test("a choice names its colour", () => {
  assert.equal(describeChoice(/** @type {any} */ ({ choice: "swap", colour: 2 })), "swap and play White");
});

test("a promise counts the moves of the winner", () => {
  const promise = (/** @type {number} */ moves) => gameOf([2], { promise: { seat: 1, moves } });
  assert.equal(describePromise(promise(1)), "Black wins with the next move");
  assert.equal(describePromise(promise(7)), "Black wins in at most 7 more moves");
});

test("only offers declined by the opponent are described", () => {
  const declined = { seat: 2, offer: "draw" };
  assert.equal(describeDeclined(gameOf([1], { declined })), "Ben declined the draw");
  assert.equal(describeDeclined(gameOf([2], { declined })), "");
});
