// @ts-check
/** Texts of the analysis board and of the zone. */

import { fill, sideName } from "./sentences.js";

/** @import { ZoneFound } from "./wire.js" */

export const ANALYSIS = /** @type {const} */ ({
  board: "Analysis board, {width} by {height}",
  tab: "{names} – Analysis",
  players: "{first} – {second}",
  result: "{names}, {result}",
  connectionLost: "Connection lost. Reconnecting …",
  confirm: "{point}: press it again to place the stone.",
  offBoard: "{point} is off the board.",
  taken: "{point} is taken.",
  refused: "{point} {reason}.",
  forbidden: "{point} {reason}, which is forbidden.",
  toMove: "{side} to move",
  wins: "{side} wins: {lines}",
  gameOver: "The game is over in this position.",
  noMoves: "There are no moves to review yet.",
  reviewStarted: "Reviewing the game",
  move: "Move {number}, {side} {point}",
});

export const ZONE = /** @type {const} */ ({
  impossible: "The zone is shown when {white} is to move, on 15x15 with five or more in a row.",
  unknown: "No forced win is known here, so every point may matter.",
  found: "Zone: {count} of {empty} points. Wherever else {white} answers, the same plan wins.",
  search: "Looking for the zone …",
  later: "The zone is shown in the present position, when {white} is to move.",
});

/** What the marked zone means, or why there is none. @param {ZoneFound} found */
export function describeZone({ cells, empty, is_possible: isPossible }) {
  if (isPossible && !cells) return ZONE.unknown;
  return fill(isPossible ? ZONE.found : ZONE.impossible, { count: cells?.length ?? 0, empty, white: sideName(2) });
}

export const TOOLS = {
  first: "To the start",
  back: "One move back",
  forward: "One move forward",
  last: "To the end of the line",
  keys: "Keys",
  promote: "Make main line",
  remove: "Delete from here",
  review: "Review the game",
  play: "Play from here",
  share: "Share",
  paste: "Paste",
  open: "Open a file",
  newBoard: "New board",
};

export const MOVES = {
  label: "Moves",
  variation: "Variation",
  move: "Move",
  empty: "No moves yet: place a stone on the board, or open a game.",
  comment: "with a comment",
  setup: "set-up",
  note: "note",
  pass: "pass",
};

export const ENGINE = /** @type {const} */ ({
  engine: "Engine",
  zone: "Zone",
  on: "Engine on",
  off: "Engine off",
  lineCount: "Number of lines",
  lines: ["1 line", "{count} lines"],
  bestLines: "Best lines",
  thinking: "thinking …",
  switchOn: "press space to switch it on",
  gameOver: "the game is over in this position",
  progress: "depth {depth} · {nodes} positions",
  play: "Play {points}",
  playBest: "Play {point}: {score}",
  chance: "{side} {percent} %",
  wins: "{side} wins",
  winsIn: "{side} wins in {plies}",
  bar: "{score}; {chance}",
  notJudged: "Not judged yet",
});

/** What bad moves are called, and how they are counted. @type {Record<string, {name: string, count: readonly [string, string]}>} */
export const JUDGEMENTS = {
  inaccuracy: { name: "inaccuracy", count: ["1 inaccuracy", "{count} inaccuracies"] },
  mistake: { name: "mistake", count: ["1 mistake", "{count} mistakes"] },
  blunder: { name: "blunder", count: ["1 blunder", "{count} blunders"] },
  "missed win": { name: "missed win", count: ["1 missed win", "{count} missed wins"] },
};

export const REVIEW = /** @type {const} */ ({
  title: "Review",
  stop: "Stop",
  mistakes: "Mistakes",
  slider: "Position in the game",
  caption: "Black's winning chance after every move, as the engine sees it; ▼ mistakes of Black, ▲ of White.",
  blackWins: "Black wins",
  even: "even",
  whiteWins: "White wins",
  counts: ["Black: {counts}.", "White: {counts}."],
  noMistakes: "no mistakes",
  start: "before the first move",
  axis: "move {number}",
  move: "Move {number}, {point}",
  judged: "Move {number}: {judgement}",
  progress: "Reviewing: {left} of {count} positions to go.",
});

export const SHARE = /** @type {const} */ ({
  title: "Share",
  position: "This position",
  copyLink: "Copy link",
  copyMoves: "Copy moves",
  copyDrawing: "Copy as a drawing",
  copied: "Copied.",
  pictures: "Pictures",
  picture: { svg: "SVG", png: "PNG", gif: "GIF, move by move" },
  file: "The whole game as a file",
  save: "{name}: save as {title}",
  losses: "Not saved:",
  complete: "keeps everything",
  failed: "That did not work. Try again.",
});

export const IMPORT = /** @type {const} */ ({
  which: "Which game of the file",
  game: "Game of the file",
  text: "Moves, position, drawing or record",
  example: "h8 i9 g9",
  paste: "Paste",
  explain: "Paste moves, a position, a drawing of a board, a record or a link to a game.",
  open: "Open",
  newBoard: "New board",
  several: "The file has {count} games: choose one above the moves.",
  title: "{number}: {names}",
});

export const PLAY_FROM = /** @type {const} */ ({
  title: "Play from here",
  noGame: "No game in which players take turns leads to this position.",
  against: "Against",
  opponents: { computer: "the computer", friend: "a friend, by a link", here: "somebody at this screen" },
  level: "Level",
  levelOption: "{level}: {description}",
  side: "You play",
  random: "random",
});

export const RULES = { game: "Game", win: "Win rule", columns: "Columns", rows: "Rows", length: "In a row" };
