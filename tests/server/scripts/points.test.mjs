import assert from "node:assert/strict";
import test from "node:test";
import { columnName, isInArea, parsePoint, pointName, starPoints } from "../../../src/tengen/server/page/points.js";

const SIZE = { width: 15, height: 15 };

test("the name of every cell of the largest board is parsed as this cell", () => {
  const size = { width: 52, height: 52 };
  for (let cell = 0; cell < 52 * 52; cell++) assert.equal(parsePoint(pointName(cell, size), size), cell);
});

test("cell 0 is the top left, and rows are counted from below", () => {
  assert.equal(pointName(0, SIZE), "A15");
  assert.equal(pointName(7 * 15 + 7, SIZE), "H8");
  assert.equal(pointName(2 * 4 + 3, { width: 4, height: 3 }), "D1");
});

test("after Z comes AA", () => {
  assert.deepEqual([25, 26, 51].map(columnName), ["Z", "AA", "AZ"]);
});

for (const text of ["", "h", "8", "h0", "h16", "p8", "h8x", "h 8", "hh8", "z99", "7,7"]) {
  test(`'${text}' is not a point of a board of 15x15`, () => assert.equal(parsePoint(text, SIZE), null));
}

test("lower case and surrounding spaces are accepted", () => {
  assert.equal(parsePoint(" h8 ", SIZE), parsePoint("H8", SIZE));
});

test("star points are the centre and, on a large board, four around it", () => {
  const names = (/** @type {{width: number, height: number}} */ size) =>
    starPoints(size).map((cell) => pointName(cell, size));
  assert.deepEqual(names(SIZE), ["H8", "D12", "L12", "D4", "L4"]);
  assert.deepEqual(names({ width: 9, height: 9 }), ["E5"]);
  assert.deepEqual(names({ width: 10, height: 10 }), []);
  assert.deepEqual(names({ width: 3, height: 3 }), []);
});

test("an area has the points within a square around the centre, or those outside", () => {
  const cell = (/** @type {string} */ name) => parsePoint(name, SIZE) ?? -1;
  assert.equal(isInArea(cell("h8"), [1, false], SIZE), true);
  assert.equal(isInArea(cell("h9"), [1, false], SIZE), false);
  assert.equal(isInArea(cell("j10"), [5, true], SIZE), false);
  assert.equal(isInArea(cell("k10"), [5, true], SIZE), true);
});
