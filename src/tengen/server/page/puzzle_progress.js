// @ts-check
/** Which puzzles were solved, and how many in a row; kept in this browser. */

const KEY = "tengen.puzzles";

export class Progress {
  /** @type {Set<number>} */
  #solved = new Set();
  /** Solved one after the other at the first try. */
  streak = 0;
  best = 0;

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      this.#solved = new Set(kept.solved ?? []);
      this.streak = kept.streak ?? 0;
      this.best = kept.best ?? 0;
    } catch {
      // nothing is remembered
    }
  }

  /** @param {number} number */
  has(number) {
    return this.#solved.has(number);
  }

  /** @param {number} number @param {boolean} isClean without help and wrong tries */
  solve(number, isClean) {
    this.#solved.add(number);
    this.streak = isClean ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    this.#keep();
  }

  /** A wrong try, or help: the row is broken. */
  slip() {
    this.streak = 0;
    this.#keep();
  }

  #keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ solved: [...this.#solved], streak: this.streak, best: this.best }));
    } catch {
      // a browser that keeps nothing
    }
  }
}
