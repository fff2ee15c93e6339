import assert from "node:assert/strict";
import test from "node:test";
import { movesText, parseRules, recordOf, treeOf } from "../../../src/tengen/server/page/record.js";
import { GameNode, positionAt, walk } from "../../../src/tengen/server/page/tree.js";

const RULES = /** @type {import("../../../src/tengen/server/page/record.js").Rules} */ (
  parseRules("15x15/5 freestyle")
);
/** @type {import("../../../src/tengen/server/page/record.js").RecordForm} */
const FORM = {
  format: "tengen-record",
  version: 1,
  rules: RULES.text,
  nodes: ["h8", "i9", { move: "g9", comment: "strong" }, { move: "g7", depth: 2 }],
};

test("rules are parsed from their text", () => {
  assert.deepEqual(RULES, { width: 15, height: 15, k: 5, win: "freestyle", text: "15x15/5 freestyle" });
  assert.equal(parseRules("chess"), null);
});

test("a node with a smaller depth begins a variation", () => {
  const root = treeOf(FORM, RULES);
  const [first] = root.children;
  assert.deepEqual(
    first.children.map((node) => movesText(node, RULES)),
    ["h8i9", "h8g7"],
  );
  assert.equal(root.end.comment, "strong");
});

test("a record is the same after a round trip", () => {
  const again = treeOf(recordOf({ rules: RULES.text }, treeOf(FORM, RULES), RULES), RULES);
  const moves = [...walk(again)].map((node) => movesText(node, RULES));
  assert.deepEqual(moves, ["", "h8", "h8i9", "h8i9g9", "h8g7"]);
});

test("the record of one line leaves variations out", () => {
  const root = treeOf(FORM, RULES);
  const record = recordOf({ rules: RULES.text }, root, RULES, root.end);
  assert.deepEqual(
    record.nodes?.map((node) => typeof node !== "string" && node.move),
    ["h8", "i9", "g9"],
  );
});

test("a position with set-up stones has no moves for an address", () => {
  const root = new GameNode(null);
  root.stones = [{ cell: 112, colour: 1 }];
  assert.equal(movesText(root, RULES), null);
});

test("after a set-up the side with fewer stones moves", () => {
  const root = new GameNode(null);
  root.stones = [{ cell: 112, colour: 1 }];
  assert.equal(positionAt(root).turn, 2);
});

test("a pass changes the turn", () => {
  const pass = new GameNode(new GameNode(null), 1, null);
  assert.equal(positionAt(pass).turn, 2);
});

test("a known move is not added again", () => {
  const root = new GameNode(null);
  assert.equal(root.addMove(1, 112), root.addMove(1, 112));
  assert.equal(root.children.length, 1);
});

test("a promoted variation is the main line", () => {
  const root = treeOf(FORM, RULES);
  const variation = root.children[0].children[1];
  assert.equal(variation.isMain, false);
  variation.promote();
  assert.equal(variation.isMain, true);
});
