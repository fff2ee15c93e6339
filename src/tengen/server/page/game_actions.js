// @ts-check
/** What a player can ask for while a game is played, and after it. */

import { ask } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { sideName } from "./words.js";

/** @typedef {import("./game_model.js").Game} Game */
/** @typedef {import("./game_model.js").Send} Send */

/** In which formats a game can be had, and what people know them by. */
const FORMATS = [
  ["sgf", "SGF"],
  ["psq", "Piskvork"],
  ["lib", "RenLib"],
  ["rif", "RenjuNet"],
  ["sav", "Yixin"],
  ["json", "JSON"],
  ["games", "Text"],
];
const PICTURES = ["svg", "png", "gif"];

export class Actions {
  #root;
  #send;
  #drawn = "";
  /** @type {HTMLElement[]} */
  #parts = [];
  #zone;

  /** @param {HTMLElement} root @param {Send} send @param {() => void} turnZone */
  constructor(root, send, turnZone) {
    this.#root = root;
    this.#send = send;
    this.#zone = el("button", { type: "button", role: "switch", onclick: turnZone }, icon("zone"), "Zone");
  }

  /** @param {Game} game */
  show(game) {
    const parts = game.isOver ? this.#after(game) : this.#during(game);
    const key = parts.map((part) => part.outerHTML).join("");
    if (key !== this.#drawn) this.#put(parts);
    this.#drawn = key;
    this.#showZone(game);
  }

  /** @param {HTMLElement[]} parts */
  #put(parts) {
    this.#parts.forEach((part) => part.remove());
    this.#root.prepend(...parts);
    this.#parts = parts;
  }

  /** The switch stays where it is, as the keyboard may be on it. @param {Game} game */
  #showZone(game) {
    this.#zone.setAttribute("aria-checked", String(game.showsZone));
    if (!game.offersZone) this.#zone.remove();
    else if (!this.#zone.isConnected) this.#root.append(this.#zone);
  }

  /** @param {Game} game */
  #during(game) {
    const { state } = game;
    if (!state || game.isWatching) return [];
    return [
      this.#undo(game),
      state.can_redo && this.#button("redo", "Redo", () => this.#redo(game)),
      !game.table?.consent && hasClock(game) && this.#pause(game),
      state.can_abort
        ? this.#button("close", "Abort", () => this.#send({ type: "Abort", seat: game.seat }))
        : this.#draw(game),
      !state.can_abort && this.#button("flag", "Resign", () => this.#resign(game)),
    ].filter((button) => button !== false);
  }

  /** @param {Game} game */
  #after(game) {
    const { state, table } = game;
    if (!state || !table) return [];
    const canUndo = !game.isWatching && state.can_take_back[game.undoer - 1];
    const next = [
      table.next
        ? el("a", { class: "button primary wide", href: `/game/${table.next}` }, icon("again"), "To the next game")
        : !game.isWatching && this.#rematch(game),
      el("a", { class: "button", href: `/analysis?game=${table.link}` }, icon("chart"), "Analyse"),
      canUndo && this.#undo(game),
      el("a", { class: "button", href: "/" }, icon("plus"), "New game"),
    ];
    return [el("div", { class: "ending" }, ...next), downloads(table.link)];
  }

  /** @param {Game} game */
  #undo(game) {
    const isAsked = game.ownOffer === "take back";
    const can = Boolean(game.state?.can_take_back[game.undoer - 1]) && !isAsked;
    const take = () => this.#send({ type: "TakeBack", seat: game.undoer });
    return this.#button("undo", isAsked ? "Asked" : "Take back", take, can);
  }

  /** @param {Game} game */
  #redo(game) {
    const next = game.state?.task?.seat;
    this.#send({ type: "Redo", seat: game.isShared && next ? 3 - next : game.seat });
  }

  /** @param {Game} game */
  #pause(game) {
    const type = game.state?.is_paused ? "Resume" : "Pause";
    const act = () => this.#send({ type, seat: game.seat });
    return type === "Pause" ? this.#button("pause", "Pause", act) : this.#button("play", "Go on", act);
  }

  /** @param {Game} game */
  #draw(game) {
    const isOffered = game.ownOffer === "draw";
    return this.#button("draw", isOffered ? "Offered" : "Draw", () => this.#offerDraw(game), !isOffered);
  }

  /** @param {Game} game */
  async #offerDraw(game) {
    const question = game.isShared ? "Do both of you agree to a draw?" : "Offer a draw?";
    if (!(await ask(question, game.isShared ? "Draw" : "Offer"))) return;
    for (const seat of game.seats) this.#send({ type: "OfferDraw", seat });
  }

  /** @param {Game} game */
  async #resign(game) {
    const colour = game.colourOf(game.seat);
    const who = game.isShared && colour ? ` for ${sideName(colour)}` : "";
    if (await ask(`Resign${who}?`, "Resign")) this.#send({ type: "Resign", seat: game.seat });
  }

  /** @param {Game} game */
  #rematch(game) {
    const isOffered = game.ownOffer === "rematch";
    const words = isOffered ? "Rematch offered" : "Rematch";
    const act = () => this.#send({ type: "OfferRematch", seat: game.seat });
    const button = this.#button("again", words, act, !isOffered);
    button.classList.add("primary", "wide");
    return button;
  }

  /**
   * @param {Parameters<typeof icon>[0]} picture
   * @param {string} words
   * @param {() => void} act
   * @param {boolean} [can]
   */
  #button(picture, words, act, can = true) {
    return el("button", { type: "button", disabled: !can, onclick: act }, icon(picture), words);
  }
}

/** @param {Game} game */
function hasClock(game) {
  const clock = game.table?.clock;
  return Boolean(clock && (clock.move !== null || clock.game !== null));
}

/** @param {string} link */
function downloads(link) {
  /** @param {string} file @param {string} words */
  const item = (file, words) => el("li", {}, el("a", { href: `/api/games/${link}/${file}`, download: true }, words));
  return el(
    "details",
    { class: "wide" },
    el("summary", {}, "Save the game"),
    el("ul", { class: "files" }, ...FORMATS.map(([suffix, name]) => item(`record.${suffix}`, name))),
    el(
      "ul",
      { class: "files" },
      ...PICTURES.map((suffix) => item(`picture.${suffix}`, `Picture, ${suffix.toUpperCase()}`)),
    ),
  );
}
