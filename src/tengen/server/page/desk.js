// @ts-check
/** The game on an analysis board, and which position of it is looked at. */

import { recordOf, treeOf } from "./record.js";
import { GameNode, positionAt } from "./tree.js";

/** @typedef {import("./record.js").Rules} Rules */
/** @typedef {import("./record.js").RecordForm} RecordForm */
/** @typedef {"game" | "tree" | "place"} Change another game, another tree, or just another position of it */

export class Desk {
  /** @type {Rules} */
  rules = { width: 15, height: 15, k: 5, win: "freestyle", text: "15x15/5 freestyle" };
  root = new GameNode(null);
  at = this.root;
  /** What the record says of its game. @type {Partial<RecordForm>} */
  facts = {};
  /** @type {((change: Change) => void)[]} */
  #listeners = [];

  /** @param {(change: Change) => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** Look at another game. @param {RecordForm} record @param {Rules} rules @param {number[]} [path] */
  open(record, rules, path) {
    const { root: _root, nodes: _nodes, ...facts } = record;
    this.rules = rules;
    this.facts = facts;
    this.root = treeOf(record, rules);
    this.at = path ? follow(this.root, path) : this.root.end;
    this.#tell("game");
  }

  /** Begin with an empty board. @param {Rules} rules */
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
    this.#tell("place");
  }

  /** Put a stone: along the game, or beside it as a variation. @param {...number} cells */
  play(...cells) {
    let isNew = false;
    for (const cell of cells) {
      const known = this.at.children.length;
      this.at = this.at.grow(this.position.turn, cell);
      isNew ||= this.at.parent?.children.length !== known;
    }
    if (cells.length) this.#tell(isNew ? "tree" : "place");
  }

  /** Go so many moves back or on. @param {number} steps */
  step(steps) {
    let node = this.at;
    for (let left = Math.abs(steps); left > 0; left--) {
      const next = steps < 0 ? node.parent : node.children[0];
      if (!next) break;
      node = next;
    }
    this.go(node);
  }

  /** Go to another move in the place of this one. @param {number} by */
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

  /** Take the move that is looked at out of the game, with all that follows it. */
  remove() {
    if (this.at === this.root) return;
    this.at = this.at.remove();
    this.#tell("tree");
  }

  /** Take a move back that cannot be. @param {GameNode} node */
  refuse(node) {
    if (node.children.length || !node.parent) return;
    const parent = node.remove();
    if (this.at === node) this.at = parent;
    this.#tell("tree");
  }

  /** Make the line that is looked at the main one. */
  promote() {
    this.at.promote();
    this.#tell("tree");
  }

  /** The whole game, or the line to the position that is looked at. @param {boolean} [isLine] */
  record(isLine = false) {
    const facts = { ...this.facts, rules: this.rules.text };
    return recordOf(facts, this.root, this.rules, isLine ? this.at : undefined);
  }

  /** Which child was taken at each step to the position that is looked at. */
  get steps() {
    return this.at.path.slice(1).map((node) => node.parent?.children.indexOf(node) ?? 0);
  }

  /** @param {Change} change */
  #tell(change) {
    this.#listeners.forEach((listener) => listener(change));
  }
}

/** @param {GameNode} root @param {number[]} steps */
function follow(root, steps) {
  return steps.reduce((node, step) => node.children[step] ?? node, root);
}
