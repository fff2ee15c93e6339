// @ts-check
/** Which game: one of those with names, or any board and any line. */

import { el } from "./dom.js";
import { parseRules } from "./record.js";

const GAMES = /** @type {const} */ ([
  ["15x15/5 freestyle", "Five in a row"],
  ["15x15/5 standard", "Gomoku, exactly five"],
  ["15x15/5 caro-exact", "Caro"],
  ["15x15/5 renju", "Renju"],
  ["3x3/3 freestyle", "Tic-tac-toe"],
  ["13x13/5 freestyle", "Gomoku 13x13"],
  ["19x19/5 freestyle", "Gomoku 19x19"],
  ["20x20/5 freestyle", "Freestyle 20x20"],
]);
const WINS = /** @type {const} */ ([
  ["freestyle", "so many or more"],
  ["standard", "exactly so many"],
  ["caro", "so many or more, unless blocked at both ends"],
  ["caro-exact", "exactly so many, unless blocked at both ends"],
  ["caro-long", "so many, unless blocked at both ends; more always"],
]);
const OTHER = "other";

export class RuleChoice {
  #game = el("select", {}, ...GAMES.map(([text, name]) => el("option", { value: text }, name)), el("option", { value: OTHER }, "Another board …"));
  #width = number(15, 52);
  #height = number(15, 52);
  #k = number(5, 52);
  #win = el("select", {}, ...WINS.map(([value, words]) => el("option", { value }, words)));
  #more = el("div", { class: "rule-more", hidden: true }, label("Columns", this.#width), label("Rows", this.#height), label("In a row", this.#k), label("What wins", this.#win));
  root = el("div", { class: "rule-choice" }, label("Game", this.#game), this.#more);

  constructor() {
    this.#game.addEventListener("change", () => (this.#more.hidden = this.#game.value !== OTHER));
  }

  /** The rules that were chosen; null if there are no such. */
  get rules() {
    if (this.#game.value !== OTHER) return parseRules(this.#game.value);
    const fields = [this.#width, this.#height, this.#k];
    if (!fields.every((field) => field.reportValidity())) return null;
    const [width, height, k] = fields.map((field) => field.valueAsNumber);
    return parseRules(`${width}x${height}/${k} ${this.#win.value}`);
  }
}

/** @param {number} value @param {number} max */
function number(value, max) {
  return el("input", { type: "number", value, min: 1, max, required: true, inputmode: "numeric" });
}

/** @param {string} words @param {Node} field */
function label(words, field) {
  return el("label", { class: "field" }, words, field);
}
