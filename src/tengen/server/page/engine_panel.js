// @ts-check
/** The panel of the engine: switches, progress, lines, and the text about the zone. */

import { announce } from "./announcements.js";
import { el } from "./dom.js";
import { EngineLines } from "./engine_lines.js";
import { hasZone } from "./position.js";
import { fill, fillCount } from "./sentences.js";
import { ENGINE } from "./sentences_analysis.js";

/** @import { LineHandlers } from "./engine_lines.js" */
/** @import { Size } from "./points.js" */
/** @import { AnalysisUpdate } from "./wire.js" */

/** Touch screens have no space bar. */
const HAS_KEYS = matchMedia("(hover: hover)").matches;

/**
 * @typedef {Object} EngineHandlers
 * @property {(isOn: boolean) => void} onSwitch
 * @property {(count: number) => void} onCount the number of lines was changed
 * @property {(isOn: boolean) => void} onZone
 */

export class EnginePanel {
  #switch = switchOf(ENGINE.engine);
  #zone = switchOf(ENGINE.zone);
  #zoneText = el("p", { class: "quiet small zone-words", hidden: true });
  #count = el(
    "select",
    { "aria-label": ENGINE.lineCount, class: "count" },
    ...[1, 2, 3, 4, 5].map((count) =>
      el("option", { value: count, selected: count === 3 }, fillCount(ENGINE.lines, count)),
    ),
  );
  #state = el("p", { class: "quiet small figures engine-state" });
  #lines;
  root;

  /** @param {EngineHandlers & LineHandlers} handlers */
  constructor(handlers) {
    this.#lines = new EngineLines(handlers);
    this.#switch.addEventListener("click", () => handlers.onSwitch(!this.isOn));
    this.#zone.addEventListener("click", () => handlers.onZone(!this.showsZone));
    this.#count.addEventListener("change", () => handlers.onCount(this.count));
    this.root = el(
      "section",
      { class: "engine", "aria-label": ENGINE.engine },
      el("div", { class: "engine-head" }, this.#switch, this.#zone, this.#count),
      this.#lines.root,
      this.#state,
      this.#zoneText,
    );
    this.turn(false);
  }

  get isOn() {
    return this.#switch.getAttribute("aria-checked") === "true";
  }

  /** Whether the zone is shown. */
  get showsZone() {
    return !this.#zone.hidden && this.#zone.getAttribute("aria-checked") === "true";
  }

  /** Show the switch of the zone only for rules that have one. @param {{text: string}} rules */
  offerZone(rules) {
    this.#zone.hidden = !hasZone(rules);
  }

  /** @param {boolean} isOn */
  turnZone(isOn) {
    this.#zone.setAttribute("aria-checked", String(isOn));
    this.describeZone("");
  }

  /** Show and announce the text about the zone. @param {string} text */
  describeZone(text) {
    if (text && text !== this.#zoneText.textContent) announce(text);
    this.#zoneText.textContent = text;
    this.#zoneText.hidden = !text;
  }

  get count() {
    return Number(this.#count.value);
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.#switch.setAttribute("aria-checked", String(isOn));
    this.#count.hidden = !isOn;
    this.#lines.root.hidden = !isOn;
    this.setState(isOn ? ENGINE.thinking : HAS_KEYS ? ENGINE.switchOn : "");
  }

  /** Show the state of the engine. @param {string} text */
  setState(text) {
    this.#state.textContent = text;
  }

  /** @param {AnalysisUpdate} update @param {Size} size */
  show({ depth, nodes, lines }, size) {
    this.#state.textContent = fill(ENGINE.progress, { depth, nodes: formatCount(nodes) });
    this.#lines.show(lines, size);
  }

  clear() {
    this.#lines.show([], { width: 1, height: 1 });
  }
}

/** @param {string} label */
function switchOf(label) {
  return el(
    "button",
    { type: "button", class: "switch", role: "switch", "aria-checked": "false" },
    el("span", { class: "knob" }),
    label,
  );
}

/** `950`, `12 k`, `3.4 M`. @param {number} count */
function formatCount(count) {
  if (count < 10_000) return String(count);
  return count < 1_000_000 ? `${Math.floor(count / 1000)} k` : `${(count / 1_000_000).toFixed(1)} M`;
}
