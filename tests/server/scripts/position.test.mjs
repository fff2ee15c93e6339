import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { complete } from "../../../src/tengen/server/page/position.js";

const SIZE = { width: 15, height: 15 };

test("moves are stones of both colours in turn, with their numbers", () => {
  const { stones, turn, last } = complete({ ...SIZE, moves: [112, 113] });
  assert.deepEqual(stones.get(112), { colour: 1, number: 1 });
  assert.deepEqual(stones.get(113), { colour: 2, number: 2 });
  assert.equal(turn, 1);
  assert.equal(last, 113);
});

test("stones that were set up have no number", () => {
  const { stones, last } = complete({ ...SIZE, stones: [[5, 2]] });
  assert.deepEqual(stones.get(5), { colour: 2, number: 0 });
  assert.equal(last, null);
});

test("undefined fields of a view get their defaults", () => {
  const position = complete({ ...SIZE, turn: 2, lines: undefined });
  assert.equal(position.turn, 2);
  assert.deepEqual(position.lines, []);
});
