// @ts-check
/** Opens games on the analysis board: from an address, a file, the clipboard, or as a new board. */

import { requestJson } from "./api.js";
import { choices } from "./choices.js";
import { el } from "./dom.js";
import { parseRules } from "./record.js";
import { RuleChoice } from "./rule_choice.js";
import { fill } from "./sentences.js";
import { ANALYSIS, IMPORT } from "./sentences_analysis.js";
import { countMoves } from "./sentences_rules.js";

/** @import { RecordForm } from "./record.js" */
/** @import { Study } from "./study.js" */
/** @typedef {{games: RecordForm[], problems: string[]}} Imported */

/**
 * @typedef {Object} ImportHandlers
 * @property {(text: string, isProblem?: boolean) => void} notify
 * @property {(source: string) => void} onOpened a game was opened; where it came from
 */

export class GameImport {
  #study;
  #handlers;
  #file = el("input", { type: "file", hidden: true, "aria-hidden": "true", tabindex: -1 });
  #which = el("select", { "aria-label": IMPORT.which });
  /** Shown if a file has several games. */
  chooser = el("label", { class: "field which", hidden: true }, IMPORT.game, this.#which);
  /** @type {RecordForm[]} */
  #games = [];

  /** @param {Study} study @param {ImportHandlers} handlers */
  constructor(study, handlers) {
    this.#study = study;
    this.#handlers = handlers;
    document.body.append(this.#file);
    this.#file.addEventListener("change", () => this.readFile(this.#file.files?.[0]));
    this.#which.addEventListener("change", () => this.#show(Number(this.#which.value)));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.#onDrop(event));
    document.addEventListener("paste", (event) => this.#onPaste(event));
  }

  /** Open what an address names: a game played here, moves, or a position. @param {string} query */
  async follow(query) {
    const asked = new URLSearchParams(query);
    const link = asked.get("game");
    if (link) return this.#fetchGame(link, query, Number(asked.get("move") ?? NaN));
    const position = asked.get("position");
    const text = position ?? `/analysis${query}`;
    return this.#read(text, "", query);
  }

  /** Open the dialog for a pasted text: touch screens have no keys to paste with. */
  async openPaste() {
    const { makeDialog } = await import("./dialogs.js");
    const field = el("textarea", {
      rows: 6,
      required: true,
      "aria-label": IMPORT.text,
      placeholder: IMPORT.example,
      spellcheck: "false",
      autocapitalize: "off",
    });
    const form = el(
      "form",
      { class: "paste" },
      el("p", { class: "quiet small" }, IMPORT.explain),
      field,
      el("footer", {}, el("button", { type: "submit", class: "primary" }, IMPORT.open)),
    );
    const dialog = makeDialog(IMPORT.paste, form);
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
      const record = await requestJson(`/api/games/${encodeURIComponent(link)}/record.json`);
      this.#take({ games: [record], problems: [] }, source);
      if (Number.isInteger(move)) this.#goTo(move);
    });
  }

  /** @param {number} ply */
  #goTo(ply) {
    this.#study.goToStart();
    this.#study.step(ply);
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
    const asked = new URLSearchParams({ name, rules: this.#study.rules.text });
    await this.#attempt(async () =>
      this.#take(await requestJson(`/api/records?${asked}`, { method: "POST", body: data }), source),
    );
  }

  /** @param {() => Promise<void>} action */
  async #attempt(action) {
    try {
      await action();
    } catch (error) {
      this.#handlers.notify(error instanceof Error ? error.message : String(error), true);
    }
  }

  /** @param {Imported} imported @param {string} source */
  #take({ games, problems }, source) {
    this.#games = games;
    this.chooser.hidden = games.length < 2;
    this.#which.replaceChildren(...games.map((game, at) => el("option", { value: at }, titleOf(game, at))));
    this.#show(0);
    this.#handlers.onOpened(source);
    if (problems.length) this.#handlers.notify(problems.join("\n"), true);
    else if (games.length > 1) this.#handlers.notify(fill(IMPORT.several, { count: games.length }));
  }

  /** @param {number} at */
  #show(at) {
    const game = this.#games[at];
    const rules = parseRules(game.rules);
    if (rules) this.#study.open(game, rules);
  }

  /** Open the dialog for the rules of a new board. */
  async chooseRules() {
    await this.#attempt(async () => this.#askForRules(new RuleChoice(await choices()), await import("./dialogs.js")));
  }

  /** @param {RuleChoice} choice @param {typeof import("./dialogs.js")} dialogs */
  #askForRules(choice, { makeDialog }) {
    const form = el(
      "form",
      {},
      choice.root,
      el("footer", {}, el("button", { type: "submit", class: "primary" }, IMPORT.newBoard)),
    );
    const dialog = makeDialog(IMPORT.newBoard, form);
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
    this.#study.clear(rules);
    this.#handlers.onOpened("");
  }
}

/** @param {RecordForm} game @param {number} at */
function titleOf(game, at) {
  const players = { first: game.first || "?", second: game.second || "?" };
  const hasNames = game.first || game.second;
  const title = hasNames
    ? fill(IMPORT.title, { number: at + 1, names: fill(ANALYSIS.players, players) })
    : String(at + 1);
  const result = game.result !== "*" && game.result;
  return [title, result, countMoves(game.nodes?.length ?? 0)].filter(Boolean).join(", ");
}
