// @ts-check
/** Which puzzles were solved, and how many in a row; stored in this browser. */

const KEY = "tengen.puzzles";

export class Progress {
  /** @type {Set<number>} */
  #solved = new Set();
  /** Puzzles solved in a row at the first try. */
  streak = 0;
  best = 0;

  constructor() {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      this.#solved = new Set(stored.solved ?? []);
      this.streak = stored.streak ?? 0;
      this.best = stored.best ?? 0;
    } catch {
      // there is no storage, or it is damaged
    }
  }

  /** @param {number} number */
  has(number) {
    return this.#solved.has(number);
  }

  /** @param {number} number @param {boolean} isClean without help and without wrong tries */
  solve(number, isClean) {
    this.#solved.add(number);
    this.streak = isClean ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    this.#store();
  }

  /** A wrong try or help ends the streak. */
  slip() {
    this.streak = 0;
    this.#store();
  }

  #store() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ solved: [...this.#solved], streak: this.streak, best: this.best }));
    } catch {
      // there is no storage
    }
  }
}
