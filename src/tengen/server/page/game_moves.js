// @ts-check
/** The list of moves, and the buttons to step through them. */

import { el, icon } from "./dom.js";
import { pointName } from "./points.js";
import { colourOf } from "./position.js";
import { sideName } from "./sentences.js";
import { MOVES } from "./sentences_game.js";

/** @import { Game } from "./game_model.js" */

export class Moves {
  #list;
  #go;
  /** @type {HTMLButtonElement[]} */
  #items = [];
  #shown = "";
  /** @type {Record<string, HTMLButtonElement>} */
  #buttons;

  /** @param {HTMLElement} root @param {(to: "first" | "back" | "forward" | "last" | number) => void} go */
  constructor(root, go) {
    this.#go = go;
    this.#list = el("ol", { class: "moves figures", "aria-label": MOVES.label });
    this.#buttons = {
      first: this.#button("first"),
      back: this.#button("back"),
      forward: this.#button("forward"),
      last: this.#button("last"),
    };
    root.append(this.#list, el("div", { class: "steps" }, ...Object.values(this.#buttons)));
  }

  /** @param {Game} game */
  show(game) {
    const moves = game.state?.moves ?? [];
    const at = game.at ?? moves.length;
    const key = `${game.table?.rules.text} ${moves.join()} ${sideName(1)}`;
    if (key !== this.#shown) this.#fill(game, moves);
    this.#shown = key;
    this.#items.forEach((item, index) => setCurrent(item, index + 1 === at));
    this.#buttons.first.disabled = this.#buttons.back.disabled = at === 0;
    this.#buttons.forward.disabled = this.#buttons.last.disabled = game.at === null;
    this.#scrollTo(at);
  }

  /** @param {Game} game @param {number[]} moves */
  #fill(game, moves) {
    const size = game.table?.rules ?? { width: 1, height: 1 };
    this.#items = moves.map((cell, index) => {
      const name = pointName(cell, size);
      const side = sideName(colourOf(index));
      const props = { type: "button", class: "plain move", onclick: () => this.#go(index + 1) };
      const number = el("span", { class: "quiet" }, index + 1);
      return el("button", props, number, el("span", { class: "unseen" }, side), el("span", {}, name));
    });
    this.#list.replaceChildren(...this.#items.map((item) => el("li", {}, item)));
  }

  /** Scroll the list to the current move, without scrolling the page. @param {number} at */
  #scrollTo(at) {
    const item = this.#items[Math.max(0, at - 1)];
    if (!item) return;
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    const { scrollTop, clientHeight } = this.#list;
    if (top < scrollTop || at === 0) this.#list.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.#list.scrollTop = bottom - clientHeight;
  }

  /** @param {"first" | "back" | "forward" | "last"} name */
  #button(name) {
    const props = { type: "button", class: "tool", "aria-label": MOVES[name], title: MOVES[name] };
    return el("button", { ...props, onclick: () => this.#go(name) }, icon(name));
  }
}

/** @param {HTMLElement} item @param {boolean} isCurrent */
function setCurrent(item, isCurrent) {
  if (isCurrent) item.setAttribute("aria-current", "true");
  else item.removeAttribute("aria-current");
}
