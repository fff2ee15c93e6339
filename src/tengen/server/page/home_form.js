// @ts-check
/** The form of a game that is wanted: what can be chosen, what was chosen last, what it comes to. */

import { byId, el } from "./dom.js";
import { colourName } from "./position.js";
import { canOpen, objectionTo } from "./rule_limits.js";
import { change, onChange as onSettings, settings } from "./settings.js";
import { numberWord, winWords } from "./words.js";

/** @typedef {import("./wire.js").GameChoices} Choices */
/** @typedef {import("./wire.js").MakeGame} MakeGame */

const OTHER = "other";
/** The fields that make a game; which one it is called follows from them. */
const PARTS = ["width", "height", "k", "win"];
/** Fields that are missing where they are not ticked. */
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

  /** As in `15x15/5 freestyle`. */
  get rules() {
    return `${this.value("width")}x${this.value("height")}/${this.value("k")} ${this.value("win")}`;
  }

  /** What is to be made. @returns {MakeGame} */
  get wanted() {
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

  /** Remember it for the next time. */
  keep() {
    const wish = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(this.#form)));
    change({
      wish: { ...wish, ...Object.fromEntries(TICKS.map((name) => [name, this.value(name)])) },
      name: this.value("name").trim(),
    });
  }

  #fill() {
    const { games, wins, openings, clocks } = this.#choices;
    const named = games.map(({ words, rules }) => [rules.text, words]);
    this.#select("game", [...named, [OTHER, "Another board …"]]);
    this.#select(
      "win",
      wins.map(({ value, words }) => [value, `${words}: ${winWords(value, "that many")}`]),
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

  /** Have all choices in sight. */
  #unfold() {
    this.#form.querySelector("details")?.setAttribute("open", "");
  }

  /** Call the game by its name, if it has one. */
  #nameGame() {
    const isNamed = this.#choices.games.some(({ rules }) => rules.text === this.rules);
    this.#set("game", isNamed ? this.rules : OTHER);
  }

  #show() {
    this.#showLimits();
    this.#showParts();
    this.#showWords();
    this.#onChange(this);
  }

  /** Offer what can be played alone. */
  #showLimits() {
    const [width, height, k] = ["width", "height", "k"].map((name) => Number(this.value(name)));
    const game = { width, height, k, win: this.value("win") };
    const field = /** @type {HTMLInputElement} */ (this.#form.elements.namedItem("k"));
    field.setCustomValidity(objectionTo(game));
    const select = /** @type {HTMLSelectElement} */ (this.#form.elements.namedItem("opening"));
    this.#choices.openings.forEach((opening, at) => (select.options[at].disabled = !canOpen(opening, game)));
    if (select.selectedOptions[0]?.disabled) select.selectedIndex = 0;
  }

  /** Show what belongs to the choice. */
  #showParts() {
    const opponent = this.value("opponent");
    this.#form.querySelectorAll("[data-for]").forEach((part) => {
      const isMeant = /** @type {HTMLElement} */ (part).dataset.for?.split(" ").includes(opponent);
      part.toggleAttribute("hidden", !isMeant);
    });
    this.#form.querySelector("[data-for-win]")?.toggleAttribute("hidden", this.value("win") !== "renju");
    this.#form.querySelectorAll("[data-side]").forEach((part) => {
      const colour = /** @type {HTMLElement} */ (part).dataset.side === "1" ? 1 : 2;
      part.textContent = colourName(colour, settings.pieces);
    });
  }

  /** Say in words what is chosen. */
  #showWords() {
    const { openings, levels } = this.#choices;
    const opponent = this.value("opponent");
    const opening = openings.find(({ value }) => value === this.value("opening"));
    const level = Number(this.value("level"));
    const rule = winWords(this.value("win"), numberWord(Number(this.value("k"))));
    byId("rule", HTMLElement).textContent = `${this.value("width")}x${this.value("height")}, ${rule}`;
    byId("opening", HTMLElement).textContent = opening?.says ?? "";
    byId("level", HTMLElement).textContent = String(level);
    byId("level-words", HTMLElement).textContent = levels[level - 1];
    byId("name-words", HTMLElement).textContent = opponent === "here" ? colourName(1, settings.pieces) : "Your name";
    byId("play", HTMLElement).textContent = opponent === "friend" ? "Make the link" : "Play";
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
