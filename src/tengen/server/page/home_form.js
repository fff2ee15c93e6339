// @ts-check
/** The form of a new game: its options, and what was chosen last. */

import { byId, el } from "./dom.js";
import { canOpen, problemWith } from "./rule_limits.js";
import { sideName } from "./sentences.js";
import { FORM, OTHER_BOARD, winOption } from "./sentences_home.js";
import { describeRules } from "./sentences_rules.js";
import { change, onChange as onSettings, settings } from "./settings.js";

/** @import { GameChoices as Choices, MakeGame } from "./wire.js" */

const OTHER = "other";
/** The fields that define a game; its name follows from them. */
const PARTS = ["width", "height", "k", "win"];
/** Checkboxes, which a form leaves out if they are not checked. */
const TICKS = ["fouls", "listed", "shown"];

export class Form {
  #form;
  #choices;
  #onChange;

  /**
   * @param {HTMLFormElement} form
   * @param {Choices} choices
   * @param {(form: Form) => void} onChange
   */
  constructor(form, choices, onChange) {
    this.#form = form;
    this.#choices = choices;
    this.#onChange = onChange;
    this.#fill();
    this.#recall();
    form.addEventListener("input", (event) => this.#onInput(/** @type {HTMLInputElement} */ (event.target)));
    form.addEventListener("invalid", () => this.#unfold(), { capture: true });
    onSettings(() => this.#show());
    this.#show();
  }

  /** @param {string} name */
  value(name) {
    return String(new FormData(this.#form).get(name) ?? "");
  }

  /** The rules in text form, such as `15x15/5 freestyle`. */
  get rules() {
    return `${this.value("width")}x${this.value("height")}/${this.value("k")} ${this.value("win")}`;
  }

  /** The game to create. @returns {MakeGame} */
  get options() {
    return {
      opponent: /** @type {MakeGame["opponent"]} */ (this.value("opponent")),
      rules: this.rules,
      opening: /** @type {MakeGame["opening"]} */ (this.value("opening")),
      clock: this.#choices.clocks[Number(this.value("clock"))].clock,
      level: Number(this.value("level")),
      side: this.value("opponent") === "here" ? "first" : /** @type {MakeGame["side"]} */ (this.value("side")),
      name: this.value("name").trim(),
      other_name: this.value("opponent") === "here" ? this.value("other").trim() : "",
      fouls_lose: this.value("win") === "renju" && this.value("fouls") !== "",
      is_listed: this.value(this.value("opponent") === "computer" ? "shown" : "listed") !== "",
    };
  }

  /** Remember the values for the next visit. */
  save() {
    const wish = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(this.#form)));
    change({
      wish: { ...wish, ...Object.fromEntries(TICKS.map((name) => [name, this.value(name)])) },
      name: this.value("name").trim(),
    });
  }

  #fill() {
    const { games, wins, openings, clocks } = this.#choices;
    const named = games.map(({ words, rules }) => [rules.text, words]);
    this.#select("game", [...named, [OTHER, OTHER_BOARD]]);
    this.#select(
      "win",
      wins.map(({ value, words }) => [value, winOption({ name: words, win: value })]),
    );
    this.#select(
      "opening",
      openings.map(({ value, words }) => [value, words]),
    );
    this.#select(
      "clock",
      clocks.map(({ words }, index) => [String(index), words]),
    );
  }

  #recall() {
    this.#setGame(this.#choices.games[0].rules.text);
    this.#set("name", settings.name);
    for (const [name, value] of Object.entries(settings.wish)) this.#set(name, value);
    this.#nameGame();
  }

  /** @param {HTMLInputElement} field */
  #onInput(field) {
    if (field.name === "game") this.#setGame(field.value);
    else if (PARTS.includes(field.name)) this.#nameGame();
    this.#show();
  }

  /** @param {string} text */
  #setGame(text) {
    const game = this.#choices.games.find(({ rules }) => rules.text === text);
    if (!game) return this.#unfold();
    const { width, height, k, win } = game.rules;
    Object.entries({ game: text, width, height, k, win }).forEach(([name, value]) => this.#set(name, String(value)));
  }

  /** Show all options. */
  #unfold() {
    this.#form.querySelector("details")?.setAttribute("open", "");
  }

  /** Select the game that these fields define, if it has a name. */
  #nameGame() {
    const isNamed = this.#choices.games.some(({ rules }) => rules.text === this.rules);
    this.#set("game", isNamed ? this.rules : OTHER);
  }

  #show() {
    this.#showLimits();
    this.#showParts();
    this.#showTexts();
    this.#onChange(this);
  }

  /** Offer only what can be played. */
  #showLimits() {
    const [width, height, k] = ["width", "height", "k"].map((name) => Number(this.value(name)));
    const game = { width, height, k, win: this.value("win") };
    const field = /** @type {HTMLInputElement} */ (this.#form.elements.namedItem("k"));
    field.setCustomValidity(problemWith(game));
    const select = /** @type {HTMLSelectElement} */ (this.#form.elements.namedItem("opening"));
    this.#choices.openings.forEach((opening, at) => (select.options[at].disabled = !canOpen(opening, game)));
    if (select.selectedOptions[0]?.disabled) select.selectedIndex = 0;
  }

  /** Show the fields of the chosen opponent. */
  #showParts() {
    const opponent = this.value("opponent");
    this.#form.querySelectorAll("[data-for]").forEach((part) => {
      const isMeant = /** @type {HTMLElement} */ (part).dataset.for?.split(" ").includes(opponent);
      part.toggleAttribute("hidden", !isMeant);
    });
    this.#form.querySelector("[data-for-win]")?.toggleAttribute("hidden", this.value("win") !== "renju");
    this.#form.querySelectorAll("[data-side]").forEach((part) => {
      const colour = /** @type {HTMLElement} */ (part).dataset.side === "1" ? 1 : 2;
      part.textContent = sideName(colour);
    });
  }

  /** Describe what is chosen. */
  #showTexts() {
    const { openings, levels } = this.#choices;
    const opponent = this.value("opponent");
    const opening = openings.find(({ value }) => value === this.value("opening"));
    const level = Number(this.value("level"));
    const [width, height, k] = ["width", "height", "k"].map((name) => Number(this.value(name)));
    byId("rule", HTMLElement).textContent = describeRules({ width, height, k, win: this.value("win") });
    byId("opening", HTMLElement).textContent = opening?.says ?? "";
    byId("level", HTMLElement).textContent = String(level);
    byId("level-words", HTMLElement).textContent = levels[level - 1];
    byId("name-words", HTMLElement).textContent = opponent === "here" ? sideName(1) : FORM.name;
    byId("play", HTMLElement).textContent = opponent === "friend" ? FORM.makeLink : FORM.play;
  }

  /** @param {string} name @param {string[][]} options */
  #select(name, options) {
    const select = this.#form.elements.namedItem(name);
    if (!(select instanceof HTMLSelectElement)) return;
    select.replaceChildren(...options.map(([value, words]) => el("option", { value }, words)));
  }

  /** @param {string} name @param {string} value */
  #set(name, value) {
    const field = this.#form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value !== "";
    else if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) return;
    else if (field && "value" in field) field.value = value;
  }
}
