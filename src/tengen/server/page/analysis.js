// @ts-check
/** The page of the analysis board. */

import { AnalysisScene } from "./analysis_scene.js";
import { AnalysisSocket } from "./analysis_socket.js";
import { addButtons, addKeys } from "./analysis_tools.js";
import { specOf } from "./analysis_view.js";
import { announce, announceNow } from "./announcements.js";
import { byId } from "./dom.js";
import { EnginePanel } from "./engine_panel.js";
import { takeFile } from "./file_handover.js";
import { GameImport } from "./game_import.js";
import { MovesList, nameOf } from "./moves_list.js";
import { parsePoint, pointName } from "./points.js";
import { Review } from "./review.js";
import { ReviewPanel } from "./review_panel.js";
import { fill, sideName } from "./sentences.js";
import { ANALYSIS, ENGINE } from "./sentences_analysis.js";
import { FOULS, REASONS } from "./sentences_rules.js";
import { onChange } from "./settings.js";
import { stone } from "./sound.js";
import { Study } from "./study.js";
import { restoreStudy, storeOnChange } from "./study_storage.js";
import { positionAt } from "./tree.js";

/** @import { Change } from "./study.js" */
/** @import { GameNode } from "./tree.js" */
/** @typedef {import("./wire.js").StudyReply["news"]} StudyMessage */

export class AnalysisPage {
  study = new Study();
  /** The part of the address that the game came from. */
  #source = "";
  /** The last move played here, removed again if the rules forbid it. @type {GameNode | null} */
  #fresh = null;
  #notice = byId("notice", HTMLElement);
  #socket = new AnalysisSocket((isOpen) => this.notify(isOpen ? "" : ANALYSIS.connectionLost, !isOpen));
  engine = new EnginePanel({
    onSwitch: (isOn) => this.turnEngine(isOn),
    onCount: () => this.#look(),
    onZone: (isOn) => this.turnZone(isOn),
    preview: (moves) => this.#scene.preview(moves),
    insert: (moves) => this.study.play(...moves),
  });
  #scene = new AnalysisScene(this.study, this.engine, {
    onPlay: (cell) => this.#play(cell),
    onPending: (cell) => this.notify(cell === null ? "" : fill(ANALYSIS.confirm, { point: this.#name(cell) })),
    onTaken: (cell) => this.study.go(this.study.at.path.find((node) => node.cell === cell)),
  });
  #moves = new MovesList(this.study, (node) => this.#scene.review?.verdictOf(node) ?? null);
  #reviewPanel = new ReviewPanel(this.study, () => this.#stopReview());
  importer = new GameImport(this.study, {
    notify: (text, isProblem) => this.notify(text, isProblem),
    onOpened: (source) => this.#setSource(source),
  });

  constructor() {
    byId("engine", HTMLElement).append(this.engine.root);
    byId("moves", HTMLElement).append(this.importer.chooser, this.#moves.root);
    byId("review", HTMLElement).append(this.#reviewPanel.root);
    addButtons(this);
    addKeys(this);
    this.study.onChange((what) => this.#onChange(what));
    onChange(() => this.#onChange("tree"));
    storeOnChange(this.study, () => this.#source);
    this.#start();
  }

  async #start() {
    this.#source = location.search;
    const isRestored = restoreStudy(this.study, this.#source);
    if (!isRestored) this.study.clear(this.study.rules);
    const file = takeFile();
    if (file) await this.importer.readFile(file);
    else if (!isRestored && location.search) await this.importer.follow(location.search);
  }

  /** Put the origin of the game into the address. @param {string} source */
  #setSource(source) {
    this.#source = source;
    history.replaceState(null, "", `/analysis${source}`);
  }

  /** @param {Change} what */
  #onChange(what) {
    if (what === "game") this.#stopReview(true);
    if (what !== "place") this.notify("");
    if (what === "place") this.#moves.mark();
    else this.#moves.rebuild();
    this.#reviewPanel.mark();
    this.#look();
    if (what !== "game") this.#announce();
  }

  /** Analyse the current position instead of the last one. */
  #look() {
    const node = this.study.at;
    this.#scene.begin();
    this.engine.offerZone(this.study.rules);
    const { isOn: engine, count: lines, showsZone: zone } = this.engine;
    this.#socket.look({ position: specOf(this.study), engine, lines, zone }, (message) => {
      if (node === this.study.at) this.#receive(message);
    });
  }

  /** @param {StudyMessage} message */
  #receive(message) {
    const fresh = this.#fresh;
    if (message.type !== "facts" || !message.refused || fresh !== this.study.at) return this.#scene.receive(message);
    this.#fresh = null;
    this.study.refuse(fresh);
    this.#refuse(message.refused);
  }

  /** Announce the current move. */
  #announce() {
    const node = this.study.at;
    if (!node.colour) return;
    const verdict = this.#scene.review?.verdictOf(node)?.text;
    const move = { number: node.ply, side: sideName(node.colour), point: nameOf(node, this.study) };
    announce([fill(ANALYSIS.move, move), verdict].filter(Boolean).join(", "));
  }

  /** @param {string} text @param {boolean} [isProblem] */
  notify(text, isProblem = false) {
    this.#notice.textContent = text;
    this.#notice.hidden = !text;
    this.#notice.classList.toggle("trouble", isProblem);
    if (text) (isProblem ? announceNow : announce)(text);
  }

  /** @param {number} cell */
  #name(cell) {
    return pointName(cell, this.study.rules);
  }

  /** @param {readonly [number, import("./wire.js").RefusalReason]} refused */
  #refuse([cell, reason]) {
    const text = FOULS[reason] ? ANALYSIS.forbidden : ANALYSIS.refused;
    this.notify(fill(text, { point: this.#name(cell), reason: REASONS[reason] }), true);
  }

  /** @param {number} cell */
  #play(cell) {
    const refused = this.#scene.facts?.forbidden.find(([point]) => point === cell);
    if (refused) return this.#refuse(refused);
    this.notify("");
    stone();
    this.study.play(cell);
    this.#fresh = this.study.at;
  }

  /** Play a typed point. @param {string} text */
  type(text) {
    const cell = parsePoint(text, this.study.rules);
    if (cell === null) return this.notify(fill(ANALYSIS.offBoard, { point: text.toUpperCase() }), true);
    const { stones, moves } = this.study.position;
    const isTaken = stones.has(cell) || moves.includes(cell);
    if (isTaken) return this.notify(fill(ANALYSIS.taken, { point: this.#name(cell) }), true);
    if (this.#scene.facts?.ending) return this.notify(ANALYSIS.gameOver, true);
    this.#play(cell);
  }

  /** @param {boolean} isOn */
  turnEngine(isOn) {
    this.engine.turn(isOn);
    announce(isOn ? ENGINE.on : ENGINE.off);
    this.#look();
  }

  /** @param {boolean} isOn */
  turnZone(isOn) {
    this.engine.turnZone(isOn);
    this.#look();
  }

  startReview() {
    const end = this.study.at.end;
    if (!end.parent) return this.notify(ANALYSIS.noMoves, true);
    const review = new Review(end);
    this.#scene.review = review;
    this.#socket.review(specOf(this.study, positionAt(end)), (message) => {
      review.receive(message);
      this.#reviewPanel.show(review);
      if (message.type === "review-done") this.#moves.rebuild();
      this.#scene.show();
    });
    this.#reviewPanel.show(review);
    announce(ANALYSIS.reviewStarted);
  }

  /** @param {boolean} [forget] drop a finished review, too */
  #stopReview(forget = false) {
    this.#socket.stopReview();
    if (forget || !this.#scene.review?.done) this.#scene.review = null;
    this.#reviewPanel.show(this.#scene.review);
    this.#scene.show();
  }
}

new AnalysisPage();
