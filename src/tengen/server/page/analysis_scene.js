// @ts-check
/** What is seen of the position on the analysis board: stones, signs, who is ahead, what is said of it. */

import { viewOf } from "./analysis_view.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";
import { EvalBar } from "./eval_bar.js";
import { asksFirst } from "./settings.js";
import { gameName, positionWords, ruleWords, sideName, zoneWords } from "./words.js";

/** @typedef {import("./board.js").Wishes} Wishes */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./engine_panel.js").EnginePanel} EnginePanel */
/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./wire.js").PositionFacts} Facts */
/** @typedef {import("./wire.js").StudyReply["news"]} StudyNews */
/** @typedef {import("./wire.js").AnalysisUpdate} Thought */
/** @typedef {import("./wire.js").ZoneFound} ZoneFound */

export class AnalysisScene {
  /** What the rules say of the position. @type {Facts | null} */
  facts = null;
  /** @type {Review | null} */
  review = null;
  /** @type {Thought | null} */
  #thought = null;
  /** @type {number[] | null} */
  #preview = null;
  /** @type {number[]} */
  #zone = [];
  #desk;
  #engine;
  #place = byId("board", HTMLElement);
  #board;
  #bar = new EvalBar();

  /** @param {Desk} desk @param {EnginePanel} engine @param {Wishes} wishes */
  constructor(desk, engine, wishes) {
    this.#desk = desk;
    this.#engine = engine;
    this.#board = new Board(this.#place, { asksFirst, ...wishes });
    byId("bar", HTMLElement).append(this.#bar.root);
    byId("says", HTMLElement).after(this.#bar.words);
  }

  /** Another position: nothing is known of it yet. */
  begin() {
    this.facts = this.#thought = this.#preview = null;
    this.#zone = [];
    this.#engine.describeZone("");
    if (this.#engine.isOn) this.#engine.wait("thinking …");
    this.#engine.clear();
    this.show();
  }

  /** @param {StudyNews} news */
  hear(news) {
    if (news.type === "facts") this.#takeFacts(news);
    else if (news.type === "thought") this.#takeThought(news);
    else if (news.type === "zone") this.#takeZone(news);
    else if (news.type === "failed" || news.type === "problem") this.#engine.wait(news.says);
    this.show();
  }

  /** @param {Facts} facts */
  #takeFacts(facts) {
    this.facts = facts;
    if (facts.ending && this.#engine.isOn) this.#engine.wait("the game is over here");
    byId("rule", HTMLElement).textContent = ruleWords(facts.rules);
    this.#describeGame(gameName(facts.rules));
  }

  /** @param {Thought} thought */
  #takeThought(thought) {
    this.#thought = thought;
    this.#engine.show(thought, this.#desk.rules);
  }

  /** @param {ZoneFound} found */
  #takeZone(found) {
    this.#zone = found.cells ?? [];
    this.#engine.describeZone(zoneWords(found));
  }

  /** Show how it would go on. @param {number[] | null} moves */
  preview(moves) {
    this.#preview = moves;
    this.show();
  }

  show() {
    this.#board.show(
      viewOf(this.#desk, { facts: this.facts, hints: this.#hints(), zone: this.#zone, preview: this.#preview }),
    );
    const ratio = this.#place.style.getPropertyValue("--ratio");
    this.#place.closest("section")?.style.setProperty("--ratio", ratio);
    byId("says", HTMLElement).textContent = this.facts ? positionWords(this.facts) : "\u00a0";
    this.#bar.show(this.#standing());
    const comment = byId("comment", HTMLElement);
    comment.textContent = this.#comment();
    comment.hidden = !comment.textContent;
  }

  /** Outlines on the board: the engine's moves, or what would have been better. */
  #hints() {
    const found = this.#thought?.lines.map(({ moves }) => moves[0]) ?? [];
    if (this.#engine.isOn) return [...new Set(found)];
    return this.#flaw()?.better.slice(0, 3) ?? [];
  }

  /** What the review has against the last move. */
  #flaw() {
    return this.review?.verdictOf(this.#desk.at) ? this.review.moveAt(this.#desk.at) : null;
  }

  /** How the position stands, as far as that is known. */
  #standing() {
    if (this.facts?.ending) {
      const { winner } = this.facts;
      return { chance: winner === 1 ? 1 : winner ? 0 : 0.5, winner, plies: 0 };
    }
    return this.#thought?.lines[0] ?? this.review?.standingAt(this.#desk.at) ?? null;
  }

  #comment() {
    return [this.#desk.at.comment, this.#flaw()?.says].filter(Boolean).join("\n\n");
  }

  /** Who played, or what is played. @param {string} game */
  #describeGame(game) {
    const { first, second, result } = this.#desk.facts;
    const names = first || second ? `${first || sideName(1)} – ${second || sideName(2)}` : game;
    const score = result && result !== "*" ? `, ${result}` : "";
    byId("title", HTMLElement).textContent = names + score;
    document.title = `${names} – Analysis – Tengen`;
  }
}
