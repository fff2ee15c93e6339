// @ts-check
/** Whose turn it is, in words; what is played; what is to be chosen. */

import { clockWords } from "./clock.js";
import { el } from "./dom.js";
import { inWords } from "./game_model.js";

/** @typedef {import("./game_model.js").Game} Game */
/** @typedef {import("./game_model.js").Send} Send */

/** What a task asks for, where it is one's own. @type {Record<string, string>} */
const TASKS = {
  choose: "Your choice",
  declare: "Your choice: how many fifth moves",
  propose: "Your turn: offer a fifth move",
  pick: "Your turn: pick the fifth move",
};

/** What is told of somebody, and how it is said to them. @type {[RegExp, string][]} */
const ORDERS = [
  [/^.* puts a stone/, "Put a stone"],
  [/^.* to move( \(\w+\))?,/, "Put a stone"],
  [/^.* offers fifth moves:/, "Fifth moves:"],
  [/^.* picks /, "Pick "],
];

export class Status {
  #title = el("h2", { class: "says" });
  #announced = el("p", { class: "announced" });
  #detail = el("p", { class: "quiet" });
  #tasks = el("div", { class: "tasks" });
  #rules = el("p", { class: "quiet small" });
  #root;
  #send;
  #drawn = "";

  /** @param {HTMLElement} root @param {Send} send */
  constructor(root, send) {
    this.#root = root;
    this.#send = send;
    root.append(this.#title, this.#announced, this.#detail, this.#tasks, this.#rules);
  }

  /** @param {Game} game */
  show(game) {
    this.#title.textContent = titleOf(game);
    this.#announced.textContent = announcedOf(game);
    this.#announced.hidden = !this.#announced.textContent;
    this.#detail.textContent = detailOf(game);
    this.#detail.hidden = !this.#detail.textContent;
    this.#rules.replaceChildren(...rulesOf(game).map((line) => el("span", { class: "line" }, line)));
    this.#root.classList.toggle("mine", game.isMine && !game.isShared);
    this.#root.classList.toggle("over", game.isOver);
    this.#showTasks(game);
  }

  /** @param {Game} game */
  #showTasks(game) {
    const task = game.isMine ? game.state?.task : null;
    const key = JSON.stringify([task, inWords("Black")]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#tasks.replaceChildren(...(task ? this.#buttons(game, task) : []));
  }

  /** @param {Game} game @param {import("./wire.js").TaskView} task */
  #buttons(game, task) {
    const { seat } = task;
    if (task.kind === "choose") {
      return task.options.map(([choice, words]) =>
        this.#button(capitalised(inWords(words)), () => this.#send({ type: "MakeChoice", seat, choice })),
      );
    }
    if (task.kind !== "declare") return [];
    return Array.from({ length: task.most }, (_, index) =>
      this.#button(String(index + 1), () => this.#send({ type: "DeclareFifths", seat, count: index + 1 })),
    );
  }

  /** @param {string} words @param {() => void} act */
  #button(words, act) {
    return el("button", { type: "button", onclick: act }, words);
  }
}

/** Whose turn it is. @param {Game} game */
export function titleOf(game) {
  const { state } = game;
  if (!state) return game.table ? "The game has not begun" : "";
  if (state.result) return inWords(state.result.says);
  if (game.isMine && !game.isShared) return TASKS[state.task?.kind ?? ""] ?? "Your turn";
  return inWords(state.says);
}

/** What a computer is sure of. @param {Game} game */
function announcedOf({ state }) {
  return state?.announced ? `${inWords(state.announced)}.` : "";
}

/** @param {Game} game */
function detailOf(game) {
  const { state } = game;
  if (!state || state.result) return game.isWatching && state ? "You were watching" : "";
  if (state.is_paused) return game.table?.consent ? "The clocks wait until both are here." : "Paused.";
  if (game.isWatching) return "You are watching.";
  return game.isMine && !game.isShared ? wishOf(game) : "";
}

/** What is to be done, where it is not just any stone. @param {Game} game */
function wishOf(game) {
  const { task, says } = /** @type {import("./wire.js").StateNews} */ (game.state);
  if (task?.kind === "choose" || task?.kind === "declare") return "";
  if (task?.kind === "place" && !task.area && game.colourOf(1)) return "";
  return `${ORDERS.reduce((text, [told, order]) => text.replace(told, order), inWords(says))}.`;
}

/** What is played, line by line. @param {Game} game */
function rulesOf({ table }) {
  if (!table) return [];
  const { rules, opening, clock, watchers } = table;
  const says = rules.name.startsWith(`${rules.width}x${rules.height}`) ? rules.says : `${rules.name}: ${rules.says}`;
  const time = clockWords(clock);
  const more = [
    opening !== "free" && `${opening} opening`,
    time !== "no clock" && time,
    watchers && `${watchers} watching`,
  ];
  return [inWords(says), more.filter(Boolean).join(" · ")];
}

/** @param {string} text */
const capitalised = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
