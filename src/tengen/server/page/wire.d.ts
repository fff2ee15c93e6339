// Made by tools/wire.py from tengen.server: what the server and the page say to each other.

/** One side of a game. Players keep their seats, clocks and offers when colours are swapped. */
export type Seat =
  /** Places the first stone. */
  | 1
  | 2;

/** A point: row times width plus column, counted from 0 at the top left. */
export type Point = number;

/** Place a stone, or pick one of the offered fifth moves. */
export interface PlayMove {
  type: "PlayMove";
  seat: Seat;
  point: Point;
  /**
   * The most moves that a computer still needs to win; 0 if it is not sure to win. From 0 to 5408.
   */
  wins_in?: number;
  id?: string;
}

/** What may be chosen in an opening. */
export type Choice =
  | "black"
  | "white"
  /** Place two more stones and let the opponent choose. */
  | "add two"
  | "swap"
  | "stay"
  /** Keep the colour and offer ten fifth moves. */
  | "offer ten";

/** Choose in an opening. */
export interface MakeChoice {
  type: "MakeChoice";
  seat: Seat;
  choice: Choice;
  id?: string;
}

/** Declare how many fifth moves will be offered. */
export interface DeclareFifths {
  type: "DeclareFifths";
  seat: Seat;
  /** From 0 to 5408. */
  count: number;
  id?: string;
}

/** Offer one more fifth move. */
export interface ProposeFifth {
  type: "ProposeFifth";
  seat: Seat;
  point: Point;
  id?: string;
}

/** Take back your last step and everything after it, or agree that the opponent does. */
export interface TakeBack {
  type: "TakeBack";
  seat: Seat;
  id?: string;
}

/** Redo steps that were taken back, up to your next turn. */
export interface Redo {
  type: "Redo";
  seat: Seat;
  id?: string;
}

/** Offer a draw, or agree to one. */
export interface OfferDraw {
  type: "OfferDraw";
  seat: Seat;
  id?: string;
}

/** Decline the opponent's offer. */
export interface Decline {
  type: "Decline";
  seat: Seat;
  id?: string;
}

/** Resign the game. */
export interface Resign {
  type: "Resign";
  seat: Seat;
  id?: string;
}

/** End the game without a winner, before both players have moved. */
export interface Abort {
  type: "Abort";
  seat: Seat;
  id?: string;
}

/** Offer another game with the seats swapped, or agree to one. */
export interface OfferRematch {
  type: "OfferRematch";
  seat: Seat;
  id?: string;
}

/** Claim a win because the opponent has left. The caller checks that they have. */
export interface Claim {
  type: "Claim";
  seat: Seat;
  id?: string;
}

/** Stop the clocks. */
export interface Pause {
  type: "Pause";
  seat: Seat;
  id?: string;
}

/** Start the clocks again. */
export interface Resume {
  type: "Resume";
  seat: Seat;
  id?: string;
}

/** The commands that a client may give for a seat that it holds. */
export type ClientCommand =
  | PlayMove
  | MakeChoice
  | DeclareFifths
  | ProposeFifth
  | TakeBack
  | Redo
  | OfferDraw
  | Decline
  | Resign
  | Abort
  | OfferRematch
  | Claim
  | Pause
  | Resume;

/** Check that the server is there, over any socket; it answers `Pong`. */
export interface Ping {
  type: "Ping";
}

/** The opponent in a new game. */
export type OpponentKind =
  | "computer"
  /** A person who opens the link. */
  | "friend"
  /** Two people at one screen. */
  | "here";

/** As in `15x15/5 freestyle`. */
export type Rules = string;

/** How a game begins. */
export type OpeningRule =
  /** No rule: Black begins anywhere. */
  | "free"
  /** Black's first stone is on the centre, the second outside the central 5x5. */
  | "pro"
  /** Like pro, with 7x7. */
  | "long pro"
  /** One player places three stones, the other chooses a colour. */
  | "swap"
  /** Like swap, but the other player may add two stones and let the first choose. */
  | "swap2"
  /** Three stones near the centre, swap, a fourth, swap, one of up to eight fifth moves. */
  | "soosyrv-8"
  /** Four stones in growing squares with a swap after each, then one fifth move of one or ten. */
  | "taraguchi-10";

/** The time for each move and for the whole game; None means no limit. */
export interface TimeControl {
  move: number | null;
  game: number | null;
  /** What each move adds to the time for the game. From 0 to 86400000. */
  increment: number;
}

/** The seat to take in a new game. */
export type SeatPreference =
  | "first"
  | "second"
  | "random";

/** Create a game. */
export interface MakeGame {
  opponent: OpponentKind;
  rules: Rules;
  opening?: OpeningRule;
  clock?: TimeControl;
  /** From 1 to 10. */
  level?: number;
  side?: SeatPreference;
  /** At most 40 characters. */
  name?: string;
  /** The name of the second person at this screen. At most 40 characters. */
  other_name?: string;
  /** Moves to begin with, to continue from a position. */
  moves?: number[];
  fouls_lose?: boolean;
  /** Whether others see the game in the list when it is over. By default, games of people. */
  is_listed?: boolean | null;
}

/** Take the free seat of a game. */
export interface TakeSeat {
  /** At most 40 characters. */
  name?: string;
}

/** The rules of a game. */
export interface RulesView {
  /** From 1 to 52. */
  width: number;
  /** From 1 to 52. */
  height: number;
  /** From 1 to 52. */
  k: number;
  win: string;
  /** Such as `15x15/5 freestyle`. */
  text: string;
  /** Such as `Five in a row`; empty for a game without a name. */
  name: string;
}

/** A seat and its player. */
export interface SeatView {
  /** `person`, `computer` or `open`. */
  kind: string;
  /** The name of a person; empty if not given, and for computers. */
  name: string;
  level: number | null;
  /** Whether the player is connected; computers always are. */
  is_here: boolean;
  /** Since when the player is disconnected, on the server's clock. */
  gone_at: number | null;
}

/** The phase of a game. */
export type GamePhase =
  /** A seat is free. */
  | "waiting"
  | "playing"
  | "over";

/** What seldom changes in a room. */
export interface TableMessage {
  type: "table";
  link: string;
  phase: GamePhase;
  rules: RulesView;
  opening: string;
  clock: TimeControl;
  /** Whether taking back a move needs the opponent's consent. */
  consent: boolean;
  seats: [SeatView, SeatView];
  /** From 0 to 5408. */
  watchers: number;
  /** From -9007199254740992 to 9007199254740992. */
  now: number;
  /** The link of the rematch. */
  next: string | null;
}

/** An option in an opening. */
export interface OptionView {
  choice: Choice;
  /** The colour of the player who chooses this option; None if still open. */
  colour: number | null;
}

/** The task that the game waits for. */
export interface TaskView {
  /** `place`, `choose`, `declare`, `propose` or `pick`. */
  kind: string;
  seat: number;
  options: OptionView[];
  most: number;
  count: number;
  points: number[];
  /** The side of the central square, and whether the stone must be outside it. */
  area: [number, boolean] | null;
}

/** Why a point cannot be played. */
export type RefusalReason =
  | "game-over"
  | "off-board"
  | "taken"
  | "overline"
  | "double-four"
  | "double-three";

/** The forbidden point that lost the game. */
export interface FoulView {
  cell: number;
  reason: RefusalReason;
}

/** Why a game ended. */
export type Termination =
  /** The winner has a winning line. */
  | "line"
  /** No empty point is left. */
  | "full board"
  /** Empty points are left, but all of them are forbidden to the player to move. */
  | "no legal point"
  /** The loser played a forbidden point, in a game where that is allowed. */
  | "foul"
  /** The loser resigned. */
  | "resigned"
  /** The loser ran out of time. */
  | "time"
  /** The loser left and did not come back. */
  | "left"
  /** Both agreed to a draw. */
  | "agreed"
  /** The game was aborted before both players had moved; nobody has won. */
  | "aborted"
  /** The loser's engine made a move that the rules do not allow. */
  | "illegal move"
  /** The loser's engine failed. */
  | "engine error"
  /** The match broke the game off by a rule of its own, such as a draw after many moves. */
  | "adjudicated"
  /** A record does not say why, or whether, the game ended. */
  | "unknown";

/** The result of a game. */
export interface ResultView {
  /** The seat of the winner; None for a draw. */
  winner: number | null;
  cause: Termination;
  foul: FoulView | null;
}

/** What one seat may offer to the other, or ask of it. */
export type Offer =
  | "draw"
  | "take back"
  | "rematch";

/** A declined offer. */
export interface DeclinedView {
  /** Who declined. */
  seat: number;
  offer: Offer;
}

/** A forced win that a computer has announced. */
export interface PromiseView {
  seat: number;
  /** How many more moves of its own it needs at most. */
  moves: number;
}

/** The state of the game. Points are cell numbers. */
export interface StateMessage {
  type: "state";
  /** The number of events; grows with every change. */
  number: number;
  /** Milliseconds on the server's clock. */
  now: number;
  moves: number[];
  /** How many of the moves the game began with. */
  first: number;
  /** The colour of the next stone: 1 for Black, 2 for White. */
  turn: number;
  /** The colours of the seats; None until they are decided. */
  colours: [number | null, number | null];
  /** None when the game is over. */
  task: TaskView | null;
  /** Milliseconds left on the clocks. */
  left: [number | null, number | null];
  /** The seat whose clock runs. */
  running: number | null;
  is_paused: boolean;
  /** The open offer of each seat. */
  offers: [Offer | null, Offer | null];
  /** The offer that was just declined. */
  declined: DeclinedView | null;
  lines: number[][];
  /** Where the player to move may not play, and why. */
  forbidden: [number, RefusalReason][];
  can_abort: boolean;
  can_take_back: [boolean, boolean];
  can_redo: boolean;
  result: ResultView | null;
  promise: PromiseView | null;
}

/** The seats of the client that receives this message. */
export interface YourSeatsMessage {
  type: "you";
  seats: number[];
  /** Whether commands with an id may be sent again. Older servers would follow them twice. */
  counts_once: boolean;
}

/** The events of the game from number `first` on, for clients that asked for events. */
export interface EventsMessage {
  type: "events";
  /** From 0 to 1000000000. */
  first: number;
  /** From -9007199254740992 to 9007199254740992. */
  now: number;
  events: unknown[];
  /** Whether the clocks wait until both players are connected. */
  is_resting: boolean;
}

/** The command with this id is done, now or before; sent to the client that sent it. */
export interface DoneMessage {
  type: "done";
  id: string;
}

/** Why something was not done, and what to do instead. */
export interface ProblemMessage {
  type: "problem";
  /** For programs: `bad-message`, `not-your-seat`, `refused`, `too-fast`, `not-kept`, ... */
  code: string;
  /** For people. */
  says: string;
  /** The id of the command that was not done, if it had one and could be read. */
  id?: string;
}

/** The server is there. */
export interface Pong {
  type: "pong";
}

export type ServerMessage =
  | TableMessage
  | StateMessage
  | YourSeatsMessage
  | EventsMessage
  | Pong
  | DoneMessage
  | ProblemMessage;

/** A position: set-up stones, and the moves played after them. */
export interface PositionSpec {
  rules: Rules;
  moves?: number[];
  stones?: [number, number][];
  /** Who moves first. By default, the player with fewer stones, or Black. */
  turn?: number | null;
}

/** A line of play, with its evaluation. */
export interface LineView {
  moves: number[];
  score: number;
  chance: number;
  /** Who is proven to win; None if nobody is. */
  winner: number | null;
  /** The length of a proven win, in moves of both sides. */
  plies: number;
}

/** The engine's result after a depth: the best lines first. */
export interface AnalysisUpdate {
  type: "thought";
  /** Grows from one update to the next; 0 for a win found by threats alone. */
  depth: number;
  nodes: number;
  seconds: number;
  lines: LineView[];
}

/** The analysis has ended: its time is up, or the position is settled. */
export interface AnalysisDone {
  type: "look-done";
  is_settled: boolean;
}

/** Where an answer of White can disturb Black's winning plan. */
export interface ZoneFound {
  type: "zone";
  /** If White answers anywhere else, the same plan wins. None if no plan is known. */
  cells: number[] | null;
  /** How many points are empty. */
  empty: number;
  /** Whether there can be a zone: White is to move, on 15x15, freestyle. */
  is_possible: boolean;
}

/** A judged move of a game. */
export interface MoveView {
  number: number;
  point: number;
  player: number;
  /** `forced`, `best`, `fine`, `inaccuracy`, `mistake`, `blunder` or `missed win`. */
  judgement: string;
  is_mistake: boolean;
  /** The winning chance that the move lost. */
  loss: number;
  better: number[];
  says: string;
}

/** The judged position after `ply` moves, with the move played there, if any. */
export interface PositionJudged {
  type: "judged";
  ply: number;
  chance: number;
  /** `open`, `likely` or `proven`. */
  certainty: string;
  /** The proven or likely winner. */
  winner: number | null;
  /** The length of a proven win, in moves. */
  plies: number;
  /** The expected line of play. */
  line: number[];
  move: MoveView | null;
}

/** The numbers of a player's bad moves. */
export interface MistakeCounts {
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  missed_wins: number;
}

/** The review of a whole game. */
export interface ReviewDone {
  type: "review-done";
  says: string;
  /** The number of the last move where the loser could still have held. */
  turning_point: number | null;
  /** The chances after 0, 1, 2, ... moves. */
  chances: number[];
  /** Black's and White's. */
  counts: [MistakeCounts, MistakeCounts];
}

/** A hint: a sentence, and points to mark. */
export interface HintView {
  says: string;
  points: number[];
}

/**
 * The state of a puzzle after an attempt. `moves` are the moves of both sides on the board now,
 * without a wrong move. A client keeps its move if the verdict is `right` or `solved`.
 */
export interface PuzzleUpdate {
  type: "tried";
  /** Such as `Black to move and win with fours`. */
  goal: string;
  moves: number[];
  /** How many moves are left to find. */
  left: number;
  is_solved: boolean;
  /** `refused`, `wrong`, `longer`, `right` or `solved`; None if no move was tried. */
  verdict: string | null;
  says: string;
  /** The defender's answer to a right move. */
  reply: number | null;
  /** The answer that refutes a wrong move. */
  refutation: number | null;
  hint: HintView | null;
  /** The rest of the solution, if requested. */
  solution: number[];
}

/** Why a job has failed. */
export interface JobFailed {
  type: "failed";
  says: string;
}

export type StudyMessage =
  | AnalysisUpdate
  | AnalysisDone
  | ZoneFound
  | PositionJudged
  | ReviewDone
  | PuzzleUpdate
  | JobFailed;

/**
 * Send what the rules say about a position, and analyse it until the next such request. `id` is
 * chosen by the client, and is repeated in every reply.
 */
export interface AnalysePosition {
  type: "look";
  id: number;
  position: PositionSpec;
  engine?: boolean;
  /** From 1 to 5. */
  lines?: number;
  /** Whether to find the zone, too. */
  zone?: boolean;
}

/** Review a game, until the next such request. */
export interface ReviewGame {
  type: "review";
  id: number;
  position: PositionSpec;
}

/** Stop a review. */
export interface StopReview {
  type: "stop-review";
}

export type StudyRequest =
  | AnalysePosition
  | ReviewGame
  | StopReview;

/** What the rules say about a position. */
export interface PositionFacts {
  type: "facts";
  rules: RulesView;
  turn: number;
  /** Why the game is over in this position; None if it is not. */
  ending: Termination | null;
  winner: number | null;
  /** The winning lines. */
  lines: number[][];
  /** Where the player to move may not play, and why. */
  forbidden: [number, RefusalReason][];
  /** The last move, if it is illegal, and why. */
  refused: [number, RefusalReason] | null;
}

/** A reply to the request with this `id`. */
export interface StudyReply {
  type: "about";
  id: number;
  news: PositionFacts | AnalysisUpdate | AnalysisDone | ZoneFound | PositionJudged | ReviewDone | PuzzleUpdate | JobFailed | ProblemMessage;
}

/** A game in a list. */
export interface GameEntry {
  link: string;
  phase: GamePhase;
  rules: RulesView;
  /** Black's name first, once the colours are decided. */
  names: [string, string];
  moves: number;
  /** The result, or whose turn it is. */
  says: string;
  /** When it was created, in milliseconds since 1970. */
  made: number;
  /** Whether the engine may analyse it: not while two people are playing. */
  can_analyse: boolean;
}

/** Games, the newest first. */
export interface GamePage {
  games: GameEntry[];
  /** The number to continue before; None on the last page. */
  before: number | null;
}

/** The client's own games, and the listed games of others. */
export interface GameLists {
  own: GamePage;
  listed: GamePage;
}

/** A puzzle in the list. */
export interface PuzzleEntry {
  number: number;
  grade: number;
  /** Such as `Five in a row`. */
  rules: string;
  /** Such as `Black to move and win with fours`. */
  goal: string;
}

/** A puzzle in its first position. */
export interface PuzzleView {
  number: number;
  grade: number;
  rules: RulesView;
  goal: string;
  stones: [number, number][];
  turn: number;
  /** How many moves there are to find. */
  left: number;
}

/**
 * Try a move, or ask for a hint or the solution. `moves` are the solver's own; all but the last
 * were right.
 */
export interface TryPuzzle {
  moves?: number[];
  /** The number of the hint for the next move; 0 for none. From 0 to 3. */
  hint?: number;
  /** Whether to show the solution. */
  shows?: boolean;
}

/** The games of a file or a text, as records in JSON, and its problems. */
export interface Imported {
  games: unknown[];
  problems: string[];
}

/** A format, and what it would lose of a record. */
export interface FormatView {
  name: string;
  title: string;
  suffix: string;
  /** What it cannot store, such as `3 comments, the rules`. */
  lost: string;
  /** Why the record cannot be written in this format; empty if it can. */
  objection: string;
}

/** A game with a name. */
export interface GameChoice {
  words: string;
  rules: RulesView;
}

/** A win rule. */
export interface WinChoice {
  value: string;
  words: string;
}

/** An opening rule, with the boards and games it can be used for. */
export interface OpeningChoice {
  value: string;
  words: string;
  says: string;
  /** The shortest side of a board. */
  least: number;
  /** The fewest stones in a row. */
  k: number;
  /** The only win rule it works with; None if it works with all. */
  win: string | null;
}

/** A time control. */
export interface ClockChoice {
  words: string;
  clock: TimeControl;
}

/** All options; the usual ones come first. */
export interface GameChoices {
  games: GameChoice[];
  wins: WinChoice[];
  openings: OpeningChoice[];
  clocks: ClockChoice[];
  levels: string[];
  /** The longest side of a board. */
  largest: number;
}

/** The link of a new game. */
export interface GameMade {
  link: string;
}

/** Who can open the address in the browser. */
export interface ReachView {
  /** Whether the address works only on this machine. */
  is_local: boolean;
  /** Whether other machines can reach the server. */
  is_open: boolean;
  /** The address for other machines, if the server is or were open to them; None if unknown. */
  address: string | null;
  /** The command that starts the server for other machines. */
  command: string;
}
