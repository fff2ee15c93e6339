// @ts-check
/** The review beside the board: a chart, the game in a sentence, its mistakes to be jumped to. */

import { Chart } from "./chart.js";
import { el } from "./dom.js";
import { describe } from "./eval_bar.js";
import { pointName } from "./points.js";
import { revealBoard } from "./reveal.js";
import { say } from "./say.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./wire.js").MistakeCounts} Count */

const WORDS = /** @type {const} */ ([
  ["inaccuracies", "inaccuracy", "inaccuracies"],
  ["mistakes", "mistake", "mistakes"],
  ["blunders", "blunder", "blunders"],
  ["missed_wins", "missed win", "missed wins"],
]);

export class ReviewPanel {
  #desk;
  /** @type {Review | null} */
  #review = null;
  #chart;
  #caption = el(
    "p",
    { class: "quiet small" },
    "Black's winning chance after every move, as the engine sees it; ▼ mistakes of Black, ▲ of White.",
  );
  #summary = el("p", { class: "summary" });
  #counts = el("p", { class: "quiet small" });
  #list = el("ol", { class: "flaws", "aria-label": "Mistakes" });
  #stop = el("button", { type: "button" }, "Stop");
  root;

  /** @param {Desk} desk @param {() => void} onStop */
  constructor(desk, onStop) {
    this.#desk = desk;
    this.#chart = new Chart(
      (ply) => desk.go(this.#review?.nodes[ply]),
      (ply) => this.#describe(ply),
    );
    this.#stop.addEventListener("click", onStop);
    this.root = el(
      "section",
      { class: "card review", "aria-label": "Review", hidden: true },
      el("h2", {}, "Review"),
      this.#chart.root,
      this.#caption,
      this.#summary,
      this.#counts,
      this.#list,
      this.#stop,
    );
  }

  /** @param {Review | null} review */
  show(review) {
    const isNew = review?.done && !this.#summary.classList.contains("done");
    this.#review = review;
    this.root.hidden = !review;
    if (!review) return;
    this.#summary.textContent = summaryOf(review);
    this.#summary.classList.toggle("done", Boolean(review.done));
    this.#counts.textContent = review.done ? countWords(review.done.counts) : "";
    this.#stop.hidden = Boolean(review.done || review.trouble);
    this.#list.replaceChildren(...review.flaws.map((flaw) => this.#entry(flaw)));
    this.mark();
    if (isNew) say(this.#summary.textContent);
  }

  /** Have the position that is looked at stand out. */
  mark() {
    const review = this.#review;
    if (!review) return;
    const at = review.nodes.indexOf(this.#desk.at);
    this.#chart.show({
      chances: review.judged.map((one) => one?.chance ?? null),
      flaws: review.flaws
        .filter(({ move }) => move.is_mistake)
        .map(({ ply, move }) => ({ ply, isBlack: move.player === 1, words: move.says })),
      at: at < 0 ? null : at,
    });
    const flaws = review.flaws;
    [...this.#list.children].forEach((item, index) => {
      const isHere = flaws[index]?.node === this.#desk.at;
      if (isHere) item.firstElementChild?.setAttribute("aria-current", "true");
      else item.firstElementChild?.removeAttribute("aria-current");
    });
  }

  /** @param {Review["flaws"][number]} flaw */
  #entry({ node, move }) {
    const sign = this.#review?.verdictOf(node)?.sign;
    const button = el(
      "button",
      { type: "button", class: "plain flaw-entry", onclick: () => this.#go(node) },
      el("span", { class: move.is_mistake ? "verdict" : "quiet" }, sign),
      el("span", {}, move.says || `Move ${move.number}: ${move.judgement}`),
    );
    return el("li", {}, button);
  }

  /** @param {import("./tree.js").GameNode} node */
  #go(node) {
    this.#desk.go(node);
    revealBoard();
  }

  /** A position in words, for those who do not see the chart. @param {number} ply */
  #describe(ply) {
    const node = this.#review?.nodes[ply];
    if (!node) return "";
    const judged = this.#review?.standingAt(node);
    const move = this.#review?.moveAt(node);
    const name =
      node.cell === null ? "before the first move" : `Move ${ply}, ${pointName(node.cell, this.#desk.rules)}`;
    return [name, judged && describe(judged), move?.is_mistake && move.judgement].filter(Boolean).join(", ");
  }
}

/** @param {Review} review */
function summaryOf(review) {
  if (review.trouble) return review.trouble;
  if (review.done) return review.done.says;
  return `Looking back: ${review.left} of ${review.nodes.length} positions to go.`;
}

/** @param {[Count, Count]} counts */
function countWords(counts) {
  return counts
    .map((count, at) => `${at ? "White" : "Black"}: ${partsOf(count)}`)
    .join(". ")
    .concat(".");
}

/** @param {Count} count */
function partsOf(count) {
  const parts = WORDS.filter(([key]) => count[key]).map(
    ([key, one, many]) => `${count[key]} ${count[key] === 1 ? one : many}`,
  );
  return parts.join(", ") || "no mistakes";
}
