// @ts-check
/** The moves of a game with its variations, each of them a button. */

import { el } from "./dom.js";
import { pointName } from "./points.js";
import { colourName } from "./position.js";
import { revealBoard } from "./reveal.js";
import { settings } from "./settings.js";
import { walk } from "./tree.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {{sign: string, words: string}} Verdict */

/** With more nodes than that, variations are shown by their first moves. */
const MANY = 1200;

export class MovesList {
  root = el("div", { class: "moves figures", role: "group", "aria-label": "Moves" });
  #desk;
  /** @type {Map<GameNode, HTMLElement>} */
  #buttons = new Map();
  /** @type {(node: GameNode) => Verdict | null} */
  #verdict;
  #isLarge = false;
  /** @type {HTMLElement | undefined} */
  #current;

  /** @param {Desk} desk @param {(node: GameNode) => Verdict | null} verdict what a review says of a move */
  constructor(desk, verdict) {
    this.#desk = desk;
    this.#verdict = verdict;
    this.root.addEventListener("click", (event) => this.#onClick(event));
  }

  /** Everything anew. */
  rebuild() {
    let count = 0;
    for (const _ of walk(this.#desk.root)) if (++count > MANY) break;
    this.#isLarge = count > MANY;
    this.#buttons.clear();
    this.root.replaceChildren(...this.#line(this.#desk.root, 0, 0));
    if (!this.#buttons.size)
      this.root.append(el("p", { class: "quiet" }, "No moves yet: put a stone on the board, or open a game."));
    this.mark();
  }

  /** Have the position that is looked at stand out. */
  mark() {
    if (this.#isLarge && !this.#buttons.has(this.#desk.at) && this.#desk.at.parent) return this.rebuild();
    this.#current?.removeAttribute("aria-current");
    this.#current?.setAttribute("tabindex", "-1");
    this.#current = this.#buttons.get(this.#desk.at);
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
      this.#desk.go(node);
      return revealBoard();
    }
  }

  /**
   * What follows a node: its main line, and variations where they begin.
   * @param {GameNode} node
   * @param {number} ply
   * @param {number} depth how far the line is indented
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

  /** The way to the position that is looked at first. @param {GameNode} node */
  #order(node) {
    const path = new Set(this.#desk.at.path);
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
      { class: "variation", role: "group", "aria-label": "Variation" },
      this.#button(node, ply),
      ...rest,
    );
  }

  /** @param {GameNode} node @param {number} ply */
  #button(node, ply) {
    const name = nameOf(node, this.#desk);
    const verdict = this.#verdict(node);
    const who = node.colour ? colourName(node.colour, settings.pieces) : "";
    const more = [who, verdict?.words, node.comment && "with a comment"].filter(Boolean);
    const button = el(
      "button",
      { type: "button", class: `move ${node.colour === 2 ? "white" : "black"}`, tabindex: -1, title: verdict?.words },
      node.colour && el("span", { class: "unseen" }, "Move"),
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

/** What a node is called: H8, pass, or set-up. @param {GameNode} node @param {Desk} desk */
export function nameOf(node, desk) {
  if (!node.colour) return node.stones.length ? "set-up" : "note";
  return node.cell === null ? "pass" : pointName(node.cell, desk.rules);
}
