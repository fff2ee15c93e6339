import type { ClientCommand } from "./wire.js";

/** What a board shows. Points are cells: row times width plus column, from the top left. */

/** 1 is Black or X, 2 is White or O. */
export type Colour = 1 | 2;

export interface BoardView {
  width: number;
  height: number;
  /** The name of the board for screen readers. */
  label?: string;
  /** Stones without a move number. */
  stones?: readonly (readonly [number, Colour])[];
  /** Moves in order, Black first. */
  moves?: readonly number[];
  /** The side to move, if it does not follow from the moves. */
  turn?: Colour;
  /** Whether a stone can be played. */
  canPlay?: boolean;
  /** Whether moves have numbers. */
  numbers?: boolean;
  /** The marked move: by default the last one; null for none. */
  last?: number | null;
  /** Winning lines. */
  lines?: readonly (readonly number[])[];
  /** Points forbidden to the side to move, with reasons such as "makes two threes at once". */
  forbidden?: readonly (readonly [number, string])[];
  /** Outlined points with a number, such as the engine's moves. */
  hints?: readonly (readonly [number, string])[];
  /** The zone: points where an answer matters. */
  zone?: readonly number[];
  /** Possible stones with numbers, such as a line of the engine. */
  ghosts?: readonly (readonly [number, Colour, string])[];
  labels?: readonly (readonly [number, string])[];
  marks?: readonly (readonly [number, "circle" | "square" | "triangle" | "cross"])[];
  /** Fifth moves to pick from. */
  offered?: readonly number[];
  /** Side of the central square where stones may be put; if true, outside of it instead. */
  area?: readonly [number, boolean] | null;
  /** A move that was sent but is not confirmed by the server. */
  sent?: number | null;
  pieces?: "stones" | "marks";
  coordinates?: boolean;
}

export interface Stone {
  colour: Colour;
  /** The number of the move; 0 for other stones. */
  number: number;
}

/** A view with all its fields. */
export interface Position extends Required<Omit<BoardView, "stones" | "moves">> {
  stones: ReadonlyMap<number, Stone>;
}

/** What a board calls. */
export interface BoardHandlers {
  /** A free point was chosen. */
  onPlay?: (cell: number) => void;
  /** A point with a stone was chosen. */
  onTaken?: (cell: number) => void;
  /** A point waits for confirmation, or no longer. */
  onPending?: (cell: number | null) => void;
  /** Return whether a move must be confirmed. */
  asksFirst?: (isFinger: boolean) => boolean;
}

/** What mouse, pen and finger call. */
export interface PointerHandlers {
  canPlay: () => boolean;
  size: () => { width: number; height: number };
  /** The pointer has moved. */
  point: (cell: number | null, isFinger: boolean) => void;
  /** A cell was chosen. */
  press: (cell: number, isFinger: boolean) => void;
}

/** What keys call. */
export interface KeyHandlers {
  /** By key, such as ArrowLeft or c. */
  commands: Record<string, () => void>;
  /** Called with the text typed so far. */
  onTyping?: (text: string) => void;
  /** Called when a point such as h8 and Enter were typed. */
  onPoint?: (text: string) => void;
}

export type SocketState = "connecting" | "open" | "waiting" | "closed";

/** What a socket calls. */
export interface SocketHandlers {
  /** A message of the server, parsed. */
  onMessage: (message: any) => void;
  onState?: (state: SocketState) => void;
  /** Whether the server answers every message. */
  isAnswered?: boolean;
}

export type PlayerCommand = { type: ClientCommand["type"]; seat: number; id?: string; [field: string]: unknown };

/** Sends a command of the player. */
export type Send = (command: PlayerCommand) => void;

/** What notices call. */
export interface NoticeHandlers {
  send: Send;
  toPresent: () => void;
  confirm: () => void;
  cancel: () => void;
  /** Return the point to be confirmed. */
  pending: () => number | null;
}

/** The values that a text needs: `"{who} has left"` needs `who`. */
export type TextValues<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? { [key in Name]: string | number } & TextValues<Rest>
  : unknown;
