import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { canOpen, problemWith } from "../../../src/tengen/server/page/rule_limits.js";

const GAME = { width: 15, height: 15, k: 5, win: "freestyle" };

test("five in a row on 15x15 can be played", () => {
  assert.equal(problemWith(GAME), "");
});

test("a line must fit on the longer side of the board", () => {
  assert.equal(problemWith({ ...GAME, width: 3, height: 5 }), "");
  assert.match(problemWith({ ...GAME, width: 3, height: 4 }), /5 in a row/);
});

test("renju is played for five in a row only", () => {
  assert.equal(problemWith({ ...GAME, win: "renju" }), "");
  assert.notEqual(problemWith({ ...GAME, win: "renju", k: 6 }), "");
});

test("an opening needs its smallest board, its k and its rules", () => {
  const opening = { name: "pro", words: "", least: 7, k: 5, win: null };
  assert.equal(canOpen(opening, GAME), true);
  assert.equal(canOpen(opening, { ...GAME, height: 6 }), false);
  assert.equal(canOpen(opening, { ...GAME, k: 4 }), false);
  assert.equal(canOpen({ ...opening, win: "renju" }, GAME), false);
});
