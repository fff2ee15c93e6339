// @ts-check
/** A bar that shows Black's chance of winning, and the same in words. */

import { el } from "./dom.js";
import { sideName } from "./words.js";

/** @typedef {{chance: number, winner: number | null, plies: number}} Standing */

export class EvalBar {
  #part = el("span", { class: "part" });
  root = el("div", { class: "eval-bar", role: "img" }, this.#part, el("span", { class: "middle" }));
  words = el("span", { class: "eval-words figures" });

  /** @param {Standing | null} standing */
  show(standing) {
    this.root.classList.toggle("unknown", !standing);
    this.root.style.setProperty("--chance", `${100 * (standing?.chance ?? 0.5)}%`);
    const says = standing ? describe(standing) : "";
    this.words.textContent = says;
    this.root.setAttribute("aria-label", standing ? `${says}; ${percentOf(standing)}` : "Not judged yet");
  }
}

/** As in Black wins in 7, or Black 54 %. @param {Standing} standing */
export function describe(standing) {
  if (!standing.winner) return percentOf(standing);
  const who = sideName(standing.winner);
  return standing.plies ? `${who} wins in ${standing.plies}` : `${who} wins`;
}

/** @param {Standing} standing */
function percentOf({ chance }) {
  return `${sideName(1)} ${Math.round(100 * chance)} %`;
}
