// @ts-check
/** The page of the puzzles. The server judges every move. */

import { announce } from "./announcements.js";
import { jsonPost, requestJson } from "./api.js";
import { Board } from "./board.js";
import { byId, el } from "./dom.js";
import { parsePoint, pointName } from "./points.js";
import { addKeys } from "./puzzle_keys.js";
import { PuzzleList } from "./puzzle_list.js";
import { Progress } from "./puzzle_progress.js";
import { viewOf } from "./puzzle_view.js";
import { fill, fillCount, TAB_TITLE } from "./sentences.js";
import { PUZZLE } from "./sentences_puzzles.js";
import { describeGame } from "./sentences_rules.js";
import { asksFirst, onChange } from "./settings.js";
import { end, stone } from "./sound.js";

/** @import { PuzzleUpdate as Tried, PuzzleView } from "./wire.js" */
/** @typedef {"" | "good" | "bad" | "hint"} Manner */

/** Milliseconds between two stones of a solution. */
const PACE = 700;
const STEPS = 3;

class PuzzlePage {
  #progress = new Progress();
  /** @type {PuzzleList | null} */
  #list = null;
  /** @type {PuzzleView | null} */
  #puzzle = null;
  /** The right moves of the solver. @type {number[]} */
  #found = [];
  /** All moves on the board. @type {number[]} */
  #moves = [];
  /** A wrong move and its refutation. @type {number[]} */
  #wrong = [];
  /** @type {readonly number[]} */
  #marked = [];
  #hints = 0;
  #isClean = true;
  #isOver = false;
  #isBusy = false;
  #timer = 0;
  #queue = Promise.resolve();
  #place = byId("board", HTMLElement);
  #board = new Board(this.#place, {
    onPlay: (cell) => this.#try(cell),
    onPending: (cell) => cell !== null && this.#answer(fill(PUZZLE.confirm, { point: this.#name(cell) })),
    asksFirst,
  });
  #next = el("button", { type: "button", onclick: () => this.#openNext() }, PUZZLE.next);

  constructor() {
    byId("tools", HTMLElement).append(
      el("button", { type: "button", onclick: () => this.#hint() }, PUZZLE.hint),
      el("button", { type: "button", onclick: () => this.#solve() }, PUZZLE.solution),
      el("button", { type: "button", onclick: () => this.#again() }, PUZZLE.again),
      this.#next,
    );
    onChange(() => this.#show());
    addKeys({
      hint: () => this.#hint(),
      solve: () => this.#solve(),
      again: () => this.#again(),
      next: () => this.#openNext(),
      type: (text) => this.#type(text),
      notify: (text) => this.#answer(text),
    });
    this.#begin();
  }

  async #begin() {
    await this.#attempt(async () => {
      /** @type {import("./wire.js").PuzzleEntry[]} */
      const all = await requestJson("/api/puzzles");
      this.#list = new PuzzleList(all, this.#progress, (number) => this.#open(number));
      const asked = new URLSearchParams(location.search).get("n");
      const found = all.find(({ number }) => String(number) === asked);
      await this.#open(found?.number ?? this.#list.after(0));
      if (asked === null || found) return;
      this.#answer(fill(PUZZLE.missing, { text: asked.slice(0, 20), count: all.length }), "bad");
    });
  }

  /** @param {number} number */
  async #open(number) {
    await this.#attempt(async () => {
      this.#puzzle = /** @type {PuzzleView} */ (await requestJson(`/api/puzzles/${number}`));
      history.replaceState(null, "", `/puzzles?n=${number}`);
      const { grade, goal, left, rules } = this.#puzzle;
      document.title = fill(TAB_TITLE, { text: fill(PUZZLE.name, { number }) });
      byId("title", HTMLElement).textContent = fill(PUZZLE.title, { number, grade });
      const task = [goal, fillCount(PUZZLE.movesLeft, left)];
      byId("goal", HTMLElement).replaceChildren(...task.map((text) => el("span", {}, text)));
      byId("rule", HTMLElement).textContent = describeGame(rules);
      this.#again();
      announce([fill(PUZZLE.name, { number }), ...task].join("\n"));
    });
  }

  #openNext() {
    if (this.#list && this.#puzzle) this.#open(this.#list.after(this.#puzzle.number));
  }

  /** Start the puzzle again. */
  #again() {
    window.clearTimeout(this.#timer);
    [this.#found, this.#moves, this.#wrong, this.#marked] = [[], [], [], []];
    this.#hints = 0;
    this.#isClean = true;
    this.#isOver = false;
    this.#next.classList.remove("primary");
    this.#answer(PUZZLE.start);
    this.#list?.show(this.#puzzle?.number ?? 0);
    this.#show();
  }

  /** @param {number} cell */
  async #try(cell) {
    if (this.#isOver) return;
    stone();
    this.#marked = [];
    this.#wrong = [cell];
    this.#show();
    await this.#send(
      () => ({ moves: [...this.#found, cell] }),
      (tried) => this.#judge(cell, tried),
    );
  }

  /** @param {number} cell @param {Tried} tried */
  #judge(cell, tried) {
    const isRight = tried.verdict === "right" || tried.verdict === "solved";
    this.#wrong = isRight ? [] : [cell, ...(tried.refutation === null ? [] : [tried.refutation])];
    if (tried.verdict === "refused") this.#wrong = [];
    if (tried.verdict === "wrong") this.#slip();
    if (isRight) {
      this.#found.push(cell);
      this.#moves = tried.moves;
      this.#hints = 0;
    }
    this.#answer(tried.says, isRight ? "good" : "bad");
    if (tried.verdict === "solved") this.#finish();
  }

  #finish() {
    const number = this.#puzzle?.number ?? 0;
    this.#isOver = true;
    this.#progress.solve(number, this.#isClean);
    this.#list?.show(number);
    this.#next.classList.add("primary");
    end();
  }

  #slip() {
    this.#isClean = false;
    this.#progress.slip();
  }

  async #hint() {
    if (this.#isOver) return this.#answer(PUZZLE.finished);
    const makeBody = () => {
      this.#hints = Math.min(STEPS, this.#hints + 1);
      return { moves: this.#found, hint: this.#hints };
    };
    return this.#send(makeBody, (tried) => {
      this.#slip();
      this.#wrong = [];
      this.#marked = tried.hint?.points ?? [];
      this.#answer(tried.hint?.says ?? tried.says, "hint");
    });
  }

  async #solve() {
    if (this.#isOver) return this.#answer(PUZZLE.finished);
    return this.#send(
      () => ({ moves: this.#found, shows: true }),
      (tried) => {
        this.#slip();
        this.#isOver = true;
        [this.#wrong, this.#marked] = [[], []];
        this.#answer(fill(PUZZLE.line, { points: tried.solution.map((cell) => this.#name(cell)).join(" ") }), "hint");
        this.#next.classList.add("primary");
        this.#playOut(tried.solution);
      },
    );
  }

  /** Show the solution move by move. @param {readonly number[]} line */
  #playOut(line) {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const count = isStill ? line.length : 1;
    this.#moves = [...this.#moves, ...line.slice(0, count)];
    this.#show();
    if (!isStill) stone();
    if (line.length > count) this.#timer = window.setTimeout(() => this.#playOut(line.slice(count)), PACE);
  }

  /**
   * Send requests to the server, one at a time.
   * @param {() => object} makeBody called when the request is sent
   * @param {(tried: Tried) => void} receive
   */
  #send(makeBody, receive) {
    const puzzle = this.#puzzle;
    this.#queue = this.#queue.then(async () => {
      if (!puzzle || puzzle !== this.#puzzle || this.#isOver) return;
      this.#isBusy = true;
      await this.#attempt(async () => {
        const tried = /** @type {Tried} */ (
          await requestJson(`/api/puzzles/${puzzle.number}/try`, jsonPost(makeBody()))
        );
        if (puzzle === this.#puzzle) receive(tried);
      });
      this.#isBusy = false;
      this.#show();
    });
    return this.#queue;
  }

  /** @param {() => Promise<void>} action */
  async #attempt(action) {
    try {
      await action();
    } catch (error) {
      this.#answer(error instanceof Error ? error.message : String(error), "bad");
    }
  }

  /** @param {string} text @param {Manner} [manner] */
  #answer(text, manner = "") {
    const place = byId("answer", HTMLElement);
    place.textContent = text;
    place.className = `answer ${manner}`;
    if (manner) announce(text);
  }

  #show() {
    if (!this.#puzzle) return;
    const canPlay = !this.#isOver && !this.#isBusy;
    this.#board.show(viewOf(this.#puzzle, { moves: this.#moves, wrong: this.#wrong, marked: this.#marked, canPlay }));
    const ratio = this.#place.style.getPropertyValue("--ratio");
    this.#place.closest("section")?.style.setProperty("--ratio", ratio);
  }

  /** @param {number} cell */
  #name(cell) {
    return this.#puzzle ? pointName(cell, this.#puzzle.rules) : "";
  }

  /** @param {string} text */
  #type(text) {
    const cell = this.#puzzle && parsePoint(text, this.#puzzle.rules);
    if (cell === null) return this.#answer(fill(PUZZLE.offBoard, { point: text.toUpperCase() }), "bad");
    return this.#try(cell);
  }
}

new PuzzlePage();
