// @ts-check
/** A review of a game: the positions and moves that are judged so far. */

import { JUDGEMENTS } from "./sentences_analysis.js";
import { positionAt } from "./tree.js";

/** @import { GameNode } from "./tree.js" */
/** @import { MoveView, PositionJudged as Judged, ReviewDone } from "./wire.js" */
/** @typedef {import("./wire.js").StudyReply["news"]} StudyMessage */

/** The signs of bad moves in the list. @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??", "missed win": "?" };

export class Review {
  /** The nodes of the reviewed moves, after the node before the first of them. @type {GameNode[]} */
  nodes;
  /** @type {(Judged | null)[]} */
  judged;
  /** @type {ReviewDone | null} */
  done = null;
  problem = "";
  /** @type {Map<GameNode, MoveView>} */
  #moves = new Map();

  /** @param {GameNode} end the last position of the game */
  constructor(end) {
    const { moves } = positionAt(end);
    this.nodes = end.path.slice(-moves.length - 1);
    this.judged = this.nodes.map(() => null);
  }

  /** @param {StudyMessage} message */
  receive(message) {
    if (message.type === "judged") this.#add(message);
    else if (message.type === "review-done") this.done = message;
    else if (message.type === "failed" || message.type === "problem") this.problem = message.says;
  }

  /** @param {Judged} judged a position, and the move that was played in it */
  #add(judged) {
    this.judged[judged.ply] = judged;
    if (judged.move) this.#moves.set(this.nodes[judged.move.number], judged.move);
  }

  /** @param {GameNode} node */
  moveAt(node) {
    return this.#moves.get(node) ?? null;
  }

  /** @param {GameNode} node */
  standingAt(node) {
    const at = this.nodes.indexOf(node);
    return at < 0 ? null : this.judged[at];
  }

  /** The sign and the judgement of a bad move; null for a good one. @param {GameNode} node */
  verdictOf(node) {
    const move = this.moveAt(node);
    const sign = move && SIGNS[move.judgement];
    return sign ? { sign, text: JUDGEMENTS[move.judgement].name } : null;
  }

  /** The bad moves, in order. */
  get flaws() {
    return this.nodes.flatMap((node, ply) => {
      const move = this.moveAt(node);
      return move && (move.is_mistake || move.judgement === "inaccuracy") ? [{ node, ply, move }] : [];
    });
  }

  /** The number of positions still to judge. */
  get left() {
    return this.judged.filter((one) => !one).length;
  }
}
