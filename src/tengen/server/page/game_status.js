// @ts-check
/** The status of a game: whose turn it is, the choices of an opening, the rules. */

import { describeClock, hasClock } from "./clock.js";
import { el } from "./dom.js";
import { describeChoice, describeOrder, describePromise, describeState } from "./game_report.js";
import { fill, sentence, sideName } from "./sentences.js";
import { OWN_TASKS, STATUS } from "./sentences_game.js";
import { describeGame } from "./sentences_rules.js";

/** @import { Game } from "./game_model.js" */
/** @import { Send } from "./views.js" */

export class Status {
  #title = el("h2", { class: "says" });
  #promise = el("p", { class: "announced" });
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
    root.append(this.#title, this.#promise, this.#detail, this.#tasks, this.#rules);
  }

  /** @param {Game} game */
  show(game) {
    this.#title.textContent = titleOf(game);
    this.#promise.textContent = sentence(describePromise(game));
    this.#promise.hidden = !this.#promise.textContent;
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
        this.#button(capitalised(describeChoice(option)), () =>
          this.#send({ type: "MakeChoice", seat, choice: option.choice }),
        ),
      );
    }
    if (task.kind !== "declare") return [];
    return Array.from({ length: task.most }, (_, index) =>
      this.#button(String(index + 1), () => this.#send({ type: "DeclareFifths", seat, count: index + 1 })),
    );
  }

  /** @param {string} label @param {() => void} act */
  #button(label, act) {
    return el("button", { type: "button", onclick: act }, label);
  }
}

/** Whose turn it is. @param {Game} game */
export function titleOf(game) {
  if (!game.table) return "";
  if (game.isMine && !game.isShared) return OWN_TASKS[game.state?.task?.kind ?? ""] ?? STATUS.yourTurn;
  return describeState(game);
}

/** @param {Game} game */
function detailOf(game) {
  const { state } = game;
  if (!state || state.result) return game.isWatching && state ? STATUS.watched : "";
  if (state.is_paused) return game.table?.consent ? STATUS.waitingForBoth : STATUS.paused;
  if (game.isWatching) return STATUS.watching;
  return game.isMine && !game.isShared ? sentence(describeOrder(game)) : "";
}

/** The rules, line by line. @param {Game} game */
function rulesOf({ table }) {
  if (!table) return [];
  const { rules, opening, clock, watchers } = table;
  const more = [
    opening !== "free" && fill(STATUS.opening, { opening }),
    hasClock(clock) && describeClock(clock),
    watchers && fill(STATUS.watchers, { count: watchers }),
  ];
  return [describeGame(rules), more.filter(Boolean).join(" · ")];
}

/** @param {string} text */
const capitalised = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
