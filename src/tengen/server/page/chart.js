// @ts-check
/** A chart of Black's winning chance over a game, with a mark at every mistake. It is also a slider. */

import { el, svg } from "./dom.js";
import { fill } from "./sentences.js";
import { REVIEW } from "./sentences_analysis.js";

const WIDTH = 400;
const HEIGHT = 140;
const EDGE = 12;
const FOOT = 20;
const FLOOR = HEIGHT - FOOT;

/** @typedef {{ply: number, isBlack: boolean, text: string}} Flaw */
/** @typedef {{chances: (number | null)[], flaws: Flaw[], at: number | null}} Course */

export class Chart {
  #svg = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true", focusable: "false" });
  root = el(
    "div",
    { class: "chart", role: "slider", tabindex: 0, "aria-label": REVIEW.slider, "aria-valuemin": 0 },
    this.#svg,
  );
  /** @type {Course} */
  #course = { chances: [], flaws: [], at: null };

  /** @param {(ply: number) => void} go @param {(ply: number) => string} describe returns the text of a position */
  constructor(go, describe) {
    this.#describe = describe;
    this.root.addEventListener("pointerdown", (event) => this.#onPointer(event, go));
    this.root.addEventListener("pointermove", (event) => event.buttons && this.#onPointer(event, go));
    this.root.addEventListener("keydown", (event) => this.#onKey(event, go));
  }

  #describe;

  /** @param {Course} course */
  show(course) {
    this.#course = course;
    this.#svg.replaceChildren(...drawGround(course), ...drawLine(course), ...drawFlaws(course), ...drawPlace(course));
    this.root.setAttribute("aria-valuemax", String(course.chances.length - 1));
    this.root.setAttribute("aria-valuenow", String(course.at ?? 0));
    this.root.setAttribute("aria-valuetext", this.#describe(course.at ?? 0));
  }

  get #last() {
    return this.#course.chances.length - 1;
  }

  /** @param {PointerEvent} event @param {(ply: number) => void} go */
  #onPointer(event, go) {
    const box = this.#svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * WIDTH - EDGE;
    const ply = Math.round((share / (WIDTH - 2 * EDGE)) * this.#last);
    go(Math.min(Math.max(ply, 0), this.#last));
  }

  /** @param {KeyboardEvent} event @param {(ply: number) => void} go */
  #onKey(event, go) {
    const at = this.#course.at ?? 0;
    const next = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - 10,
      PageUp: at + 10,
      Home: 0,
      End: this.#last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(Math.min(Math.max(next, 0), this.#last));
  }
}

/** @param {number} ply @param {Course} course */
function across(ply, { chances }) {
  return EDGE + (ply / Math.max(1, chances.length - 1)) * (WIDTH - 2 * EDGE);
}

/** @param {number} chance */
const down = (chance) => EDGE + (1 - chance) * (FLOOR - 2 * EDGE);

/** @param {Course} course */
function drawGround(course) {
  const texts = /** @type {const} */ ([
    [1, REVIEW.blackWins],
    [0.5, REVIEW.even],
    [0, REVIEW.whiteWins],
  ]);
  const levels = texts.flatMap(([chance, text]) => [
    svg("path", { class: "level", d: `M${EDGE} ${down(chance)}H${WIDTH - EDGE}` }),
    svg("text", { class: "word", x: EDGE + 2, y: down(chance) + (chance === 1 ? 15 : -5) }, text),
  ]);
  const step = course.chances.length > 80 ? 20 : course.chances.length > 16 ? 10 : 5;
  /** @type {SVGElement[]} */
  const numbers = [];
  for (let ply = step; ply < course.chances.length; ply += step) {
    const text = numbers.length ? String(ply) : fill(REVIEW.axis, { number: ply });
    numbers.push(svg("text", { class: "word number", x: across(ply, course), y: HEIGHT - 6 }, text));
  }
  return [...levels, ...numbers];
}

/** The line, as far as it is known. @param {Course} course */
function drawLine(course) {
  let path = "";
  course.chances.forEach((chance, ply) => {
    if (chance === null) return;
    path += `${path ? "L" : "M"}${across(ply, course).toFixed(1)} ${down(chance).toFixed(1)}`;
  });
  return path ? [svg("path", { class: "curve", d: path })] : [];
}

/** A triangle at every mistake, pointing the way the chance changed. @param {Course} course */
function drawFlaws(course) {
  return course.flaws.map(({ ply, isBlack, text }) => {
    const [x, y] = [across(ply, course), down(course.chances[ply] ?? 0.5)];
    const tip = isBlack ? 6 : -6;
    return svg("path", { class: "flaw", d: `M${x - 6} ${y - tip}h12l-6 ${1.8 * tip}z` }, svg("title", {}, text));
  });
}

/** @param {Course} course */
function drawPlace(course) {
  if (course.at === null) return [];
  const x = across(course.at, course);
  const chance = course.chances[course.at];
  const dot =
    chance === null || chance === undefined ? [] : [svg("circle", { class: "here", cx: x, cy: down(chance), r: 4.5 })];
  return [svg("path", { class: "place", d: `M${x} ${EDGE}V${FLOOR - EDGE}` }), ...dot];
}
