// @ts-check
/** The line to the server on which an analysis board asks: one look and one review at a time. */

import { Socket } from "./socket.js";

/** @typedef {import("./wire.js").StudyReply["news"]} StudyNews */
/** @typedef {import("./wire.js").PositionSpec} PositionForm */
/** @typedef {import("./wire.js").StudyReply} About */
/** @typedef {(news: StudyNews) => void} Hear */
/** @typedef {{position: PositionForm, engine?: boolean, lines?: number, zone?: boolean}} Question */
/** @typedef {{message: object, id: number, hear: Hear}} Asked */

export class StudyLine {
  #number = 0;
  /** @type {Asked | null} */
  #look = null;
  /** @type {Asked | null} */
  #review = null;
  #socket;

  /** @param {(isThere: boolean) => void} onLine whether the server can be heard */
  constructor(onLine) {
    this.#socket = new Socket("/socket/analysis", {
      onNews: (news) => this.#hear(news),
      onState: (state) => {
        if (state === "open") this.#askAgain();
        if (state === "open" || state === "waiting") onLine(state === "open");
      },
    });
  }

  /** Ask about a position; what was asked before is given up. @param {Question} question @param {Hear} hear */
  look(question, hear) {
    this.#look = this.#ask("look", question, hear);
  }

  /** Have a game judged. @param {PositionForm} position @param {Hear} hear */
  review(position, hear) {
    this.#review = this.#ask("review", { position }, hear);
  }

  stopReview() {
    if (this.#review) this.#socket.send({ type: "stop-review" });
    this.#review = null;
  }

  /** @param {"look" | "review"} type @param {Question} question @param {Hear} hear @returns {Asked} */
  #ask(type, question, hear) {
    const id = ++this.#number;
    const message = { type, id, ...question };
    this.#socket.send(message);
    return { message, id, hear };
  }

  /** After the network was lost. */
  #askAgain() {
    for (const asked of [this.#look, this.#review]) if (asked) this.#socket.send(asked.message);
  }

  /** @param {About} about */
  #hear(about) {
    if (about.type !== "about") return;
    for (const asked of [this.#look, this.#review]) if (asked?.id === about.id) asked.hear(about.news);
  }
}
