import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { Review } from "../../../src/tengen/server/page/review.js";
import { GameNode } from "../../../src/tengen/server/page/tree.js";

const BLUNDER = { number: 2, judgement: "blunder", is_mistake: true };

/** A review of a game of two moves. */
function reviewed() {
  const root = new GameNode(null);
  const end = root.addMove(1, 112).addMove(2, 0);
  return { root, end, review: new Review(end) };
}

/** @param {Review} review @param {object} news */
const hear = (review, news) => review.receive(/** @type {any} */ (news));

test("a review has one more position than moves, and counts the positions left", () => {
  const { review } = reviewed();
  assert.equal(review.nodes.length, 3);
  hear(review, { type: "judged", ply: 0, move: null });
  assert.equal(review.left, 2);
});

test("a bad move is found by its node", () => {
  const { review, root, end } = reviewed();
  hear(review, { type: "judged", ply: 1, move: BLUNDER });
  assert.deepEqual(review.verdictOf(end), { sign: "??", text: "blunder" });
  assert.equal(review.verdictOf(root), null);
  assert.deepEqual(
    review.flaws.map(({ ply }) => ply),
    [2],
  );
});

test("a review keeps its problem", () => {
  const { review } = reviewed();
  hear(review, { type: "failed", says: "no engine" });
  assert.equal(review.problem, "no engine");
});
