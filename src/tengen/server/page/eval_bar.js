// @ts-check
/** A bar and a text that show Black's winning chance. */

import { el } from "./dom.js";
import { fill, sideName } from "./sentences.js";
import { ENGINE } from "./sentences_analysis.js";

/** @typedef {{chance: number, winner: number | null, plies: number}} Standing */

export class EvalBar {
  #part = el("span", { class: "part" });
  root = el("div", { class: "eval-bar", role: "img" }, this.#part, el("span", { class: "middle" }));
  text = el("span", { class: "eval-words figures" });

  /** @param {Standing | null} standing */
  show(standing) {
    this.root.classList.toggle("unknown", !standing);
    this.root.style.setProperty("--chance", `${100 * (standing?.chance ?? 0.5)}%`);
    const score = standing ? describe(standing) : "";
    this.text.textContent = score;
    const label = standing ? fill(ENGINE.bar, { score, chance: percentOf(standing) }) : ENGINE.notJudged;
    this.root.setAttribute("aria-label", label);
  }
}

/** `Black wins in 7`, or `Black 54 %`. @param {Standing} standing */
export function describe(standing) {
  if (!standing.winner) return percentOf(standing);
  const side = sideName(standing.winner);
  return standing.plies ? fill(ENGINE.winsIn, { side, plies: standing.plies }) : fill(ENGINE.wins, { side });
}

/** @param {Standing} standing */
function percentOf({ chance }) {
  return fill(ENGINE.chance, { side: sideName(1), percent: Math.round(100 * chance) });
}
