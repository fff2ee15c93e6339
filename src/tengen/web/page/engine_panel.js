// @ts-check
/** The engine beside the board: its switch, how far it has come, its lines, and the bar. */

import { EngineLines } from "./engine_lines.js";
import { el } from "./dom.js";

/** @typedef {import("./wire.js").Thought} Thought */
/** @typedef {import("./wire.js").LookDone} LookDone */
/** @typedef {import("./engine_lines.js").LineWishes} LineWishes */
/** @typedef {import("./points.js").Size} Size */

/** A screen for fingers has no space bar. */
const HAS_KEYS = matchMedia("(hover: hover)").matches;

/**
 * @typedef {Object} EngineWishes
 * @property {(isOn: boolean) => void} onSwitch
 * @property {(count: number) => void} onCount how many lines are wanted
 */

export class EnginePanel {
  #switch = el("button", { type: "button", class: "switch", role: "switch", "aria-checked": "false" }, el("span", { class: "knob" }), "Engine");
  #count = el("select", { "aria-label": "Number of lines", class: "count" }, ...[1, 2, 3, 4, 5].map((n) => el("option", { value: n, selected: n === 3 }, n === 1 ? "1 line" : `${n} lines`)));
  #state = el("p", { class: "quiet small figures engine-state" });
  #lines;
  root;

  /** @param {EngineWishes & LineWishes} wishes */
  constructor(wishes) {
    this.#lines = new EngineLines(wishes);
    this.#switch.addEventListener("click", () => wishes.onSwitch(!this.isOn));
    this.#count.addEventListener("change", () => wishes.onCount(this.count));
    this.root = el("section", { class: "engine", "aria-label": "Engine" }, el("div", { class: "engine-head" }, this.#switch, this.#count), this.#lines.root, this.#state);
    this.turn(false);
  }

  get isOn() {
    return this.#switch.getAttribute("aria-checked") === "true";
  }

  get count() {
    return Number(this.#count.value);
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.#switch.setAttribute("aria-checked", String(isOn));
    this.#count.hidden = !isOn;
    this.#lines.root.hidden = !isOn;
    this.wait(isOn ? "thinking …" : HAS_KEYS ? "press space to switch it on" : "");
  }

  /** Say why there is nothing to see yet. @param {string} words */
  wait(words) {
    this.#state.textContent = words;
  }

  /** @param {Thought} thought @param {Size} size */
  show(thought, size) {
    this.#state.textContent = `depth ${thought.depth} · ${countWords(thought.nodes)} positions`;
    this.#lines.show(thought.lines, size);
  }

  clear() {
    this.#lines.show([], { width: 1, height: 1 });
  }
}

/** 950, 12 k, 3.4 M. @param {number} count */
function countWords(count) {
  if (count < 10_000) return String(count);
  return count < 1_000_000 ? `${Math.floor(count / 1000)} k` : `${(count / 1_000_000).toFixed(1)} M`;
}
