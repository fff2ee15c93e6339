// @ts-check
/** Converts records in JSON to game trees and back. */

import { parsePoint, pointName } from "./points.js";
import { GameNode, other, positionAt, walk } from "./tree.js";

/** @import { MarkKind } from "./tree.js" */
/** @import { Colour } from "./views.js" */
/** @typedef {{width: number, height: number, k: number, win: string, text: string}} Rules */
/** @typedef {"first" | "second"} Who */
/** @typedef {{kind: MarkKind, point: string, text?: string}} MarkForm */
/** @typedef {{point: string, player?: Who | null}} StoneForm */
/**
 * @typedef {{comment?: string, marks?: MarkForm[], stones?: StoneForm[], turn?: Who | null,
 *   signs?: string[], depth?: number, move?: string, player?: Who | null, time?: number}} NodeForm
 */
/**
 * @typedef {{format: "tengen-record", version: 1, rules: string, first?: string, second?: string,
 *   opening?: string, clock?: string, result?: string, reason?: string, tags?: Record<string, string>,
 *   root?: NodeForm, nodes?: (string | NodeForm)[]}} RecordForm
 */

const WHO = /** @type {const} */ ({ first: 1, second: 2 });
const NAMES = /** @type {const} */ ([undefined, "first", "second"]);
const RULES = /^(\d+)x(\d+)\/(\d+) ([a-z-]+)$/;

/** Parse rules such as `15x15/5 freestyle`; null if the text is not valid. @param {string} text @returns {Rules | null} */
export function parseRules(text) {
  const match = RULES.exec(text);
  if (!match) return null;
  const [width, height, k] = match.slice(1, 4).map(Number);
  return { width, height, k, win: match[4], text };
}

/** @param {RecordForm} form @param {Rules} rules */
export function treeOf(form, rules) {
  const root = new GameNode(null);
  describe(root, form.root ?? {}, rules);
  const path = [{ node: root, due: root.turn ?? /** @type {Colour} */ (1) }];
  for (const entry of form.nodes ?? []) {
    const step = typeof entry === "string" ? { move: entry } : entry;
    path.length = Math.min(path.length, step.depth ?? path.length);
    const { node: parent, due } = path[path.length - 1];
    const node = makeNode(parent, step, due, rules);
    parent.children.push(node);
    const next = node.turn ?? (node.colour ? other(node.colour) : due);
    path.push({ node, due: next });
  }
  return root;
}

/** @param {GameNode} parent @param {NodeForm} form @param {Colour} due @param {Rules} rules */
function makeNode(parent, form, due, rules) {
  const colour = form.move === undefined ? null : form.player ? WHO[form.player] : due;
  const cell = form.move === undefined || form.move === "pass" ? null : parsePoint(form.move, rules);
  const node = new GameNode(parent, colour, cell);
  describe(node, form, rules);
  return node;
}

/** @param {GameNode} node @param {NodeForm} form @param {Rules} rules */
function describe(node, form, rules) {
  node.comment = form.comment ?? "";
  node.marks = (form.marks ?? []).map(({ kind, point, text }) => ({
    kind,
    cell: parsePoint(point, rules) ?? 0,
    text: text ?? "",
  }));
  node.stones = (form.stones ?? []).map(({ point, player }) => ({
    cell: parsePoint(point, rules) ?? 0,
    colour: player ? WHO[player] : null,
  }));
  node.turn = form.turn ? WHO[form.turn] : null;
  if (form.signs) node.rest.signs = form.signs;
  if (form.time !== undefined) node.rest.time = form.time;
}

/**
 * The whole tree, or only the line to a node, as a record.
 * @param {Omit<RecordForm, "format" | "version" | "root" | "nodes">} facts
 * @param {GameNode} root
 * @param {Rules} rules
 * @param {GameNode} [only]
 * @returns {RecordForm}
 */
export function recordOf(facts, root, rules, only) {
  const nodes = only ? only.path.slice(1) : [...walk(root)].slice(1);
  /** @type {Map<GameNode, number>} */
  const depths = new Map([[root, 0]]);
  let last = 0;
  const forms = nodes.map((node) => {
    const depth = (depths.get(/** @type {GameNode} */ (node.parent)) ?? 0) + 1;
    depths.set(node, depth);
    const form = formOf(node, rules);
    if (depth !== last + 1) form.depth = depth;
    last = depth;
    return form;
  });
  const first = formOf(root, rules);
  const start = Object.keys(first).length ? { root: first } : {};
  return { ...facts, format: "tengen-record", version: 1, ...start, nodes: forms };
}

/** @param {GameNode} node @param {Rules} rules @returns {NodeForm} */
function formOf(node, rules) {
  /** @type {NodeForm} */
  const form = { ...node.rest };
  if (node.colour) {
    form.move = node.cell === null ? "pass" : nameOf(node.cell, rules);
    form.player = NAMES[node.colour];
  }
  if (node.comment) form.comment = node.comment;
  if (node.marks.length) {
    form.marks = node.marks.map(({ kind, cell, text }) => ({
      kind,
      point: nameOf(cell, rules),
      ...(text && { text }),
    }));
  }
  if (node.stones.length) {
    form.stones = node.stones.map(({ cell, colour }) => ({
      point: nameOf(cell, rules),
      ...(colour && { player: NAMES[colour] }),
    }));
  }
  if (node.turn) form.turn = NAMES[node.turn];
  return form;
}

/** @param {number} cell @param {Rules} rules */
const nameOf = (cell, rules) => pointName(cell, rules).toLowerCase();

/**
 * The moves to a node as in an address: `h8i9g9`; null if stones were set up.
 * @param {GameNode} node
 * @param {Rules} rules
 */
export function movesText(node, rules) {
  const { stones, first, moves } = positionAt(node);
  if (stones.size || first !== 1) return null;
  return moves.map((cell) => nameOf(cell, rules)).join("");
}
