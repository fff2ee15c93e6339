// @ts-check
/** The buttons and keys of the analysis board. */

import { RequestError } from "./api.js";
import { releaseClickedButtons } from "./clicked_buttons.js";
import { byId, el, icon } from "./dom.js";
import { loadDialogs } from "./frame.js";
import { Keys } from "./keys.js";
import { REQUEST } from "./sentences.js";
import { TOOLS } from "./sentences_analysis.js";

/** @import { AnalysisPage } from "./analysis.js" */
/** @typedef {() => void} Action */

/** @param {AnalysisPage} page */
export function addButtons(page) {
  const { study } = page;
  byId("steps", HTMLElement).append(
    step("first", TOOLS.first, () => study.goToStart()),
    step("back", TOOLS.back, () => study.step(-1)),
    step("forward", TOOLS.forward, () => study.step(1)),
    step("last", TOOLS.last, () => study.goToEnd()),
    step("help", TOOLS.keys, openHelp),
  );
  const promote = button(TOOLS.promote, () => study.promote(), { class: "plain small-button" });
  const remove = button(TOOLS.remove, () => study.remove(), { class: "plain small-button" });
  byId("move-tools", HTMLElement).append(promote, remove);
  study.onChange(() => {
    promote.hidden = study.at.isMain;
    remove.hidden = study.at === study.root;
  });
  byId("actions", HTMLElement).append(
    button(TOOLS.review, () => page.startReview(), { class: "primary" }),
    button(TOOLS.play, () => attempt(page, async () => (await import("./play_from.js")).openPlay(study))),
    button(TOOLS.share, () => attempt(page, async () => (await import("./sharing.js")).openShare(study))),
    button(TOOLS.paste, () => attempt(page, () => page.importer.openPaste())),
    button(TOOLS.open, () => page.importer.chooseFile()),
    button(TOOLS.newBoard, () => page.importer.chooseRules()),
  );
}

/** @param {AnalysisPage} page */
export function addKeys(page) {
  const { study } = page;
  releaseClickedButtons(byId("main", HTMLElement));
  new Keys({
    commands: {
      ArrowLeft: () => study.step(-1),
      ArrowRight: () => study.step(1),
      ArrowUp: () => study.turnTo(-1),
      ArrowDown: () => study.turnTo(1),
      Home: () => study.goToStart(),
      End: () => study.goToEnd(),
      Delete: () => study.remove(),
      " ": () => page.turnEngine(!page.engine.isOn),
      "?": openHelp,
    },
    onPoint: (text) => page.type(text),
    onTyping: (text) => page.notify(text && `${text} …`),
  });
}

/** @param {Parameters<typeof icon>[0]} name @param {string} label @param {Action} action */
function step(name, label, action) {
  return el(
    "button",
    { type: "button", class: "tool", "aria-label": label, title: label, onclick: action },
    icon(name),
  );
}

/** @param {string} label @param {Action} action @param {import("./dom.js").Props} [props] */
function button(label, action, props) {
  return el("button", { type: "button", onclick: action, ...props }, label);
}

async function openHelp() {
  (await loadDialogs())?.openHelp("analysis");
}

/** Open a dialog, or show why it cannot be opened. @param {AnalysisPage} page @param {() => Promise<void>} open */
async function attempt(page, open) {
  await open().catch((error) => page.notify(error instanceof RequestError ? error.message : REQUEST.unreachable, true));
}
