// @ts-check
/** Notices above the status: problems, offers, an absent opponent, a move to confirm, an earlier position. */

import { el, icon } from "./dom.js";
import { describeDeclined } from "./game_report.js";
import { pointName } from "./points.js";
import { DIALOG, fill } from "./sentences.js";
import { NOTICE, OFFERS } from "./sentences_game.js";

/** @import { Game } from "./game_model.js" */
/** @import { NoticeHandlers } from "./views.js" */

/** The command that accepts an offer. @type {Record<import("./wire.js").Offer, import("./wire.js").ClientCommand["type"]>} */
const ACCEPT = { draw: "OfferDraw", "take back": "TakeBack", rematch: "OfferRematch" };
/** Milliseconds for which a problem is shown. */
const PROBLEM_TIME = 6000;

export class Notices {
  #root;
  #handlers;
  #problem = "";
  #timer = 0;
  #drawn = "";
  /** The number of the state whose notice of a declined offer was closed. */
  #closed = -1;
  /** The text that is being typed. */
  typed = "";

  /** @param {HTMLElement} root @param {NoticeHandlers} handlers */
  constructor(root, handlers) {
    this.#root = root;
    this.#handlers = handlers;
  }

  /** Show a problem for a while. @param {string} says @param {() => void} redraw */
  showProblem(says, redraw) {
    this.#problem = says;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#problem = "";
      redraw();
    }, PROBLEM_TIME);
    redraw();
  }

  /** Hide the problem. */
  hideProblem() {
    this.#problem = "";
  }

  /** @param {Game} game */
  show(game) {
    const notices = [
      this.#connection(game),
      this.#problem && notice("problem", this.#problem),
      this.#declined(game),
      this.#offer(game),
      this.#claim(game),
      this.#earlier(game),
      this.typed && notice("typed", fill(NOTICE.typed, { text: this.typed.toUpperCase() })),
      this.#confirm(game),
    ].filter((part) => part instanceof HTMLElement);
    const key = notices.map((part) => part.outerHTML).join("");
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#root.replaceChildren(...notices);
  }

  /** @param {Game} game */
  #connection({ connection, table, isWithdrawn }) {
    if (isWithdrawn) return null;
    if (connection === "open" || (connection === "connecting" && !table)) return null;
    return notice("lost", connection === "closed" ? NOTICE.gone : NOTICE.reconnecting);
  }

  /** @param {Game} game */
  #offer(game) {
    if (!game.offer || game.other === null) return null;
    const type = ACCEPT[game.offer];
    const seat = game.seats[0];
    return notice(
      "offer",
      fill(OFFERS[game.offer], { who: game.nameOf(game.other) }),
      this.#button(NOTICE.agree, () => this.#handlers.send({ type, seat }), "primary"),
      this.#button(NOTICE.decline, () => this.#handlers.send({ type: "Decline", seat })),
    );
  }

  /** @param {Game} game */
  #declined(game) {
    const text = describeDeclined(game);
    const number = game.state?.number ?? 0;
    if (!text || number === this.#closed) return null;
    const close = () => {
      this.#closed = number;
      this.show(game);
    };
    return notice("declined", text, this.#closer(DIALOG.close, close));
  }

  /** @param {Game} game */
  #claim(game) {
    const wait = game.claimIn;
    if (wait === null || game.other === null || !game.table?.consent) return null;
    const who = game.nameOf(game.other);
    if (wait > 0) return notice("gone", fill(NOTICE.away, { who, seconds: Math.ceil(wait / 1000) }));
    const claim = () => this.#handlers.send({ type: "Claim", seat: game.seats[0] });
    return notice("gone", fill(NOTICE.left, { who }), this.#button(NOTICE.claim, claim, "primary"));
  }

  /** @param {Game} game */
  #earlier(game) {
    if (game.at === null) return null;
    const text = fill(NOTICE.move, { number: game.at, count: game.state?.moves.length ?? 0 });
    const back = game.isOver ? NOTICE.toEnd : NOTICE.toPresent;
    return notice("past", text, this.#button(back, this.#handlers.toPresent));
  }

  /** @param {Game} game */
  #confirm(game) {
    const cell = this.#handlers.pending();
    if (cell === null || !game.table) return null;
    const point = pointName(cell, game.table.rules);
    return el(
      "div",
      { class: "notice confirm" },
      this.#closer(DIALOG.cancel, this.#handlers.cancel),
      this.#button(fill(NOTICE.play, { point }), this.#handlers.confirm, "primary"),
    );
  }

  /** @param {string} name @param {() => void} act */
  #closer(name, act) {
    return el("button", { type: "button", class: "tool", "aria-label": name, onclick: act }, icon("close"));
  }

  /** @param {string} label @param {() => void} act @param {string} [kind] */
  #button(label, act, kind) {
    return el("button", { type: "button", class: kind, onclick: act }, label);
  }
}

/** @param {string} kind @param {string} text @param {...HTMLElement} buttons */
function notice(kind, text, ...buttons) {
  return el("div", { class: `notice ${kind}` }, el("p", {}, text), ...buttons);
}
