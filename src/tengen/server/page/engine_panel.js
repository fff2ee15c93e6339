// @ts-check
/** The engine beside the board: its switches, how far it has come, its lines, and the zone in words. */

import { el } from "./dom.js";
import { EngineLines } from "./engine_lines.js";
import { say } from "./say.js";
import { hasZone } from "./words.js";

/** @typedef {import("./wire.js").AnalysisUpdate} Thought */
/** @typedef {import("./wire.js").AnalysisDone} LookDone */
/** @typedef {import("./engine_lines.js").LineWishes} LineWishes */
/** @typedef {import("./points.js").Size} Size */

/** A screen for fingers has no space bar. */
const HAS_KEYS = matchMedia("(hover: hover)").matches;

/**
 * @typedef {Object} EngineWishes
 * @property {(isOn: boolean) => void} onSwitch
 * @property {(count: number) => void} onCount how many lines are wanted
 * @property {(isOn: boolean) => void} onZone
 */

export class EnginePanel {
  #switch = switchOf("Engine");
  #zone = switchOf("Zone");
  #zoneWords = el("p", { class: "quiet small zone-words", hidden: true });
  #count = el(
    "select",
    { "aria-label": "Number of lines", class: "count" },
    ...[1, 2, 3, 4, 5].map((n) => el("option", { value: n, selected: n === 3 }, n === 1 ? "1 line" : `${n} lines`)),
  );
  #state = el("p", { class: "quiet small figures engine-state" });
  #lines;
  root;

  /** @param {EngineWishes & LineWishes} wishes */
  constructor(wishes) {
    this.#lines = new EngineLines(wishes);
    this.#switch.addEventListener("click", () => wishes.onSwitch(!this.isOn));
    this.#zone.addEventListener("click", () => wishes.onZone(!this.showsZone));
    this.#count.addEventListener("change", () => wishes.onCount(this.count));
    this.root = el(
      "section",
      { class: "engine", "aria-label": "Engine" },
      el("div", { class: "engine-head" }, this.#switch, this.#zone, this.#count),
      this.#lines.root,
      this.#state,
      this.#zoneWords,
    );
    this.turn(false);
  }

  get isOn() {
    return this.#switch.getAttribute("aria-checked") === "true";
  }

  /** Whether it is shown where an answer changes anything. */
  get showsZone() {
    return !this.#zone.hidden && this.#zone.getAttribute("aria-checked") === "true";
  }

  /** Have the switch of the zone only where there can be one. @param {{text: string}} rules */
  offerZone(rules) {
    this.#zone.hidden = !hasZone(rules);
  }

  /** @param {boolean} isOn */
  turnZone(isOn) {
    this.#zone.setAttribute("aria-checked", String(isOn));
    this.describeZone("");
  }

  /** What the zone means, to be read and heard. @param {string} words */
  describeZone(words) {
    if (words && words !== this.#zoneWords.textContent) say(words);
    this.#zoneWords.textContent = words;
    this.#zoneWords.hidden = !words;
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

/** @param {string} words */
function switchOf(words) {
  return el(
    "button",
    { type: "button", class: "switch", role: "switch", "aria-checked": "false" },
    el("span", { class: "knob" }),
    words,
  );
}

/** 950, 12 k, 3.4 M. @param {number} count */
function countWords(count) {
  if (count < 10_000) return String(count);
  return count < 1_000_000 ? `${Math.floor(count / 1000)} k` : `${(count / 1_000_000).toFixed(1)} M`;
}
