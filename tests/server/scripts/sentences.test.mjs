// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts that are scanned
import "./browser.mjs";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fill, fillCount } from "../../../src/tengen/server/page/sentences.js";
import { visibleTexts } from "./literals.mjs";

const PAGE = new URL("../../../src/tengen/server/page/", import.meta.url);
const MESSAGES = readFileSync(new URL("wire.d.ts", PAGE), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const CODES = new Set([...MESSAGES.matchAll(/"([^"]+)"/g)].map(([, code]) => code));
const SCRIPTS = readdirSync(PAGE).filter((name) => name.endsWith(".js") && !name.startsWith("sentences"));

for (const name of SCRIPTS) {
  test(`${name} takes its texts from the sentences`, () => {
    assert.deepEqual(visibleTexts(readFileSync(new URL(name, PAGE), "utf8"), CODES), []);
  });
}

for (const script of [
  'tell("You won the game");',
  "const text = `${name} wins`;",
  "const text = `after ${isOver ? `the end of ${game}` : 1}`;",
  "const text = a / b / `${a} of ${b}`;",
  'el("button", {}, "Share");',
  'el("img", { alt: "Board" });',
  'el("p", { class: "big note" }, isOver ? "Over" : "");',
  'place.textContent = "Over";',
  'announce("Copied");',
  'const TEXTS = { "full board": "the board is full" };',
]) {
  test(`a text for users is found: ${script}`, () => assert.notDeepEqual(visibleTexts(script), []));
}

for (const script of [
  'el("p", { class: "quiet small" }, text);',
  'el("p", { class: `move ${side} wide` }, "…");',
  'place.className = "answer bad";',
  'throw new Error("the page has no board");',
  'at.closest("input, select, textarea");',
  'if (cause === "full board") stop();',
  'const SIGNS = { "missed win": "?" };',
  'svg("path", { d: `M${x} ${y}H${far}`, viewBox: "0 0 24 24" });',
  'const RULES = "15x15/5 freestyle";',
  "// a comment in several words\nconst one = 1 / 2; /* and another one */",
  "const found = /a word [`] or two/.exec(text);",
]) {
  test(`no text for users is found: ${script}`, () => assert.deepEqual(visibleTexts(script), []));
}

test("a code of a message is not a text for users", () => {
  assert.deepEqual(visibleTexts('const SETTLED = ["free", "long pro"];', CODES), []);
});

test("values replace their names in a text", () => {
  assert.equal(fill("{who} is {where}, {who}", { who: "{where}", where: "$&" }), "{where} is $&, {where}");
});

test("one has a text of its own", () => {
  const texts = /** @type {const} */ (["1 move", "{count} moves"]);
  assert.deepEqual(
    [0, 1, 2].map((count) => fillCount(texts, count)),
    ["0 moves", "1 move", "2 moves"],
  );
});
