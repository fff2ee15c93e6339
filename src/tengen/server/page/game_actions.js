// @ts-check
/** The buttons of a player during a game and after it. */

import { hasClock } from "./clock.js";
import { el, icon } from "./dom.js";
import { loadDialogs } from "./frame.js";
import { fill, sideName } from "./sentences.js";
import { ACTION, FORMATS } from "./sentences_game.js";

/** @import { Game } from "./game_model.js" */
/** @import { Send } from "./views.js" */

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
    this.#zone = el("button", { type: "button", role: "switch", onclick: turnZone }, icon("zone"), ACTION.zone);
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

  /** The switch is not replaced, as it may have the focus. @param {Game} game */
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
      state.can_redo && this.#button("redo", ACTION.redo, () => this.#redo(game)),
      !game.table?.consent && hasClock(game.table?.clock) && this.#pause(game),
      state.can_abort
        ? this.#button("close", ACTION.abort, () => this.#send({ type: "Abort", seat: game.seat }))
        : this.#draw(game),
      !state.can_abort && this.#button("flag", ACTION.resign, () => this.#resign(game)),
    ].filter((button) => button !== false);
  }

  /** @param {Game} game */
  #after(game) {
    const { state, table } = game;
    if (!state || !table) return [];
    const canUndo = !game.isWatching && state.can_take_back[game.undoer - 1];
    const next = [
      table.next
        ? el("a", { class: "button primary wide", href: `/game/${table.next}` }, icon("again"), ACTION.nextGame)
        : !game.isWatching && this.#rematch(game),
      el("a", { class: "button", href: `/analysis?game=${table.link}` }, icon("chart"), ACTION.analyse),
      canUndo && this.#undo(game),
      el("a", { class: "button", href: "/" }, icon("plus"), ACTION.newGame),
    ];
    return [el("div", { class: "ending" }, ...next), downloads(table.link)];
  }

  /** @param {Game} game */
  #undo(game) {
    const isAsked = game.ownOffer === "take back";
    const can = Boolean(game.state?.can_take_back[game.undoer - 1]) && !isAsked;
    const take = () => this.#send({ type: "TakeBack", seat: game.undoer });
    return this.#button("undo", isAsked ? ACTION.asked : ACTION.takeBack, take, can);
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
    return type === "Pause" ? this.#button("pause", ACTION.pause, act) : this.#button("play", ACTION.resume, act);
  }

  /** @param {Game} game */
  #draw(game) {
    const isOffered = game.ownOffer === "draw";
    return this.#button("draw", isOffered ? ACTION.offered : ACTION.draw, () => this.#offerDraw(game), !isOffered);
  }

  /** @param {Game} game */
  async #offerDraw(game) {
    const question = game.isShared ? ACTION.agreeDraw : ACTION.offerDraw;
    const dialogs = await loadDialogs();
    if (!(await dialogs?.confirm(question, game.isShared ? ACTION.draw : ACTION.offer))) return;
    for (const seat of game.seats) this.#send({ type: "OfferDraw", seat });
  }

  /** @param {Game} game */
  async #resign(game) {
    const colour = game.colourOf(game.seat);
    const isForSide = game.isShared && colour;
    const question = isForSide ? fill(ACTION.confirmResignFor, { side: sideName(colour) }) : ACTION.confirmResign;
    const dialogs = await loadDialogs();
    if (await dialogs?.confirm(question, ACTION.resign)) this.#send({ type: "Resign", seat: game.seat });
  }

  /** @param {Game} game */
  #rematch(game) {
    const isOffered = game.ownOffer === "rematch";
    const label = isOffered ? ACTION.rematchOffered : ACTION.rematch;
    const act = () => this.#send({ type: "OfferRematch", seat: game.seat });
    const button = this.#button("again", label, act, !isOffered);
    button.classList.add("primary", "wide");
    return button;
  }

  /** @param {Parameters<typeof icon>[0]} picture @param {string} label @param {() => void} act @param {boolean} [can] */
  #button(picture, label, act, can = true) {
    return el("button", { type: "button", disabled: !can, onclick: act }, icon(picture), label);
  }
}

/** @param {string} link */
function downloads(link) {
  /** @param {string} file @param {string} name */
  const item = (file, name) => el("li", {}, el("a", { href: `/api/games/${link}/${file}`, download: true }, name));
  return el(
    "details",
    { class: "wide" },
    el("summary", {}, ACTION.save),
    el("ul", { class: "files" }, ...Object.entries(FORMATS).map(([suffix, name]) => item(`record.${suffix}`, name))),
    el(
      "ul",
      { class: "files" },
      ...PICTURES.map((suffix) => item(`picture.${suffix}`, fill(ACTION.picture, { format: suffix.toUpperCase() }))),
    ),
  );
}
