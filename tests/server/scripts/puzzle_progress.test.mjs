import "./browser.mjs";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Progress } from "../../../src/tengen/server/page/puzzle_progress.js";

beforeEach(() => localStorage.clear());

test("solved puzzles are stored under a fixed key", () => {
  new Progress().solve(7, true);
  assert.equal(new Progress().has(7), true);
  assert.deepEqual(JSON.parse(localStorage.getItem("tengen.puzzles") ?? ""), { solved: [7], streak: 1, best: 1 });
});

test("a wrong try ends the streak and keeps the best", () => {
  const progress = new Progress();
  progress.solve(1, true);
  progress.solve(2, true);
  progress.slip();
  assert.deepEqual([progress.streak, progress.best], [0, 2]);
});

test("damaged storage counts as empty", () => {
  localStorage.setItem("tengen.puzzles", "{");
  assert.equal(new Progress().has(1), false);
});
