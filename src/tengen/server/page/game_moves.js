// @ts-check
/** The list of moves, and the way through them. */

import { el, icon } from "./dom.js";
import { pointName } from "./points.js";
import { colourOf } from "./position.js";
import { sideName } from "./words.js";

/** @typedef {import("./game_model.js").Game} Game */

export class Moves {
  #list;
  #go;
  /** @type {HTMLButtonElement[]} */
  #items = [];
  #shown = "";
  /** @type {Record<string, HTMLButtonElement>} */
  #buttons;

  /**
   * @param {HTMLElement} root
   * @param {(to: "first" | "back" | "forward" | "last" | number) => void} go
   */
  constructor(root, go) {
    this.#go = go;
    this.#list = el("ol", { class: "moves figures", "aria-label": "Moves" });
    this.#buttons = {
      first: this.#button("first", "Before the first move"),
      back: this.#button("back", "One move back"),
      forward: this.#button("forward", "One move forward"),
      last: this.#button("last", "To the last move"),
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
    this.#follow(at);
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

  /** Keep the move that is shown in sight, without moving the page. @param {number} at */
  #follow(at) {
    const item = this.#items[Math.max(0, at - 1)];
    if (!item) return;
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    const { scrollTop, clientHeight } = this.#list;
    if (top < scrollTop || at === 0) this.#list.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) this.#list.scrollTop = bottom - clientHeight;
  }

  /** @param {"first" | "back" | "forward" | "last"} name @param {string} words */
  #button(name, words) {
    const props = { type: "button", class: "tool", "aria-label": words, title: words };
    return el("button", { ...props, onclick: () => this.#go(name) }, icon(name));
  }
}

/** @param {HTMLElement} item @param {boolean} isCurrent */
function setCurrent(item, isCurrent) {
  if (isCurrent) item.setAttribute("aria-current", "true");
  else item.removeAttribute("aria-current");
}
