// @ts-check
/** Games brought to the analysis board: from an address, a file, the clipboard, or a new board. */

import { ask } from "./api.js";
import { choices } from "./choices.js";
import { makeDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { parseRules } from "./record.js";
import { RuleChoice } from "./rule_choice.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./record.js").RecordForm} RecordForm */
/** @typedef {{games: RecordForm[], problems: string[]}} Imported */

/**
 * @typedef {Object} OpenWishes
 * @property {(words: string, isTrouble?: boolean) => void} tell
 * @property {(source: string) => void} onOpened another game is there; where it came from
 */

export class Opening {
  #desk;
  #wishes;
  #file = el("input", { type: "file", hidden: true, "aria-hidden": "true", tabindex: -1 });
  #which = el("select", { "aria-label": "Which game of the file" });
  /** Shown where a file has several games. */
  chooser = el("label", { class: "field which", hidden: true }, "Game of the file", this.#which);
  /** @type {RecordForm[]} */
  #games = [];

  /** @param {Desk} desk @param {OpenWishes} wishes */
  constructor(desk, wishes) {
    this.#desk = desk;
    this.#wishes = wishes;
    document.body.append(this.#file);
    this.#file.addEventListener("change", () => this.readFile(this.#file.files?.[0]));
    this.#which.addEventListener("change", () => this.#show(Number(this.#which.value)));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.#onDrop(event));
    document.addEventListener("paste", (event) => this.#onPaste(event));
  }

  /** What an address asks for: a game that was played here, moves, or a position. @param {string} query */
  async follow(query) {
    const asked = new URLSearchParams(query);
    const link = asked.get("game");
    if (link) return this.#fetchGame(link, query, Number(asked.get("move") ?? NaN));
    const position = asked.get("position");
    const text = position ?? `/analysis${query}`;
    return this.#read(text, "", query);
  }

  /** Ask for a text: a screen for fingers has no keys to paste with. */
  openPaste() {
    const field = el("textarea", {
      rows: 6,
      required: true,
      "aria-label": "Moves, position, drawing or record",
      placeholder: "h8 i9 g9",
      spellcheck: "false",
      autocapitalize: "off",
    });
    const form = el(
      "form",
      { class: "paste" },
      el("p", { class: "quiet small" }, "Paste moves, a position, a drawing of a board, a record or a link to a game."),
      field,
      el("footer", {}, el("button", { type: "submit", class: "primary" }, "Open")),
    );
    const dialog = makeDialog("Paste", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      dialog.close();
      this.#read(field.value, "");
    });
    dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
    field.focus();
  }

  chooseFile() {
    this.#file.value = "";
    this.#file.click();
  }

  /** @param {string} link @param {string} source @param {number} move */
  async #fetchGame(link, source, move) {
    await this.#attempt(async () => {
      const record = await ask(`/api/games/${encodeURIComponent(link)}/record.json`);
      this.#take({ games: [record], problems: [] }, source);
      if (Number.isInteger(move)) this.#goTo(move);
    });
  }

  /** @param {number} ply */
  #goTo(ply) {
    this.#desk.goToStart();
    this.#desk.step(ply);
  }

  /** @param {DragEvent} event */
  #onDrop(event) {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text");
    if (file) this.readFile(file);
    else if (text) this.#read(text, "");
  }

  /** @param {ClipboardEvent} event */
  #onPaste(event) {
    const at = /** @type {Element} */ (event.target);
    if (at.closest?.("input, textarea, dialog")) return;
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text");
    if (file) this.readFile(file);
    else if (text?.trim()) this.#read(text, "");
  }

  /** @param {File | undefined} file */
  async readFile(file) {
    if (file) await this.#read(file, file.name);
  }

  /** @param {string | Blob} data @param {string} name @param {string} [source] */
  async #read(data, name, source = "") {
    const link = typeof data === "string" ? /\/game\/([\w-]{12})\s*$/.exec(data) : null;
    if (link) return this.#fetchGame(link[1], `?game=${link[1]}`, NaN);
    const asked = new URLSearchParams({ name, rules: this.#desk.rules.text });
    await this.#attempt(async () =>
      this.#take(await ask(`/api/records?${asked}`, { method: "POST", body: data }), source),
    );
  }

  /** @param {() => Promise<void>} deed */
  async #attempt(deed) {
    try {
      await deed();
    } catch (error) {
      this.#wishes.tell(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** @param {Imported} imported @param {string} source */
  #take({ games, problems }, source) {
    this.#games = games;
    this.chooser.hidden = games.length < 2;
    this.#which.replaceChildren(...games.map((game, at) => el("option", { value: at }, titleOf(game, at))));
    this.#show(0);
    this.#wishes.onOpened(source);
    if (problems.length) this.#wishes.tell(problems.join("; "), true);
    else if (games.length > 1) this.#wishes.tell(`${games.length} games are here: choose one above the moves.`);
  }

  /** @param {number} at */
  #show(at) {
    const game = this.#games[at];
    const rules = parseRules(game.rules);
    if (rules) this.#desk.open(game, rules);
  }

  /** Ask for the rules of a new board. */
  async chooseRules() {
    await this.#attempt(async () => this.#askForRules(new RuleChoice(await choices())));
  }

  /** @param {RuleChoice} choice */
  #askForRules(choice) {
    const form = el(
      "form",
      {},
      choice.root,
      el("footer", {}, el("button", { type: "submit", class: "primary" }, "New board")),
    );
    const dialog = makeDialog("New board", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const rules = choice.rules;
      if (!rules) return;
      dialog.close();
      this.#clear(rules);
    });
    dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
  }

  /** @param {import("./record.js").Rules} rules */
  #clear(rules) {
    this.chooser.hidden = true;
    this.#desk.clear(rules);
    this.#wishes.onOpened("");
  }
}

/** @param {RecordForm} game @param {number} at */
function titleOf(game, at) {
  const names = game.first || game.second ? `: ${game.first || "?"} – ${game.second || "?"}` : "";
  const result = game.result && game.result !== "*" ? `, ${game.result}` : "";
  return `${at + 1}${names}${result}, ${game.nodes?.length ?? 0} moves`;
}
