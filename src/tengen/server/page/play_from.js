// @ts-check
/** Starts a game from the position on the analysis board. */

import { jsonPost, requestJson } from "./api.js";
import { choices, selection } from "./choices.js";
import { makeDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { fill, sideName } from "./sentences.js";
import { PLAY_FROM } from "./sentences_analysis.js";
import { settings } from "./settings.js";

/** @import { Study } from "./study.js" */

const DEFAULT_LEVEL = 3;

/** Open the dialog that starts the game. @param {Study} study */
export async function openPlay(study) {
  const { levels } = await choices();
  const moves = movesTo(study);
  const problem = el("p", { class: "trouble", role: "alert" }, moves ? "" : PLAY_FROM.noGame);
  const opponent = selection(PLAY_FROM.against, Object.entries(PLAY_FROM.opponents));
  const level = selection(
    PLAY_FROM.level,
    levels.map((description, at) => [String(at + 1), fill(PLAY_FROM.levelOption, { level: at + 1, description })]),
    String(DEFAULT_LEVEL),
  );
  const side = selection(PLAY_FROM.side, sides(), study.position.turn === 1 ? "first" : "second");
  opponent.field.addEventListener("change", () => {
    level.label.hidden = opponent.field.value !== "computer";
    side.label.hidden = opponent.field.value === "here";
  });
  const begin = el("button", { type: "submit", class: "primary", disabled: !moves }, PLAY_FROM.title);
  const form = el(
    "form",
    { class: "play-from" },
    opponent.label,
    level.label,
    side.label,
    problem,
    el("footer", {}, begin),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const options = { opponent: opponent.field.value, level: Number(level.field.value), side: side.field.value };
    problem.textContent = await make({ ...options, rules: study.rules.text, name: settings.name, moves });
  });
  const dialog = makeDialog(PLAY_FROM.title, form);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

/** @returns {(readonly [string, string])[]} */
function sides() {
  return [
    ["first", sideName(1)],
    ["second", sideName(2)],
    ["random", PLAY_FROM.random],
  ];
}

/** Create a game and go there, or return why it was not possible. @param {object} options */
async function make(options) {
  try {
    const { link } = await requestJson("/api/games", jsonPost(options));
    location.assign(`/game/${link}`);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Moves by turns that lead to the position; null if there are none. @param {Study} study */
export function movesTo(study) {
  const { stones, first, moves, turn } = study.position;
  if (!stones.size && first === 1) return moves;
  const all = new Map(stones);
  moves.forEach((cell, at) => all.set(cell, (at + first) % 2 ? 1 : 2));
  const [black, white] = [1, 2].map((colour) => [...all].filter(([, one]) => one === colour).map(([cell]) => cell));
  if (black.length - white.length !== turn - 1) return null;
  return black.flatMap((cell, at) => (at < white.length ? [cell, white[at]] : [cell]));
}
