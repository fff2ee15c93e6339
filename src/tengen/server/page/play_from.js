// @ts-check
/** A game that goes on from the position on the analysis board. */

import { ask, posting } from "./api.js";
import { choices, selection } from "./choices.js";
import { makeDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { colourName } from "./position.js";
import { settings } from "./settings.js";

/** @typedef {import("./desk.js").Desk} Desk */

const OPPONENTS = /** @type {const} */ ([
  ["computer", "the computer"],
  ["friend", "a friend, by a link"],
  ["here", "somebody at this screen"],
]);
const USUAL_LEVEL = 3;

/** Ask whom to play, and go there. @param {Desk} desk */
export async function openPlay(desk) {
  const { levels } = await choices();
  const moves = movesTo(desk);
  const told = el(
    "p",
    { class: "trouble", role: "alert" },
    moves ? "" : "No game in which players take turns leads to this position.",
  );
  const opponent = selection("Against", OPPONENTS);
  const level = selection(
    "Level",
    levels.map((words, at) => [String(at + 1), `${at + 1}: ${words}`]),
    String(USUAL_LEVEL),
  );
  const side = selection("You play", sides(), desk.position.turn === 1 ? "first" : "second");
  opponent.field.addEventListener("change", () => {
    level.label.hidden = opponent.field.value !== "computer";
    side.label.hidden = opponent.field.value === "here";
  });
  const begin = el("button", { type: "submit", class: "primary", disabled: !moves }, "Play from here");
  const form = el(
    "form",
    { class: "play-from" },
    opponent.label,
    level.label,
    side.label,
    told,
    el("footer", {}, begin),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wish = { opponent: opponent.field.value, level: Number(level.field.value), side: side.field.value };
    told.textContent = await make({ ...wish, rules: desk.rules.text, name: settings.name, moves });
  });
  const dialog = makeDialog("Play from here", form);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

/** @returns {(readonly [string, string])[]} */
function sides() {
  return [
    ["first", colourName(1, settings.pieces)],
    ["second", colourName(2, settings.pieces)],
    ["random", "random"],
  ];
}

/** Make a game and go there; a sentence if that cannot be. @param {object} wish */
async function make(wish) {
  try {
    const { link } = await ask("/api/games", posting(wish));
    location.assign(`/game/${link}`);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Moves in turn that lead to the position; null if none do. @param {Desk} desk */
export function movesTo(desk) {
  const { stones, first, moves, turn } = desk.position;
  if (!stones.size && first === 1) return moves;
  const all = new Map(stones);
  moves.forEach((cell, at) => all.set(cell, (at + first) % 2 ? 1 : 2));
  const [black, white] = [1, 2].map((colour) => [...all].filter(([, one]) => one === colour).map(([cell]) => cell));
  if (black.length - white.length !== turn - 1) return null;
  return black.flatMap((cell, at) => (at < white.length ? [cell, white[at]] : [cell]));
}
