// @ts-check
/** A game gone through with the engine: what is known of its moves so far. */

import { positionAt } from "./tree.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** @typedef {import("./wire.js").PositionJudged} Judged */
/** @typedef {import("./wire.js").MoveView} MoveView */
/** @typedef {import("./wire.js").ReviewDone} ReviewDone */
/** @typedef {import("./wire.js").StudyReply["news"]} StudyNews */

const SIGNS = new Map([
  ["inaccuracy", "?!"],
  ["mistake", "?"],
  ["blunder", "??"],
  ["missed win", "?"],
]);

export class Review {
  /** From where the game was judged, and every node since: a node for each number of moves. @type {GameNode[]} */
  nodes;
  /** @type {(Judged | null)[]} */
  judged;
  /** @type {ReviewDone | null} */
  done = null;
  trouble = "";
  /** @type {Map<GameNode, MoveView>} */
  #moves = new Map();

  /** @param {GameNode} end the last position of the game */
  constructor(end) {
    const { moves } = positionAt(end);
    this.nodes = end.path.slice(-moves.length - 1);
    this.judged = this.nodes.map(() => null);
  }

  /** @param {StudyNews} news */
  hear(news) {
    if (news.type === "judged") this.#keep(news);
    else if (news.type === "review-done") this.done = news;
    else if (news.type === "failed" || news.type === "problem") this.trouble = news.says;
  }

  /** @param {Judged} news of the position after so many moves, and of the move that was made then */
  #keep(news) {
    this.judged[news.ply] = news;
    if (news.move) this.#moves.set(this.nodes[news.move.number], news.move);
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

  /** What stands beside a move in the list. @param {GameNode} node */
  verdictOf(node) {
    const move = this.moveAt(node);
    const sign = move && SIGNS.get(move.judgement);
    return sign ? { sign, words: move.judgement } : null;
  }

  /** The moves that cost something, in their order. */
  get flaws() {
    return this.nodes.flatMap((node, ply) => {
      const move = this.moveAt(node);
      return move && (move.is_mistake || move.judgement === "inaccuracy") ? [{ node, ply, move }] : [];
    });
  }

  get left() {
    return this.judged.filter((one) => !one).length;
  }
}
