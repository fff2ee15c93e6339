import "./browser.mjs";
import assert from "node:assert/strict";
import test from "node:test";
import { describeClock, describeTime, formatLeft, hasClock } from "../../../src/tengen/server/page/clock.js";

test("a clock shows minutes and seconds", () => {
  assert.equal(formatLeft(299_999), "4:59");
  assert.equal(formatLeft(10_000), "0:10");
});

test("below ten seconds it shows tenths, never more than are left", () => {
  assert.equal(formatLeft(9_999), "9.9");
  assert.equal(formatLeft(50), "0.0");
});

test("from an hour on it shows hours", () => {
  assert.equal(formatLeft(3_600_000), "1:00:00");
  assert.equal(formatLeft(3_725_000), "1:02:05");
});

test("time is spoken in minutes and seconds", () => {
  assert.equal(describeTime(299_000), "4 minutes 59 seconds");
  assert.equal(describeTime(61_000), "1 minute 1 second");
  assert.equal(describeTime(120_000), "2 minutes");
  assert.equal(describeTime(0), "0 seconds");
});

test("a clock is described by what it has", () => {
  const none = { move: null, game: null, increment: 0 };
  assert.equal(describeClock(none), "no clock");
  assert.equal(describeClock({ ...none, game: 300_000, increment: 3000 }), "5 min + 3 s a move");
  assert.equal(describeClock({ ...none, move: 30_000 }), "30 s a move");
});

test("without any limit there is no clock", () => {
  const none = { move: null, game: null, increment: 0 };
  assert.equal(hasClock(none), false);
  assert.equal(hasClock({ ...none, move: 30_000 }), true);
});
