// @ts-check
/** The socket of an analysis board: one analysis and one review at a time. */

import { Socket } from "./socket.js";

/** @typedef {import("./wire.js").StudyReply["news"]} StudyMessage */
/** @import { PositionSpec, StudyReply } from "./wire.js" */
/** @typedef {(message: StudyMessage) => void} Receive */
/** @typedef {{position: PositionSpec, engine?: boolean, lines?: number, zone?: boolean}} Question */
/** @typedef {{message: object, id: number, receive: Receive}} Pending */

export class AnalysisSocket {
  #number = 0;
  /** @type {Pending | null} */
  #look = null;
  /** @type {Pending | null} */
  #review = null;
  #socket;

  /** @param {(isOpen: boolean) => void} onState called when the connection is lost or back */
  constructor(onState) {
    this.#socket = new Socket("/socket/analysis", {
      onMessage: (message) => this.#receive(message),
      onState: (state) => {
        if (state === "open") this.#resend();
        if (state === "open" || state === "waiting") onState(state === "open");
      },
    });
  }

  /** Analyse a position instead of the last one. @param {Question} question @param {Receive} receive */
  look(question, receive) {
    this.#look = this.#request("look", question, receive);
  }

  /** Review a game. @param {PositionSpec} position @param {Receive} receive */
  review(position, receive) {
    this.#review = this.#request("review", { position }, receive);
  }

  stopReview() {
    if (this.#review) this.#socket.send({ type: "stop-review" });
    this.#review = null;
  }

  /** @param {"look" | "review"} type @param {Question} question @param {Receive} receive @returns {Pending} */
  #request(type, question, receive) {
    const id = ++this.#number;
    const message = { type, id, ...question };
    this.#socket.send(message);
    return { message, id, receive };
  }

  /** Repeat the requests after a reconnection. */
  #resend() {
    for (const pending of [this.#look, this.#review]) if (pending) this.#socket.send(pending.message);
  }

  /** @param {StudyReply} reply */
  #receive(reply) {
    if (reply.type !== "about") return;
    for (const pending of [this.#look, this.#review]) if (pending?.id === reply.id) pending.receive(reply.news);
  }
}
