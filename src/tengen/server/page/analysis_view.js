// @ts-check
/** The view of a position on the analysis board. */

import { fill } from "./sentences.js";
import { ANALYSIS } from "./sentences_analysis.js";
import { REASONS } from "./sentences_rules.js";
import { settings } from "./settings.js";
import { other } from "./tree.js";

/** @import { Study } from "./study.js" */
/** @import { BoardView, Colour } from "./views.js" */
/** @import { PositionFacts as Facts, PositionSpec } from "./wire.js" */
/** @typedef {{facts: Facts | null, hints: number[], zone: number[], preview: number[] | null}} Seen */

/** @param {Study} study @param {Seen} seen @returns {BoardView} */
export function viewOf(study, { facts, hints, zone, preview }) {
  const { turn, moves } = study.position;
  const marks = study.at.marks;
  return {
    ...placed(study),
    width: study.rules.width,
    height: study.rules.height,
    label: fill(ANALYSIS.board, study.rules),
    turn,
    last: moves.at(-1) ?? null,
    canPlay: !facts?.ending,
    numbers: settings.numbers,
    lines: facts?.lines ?? [],
    forbidden: (facts?.forbidden ?? []).map(([cell, reason]) => [cell, REASONS[reason]]),
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

/** Moves that Black starts have numbers; all other stones have none. @param {Study} study */
function placed(study) {
  const { stones, first, moves } = study.position;
  if (first === 1) return { stones: [...stones], moves };
  /** @type {[number, Colour][]} */
  const played = moves.map((cell, at) => [cell, at % 2 ? 1 : 2]);
  return { stones: [...stones, ...played], moves: [] };
}

/** A position in the form of a request to the server. @param {Study} study @returns {PositionSpec} */
export function specOf(study, position = study.position) {
  const { stones, first, moves } = position;
  return { rules: study.rules.text, moves, stones: [...stones], turn: first };
}
