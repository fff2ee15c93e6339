// @ts-check
/** Buttons and keys of the analysis board. */

import { openHelp } from "./dialogs.js";
import { byId, el, icon } from "./dom.js";
import { Keys, letGoOfButtons } from "./keys.js";
import { openPlay } from "./play_from.js";
import { openShare } from "./sharing.js";

/** @typedef {import("./analysis.js").AnalysisPage} AnalysisPage */
/** @typedef {() => void} Deed */

const KEYS = /** @type {const} */ ([
  ["← →", "a move back, a move on"],
  ["Home End", "to the beginning, to the end of the line"],
  ["↑ ↓", "another move in the place of this one"],
  ["Space", "the engine, on or off"],
  ["h 8 Enter", "put a stone on a point"],
  ["Tab", "to the board, where arrows go from point to point and Enter puts a stone"],
  ["Delete", "delete this move and what follows"],
  ["Ctrl V", "paste moves, a position, a drawing or a record"],
  ["?", "these keys"],
]);

/** @param {AnalysisPage} page */
export function addButtons(page) {
  const { desk } = page;
  byId("steps", HTMLElement).append(
    step("first", "To the beginning", () => desk.goToStart()),
    step("back", "A move back", () => desk.step(-1)),
    step("forward", "A move on", () => desk.step(1)),
    step("last", "To the end of the line", () => desk.goToEnd()),
    step("help", "Keys", () => openHelp(KEYS)),
  );
  const promote = button("Make main line", () => desk.promote(), "plain small-button");
  const remove = button("Delete from here", () => desk.remove(), "plain small-button");
  byId("move-tools", HTMLElement).append(promote, remove);
  desk.onChange(() => {
    promote.hidden = desk.at.isMain;
    remove.hidden = desk.at === desk.root;
  });
  byId("actions", HTMLElement).append(
    button("Review the game", () => page.startReview(), "primary"),
    button("Play from here", () => openPlay(desk).catch((error) => page.tell(error.message, true))),
    button("Share", () => openShare(desk)),
    button("Paste", () => page.opening.openPaste()),
    button("Open a file", () => page.opening.chooseFile()),
    button("New board", () => page.opening.chooseRules()),
  );
}

/** @param {AnalysisPage} page */
export function addKeys(page) {
  const { desk } = page;
  letGoOfButtons(byId("main", HTMLElement));
  new Keys({
    commands: {
      ArrowLeft: () => desk.step(-1),
      ArrowRight: () => desk.step(1),
      ArrowUp: () => desk.turnTo(-1),
      ArrowDown: () => desk.turnTo(1),
      Home: () => desk.goToStart(),
      End: () => desk.goToEnd(),
      Delete: () => desk.remove(),
      " ": () => page.turnEngine(!page.engine.isOn),
      "?": () => openHelp(KEYS),
    },
    onPoint: (text) => page.type(text),
    onTyping: (text) => page.tell(text && `${text} …`),
  });
}

/** @param {Parameters<typeof icon>[0]} name @param {string} words @param {Deed} deed */
function step(name, words, deed) {
  return el("button", { type: "button", class: "tool", "aria-label": words, title: words, onclick: deed }, icon(name));
}

/** @param {string} words @param {Deed} deed @param {string} [kind] */
function button(words, deed, kind = "") {
  return el("button", { type: "button", class: kind, onclick: deed }, words);
}
