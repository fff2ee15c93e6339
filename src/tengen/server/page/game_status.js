// @ts-check
/** Whose turn it is, in words; what is played; what is to be chosen. */

import { clockWords } from "./clock.js";
import { el } from "./dom.js";
import { choiceWords, orderWords, promiseWords, stateWords } from "./game_words.js";
import { gameWords, sideName } from "./words.js";

/** @typedef {import("./game_model.js").Game} Game */
/** @typedef {import("./game_model.js").Send} Send */

/** What a task asks for, where it is one's own. @type {Record<string, string>} */
const TASKS = {
  choose: "Your choice",
  declare: "Your choice: how many fifth moves",
  propose: "Your turn: offer a fifth move",
  pick: "Your turn: pick the fifth move",
};

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
    this.#announced.textContent = sentence(promiseWords(game));
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
    const key = JSON.stringify([task, sideName(1)]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#tasks.replaceChildren(...(task ? this.#buttons(task) : []));
  }

  /** @param {import("./wire.js").TaskView} task */
  #buttons(task) {
    const { seat } = task;
    if (task.kind === "choose") {
      return task.options.map((option) =>
        this.#button(capitalised(choiceWords(option)), () =>
          this.#send({ type: "MakeChoice", seat, choice: option.choice }),
        ),
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
  if (!game.table) return "";
  if (game.isMine && !game.isShared) return TASKS[game.state?.task?.kind ?? ""] ?? "Your turn";
  return stateWords(game);
}

/** @param {Game} game */
function detailOf(game) {
  const { state } = game;
  if (!state || state.result) return game.isWatching && state ? "You were watching" : "";
  if (state.is_paused) return game.table?.consent ? "The clocks wait until both are here." : "Paused.";
  if (game.isWatching) return "You are watching.";
  return game.isMine && !game.isShared ? sentence(orderWords(game)) : "";
}

/** What is played, line by line. @param {Game} game */
function rulesOf({ table }) {
  if (!table) return [];
  const { rules, opening, clock, watchers } = table;
  const time = clockWords(clock);
  const more = [
    opening !== "free" && `${opening} opening`,
    time !== "no clock" && time,
    watchers && `${watchers} watching`,
  ];
  return [gameWords(rules), more.filter(Boolean).join(" · ")];
}

/** @param {string} words */
const sentence = (words) => words && `${words}.`;

/** @param {string} text */
const capitalised = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
