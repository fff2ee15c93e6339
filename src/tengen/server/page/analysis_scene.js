// @ts-check
/** The position on the analysis board: stones, marks, evaluation, comment. */

import { viewOf } from "./analysis_view.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";
import { EvalBar } from "./eval_bar.js";
import { fill, sideName, TAB_TITLE } from "./sentences.js";
import { ANALYSIS, describeZone, ENGINE } from "./sentences_analysis.js";
import { describeDraw, describeLines, describeRules, gameName } from "./sentences_rules.js";
import { asksFirst } from "./settings.js";

/** @import { EnginePanel } from "./engine_panel.js" */
/** @import { Review } from "./review.js" */
/** @import { Study } from "./study.js" */
/** @import { BoardHandlers } from "./views.js" */
/** @import { AnalysisUpdate, PositionFacts as Facts, ZoneFound } from "./wire.js" */
/** @typedef {import("./wire.js").StudyReply["news"]} StudyMessage */

export class AnalysisScene {
  /** The facts of the position, once the server has sent them. @type {Facts | null} */
  facts = null;
  /** @type {Review | null} */
  review = null;
  /** @type {AnalysisUpdate | null} */
  #update = null;
  /** @type {number[] | null} */
  #preview = null;
  /** @type {number[]} */
  #zone = [];
  #study;
  #engine;
  #place = byId("board", HTMLElement);
  #board;
  #bar = new EvalBar();

  /** @param {Study} study @param {EnginePanel} engine @param {BoardHandlers} handlers */
  constructor(study, engine, handlers) {
    this.#study = study;
    this.#engine = engine;
    this.#board = new Board(this.#place, { asksFirst, ...handlers });
    byId("bar", HTMLElement).append(this.#bar.root);
    byId("says", HTMLElement).after(this.#bar.text);
  }

  /** Clear everything about the last position. */
  begin() {
    this.facts = this.#update = this.#preview = null;
    this.#zone = [];
    this.#engine.describeZone("");
    if (this.#engine.isOn) this.#engine.setState(ENGINE.thinking);
    this.#engine.clear();
    this.show();
  }

  /** @param {StudyMessage} message */
  receive(message) {
    if (message.type === "facts") this.#takeFacts(message);
    else if (message.type === "thought") this.#takeUpdate(message);
    else if (message.type === "zone") this.#takeZone(message);
    else if (message.type === "failed" || message.type === "problem") this.#engine.setState(message.says);
    this.show();
  }

  /** @param {Facts} facts */
  #takeFacts(facts) {
    this.facts = facts;
    if (facts.ending && this.#engine.isOn) this.#engine.setState(ENGINE.gameOver);
    byId("rule", HTMLElement).textContent = describeRules(facts.rules);
    this.#describeGame(gameName(facts.rules));
  }

  /** @param {AnalysisUpdate} update */
  #takeUpdate(update) {
    this.#update = update;
    this.#engine.show(update, this.#study.rules);
  }

  /** @param {ZoneFound} found */
  #takeZone(found) {
    this.#zone = found.cells ?? [];
    this.#engine.describeZone(describeZone(found));
  }

  /** Show a line on the board. @param {number[] | null} moves */
  preview(moves) {
    this.#preview = moves;
    this.show();
  }

  show() {
    this.#board.show(
      viewOf(this.#study, { facts: this.facts, hints: this.#hints(), zone: this.#zone, preview: this.#preview }),
    );
    const ratio = this.#place.style.getPropertyValue("--ratio");
    this.#place.closest("section")?.style.setProperty("--ratio", ratio);
    byId("says", HTMLElement).textContent = this.facts ? describePosition(this.facts) : "\u00a0";
    this.#bar.show(this.#standing());
    const comment = byId("comment", HTMLElement);
    comment.textContent = this.#comment();
    comment.hidden = !comment.textContent;
  }

  /** The points to outline: the engine's moves, or better moves than the one played. */
  #hints() {
    const found = this.#update?.lines.map(({ moves }) => moves[0]) ?? [];
    if (this.#engine.isOn) return [...new Set(found)];
    return this.#flaw()?.better.slice(0, 3) ?? [];
  }

  /** The last move, if the review calls it a mistake. */
  #flaw() {
    return this.review?.verdictOf(this.#study.at) ? this.review.moveAt(this.#study.at) : null;
  }

  /** The evaluation of the position, if it is known. */
  #standing() {
    if (this.facts?.ending) {
      const { winner } = this.facts;
      return { chance: winner === 1 ? 1 : winner ? 0 : 0.5, winner, plies: 0 };
    }
    return this.#update?.lines[0] ?? this.review?.standingAt(this.#study.at) ?? null;
  }

  #comment() {
    return [this.#study.at.comment, this.#flaw()?.says].filter(Boolean).join("\n\n");
  }

  /** Show the players, or the name of the game. @param {string} game */
  #describeGame(game) {
    const { first, second, result } = this.#study.facts;
    const hasNames = first || second;
    const names = hasNames
      ? fill(ANALYSIS.players, { first: first || sideName(1), second: second || sideName(2) })
      : game;
    const isOver = result && result !== "*";
    byId("title", HTMLElement).textContent = isOver ? fill(ANALYSIS.result, { names, result }) : names;
    document.title = fill(TAB_TITLE, { text: fill(ANALYSIS.tab, { names }) });
  }
}

/** `Black to move`, or how the game ended. @param {Facts} facts */
function describePosition({ ending, turn, winner, lines, rules }) {
  if (!ending) return fill(ANALYSIS.toMove, { side: sideName(turn) });
  if (!winner) return describeDraw({ cause: ending });
  return fill(ANALYSIS.wins, { side: sideName(winner), lines: describeLines({ lines, size: rules }) });
}
