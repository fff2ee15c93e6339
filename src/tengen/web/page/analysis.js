// @ts-check
/** The analysis board: everything on the page, put together. */

import { formOf, viewOf } from "./analysis_view.js";
import { Board } from "./board.js";
import { Desk } from "./desk.js";
import { openHelp } from "./dialogs.js";
import { byId, el, icon } from "./dom.js";
import { EnginePanel } from "./engine_panel.js";
import { EvalBar } from "./eval_bar.js";
import { keep, restore } from "./keeping.js";
import { Keys } from "./keys.js";
import { MovesList, nameOf } from "./moves_list.js";
import { Opening } from "./opening.js";
import { openPlay } from "./play_from.js";
import { parsePoint, pointName } from "./points.js";
import { colourName } from "./position.js";
import { Review } from "./review.js";
import { ReviewPanel } from "./review_panel.js";
import { say, sayNow } from "./say.js";
import { asksFirst, onChange, settings } from "./settings.js";
import { openShare } from "./sharing.js";
import { stone } from "./sound.js";
import { StudyLine } from "./study_line.js";
import { positionAt } from "./tree.js";

/** @typedef {import("./desk.js").Change} Change */
/** @typedef {import("./study.js").Facts} Facts */
/** @typedef {import("./study.js").StudyNews} StudyNews */
/** @typedef {import("./study.js").Thought} Thought */

const KEYS = /** @type {const} */ ([
  ["← →", "a move back, a move on"],
  ["Home End", "to the beginning, to the end of the line"],
  ["↑ ↓", "another move in the place of this one"],
  ["Space", "the engine, on or off"],
  ["h 8 Enter", "put a stone on a point"],
  ["Delete", "take this move and all after it out"],
  ["Ctrl V", "paste moves, a position, a drawing or a record"],
  ["?", "these keys"],
]);

class AnalysisPage {
  #desk = new Desk();
  #source = "";
  /** @type {Facts | null} */
  #facts = null;
  /** @type {Thought | null} */
  #thought = null;
  /** @type {number[] | null} */
  #preview = null;
  /** @type {Review | null} */
  #review = null;
  #notice = byId("notice", HTMLElement);
  #bar = new EvalBar();
  #board = new Board(byId("board", HTMLElement), {
    onPlay: (cell) => this.#play(cell),
    onTaken: (cell) => this.#goToStone(cell),
    asksFirst,
  });
  #line = new StudyLine((isThere) => this.#tell(isThere ? "" : "The connection is lost. Trying again …", !isThere));
  #engine = new EnginePanel({
    onSwitch: (isOn) => this.#turnEngine(isOn),
    onCount: () => this.#look(),
    preview: (moves) => this.#showPreview(moves),
    insert: (moves) => this.#desk.play(...moves),
  });
  #moves = new MovesList(this.#desk, (node) => this.#review?.verdictOf(node) ?? null);
  #reviewPanel = new ReviewPanel(this.#desk, () => this.#stopReview());
  #opening = new Opening(this.#desk, {
    tell: (words, isTrouble) => this.#tell(words, isTrouble),
    onOpened: (source) => this.#settle(source),
  });

  constructor() {
    byId("bar", HTMLElement).append(this.#bar.root);
    byId("says", HTMLElement).after(this.#bar.words);
    byId("engine", HTMLElement).append(this.#engine.root);
    byId("moves", HTMLElement).append(this.#opening.chooser, this.#moves.root);
    byId("review", HTMLElement).append(this.#reviewPanel.root);
    this.#addButtons();
    this.#addKeys();
    this.#desk.onChange((what) => this.#onChange(what));
    onChange(() => this.#onChange("tree"));
    keep(this.#desk, () => this.#source);
    this.#begin();
  }

  async #begin() {
    this.#source = location.search;
    const isBack = restore(this.#desk, this.#source);
    if (!isBack) this.#desk.clear(this.#desk.rules);
    if (!isBack && location.search) await this.#opening.follow(location.search);
  }

  /** Another game is there: the address says where from. @param {string} source */
  #settle(source) {
    this.#source = source;
    history.replaceState(null, "", `/analysis${source}`);
  }

  // What is seen

  /** @param {Change} what */
  #onChange(what) {
    this.#preview = null;
    if (what === "game") this.#stopReview(true);
    if (what === "place") this.#moves.mark();
    else this.#moves.rebuild();
    this.#reviewPanel.mark();
    this.#describeGame();
    this.#look();
    this.#announce(what);
  }

  /** Ask about the position that is looked at. */
  #look() {
    const node = this.#desk.at;
    this.#facts = null;
    this.#thought = null;
    if (this.#engine.isOn) this.#engine.wait("thinking …");
    this.#engine.clear();
    this.#line.look({ position: formOf(this.#desk), engine: this.#engine.isOn, lines: this.#engine.count }, (news) => {
      if (node === this.#desk.at) this.#hear(news);
    });
    this.#show();
  }

  /** @param {StudyNews} news */
  #hear(news) {
    if (news.type === "facts") this.#takeFacts(news);
    else if (news.type === "thought") this.#takeThought(news);
    else if (news.type === "look-done" && !this.#thought) this.#engine.wait("nothing to think about");
    else if (news.type === "failed" || news.type === "problem") this.#engine.wait(news.says);
  }

  /** @param {Facts} facts */
  #takeFacts(facts) {
    this.#facts = facts;
    if (facts.refused && !this.#desk.at.children.length && this.#fresh === this.#desk.at) {
      this.#fresh = null;
      this.#desk.refuse(this.#desk.at);
      return this.#tell(`${facts.refused}.`, true);
    }
    if (facts.is_over && this.#engine.isOn) this.#engine.wait("the game is over here");
    byId("rule", HTMLElement).textContent = facts.rule;
    this.#describeGame();
    this.#show();
  }

  /** @param {Thought} thought */
  #takeThought(thought) {
    this.#thought = thought;
    this.#engine.show(thought, this.#desk.rules);
    this.#show();
  }

  #show() {
    this.#board.show(viewOf(this.#desk, { facts: this.#facts, hints: this.#hints(), preview: this.#preview }));
    byId("says", HTMLElement).textContent = this.#facts?.says ?? " ";
    this.#bar.show(this.#standing());
    const comment = byId("comment", HTMLElement);
    comment.textContent = this.#comment();
    comment.hidden = !comment.textContent;
  }

  /** Outlines on the board: the engine's moves, or what would have been better. */
  #hints() {
    const thought = this.#thought?.lines.map(({ moves }) => moves[0]) ?? [];
    if (thought.length || this.#engine.isOn) return [...new Set(thought)];
    const move = this.#review?.moveAt(this.#desk.at);
    return move && this.#review?.verdictOf(this.#desk.at) ? move.better.slice(0, 3) : [];
  }

  /** How the position stands, as far as that is known. */
  #standing() {
    const facts = this.#facts;
    if (facts?.is_over) return { chance: facts.winner === 1 ? 1 : facts.winner ? 0 : 0.5, winner: facts.winner, plies: 0 };
    return this.#thought?.lines[0] ?? this.#review?.standingAt(this.#desk.at) ?? null;
  }

  #comment() {
    const judged = this.#review?.verdictOf(this.#desk.at) ? this.#review.moveAt(this.#desk.at)?.says : "";
    return [this.#desk.at.comment, judged].filter(Boolean).join("\n\n");
  }

  #describeGame() {
    const { first, second, result } = this.#desk.facts;
    const names = first || second ? `${first || "Black"} – ${second || "White"}` : (this.#facts?.game ?? "");
    const score = result && result !== "*" ? `, ${result}` : "";
    if (names) byId("title", HTMLElement).textContent = names + score;
    document.title = `${names ? `${names} – ` : ""}Analysis – Tengen`;
  }

  /** Say what changed to those who do not see it. @param {Change} what */
  #announce(what) {
    const node = this.#desk.at;
    if (what === "game" || !node.colour) return;
    const words = this.#review?.verdictOf(node)?.words;
    say([`Move ${node.ply}`, `${colourName(node.colour, settings.pieces)} ${nameOf(node, this.#desk)}`, words].filter(Boolean).join(", "));
  }

  /** @param {string} words @param {boolean} [isTrouble] */
  #tell(words, isTrouble = false) {
    this.#notice.textContent = words;
    this.#notice.hidden = !words;
    this.#notice.classList.toggle("trouble", isTrouble);
    if (words) (isTrouble ? sayNow : say)(words);
  }

  /** @param {number[] | null} moves */
  #showPreview(moves) {
    this.#preview = moves;
    this.#show();
  }

  // What people do

  /** The node of a stone that was just put: if the rules have something against it, it goes again. */
  #fresh = /** @type {import("./tree.js").GameNode | null} */ (null);

  /** @param {number} cell */
  #play(cell) {
    const why = this.#facts?.forbidden.find(([point]) => point === cell);
    if (why) return this.#tell(`${pointName(cell, this.#desk.rules)} ${why[1]}.`, true);
    this.#tell("");
    stone();
    this.#desk.play(cell);
    this.#fresh = this.#desk.at;
  }

  /** Go back to when a stone was put. @param {number} cell */
  #goToStone(cell) {
    this.#desk.go(this.#desk.at.path.find((node) => node.cell === cell));
  }

  /** @param {string} text */
  #type(text) {
    const cell = parsePoint(text, this.#desk.rules);
    if (cell === null) return this.#tell(`${text} is not on this board.`, true);
    const { stones, moves } = this.#desk.position;
    if (stones.has(cell) || moves.includes(cell)) return this.#tell(`${pointName(cell, this.#desk.rules)} is taken.`, true);
    if (this.#facts?.is_over) return this.#tell("The game is over in this position.", true);
    this.#play(cell);
  }

  /** @param {boolean} isOn */
  #turnEngine(isOn) {
    this.#engine.turn(isOn);
    say(isOn ? "Engine on" : "Engine off");
    this.#look();
  }

  #startReview() {
    const end = this.#desk.at.end;
    if (!end.parent) return this.#tell("There are no moves to look back at yet.", true);
    const review = (this.#review = new Review(end));
    this.#line.review(formOf(this.#desk, end, positionAt(end)), (news) => {
      review.hear(news);
      this.#reviewPanel.show(review);
      if (news.type === "review-done") this.#moves.rebuild();
      this.#show();
    });
    this.#reviewPanel.show(review);
    say("Looking back at the game");
  }

  /** @param {boolean} [forget] also what is known already */
  #stopReview(forget = false) {
    this.#line.stopReview();
    if (forget || !this.#review?.done) this.#review = null;
    this.#reviewPanel.show(this.#review);
    this.#show();
  }

  // Buttons and keys

  #addButtons() {
    const desk = this.#desk;
    const step = (/** @type {Parameters<typeof icon>[0]} */ name, /** @type {string} */ words, /** @type {() => void} */ deed) =>
      el("button", { type: "button", class: "tool", "aria-label": words, title: words, onclick: deed }, icon(name));
    byId("steps", HTMLElement).append(
      step("first", "To the beginning", () => desk.goToStart()),
      step("back", "A move back", () => desk.step(-1)),
      step("forward", "A move on", () => desk.step(1)),
      step("last", "To the end of the line", () => desk.goToEnd()),
    );
    const tool = (/** @type {string} */ words, /** @type {() => void} */ deed) => el("button", { type: "button", class: "plain small-button", onclick: deed }, words);
    byId("move-tools", HTMLElement).append(tool("Make main line", () => desk.promote()), tool("Delete from here", () => desk.remove()));
    const action = (/** @type {string} */ words, /** @type {() => void} */ deed, kind = "") => el("button", { type: "button", class: kind, onclick: deed }, words);
    byId("actions", HTMLElement).append(
      action("Review the game", () => this.#startReview(), "primary"),
      action("Play from here", () => openPlay(desk)),
      action("Share", () => openShare(desk)),
      action("Open a file", () => this.#opening.chooseFile()),
      action("New board", () => this.#opening.chooseRules()),
      action("Keys", () => openHelp(KEYS)),
    );
  }

  #addKeys() {
    const desk = this.#desk;
    new Keys({
      commands: {
        ArrowLeft: () => desk.step(-1),
        ArrowRight: () => desk.step(1),
        ArrowUp: () => desk.turnTo(-1),
        ArrowDown: () => desk.turnTo(1),
        Home: () => desk.goToStart(),
        End: () => desk.goToEnd(),
        Delete: () => desk.remove(),
        Escape: () => this.#showPreview(null),
        " ": () => this.#turnEngine(!this.#engine.isOn),
        "?": () => openHelp(KEYS),
      },
      onPoint: (text) => this.#type(text),
      onTyping: (text) => this.#tell(text && `${text} …`),
    });
  }
}

new AnalysisPage();
