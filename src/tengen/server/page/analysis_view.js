// @ts-check
/** What the analysis board shows of a position. */

import { settings } from "./settings.js";
import { other } from "./tree.js";
import { reasonWords } from "./words.js";

/** @typedef {import("./views.js").BoardView} BoardView */
/** @typedef {import("./views.js").Colour} Colour */
/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./wire.js").PositionFacts} Facts */
/** @typedef {import("./wire.js").PositionSpec} PositionForm */
/** @typedef {{facts: Facts | null, hints: number[], zone: number[], preview: number[] | null}} Seen */

/** @param {Desk} desk @param {Seen} seen @returns {BoardView} */
export function viewOf(desk, { facts, hints, zone, preview }) {
  const { turn, moves } = desk.position;
  const marks = desk.at.marks;
  return {
    ...placed(desk),
    width: desk.rules.width,
    height: desk.rules.height,
    label: `Analysis board, ${desk.rules.width} by ${desk.rules.height}`,
    turn,
    last: moves.at(-1) ?? null,
    canPlay: !facts?.ending,
    numbers: settings.numbers,
    lines: facts?.lines ?? [],
    forbidden: (facts?.forbidden ?? []).map(([cell, reason]) => [cell, reasonWords(reason)]),
    hints: preview ? [] : hints.map((cell, at) => [cell, String(at + 1)]),
    zone: preview ? [] : zone,
    ghosts: (preview ?? []).map((cell, at) => [cell, at % 2 ? other(turn) : turn, String(at + 1)]),
    labels: marks.flatMap(({ kind, cell, text }) =>
      kind === "label" ? [/** @type {[number, string]} */ ([cell, text])] : [],
    ),
    marks: marks.flatMap(({ kind, cell }) =>
      kind === "label" ? [] : [/** @type {[number, typeof kind]} */ ([cell, kind])],
    ),
    pieces: settings.pieces,
    coordinates: settings.coordinates,
  };
}

/** Stones that take turns from Black on are moves; all others just lie there. @param {Desk} desk */
function placed(desk) {
  const { stones, first, moves } = desk.position;
  if (first === 1) return { stones: [...stones], moves };
  /** @type {[number, Colour][]} */
  const played = moves.map((cell, at) => [cell, at % 2 ? 1 : 2]);
  return { stones: [...stones, ...played], moves: [] };
}

/** A position as the server is asked about it. @param {Desk} desk @returns {PositionForm} */
export function formOf(desk, position = desk.position) {
  const { stones, first, moves } = position;
  return { rules: desk.rules.text, moves, stones: [...stones], turn: first };
}
