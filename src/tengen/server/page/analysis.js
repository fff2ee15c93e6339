// @ts-check
/** The analysis board: what people do there, and what comes of it. */

import { AnalysisScene } from "./analysis_scene.js";
import { addButtons, addKeys } from "./analysis_tools.js";
import { formOf } from "./analysis_view.js";
import { Desk } from "./desk.js";
import { byId } from "./dom.js";
import { EnginePanel } from "./engine_panel.js";
import { takeOver } from "./handover.js";
import { keep, restore } from "./keeping.js";
import { MovesList, nameOf } from "./moves_list.js";
import { Opening } from "./opening.js";
import { parsePoint, pointName } from "./points.js";
import { colourName } from "./position.js";
import { Review } from "./review.js";
import { ReviewPanel } from "./review_panel.js";
import { say, sayNow } from "./say.js";
import { onChange, settings } from "./settings.js";
import { stone } from "./sound.js";
import { StudyLine } from "./study_line.js";
import { positionAt } from "./tree.js";
import { refusalWords } from "./words.js";

/** @typedef {import("./desk.js").Change} Change */
/** @typedef {import("./wire.js").StudyReply["news"]} StudyNews */
/** @typedef {import("./tree.js").GameNode} GameNode */

export class AnalysisPage {
  desk = new Desk();
  /** Where the game came from, as the address has it. */
  #source = "";
  /** The stone that was just put: if the rules have something against it, it goes again. @type {GameNode | null} */
  #fresh = null;
  #notice = byId("notice", HTMLElement);
  #line = new StudyLine((isThere) => this.tell(isThere ? "" : "The connection is lost. Trying again …", !isThere));
  engine = new EnginePanel({
    onSwitch: (isOn) => this.turnEngine(isOn),
    onCount: () => this.#look(),
    onZone: (isOn) => this.turnZone(isOn),
    preview: (moves) => this.#scene.preview(moves),
    insert: (moves) => this.desk.play(...moves),
  });
  #scene = new AnalysisScene(this.desk, this.engine, {
    onPlay: (cell) => this.#play(cell),
    onAim: (cell) =>
      this.tell(cell === null ? "" : `${pointName(cell, this.desk.rules)}: press it again to put the stone there.`),
    onTaken: (cell) => this.desk.go(this.desk.at.path.find((node) => node.cell === cell)),
  });
  #moves = new MovesList(this.desk, (node) => this.#scene.review?.verdictOf(node) ?? null);
  #reviewPanel = new ReviewPanel(this.desk, () => this.#stopReview());
  opening = new Opening(this.desk, {
    tell: (words, isTrouble) => this.tell(words, isTrouble),
    onOpened: (source) => this.#settle(source),
  });

  constructor() {
    byId("engine", HTMLElement).append(this.engine.root);
    byId("moves", HTMLElement).append(this.opening.chooser, this.#moves.root);
    byId("review", HTMLElement).append(this.#reviewPanel.root);
    addButtons(this);
    addKeys(this);
    this.desk.onChange((what) => this.#onChange(what));
    onChange(() => this.#onChange("tree"));
    keep(this.desk, () => this.#source);
    this.#begin();
  }

  async #begin() {
    this.#source = location.search;
    const isBack = restore(this.desk, this.#source);
    if (!isBack) this.desk.clear(this.desk.rules);
    const file = takeOver();
    if (file) await this.opening.readFile(file);
    else if (!isBack && location.search) await this.opening.follow(location.search);
  }

  /** Another game is there: the address says where from. @param {string} source */
  #settle(source) {
    this.#source = source;
    history.replaceState(null, "", `/analysis${source}`);
  }

  /** @param {Change} what */
  #onChange(what) {
    if (what === "game") this.#stopReview(true);
    if (what !== "place") this.tell("");
    if (what === "place") this.#moves.mark();
    else this.#moves.rebuild();
    this.#reviewPanel.mark();
    this.#look();
    if (what !== "game") this.#announce();
  }

  /** Ask about the position that is looked at; what was asked before is given up. */
  #look() {
    const node = this.desk.at;
    this.#scene.begin();
    this.engine.offerZone(this.desk.rules);
    const { isOn: engine, count: lines, showsZone: zone } = this.engine;
    this.#line.look({ position: formOf(this.desk), engine, lines, zone }, (news) => {
      if (node === this.desk.at) this.#hear(news);
    });
  }

  /** @param {StudyNews} news */
  #hear(news) {
    const fresh = this.#fresh;
    if (news.type !== "facts" || !news.refused || fresh !== this.desk.at) return this.#scene.hear(news);
    this.#fresh = null;
    this.desk.refuse(fresh);
    this.tell(`${refusalWords(news.refused, this.desk.rules)}.`, true);
  }

  /** Say which move it is to those who do not see it. */
  #announce() {
    const node = this.desk.at;
    if (!node.colour) return;
    const who = colourName(node.colour, settings.pieces);
    const verdict = this.#scene.review?.verdictOf(node)?.words;
    say([`Move ${node.ply}`, `${who} ${nameOf(node, this.desk)}`, verdict].filter(Boolean).join(", "));
  }

  /** @param {string} words @param {boolean} [isTrouble] */
  tell(words, isTrouble = false) {
    this.#notice.textContent = words;
    this.#notice.hidden = !words;
    this.#notice.classList.toggle("trouble", isTrouble);
    if (words) (isTrouble ? sayNow : say)(words);
  }

  /** @param {number} cell */
  #play(cell) {
    const why = this.#scene.facts?.forbidden.find(([point]) => point === cell);
    if (why) return this.tell(`${refusalWords(why, this.desk.rules)}.`, true);
    this.tell("");
    stone();
    this.desk.play(cell);
    this.#fresh = this.desk.at;
  }

  /** A point that was typed. @param {string} text */
  type(text) {
    const cell = parsePoint(text, this.desk.rules);
    if (cell === null) return this.tell(`${text} is not on this board.`, true);
    const { stones, moves } = this.desk.position;
    const isTaken = stones.has(cell) || moves.includes(cell);
    if (isTaken) return this.tell(`${pointName(cell, this.desk.rules)} is taken.`, true);
    if (this.#scene.facts?.ending) return this.tell("The game is over in this position.", true);
    this.#play(cell);
  }

  /** @param {boolean} isOn */
  turnEngine(isOn) {
    this.engine.turn(isOn);
    say(isOn ? "Engine on" : "Engine off");
    this.#look();
  }

  /** @param {boolean} isOn */
  turnZone(isOn) {
    this.engine.turnZone(isOn);
    this.#look();
  }

  startReview() {
    const end = this.desk.at.end;
    if (!end.parent) return this.tell("There are no moves to look back at yet.", true);
    const review = new Review(end);
    this.#scene.review = review;
    this.#line.review(formOf(this.desk, positionAt(end)), (news) => {
      review.hear(news);
      this.#reviewPanel.show(review);
      if (news.type === "review-done") this.#moves.rebuild();
      this.#scene.show();
    });
    this.#reviewPanel.show(review);
    say("Looking back at the game");
  }

  /** @param {boolean} [forget] also what is known already */
  #stopReview(forget = false) {
    this.#line.stopReview();
    if (forget || !this.#scene.review?.done) this.#scene.review = null;
    this.#reviewPanel.show(this.#scene.review);
    this.#scene.show();
  }
}

new AnalysisPage();
