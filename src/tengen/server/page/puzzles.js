// @ts-check
/** Puzzles: a position is set up, somebody looks for the win, and the server says what comes of it. */

import { ask, posting } from "./api.js";
import { Board } from "./board.js";
import { byId, el } from "./dom.js";
import { parsePoint, pointName } from "./points.js";
import { addKeys } from "./puzzle_keys.js";
import { PuzzleList } from "./puzzle_list.js";
import { Progress } from "./puzzle_progress.js";
import { viewOf } from "./puzzle_view.js";
import { say } from "./say.js";
import { asksFirst, onChange } from "./settings.js";
import { end, stone } from "./sound.js";
import { gameWords } from "./words.js";

/** @typedef {import("./wire.js").PuzzleView} PuzzleView */
/** @typedef {import("./wire.js").PuzzleUpdate} Tried */
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
  /** One's own moves that were right. @type {number[]} */
  #found = [];
  /** All moves that lie on the board. @type {number[]} */
  #moves = [];
  /** What a wrong move would have come to. @type {number[]} */
  #wrong = [];
  /** @type {readonly number[]} */
  #marked = [];
  #hints = 0;
  #isClean = true;
  #isOver = false;
  #isBusy = false;
  #timer = 0;
  #turn = Promise.resolve();
  #place = byId("board", HTMLElement);
  #board = new Board(this.#place, {
    onPlay: (cell) => this.#try(cell),
    onAim: (cell) => cell !== null && this.#answer(`${this.#name(cell)}: press it again to put the stone there.`),
    asksFirst,
  });
  #next = el("button", { type: "button", onclick: () => this.#goOn() }, "Next");

  constructor() {
    byId("tools", HTMLElement).append(
      el("button", { type: "button", onclick: () => this.#hint() }, "Hint"),
      el("button", { type: "button", onclick: () => this.#solve() }, "Solution"),
      el("button", { type: "button", onclick: () => this.#again() }, "Again"),
      this.#next,
    );
    onChange(() => this.#show());
    addKeys({
      hint: () => this.#hint(),
      solve: () => this.#solve(),
      again: () => this.#again(),
      goOn: () => this.#goOn(),
      type: (text) => this.#type(text),
      tell: (words) => this.#answer(words),
    });
    this.#begin();
  }

  async #begin() {
    await this.#attempt(async () => {
      /** @type {import("./wire.js").PuzzleEntry[]} */
      const all = await ask("/api/puzzles");
      this.#list = new PuzzleList(all, this.#progress, (number) => this.#open(number));
      const asked = new URLSearchParams(location.search).get("n");
      const found = all.find(({ number }) => String(number) === asked);
      await this.#open(found?.number ?? this.#list.after(0));
      if (asked !== null && !found)
        this.#answer(
          `There is no puzzle ${asked.slice(0, 20)}: they are numbered 1 to ${all.length}. Here is another one.`,
          "bad",
        );
    });
  }

  /** @param {number} number */
  async #open(number) {
    await this.#attempt(async () => {
      this.#puzzle = /** @type {PuzzleView} */ (await ask(`/api/puzzles/${number}`));
      history.replaceState(null, "", `/puzzles?n=${number}`);
      document.title = `Puzzle ${number} – Tengen`;
      byId("title", HTMLElement).textContent = `Puzzle ${number}, grade ${this.#puzzle.grade}`;
      byId("goal", HTMLElement).textContent = `${this.#puzzle.goal}: ${moveWords(this.#puzzle.left)} to find`;
      byId("rule", HTMLElement).textContent = gameWords(this.#puzzle.rules);
      this.#again();
      say(`Puzzle ${number}. ${this.#puzzle.goal}`);
    });
  }

  #goOn() {
    if (this.#list && this.#puzzle) this.#open(this.#list.after(this.#puzzle.number));
  }

  /** Set the puzzle up once more. */
  #again() {
    window.clearTimeout(this.#timer);
    [this.#found, this.#moves, this.#wrong, this.#marked] = [[], [], [], []];
    this.#hints = 0;
    this.#isClean = true;
    this.#isOver = false;
    this.#next.classList.remove("primary");
    this.#answer("Put a stone where you think the win begins.");
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
    if (this.#isOver) return this.#answer("There is nothing left to find here.");
    const wish = () => {
      this.#hints = Math.min(STEPS, this.#hints + 1);
      return { moves: this.#found, hint: this.#hints };
    };
    return this.#send(wish, (tried) => {
      this.#slip();
      this.#wrong = [];
      this.#marked = tried.hint?.points ?? [];
      this.#answer(tried.hint?.says ?? tried.says, "hint");
    });
  }

  async #solve() {
    if (this.#isOver) return this.#answer("There is nothing left to find here.");
    return this.#send(
      () => ({ moves: this.#found, shows: true }),
      (tried) => {
        this.#slip();
        this.#isOver = true;
        [this.#wrong, this.#marked] = [[], []];
        this.#answer(`Solution: ${tried.solution.map((cell) => this.#name(cell)).join(" ")}`, "hint");
        this.#next.classList.add("primary");
        this.#playOut(tried.solution);
      },
    );
  }

  /** Put the stones of the solution, one after the other. @param {readonly number[]} line */
  #playOut(line) {
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const count = isStill ? line.length : 1;
    this.#moves = [...this.#moves, ...line.slice(0, count)];
    this.#show();
    if (!isStill) stone();
    if (line.length > count) this.#timer = window.setTimeout(() => this.#playOut(line.slice(count)), PACE);
  }

  /**
   * Ask the server, one thing after the other.
   * @param {() => object} wish made when its turn has come
   * @param {(tried: Tried) => void} take
   */
  #send(wish, take) {
    const puzzle = this.#puzzle;
    this.#turn = this.#turn.then(async () => {
      if (!puzzle || puzzle !== this.#puzzle || this.#isOver) return;
      this.#isBusy = true;
      await this.#attempt(async () => {
        const tried = /** @type {Tried} */ (await ask(`/api/puzzles/${puzzle.number}/try`, posting(wish())));
        if (puzzle === this.#puzzle) take(tried);
      });
      this.#isBusy = false;
      this.#show();
    });
    return this.#turn;
  }

  /** @param {() => Promise<void>} deed */
  async #attempt(deed) {
    try {
      await deed();
    } catch (error) {
      this.#answer(error instanceof Error ? error.message : String(error), "bad");
    }
  }

  /** @param {string} words @param {Manner} [manner] */
  #answer(words, manner = "") {
    const place = byId("answer", HTMLElement);
    place.textContent = words;
    place.className = `answer ${manner}`;
    if (manner) say(words);
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
    if (cell === null) return this.#answer(`${text} is not on this board.`, "bad");
    return this.#try(cell);
  }
}

/** @param {number} count */
const moveWords = (count) => (count === 1 ? "one move" : `${count} moves`);

new PuzzlePage();
