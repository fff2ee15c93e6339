// @ts-check
/** A game tree. Nodes know their parents; the first child of a node is its main line. */

/** @import { Colour } from "./views.js" */
/** @typedef {"circle" | "square" | "triangle" | "cross" | "label"} MarkKind */
/** @typedef {{kind: MarkKind, cell: number, text: string}} Mark */
/** @typedef {{cell: number, colour: Colour | null}} Placed */

export class GameNode {
  /**
   * @param {GameNode | null} parent
   * @param {Colour | null} colour who moved; null if nobody did
   * @param {number | null} cell where; null for a pass
   */
  constructor(parent, colour = null, cell = null) {
    this.parent = parent;
    this.colour = colour;
    this.cell = cell;
    /** @type {GameNode[]} */
    this.children = [];
    this.comment = "";
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Placed[]} Stones set up at this node. */
    this.stones = [];
    /** @type {Colour | null} Whose turn it is after this node, if the record says so. */
    this.turn = null;
    /** @type {Record<string, unknown>} Fields of the record that the page does not show. */
    this.rest = {};
  }

  /** The nodes from the root to this one. */
  get path() {
    const path = [];
    for (let node = /** @type {GameNode | null} */ (this); node; node = node.parent) path.push(node);
    return path.reverse();
  }

  /** The number of moves up to this node. */
  get ply() {
    return this.path.filter((node) => node.colour !== null).length;
  }

  /** Whether this node is on the main line. */
  get isMain() {
    return this.path.every((node) => !node.parent || node.parent.children[0] === node);
  }

  /** The last node of its line. */
  get end() {
    let node = /** @type {GameNode} */ (this);
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** Return the child with this move, and create it if there is none. @param {Colour} colour @param {number} cell */
  addMove(colour, cell) {
    const known = this.children.find((child) => child.colour === colour && child.cell === cell);
    if (known) return known;
    const made = new GameNode(this, colour, cell);
    this.children.push(made);
    return made;
  }

  /** Remove this node and its children, and return its parent. */
  remove() {
    const parent = this.parent;
    if (!parent) return this;
    parent.children = parent.children.filter((child) => child !== this);
    return parent;
  }

  /** Make the line to this node the main line. */
  promote() {
    for (const node of this.path) {
      const siblings = node.parent?.children;
      if (siblings) siblings.unshift(...siblings.splice(siblings.indexOf(node), 1));
    }
  }
}

/** Yield all nodes, parents before children, the main line first. @param {GameNode} root */
export function* walk(root) {
  const waiting = [root];
  while (waiting.length) {
    const node = /** @type {GameNode} */ (waiting.pop());
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) waiting.push(node.children[at]);
  }
}

/**
 * The position at a node: the stones set up, and the moves by turns since then.
 * @param {GameNode} node
 * @returns {{stones: Map<number, Colour>, first: Colour, moves: number[], turn: Colour}}
 */
export function positionAt(node) {
  /** @type {Map<number, Colour>} */
  const stones = new Map();
  /** @type {number[]} */
  let moves = [];
  let first = /** @type {Colour} */ (1);
  let turn = /** @type {Colour} */ (1);
  const settle = (/** @type {Colour} */ next) => {
    moves.forEach((cell, at) => stones.set(cell, at % 2 ? other(first) : first));
    [moves, first, turn] = [[], next, next];
  };
  for (const step of node.path) {
    if (step.stones.length) {
      settle(turn);
      for (const { cell, colour } of step.stones) {
        if (colour) stones.set(cell, colour);
        else stones.delete(cell);
      }
      if (!step.turn && step.colour === null) settle(fewer(stones));
    }
    if (step.colour && step.colour !== turn) settle(step.colour);
    if (step.colour && step.cell === null) settle(other(step.colour));
    else if (step.colour && step.cell !== null) {
      moves.push(step.cell);
      turn = other(turn);
    }
    if (step.turn && step.turn !== turn) settle(step.turn);
  }
  return { stones, first, moves, turn };
}

/** @param {Colour} colour @returns {Colour} */
export function other(colour) {
  return colour === 1 ? 2 : 1;
}

/** Whose turn it is after a set-up: that of the side with fewer stones. @param {Map<number, Colour>} stones @returns {Colour} */
function fewer(stones) {
  const black = [...stones.values()].filter((colour) => colour === 1).length;
  return 2 * black <= stones.size ? 1 : 2;
}
