// @ts-check
/** The two players: colour, name, presence and clock. */

import { drawPiece } from "./board_pieces.js";
import { formatLeft, LOW } from "./clock.js";
import { el, svg } from "./dom.js";
import { fill, sideName } from "./sentences.js";
import { PLAYERS } from "./sentences_game.js";
import { settings } from "./settings.js";

/** @import { Game } from "./game_model.js" */
/** @import { Colour } from "./views.js" */

export class Player {
  #root;
  #stone = el("span", { class: "stone" });
  #name = el("span", { class: "who" });
  #note = el("span", { class: "quiet small" });
  #time = el("span", { class: "time figures", role: "timer" });
  #seat = 1;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    root.append(this.#stone, el("div", { class: "names" }, this.#name, this.#note), this.#time);
  }

  /** @param {Game} game @param {number} seat */
  show(game, seat) {
    this.#seat = seat;
    const colour = game.colourOf(seat);
    this.#stone.replaceChildren(drawStone(colour));
    this.#name.textContent = nameOf(game, seat);
    this.#note.textContent = noteOf(game, seat);
    this.#root.setAttribute("aria-label", fill(PLAYERS.player, { seat: colour ? sideName(colour) : seat }));
    this.#root.classList.toggle("turn", game.state?.task?.seat === seat);
    this.#root.classList.toggle("won", game.state?.result?.winner === seat);
    this.#root.classList.toggle("away", game.playerAt(seat)?.is_here === false);
    this.tick(game);
  }

  /** @param {Game} game */
  tick(game) {
    const left = game.left(this.#seat);
    const isRunning = game.state?.running === this.#seat && !game.state.is_paused;
    this.#time.hidden = left === null;
    if (left === null) return;
    const text = formatLeft(left);
    if (this.#time.textContent !== text) this.#time.textContent = text;
    this.#time.classList.toggle("running", isRunning);
    this.#time.classList.toggle("low", left < LOW && !game.isOver);
  }
}

/** A stone in a line of text; an empty circle while colours are open. @param {Colour | null} colour */
export function drawStone(colour) {
  const label = colour ? sideName(colour) : PLAYERS.noColour;
  const piece = colour
    ? drawPiece(0, colour, "", { pieces: settings.pieces, width: 1 })
    : svg("circle", { class: "open", r: 40 });
  return svg(
    "svg",
    { class: "board drawing inline", viewBox: "-50 -50 100 100", role: "img", "aria-label": label },
    piece,
  );
}

/** @param {Game} game @param {number} seat */
function nameOf(game, seat) {
  return game.playerAt(seat)?.kind === "open" ? PLAYERS.open : game.nameOf(seat);
}

/** @param {Game} game @param {number} seat */
function noteOf(game, seat) {
  const player = game.playerAt(seat);
  const colour = game.colourOf(seat);
  const isOther = !game.seats.includes(seat);
  const notes = [colour && sideName(colour), !isOther && !game.isShared && PLAYERS.you];
  if (player?.kind === "person" && isOther) notes.push(player.is_here ? PLAYERS.here : PLAYERS.away);
  if (game.isThinking(seat)) notes.push(PLAYERS.thinking);
  return notes.filter((note) => note && note !== game.nameOf(seat)).join(" · ");
}
