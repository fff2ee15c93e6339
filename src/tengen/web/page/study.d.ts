/** What the socket of an analysis board tells. Points are cells, chances are Black's, 1 is Black and 2 is White. */

import type { Colour } from "./views.js";

export interface PositionForm {
  rules: string;
  moves: number[];
  stones: [number, Colour][];
  turn: Colour;
}

export interface Facts {
  type: "facts";
  game: string;
  rule: string;
  turn: Colour;
  is_over: boolean;
  winner: Colour | null;
  says: string;
  lines: number[][];
  forbidden: [number, string][];
  refused: string;
}

export interface LineView {
  moves: number[];
  score: number;
  chance: number;
  winner: Colour | null;
  plies: number;
  says: string;
}

export interface Thought {
  type: "thought";
  depth: number;
  nodes: number;
  seconds: number;
  lines: LineView[];
}

export interface LookDone {
  type: "look-done";
  is_settled: boolean;
}

export interface MoveView {
  number: number;
  point: number;
  player: Colour;
  judgement: string;
  is_mistake: boolean;
  loss: number;
  better: number[];
  says: string;
}

export interface Judged {
  type: "judged";
  ply: number;
  chance: number;
  certainty: "open" | "likely" | "proven";
  winner: Colour | null;
  plies: number;
  line: number[];
  move: MoveView | null;
}

export interface Counts {
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  missed_wins: number;
}

export interface ReviewDone {
  type: "review-done";
  says: string;
  turning_point: number | null;
  chances: number[];
  counts: [Counts, Counts];
}

export interface Failed {
  type: "failed" | "problem";
  says: string;
}

export type StudyNews = Facts | Thought | LookDone | Judged | ReviewDone | Failed;

export interface About {
  type: "about";
  id: number;
  news: StudyNews;
}
