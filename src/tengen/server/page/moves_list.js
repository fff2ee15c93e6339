// @ts-check
/** The list of moves with variations. Every move is a button. */

import { el } from "./dom.js";
import { pointName } from "./points.js";
import { revealBoard } from "./reveal.js";
import { sideName } from "./sentences.js";
import { MOVES } from "./sentences_analysis.js";
import { walk } from "./tree.js";

/** @import { Study } from "./study.js" */
/** @import { GameNode } from "./tree.js" */
/** @typedef {{sign: string, text: string}} Verdict */

/** With more nodes, only the first move of each variation is shown. */
const MANY = 1200;

export class MovesList {
  root = el("div", { class: "moves figures", role: "group", "aria-label": MOVES.label });
  #study;
  /** @type {Map<GameNode, HTMLElement>} */
  #buttons = new Map();
  /** @type {(node: GameNode) => Verdict | null} */
  #verdict;
  #isLarge = false;
  /** @type {HTMLElement | undefined} */
  #current;

  /** @param {Study} study @param {(node: GameNode) => Verdict | null} verdict the judgement of the review */
  constructor(study, verdict) {
    this.#study = study;
    this.#verdict = verdict;
    this.root.addEventListener("click", (event) => this.#onClick(event));
  }

  /** Draw the list again. */
  rebuild() {
    let count = 0;
    for (const _ of walk(this.#study.root)) if (++count > MANY) break;
    this.#isLarge = count > MANY;
    this.#buttons.clear();
    this.root.replaceChildren(...this.#line(this.#study.root, 0, 0));
    if (!this.#buttons.size) this.root.append(el("p", { class: "quiet" }, MOVES.empty));
    this.mark();
  }

  /** Highlight the current move. */
  mark() {
    if (this.#isLarge && !this.#buttons.has(this.#study.at) && this.#study.at.parent) return this.rebuild();
    this.#current?.removeAttribute("aria-current");
    this.#current?.setAttribute("tabindex", "-1");
    this.#current = this.#buttons.get(this.#study.at);
    this.#current?.setAttribute("aria-current", "true");
    this.#current?.setAttribute("tabindex", "0");
    this.#scroll();
  }

  #scroll() {
    const place = this.root;
    const button = this.#current;
    if (!button) {
      place.scrollTop = 0;
      return;
    }
    const top = button.offsetTop - place.offsetTop;
    if (top < place.scrollTop) place.scrollTop = top - 8;
    const below = top + button.offsetHeight - place.clientHeight;
    if (below > place.scrollTop) place.scrollTop = below + 8;
  }

  /** @param {Event} event */
  #onClick(event) {
    for (const [node, button] of this.#buttons) {
      if (!button.contains(/** @type {Node} */ (event.target))) continue;
      this.#study.go(node);
      return revealBoard();
    }
  }

  /**
   * The moves after a node: the main line, and each variation where it begins.
   * @param {GameNode} node
   * @param {number} ply
   * @param {number} depth level of the indentation
   * @returns {HTMLElement[]}
   */
  #line(node, ply, depth) {
    /** @type {HTMLElement[]} */
    const parts = [];
    while (node.children.length) {
      const [main, ...others] = this.#isLarge ? this.#order(node) : node.children;
      ply += main.colour ? 1 : 0;
      parts.push(this.#button(main, ply));
      const at = ply;
      if (others.length) parts.push(...others.map((other) => this.#variation(other, at, depth + 1)));
      node = main;
    }
    return parts;
  }

  /** The children of a node, the one on the current path first. @param {GameNode} node */
  #order(node) {
    const path = new Set(this.#study.at.path);
    const main = node.children.find((child) => path.has(child)) ?? node.children[0];
    return [main, ...node.children.filter((child) => child !== main)];
  }

  /** @param {GameNode} node @param {number} ply @param {number} depth */
  #variation(node, ply, depth) {
    const rest = this.#isLarge
      ? [el("span", { class: "quiet" }, node.children.length ? "…" : "")]
      : this.#line(node, ply, depth);
    return el(
      "div",
      { class: "variation", role: "group", "aria-label": MOVES.variation },
      this.#button(node, ply),
      ...rest,
    );
  }

  /** @param {GameNode} node @param {number} ply */
  #button(node, ply) {
    const name = nameOf(node, this.#study);
    const verdict = this.#verdict(node);
    const side = node.colour ? sideName(node.colour) : "";
    const more = [side, verdict?.text, node.comment && MOVES.comment].filter(Boolean);
    const button = el(
      "button",
      { type: "button", class: `move ${node.colour === 2 ? "white" : "black"}`, tabindex: -1, title: verdict?.text },
      node.colour && el("span", { class: "unseen" }, MOVES.move),
      node.colour && el("span", { class: "number" }, `${ply} `),
      name,
      verdict?.sign && el("span", { class: "verdict", "aria-hidden": "true" }, verdict.sign),
      node.comment && el("span", { class: "noted", "aria-hidden": "true" }, "✎"),
      el("span", { class: "unseen" }, `, ${more.join(", ")}`),
    );
    this.#buttons.set(node, button);
    return button;
  }
}

/** The name of a node: `H8`, `pass` or `set-up`. @param {GameNode} node @param {Study} study */
export function nameOf(node, study) {
  if (!node.colour) return node.stones.length ? MOVES.setup : MOVES.note;
  return node.cell === null ? MOVES.pass : pointName(node.cell, study.rules);
}
