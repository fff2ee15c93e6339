// @ts-check
/** The panel of a review: a chart, a summary, and a list of mistakes. */

import { announce } from "./announcements.js";
import { Chart } from "./chart.js";
import { el } from "./dom.js";
import { describe } from "./eval_bar.js";
import { pointName } from "./points.js";
import { revealBoard } from "./reveal.js";
import { fill, fillCount } from "./sentences.js";
import { JUDGEMENTS, REVIEW } from "./sentences_analysis.js";

/** @import { Review } from "./review.js" */
/** @import { Study } from "./study.js" */
/** @import { MistakeCounts as Count } from "./wire.js" */

/** The field that counts each judgement. @type {Record<string, keyof Count>} */
const FIELDS = { inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders", "missed win": "missed_wins" };

export class ReviewPanel {
  #study;
  /** @type {Review | null} */
  #review = null;
  #chart;
  #caption = el("p", { class: "quiet small" }, REVIEW.caption);
  #summary = el("p", { class: "summary" });
  #counts = el("p", { class: "quiet small" });
  #list = el("ol", { class: "flaws", "aria-label": REVIEW.mistakes });
  #stop = el("button", { type: "button" }, REVIEW.stop);
  root;

  /** @param {Study} study @param {() => void} onStop */
  constructor(study, onStop) {
    this.#study = study;
    this.#chart = new Chart(
      (ply) => study.go(this.#review?.nodes[ply]),
      (ply) => this.#describe(ply),
    );
    this.#stop.addEventListener("click", onStop);
    this.root = el(
      "section",
      { class: "card review", "aria-label": REVIEW.title, hidden: true },
      el("h2", {}, REVIEW.title),
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
    this.#counts.textContent = review.done ? describeCounts(review.done.counts) : "";
    this.#stop.hidden = Boolean(review.done || review.problem);
    this.#list.replaceChildren(...review.flaws.map((flaw) => this.#entry(flaw)));
    this.mark();
    if (isNew) announce(this.#summary.textContent);
  }

  /** Highlight the current position. */
  mark() {
    const review = this.#review;
    if (!review) return;
    const at = review.nodes.indexOf(this.#study.at);
    this.#chart.show({
      chances: review.judged.map((one) => one?.chance ?? null),
      flaws: review.flaws
        .filter(({ move }) => move.is_mistake)
        .map(({ ply, move }) => ({ ply, isBlack: move.player === 1, text: move.says })),
      at: at < 0 ? null : at,
    });
    const flaws = review.flaws;
    [...this.#list.children].forEach((item, index) => {
      const isHere = flaws[index]?.node === this.#study.at;
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
      el(
        "span",
        {},
        move.says || fill(REVIEW.judged, { number: move.number, judgement: JUDGEMENTS[move.judgement]?.name }),
      ),
    );
    return el("li", {}, button);
  }

  /** @param {import("./tree.js").GameNode} node */
  #go(node) {
    this.#study.go(node);
    revealBoard();
  }

  /** The text of a position, for screen readers. @param {number} ply */
  #describe(ply) {
    const node = this.#review?.nodes[ply];
    if (!node) return "";
    const judged = this.#review?.standingAt(node);
    const move = this.#review?.moveAt(node);
    const name =
      node.cell === null
        ? REVIEW.start
        : fill(REVIEW.move, { number: ply, point: pointName(node.cell, this.#study.rules) });
    const parts = [name, judged && describe(judged), move?.is_mistake && JUDGEMENTS[move.judgement].name];
    return parts.filter(Boolean).join(", ");
  }
}

/** @param {Review} review */
function summaryOf(review) {
  if (review.problem) return review.problem;
  if (review.done) return review.done.says;
  return fill(REVIEW.progress, { left: review.left, count: review.nodes.length });
}

/** @param {[Count, Count]} counts */
function describeCounts(counts) {
  return counts.map((count, at) => fill(REVIEW.counts[at], { counts: partsOf(count) })).join(" ");
}

/** @param {Count} count */
function partsOf(count) {
  const found = Object.entries(FIELDS).filter(([, field]) => count[field]);
  const parts = found.map(([judgement, field]) => fillCount(JUDGEMENTS[judgement].count, count[field]));
  return parts.join(", ") || REVIEW.noMistakes;
}
