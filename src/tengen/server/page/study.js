// @ts-check
/** The game on an analysis board, and its current position. */

import { recordOf, treeOf } from "./record.js";
import { GameNode, positionAt } from "./tree.js";

/** @import { RecordForm, Rules } from "./record.js" */
/** @typedef {"game" | "tree" | "place"} Change another game, a changed tree, or another position */

export class Study {
  /** @type {Rules} */
  rules = { width: 15, height: 15, k: 5, win: "freestyle", text: "15x15/5 freestyle" };
  root = new GameNode(null);
  at = this.root;
  /** The facts of the record besides its moves. @type {Partial<RecordForm>} */
  facts = {};
  /** @type {((change: Change) => void)[]} */
  #listeners = [];

  /** @param {(change: Change) => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** Open another game. @param {RecordForm} record @param {Rules} rules @param {number[]} [path] */
  open(record, rules, path) {
    const { root: _root, nodes: _nodes, ...facts } = record;
    this.rules = rules;
    this.facts = facts;
    this.root = treeOf(record, rules);
    this.at = path ? follow(this.root, path) : this.root.end;
    this.#emit("game");
  }

  /** Start with an empty board. @param {Rules} rules */
  clear(rules) {
    this.open({ format: "tengen-record", version: 1, rules: rules.text }, rules);
  }

  get position() {
    return positionAt(this.at);
  }

  /** @param {GameNode | null | undefined} node */
  go(node) {
    if (!node || node === this.at) return;
    this.at = node;
    this.#emit("place");
  }

  /** Play moves: along the game, or as a variation. @param {...number} cells */
  play(...cells) {
    let isNew = false;
    for (const cell of cells) {
      const known = this.at.children.length;
      this.at = this.at.addMove(this.position.turn, cell);
      isNew ||= this.at.parent?.children.length !== known;
    }
    if (cells.length) this.#emit(isNew ? "tree" : "place");
  }

  /** Go this number of moves back or forward. @param {number} steps */
  step(steps) {
    let node = this.at;
    for (let left = Math.abs(steps); left > 0; left--) {
      const next = steps < 0 ? node.parent : node.children[0];
      if (!next) break;
      node = next;
    }
    this.go(node);
  }

  /** Go to another variation of this move. @param {number} by */
  turnTo(by) {
    const siblings = this.at.parent?.children ?? [];
    const next = siblings.indexOf(this.at) + by;
    this.go(siblings[Math.min(Math.max(next, 0), siblings.length - 1)]);
  }

  goToStart() {
    this.go(this.root);
  }

  goToEnd() {
    this.go(this.at.end);
  }

  /** Delete the current move and what follows it. */
  remove() {
    if (this.at === this.root) return;
    this.at = this.at.remove();
    this.#emit("tree");
  }

  /** Remove a move that the rules forbid. @param {GameNode} node */
  refuse(node) {
    if (node.children.length || !node.parent) return;
    const parent = node.remove();
    if (this.at === node) this.at = parent;
    this.#emit("tree");
  }

  /** Make the current line the main line. */
  promote() {
    this.at.promote();
    this.#emit("tree");
  }

  /** The record of the whole game, or of the current line. @param {boolean} [isLine] */
  record(isLine = false) {
    const facts = { ...this.facts, rules: this.rules.text };
    return recordOf(facts, this.root, this.rules, isLine ? this.at : undefined);
  }

  /** The index of the child at each step to the current position. */
  get steps() {
    return this.at.path.slice(1).map((node) => node.parent?.children.indexOf(node) ?? 0);
  }

  /** @param {Change} change */
  #emit(change) {
    this.#listeners.forEach((listener) => listener(change));
  }
}

/** @param {GameNode} root @param {number[]} steps */
function follow(root, steps) {
  return steps.reduce((node, step) => node.children[step] ?? node, root);
}
