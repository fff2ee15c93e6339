// @ts-check
/** What cannot be missed: offers, an opponent who has gone, a move to confirm, a position of the past. */

import { el, icon } from "./dom.js";
import { declinedWords } from "./game_words.js";
import { pointName } from "./points.js";

/** @typedef {import("./game_model.js").Game} Game */
/** @typedef {import("./game_model.js").Send} Send */

/** What an offer asks for, and how to agree. @type {Record<string, [string, import("./wire.js").ClientCommand["type"]]>} */
const OFFERS = {
  draw: ["offers a draw", "OfferDraw"],
  "take back": ["asks to take back a move", "TakeBack"],
  rematch: ["offers a rematch", "OfferRematch"],
};
/** How long a problem is told, in milliseconds. */
const TOLD = 6000;

/**
 * @typedef {Object} NoticeWishes
 * @property {Send} send
 * @property {() => void} toPresent
 * @property {() => void} confirm
 * @property {() => void} cancel
 * @property {() => number | null} aimed the point that waits for its confirmation
 */

export class Notices {
  #root;
  #wishes;
  #problem = "";
  #timer = 0;
  #drawn = "";
  /** The state whose refusal was read and closed. */
  #read = -1;
  /** What is being typed. */
  typed = "";

  /** @param {HTMLElement} root @param {NoticeWishes} wishes */
  constructor(root, wishes) {
    this.#root = root;
    this.#wishes = wishes;
  }

  /** Tell for a while what was not done. @param {string} says @param {() => void} redraw */
  complain(says, redraw) {
    this.#problem = says;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#problem = "";
      redraw();
    }, TOLD);
    redraw();
  }

  /** Tell no more what was not done. */
  forget() {
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
      this.#look(game),
      this.typed && notice("typed", `Typed: ${this.typed.toUpperCase()} – Enter puts the stone`),
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
    return notice("lost", connection === "closed" ? "This game is not there any more." : "Connecting again …");
  }

  /** @param {Game} game */
  #offer(game) {
    if (!game.offer || game.other === null) return null;
    const [asks, type] = OFFERS[game.offer];
    const seat = game.seats[0];
    return notice(
      "offer",
      `${game.nameOf(game.other)} ${asks}`,
      this.#button("Agree", () => this.#wishes.send({ type, seat }), "primary"),
      this.#button("Decline", () => this.#wishes.send({ type: "Decline", seat })),
    );
  }

  /** @param {Game} game */
  #declined(game) {
    const words = declinedWords(game);
    const number = game.state?.number ?? 0;
    if (!words || number === this.#read) return null;
    const close = () => {
      this.#read = number;
      this.show(game);
    };
    return notice("declined", words, this.#closer("Close", close));
  }

  /** @param {Game} game */
  #claim(game) {
    const wait = game.claimIn;
    if (wait === null || game.other === null || !game.table?.consent) return null;
    const name = game.nameOf(game.other);
    if (wait > 0) return notice("gone", `${name} is away. You can claim the win in ${Math.ceil(wait / 1000)} s.`);
    const claim = () => this.#wishes.send({ type: "Claim", seat: game.seats[0] });
    return notice("gone", `${name} has left.`, this.#button("Claim the win", claim, "primary"));
  }

  /** @param {Game} game */
  #look(game) {
    if (game.at === null) return null;
    const words = `Move ${game.at} of ${game.state?.moves.length ?? 0}`;
    return notice("past", words, this.#button(game.isOver ? "To the end" : "Back to the game", this.#wishes.toPresent));
  }

  /** @param {Game} game */
  #confirm(game) {
    const aimed = this.#wishes.aimed();
    if (aimed === null || !game.table) return null;
    const name = pointName(aimed, game.table.rules);
    return el(
      "div",
      { class: "notice confirm" },
      this.#closer("Cancel", this.#wishes.cancel),
      this.#button(`Play ${name}`, this.#wishes.confirm, "primary"),
    );
  }

  /** @param {string} name @param {() => void} act */
  #closer(name, act) {
    return el("button", { type: "button", class: "tool", "aria-label": name, onclick: act }, icon("close"));
  }

  /** @param {string} words @param {() => void} act @param {string} [kind] */
  #button(words, act, kind) {
    return el("button", { type: "button", class: kind, onclick: act }, words);
  }
}

/** @param {string} kind @param {string} words @param {...HTMLElement} buttons */
function notice(kind, words, ...buttons) {
  return el("div", { class: `notice ${kind}` }, el("p", {}, words), ...buttons);
}
