// @ts-check
/** The list of puzzles, by grade and number. */

import { byId, el } from "./dom.js";
import { fill } from "./sentences.js";
import { LIST } from "./sentences_puzzles.js";

/** @import { Progress } from "./puzzle_progress.js" */
/** @import { PuzzleEntry } from "./wire.js" */

const ALL = 0;

export class PuzzleList {
  #entries;
  #progress;
  #open;
  #grade = ALL;
  #at = 0;
  #place = byId("numbers", HTMLElement);

  /** @param {PuzzleEntry[]} entries @param {Progress} progress @param {(number: number) => void} open */
  constructor(entries, progress, open) {
    this.#entries = entries;
    this.#progress = progress;
    this.#open = open;
    const grades = [ALL, ...new Set(entries.map(({ grade }) => grade))];
    const choices = grades.map((grade) => {
      const input = el("input", {
        type: "radio",
        name: "grade",
        value: grade,
        checked: grade === ALL,
        onchange: () => this.#choose(grade),
      });
      return el("label", {}, input, el("span", {}, grade === ALL ? LIST.all : fill(LIST.grade, { grade })));
    });
    byId("grades", HTMLElement).append(
      el("fieldset", { class: "grades" }, el("legend", { class: "unseen" }, LIST.grades), ...choices),
    );
  }

  /** The puzzles of the chosen grade. */
  get #chosen() {
    return this.#entries.filter(({ grade }) => this.#grade === ALL || grade === this.#grade);
  }

  /** The next unsolved puzzle, or the next one if all are solved. @param {number} number @returns {number} */
  after(number) {
    const numbers = this.#chosen.map((entry) => entry.number);
    const later = [...numbers.filter((one) => one > number), ...numbers.filter((one) => one < number)];
    return later.find((one) => !this.#progress.has(one)) ?? later[0] ?? number;
  }

  /** @param {number} grade */
  #choose(grade) {
    this.#grade = grade;
    const isHere = this.#chosen.some(({ number }) => number === this.#at);
    if (!isHere) this.#open(this.after(0));
    this.show(this.#at);
  }

  /** @param {number} at the number of the puzzle shown */
  show(at) {
    this.#at = at;
    const chosen = this.#chosen;
    this.#place.replaceChildren(...chosen.map((entry) => this.#button(entry)));
    const solved = chosen.filter(({ number }) => this.#progress.has(number)).length;
    const parts = [fill(LIST.progress, { solved, count: chosen.length })];
    if (this.#progress.best) parts.push(fill(LIST.streak, this.#progress));
    byId("progress", HTMLElement).textContent = parts.join("; ");
    const current = this.#place.querySelector("[aria-current]");
    if (current instanceof HTMLElement) this.#place.scrollTop = current.offsetTop - this.#place.offsetTop - 80;
  }

  /** @param {PuzzleEntry} entry */
  #button({ number, grade, goal }) {
    const isSolved = this.#progress.has(number);
    const label = fill(isSolved ? LIST.solved : LIST.unsolved, { number, grade });
    const current = number === this.#at ? "true" : null;
    const press = () => this.#open(number);
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: isSolved ? "solved" : "",
          "aria-label": label,
          title: goal,
          "aria-current": current,
          onclick: press,
        },
        number,
        isSolved && "✓",
      ),
    );
  }
}
