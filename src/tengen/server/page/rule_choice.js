// @ts-check
/** Which game: one of those with names, or any board and any line. */

import { selection } from "./choices.js";
import { el } from "./dom.js";
import { parseRules } from "./record.js";
import { objectionTo } from "./rule_limits.js";
import { winWords } from "./words.js";

/** @typedef {import("./wire.js").GameChoices} Choices */

const OTHER = "other";

export class RuleChoice {
  #game;
  #win;
  #width;
  #height;
  #k;
  root;

  /** @param {Choices} choices */
  constructor({ games, wins, largest }) {
    this.#game = selection("Game", [
      ...games.map(({ words, rules }) => pair(rules.text, words)),
      pair(OTHER, "Another board …"),
    ]);
    this.#win = selection(
      "What wins",
      wins.map(({ value, words }) => pair(value, `${words}: ${winWords(value, "that many")}`)),
    );
    this.#width = numberField("Columns", 15, largest);
    this.#height = numberField("Rows", 15, largest);
    this.#k = numberField("In a row", 5, largest);
    const parts = [this.#width, this.#height, this.#k, this.#win].map(({ label }) => label);
    const more = el("div", { class: "rule-more", hidden: true }, ...parts);
    this.root = el("div", { class: "rule-choice" }, this.#game.label, more);
    this.#game.field.addEventListener("change", () => (more.hidden = this.#game.field.value !== OTHER));
  }

  /** The rules that were chosen; null if there are no such. */
  get rules() {
    if (this.#game.field.value !== OTHER) return parseRules(this.#game.field.value);
    const fields = [this.#width, this.#height, this.#k].map(({ field }) => field);
    const [width, height, k] = fields.map((field) => field.valueAsNumber);
    this.#k.field.setCustomValidity(objectionTo({ width, height, k, win: this.#win.field.value }));
    if (!fields.every((field) => field.reportValidity())) return null;
    return parseRules(`${width}x${height}/${k} ${this.#win.field.value}`);
  }
}

/** @param {string} value @param {string} words @returns {readonly [string, string]} */
const pair = (value, words) => [value, words];

/** @param {string} words @param {number} value @param {number} max */
function numberField(words, value, max) {
  const field = el("input", { type: "number", value, min: 1, max, required: true, inputmode: "numeric" });
  return { field, label: el("label", { class: "field" }, words, field) };
}
