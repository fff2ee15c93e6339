// @ts-check
/** A game that goes on from the position on the analysis board. */

import { Trouble, ask, posting } from "./api.js";
import { makeDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { settings } from "./settings.js";
import { colourName } from "./position.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function openPlay(desk) {
  const moves = movesTo(desk);
  const told = el("p", { class: "trouble", role: "alert" });
  const opponent = select("Against", [["computer", "the computer"], ["friend", "a friend, by link"], ["here", "somebody at this screen"]]);
  const level = select("Level", Array.from({ length: 10 }, (_, at) => [String(at + 1), LEVELS[at + 1] ?? String(at + 1)]), "4");
  const side = select("You play", [["first", colourName(1, settings.pieces)], ["second", colourName(2, settings.pieces)], ["random", "either"]], desk.position.turn === 1 ? "first" : "second");
  const begin = el("button", { type: "submit", class: "primary", disabled: !moves }, "Play from here");
  const form = el("form", { class: "play-from" }, opponent.label, level.label, side.label, told, el("footer", {}, begin));
  opponent.field.addEventListener("change", () => (level.label.hidden = opponent.field.value !== "computer"));
  opponent.field.addEventListener("change", () => (side.label.hidden = opponent.field.value === "here"));
  if (!moves) told.textContent = "No game in which players take turns leads to this position.";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wish = { opponent: opponent.field.value, rules: desk.rules.text, level: Number(level.field.value), side: side.field.value, name: settings.name, moves };
    try {
      const { link } = await ask("/api/games", posting(wish));
      location.href = `/game/${link}`;
    } catch (error) {
      told.textContent = error instanceof Trouble ? error.message : "That did not work.";
    }
  });
  const dialog = makeDialog("Play from here", form);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}

/** @type {Record<number, string>} */
const LEVELS = { 1: "1, for beginners", 10: "10, the strongest" };

/**
 * @param {string} words
 * @param {readonly (readonly string[])[]} options
 * @param {string} [chosen]
 */
function select(words, options, chosen) {
  const field = el("select", {}, ...options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)));
  return { field, label: el("label", { class: "field" }, words, field) };
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
