// @ts-check
/** Fields to choose rules: a known game, or any board and win rule. */

import { selection } from "./choices.js";
import { el } from "./dom.js";
import { parseRules } from "./record.js";
import { problemWith } from "./rule_limits.js";
import { RULES } from "./sentences_analysis.js";
import { OTHER_BOARD, winOption } from "./sentences_home.js";

/** @import { GameChoices as Choices } from "./wire.js" */

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
    this.#game = selection(RULES.game, [
      ...games.map(({ words, rules }) => pair(rules.text, words)),
      pair(OTHER, OTHER_BOARD),
    ]);
    this.#win = selection(
      RULES.win,
      wins.map(({ value, words }) => pair(value, winOption({ name: words, win: value }))),
    );
    this.#width = numberField(RULES.columns, 15, largest);
    this.#height = numberField(RULES.rows, 15, largest);
    this.#k = numberField(RULES.length, 5, largest);
    const parts = [this.#width, this.#height, this.#k, this.#win].map(({ label }) => label);
    const more = el("div", { class: "rule-more", hidden: true }, ...parts);
    this.root = el("div", { class: "rule-choice" }, this.#game.label, more);
    this.#game.field.addEventListener("change", () => (more.hidden = this.#game.field.value !== OTHER));
  }

  /** The chosen rules; null if they are not valid. */
  get rules() {
    if (this.#game.field.value !== OTHER) return parseRules(this.#game.field.value);
    const fields = [this.#width, this.#height, this.#k].map(({ field }) => field);
    const [width, height, k] = fields.map((field) => field.valueAsNumber);
    this.#k.field.setCustomValidity(problemWith({ width, height, k, win: this.#win.field.value }));
    if (!fields.every((field) => field.reportValidity())) return null;
    return parseRules(`${width}x${height}/${k} ${this.#win.field.value}`);
  }
}

/** @param {string} value @param {string} name @returns {readonly [string, string]} */
const pair = (value, name) => [value, name];

/** @param {string} text @param {number} value @param {number} max */
function numberField(text, value, max) {
  const field = el("input", { type: "number", value, min: 1, max, required: true, inputmode: "numeric" });
  return { field, label: el("label", { class: "field" }, text, field) };
}
