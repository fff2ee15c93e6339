/** What a board is to show. Points are cells: row times width plus column, from the top left. */

/** 1 is Black or X, 2 is White or O. */
export type Colour = 1 | 2;

export interface BoardView {
  width: number;
  height: number;
  /** What the board is called for those who do not see it. */
  label?: string;
  /** Stones that are no moves. */
  stones?: readonly (readonly [number, Colour])[];
  /** Stones in their order; colours take turns, Black first. */
  moves?: readonly number[];
  /** Whose stone comes next, if the moves do not say it. */
  turn?: Colour;
  /** Whether a stone can be put. */
  canPlay?: boolean;
  /** Whether stones carry the numbers of their moves. */
  numbers?: boolean;
  /** The move that is marked; the last one of the moves, if not given; none, if null. */
  last?: number | null;
  /** Winning lines. */
  lines?: readonly (readonly number[])[];
  /** Where the player to move may not play, and why, as in "makes two threes at once". */
  forbidden?: readonly (readonly [number, string])[];
  /** Outlines with a number: the engine's moves. */
  hints?: readonly (readonly [number, string])[];
  /** Where an answer changes anything. */
  zone?: readonly number[];
  /** Stones that could come: a line of the engine, with numbers. */
  ghosts?: readonly (readonly [number, Colour, string])[];
  labels?: readonly (readonly [number, string])[];
  marks?: readonly (readonly [number, "circle" | "square" | "triangle" | "cross"])[];
  /** Points to pick from. */
  offered?: readonly number[];
  /** Side of the central square where stones may be put, and whether it is all but that. */
  area?: readonly [number, boolean] | null;
  /** A stone that was put but has not come back from the server yet. */
  sent?: number | null;
  pieces?: "stones" | "marks";
  coordinates?: boolean;
}

export interface Stone {
  colour: Colour;
  /** Of the move; 0 for stones that are no moves. */
  number: number;
}

/** A view with everything in it that can be worked out. */
export interface Position extends Required<Omit<BoardView, "stones" | "moves">> {
  stones: ReadonlyMap<number, Stone>;
}
