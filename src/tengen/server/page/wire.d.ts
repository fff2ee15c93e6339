// Made by tools/wire.py from tengen.server: what the server and the page say to each other.

/** Who sits here stays here when colours are swapped: clocks and offers belong to a seat. */
export type Seat =
  /** Puts the first stone. */
  | 1
  | 2;

/** A point: row times width plus column, counted from 0 at the top left. */
export type Point = number;

/** Put a stone, or pick one of the fifth moves that are offered. */
export interface PlayMove {
  type: "PlayMove";
  seat: Seat;
  point: Point;
  /**
   * After how many more moves of its own at most a computer is sure to win; 0 if it is not. From 0
   * to 5408.
   */
  wins_in?: number;
}

/** What may be chosen in an opening. */
export type Choice =
  | "black"
  | "white"
  /** Put two more stones and let the opponent choose. */
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
}

/** Say how many fifth moves there will be. */
export interface DeclareFifths {
  type: "DeclareFifths";
  seat: Seat;
  /** From 0 to 5408. */
  count: number;
}

/** Offer one more fifth move. */
export interface ProposeFifth {
  type: "ProposeFifth";
  seat: Seat;
  point: Point;
}

/** Take back one's last step, and all that came after it; or agree to that. */
export interface TakeBack {
  type: "TakeBack";
  seat: Seat;
}

/** Do again what was taken back, up to one's next turn. */
export interface Redo {
  type: "Redo";
  seat: Seat;
}

/** Offer a draw, or agree to one. */
export interface OfferDraw {
  type: "OfferDraw";
  seat: Seat;
}

/** Say no to whatever the opponent has offered or asked. */
export interface Decline {
  type: "Decline";
  seat: Seat;
}

/** Give up. */
export interface Resign {
  type: "Resign";
  seat: Seat;
}

/** Break off before both have moved. */
export interface Abort {
  type: "Abort";
  seat: Seat;
}

/** Offer another game with the seats swapped, or agree to one. */
export interface OfferRematch {
  type: "OfferRematch";
  seat: Seat;
}

/** Win because the opponent has left; whoever hands this in has seen that. */
export interface Claim {
  type: "Claim";
  seat: Seat;
}

/** Stop the clocks. */
export interface Pause {
  type: "Pause";
  seat: Seat;
}

/** Have the clocks run again. */
export interface Resume {
  type: "Resume";
  seat: Seat;
}

/** The commands of a session that a client may give, for a seat that it holds. */
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

/** Nothing but see whether the server is still there, over any socket: `Pong`. */
export interface Ping {
  type: "Ping";
}

/** Whom to play. */
export type OpponentKind =
  | "computer"
  /** Somebody with the link. */
  | "friend"
  /** Two people at one screen. */
  | "here";

/** As in `15x15/5 freestyle`. */
export type Rules = string;

/** How a game begins. */
export type OpeningRule =
  /** No rule: Black begins anywhere. */
  | "free"
  /** Black's first stone on the centre, the second outside the central 5x5. */
  | "pro"
  /** The same with 7x7. */
  | "long pro"
  /** One player puts three stones, the other chooses a colour. */
  | "swap"
  /** As swap, but the other may add two stones and leave the choice to the first. */
  | "swap2"
  /** Three stones near the centre, swap, a fourth and up to eight fifths, swap, one is picked. */
  | "soosyrv-8"
  /** Four stones in growing squares with a swap after each, then one fifth or ten to pick from. */
  | "taraguchi-10";

/** Milliseconds for every move and for the whole game; None is no limit. */
export interface TimeControl {
  move: number | null;
  game: number | null;
  /** What a move adds to the time for the game. From 0 to 86400000. */
  increment: number;
}

/** Which seat to take. */
export type SeatPreference =
  | "first"
  | "second"
  | "random";

/** A game that is wanted. */
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
  /** Of the second person at this screen. At most 40 characters. */
  other_name?: string;
  /** Where the game is played on from a position. */
  moves?: number[];
  fouls_lose?: boolean;
  /** Whether others see it in the list once it is over; usually only games of people. */
  is_listed?: boolean | null;
}

/** Sit down at a table where a seat is free. */
export interface TakeSeat {
  /** At most 40 characters. */
  name?: string;
}

/** What is played. */
export interface RulesView {
  /** From 1 to 52. */
  width: number;
  /** From 1 to 52. */
  height: number;
  /** From 1 to 52. */
  k: number;
  win: string;
  /** As in `15x15/5 freestyle`. */
  text: string;
  /** As in `Five in a row`; empty for a game without a name. */
  name: string;
}

/** Who sits there. */
export interface SeatView {
  /** `person`, `computer` or `open`. */
  kind: string;
  /** What people call themselves; empty without a name, and for computers. */
  name: string;
  level: number | null;
  /** Whether a browser of theirs is connected; machines always are. */
  is_here: boolean;
  /** Since when they are not, on the server's clock. */
  gone_at: number | null;
}

/** How far a game is. */
export type GamePhase =
  /** A seat is free. */
  | "waiting"
  | "playing"
  | "over";

/** What changes seldom. */
export interface TableMessage {
  type: "table";
  link: string;
  phase: GamePhase;
  rules: RulesView;
  opening: string;
  clock: TimeControl;
  /** Whether the opponent is asked before a move is taken back. */
  consent: boolean;
  seats: [SeatView, SeatView];
  /** From 0 to 5408. */
  watchers: number;
  /** From -9007199254740992 to 9007199254740992. */
  now: number;
  /** The link of the rematch. */
  next: string | null;
}

/** Something to choose in an opening. */
export interface OptionView {
  choice: Choice;
  /** Whose stones the one who chooses plays with then; none if that stays open. */
  colour: number | null;
}

/** What the game waits for. */
export interface TaskView {
  /** `place`, `choose`, `declare`, `propose` or `pick`. */
  kind: string;
  seat: number;
  options: OptionView[];
  most: number;
  count: number;
  points: number[];
  /** The side of the central square, and whether it is all but that. */
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
  /** Somebody has a winning line. */
  | "line"
  /** No empty point is left. */
  | "full board"
  /** Empty points are left, but all of them are forbidden to the player whose turn it is. */
  | "no legal point"
  /** The loser played a forbidden point, in a game where that is allowed. */
  | "foul"
  /** The loser gave up. */
  | "resigned"
  /** The loser's time was up. */
  | "time"
  /** The loser went away and did not come back. */
  | "left"
  /** Both agreed to a draw. */
  | "agreed"
  /** Broken off before both had moved; nobody has won. */
  | "aborted"
  /** The loser's engine made a move that the rules do not allow. */
  | "illegal move"
  /** The loser's engine failed. */
  | "engine error"
  /** A record does not say why, or whether, the game ended. */
  | "unknown";

/** How it ended. */
export interface ResultView {
  /** The seat. */
  winner: number | null;
  cause: Termination;
  foul: FoulView | null;
}

/** What one seat may ask of the other. */
export type Offer =
  | "draw"
  | "take back"
  | "rematch";

/** Somebody has said no. */
export interface DeclinedView {
  /** Who. */
  seat: number;
  offer: Offer;
}

/** A computer is sure to win. */
export interface PromiseView {
  seat: number;
  /** With so many more moves of its own at most. */
  moves: number;
}

/** How the game stands. Points are cells: row times width plus column, from the top left. */
export interface StateMessage {
  type: "state";
  /** Grows with every change. */
  number: number;
  /** Milliseconds on the server's clock. */
  now: number;
  moves: number[];
  /** How many of the moves lay there from the beginning. */
  first: number;
  /** Whose stone comes next: 1 for Black, 2 for White. */
  turn: number;
  /** Whose stones the seats play with, once that is settled. */
  colours: [number | null, number | null];
  /** None when the game is over. */
  task: TaskView | null;
  /** Milliseconds on the clocks. */
  left: [number | null, number | null];
  /** The seat whose clock runs. */
  running: number | null;
  is_paused: boolean;
  /** What each seat has offered. */
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

/** Which seats whoever is told holds; nobody else is told. */
export interface YourSeatsMessage {
  type: "you";
  seats: number[];
}

/** The events of the game from number `first` on, for those who keep the game themselves. */
export interface EventsMessage {
  type: "events";
  /** From 0 to 1000000000. */
  first: number;
  /** From -9007199254740992 to 9007199254740992. */
  now: number;
  events: unknown[];
  /** Whether clocks stand still until everybody is here. */
  is_resting: boolean;
}

/** Why something was not done, and what to do instead. */
export interface ProblemMessage {
  type: "problem";
  /** For programs: `bad-message`, `not-your-seat`, `refused`, `too-fast`, `not-kept`, ... */
  code: string;
  /** For people. */
  says: string;
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
  | ProblemMessage;

/** Moves, from an empty board or from stones that were set up before the first of them. */
export interface PositionSpec {
  rules: Rules;
  moves?: number[];
  stones?: [number, number][];
  /** Who moves first; if left open, whoever has fewer stones, or else Black. */
  turn?: number | null;
}

/** A way to go on, the move to make first, and what comes of it. */
export interface LineView {
  moves: number[];
  score: number;
  chance: number;
  /** Who wins for certain, if anybody does, */
  winner: number | null;
  /** and in how many moves of either side. */
  plies: number;
}

/** What the engine thinks of a position after a depth: the best lines first. */
export interface AnalysisUpdate {
  type: "thought";
  /** Grows from one thought to the next; 0 where a win was found by threats alone. */
  depth: number;
  nodes: number;
  seconds: number;
  lines: LineView[];
}

/** No more thoughts will come: time is up, or there is nothing more to know. */
export interface AnalysisDone {
  type: "look-done";
  is_settled: boolean;
}

/** Where an answer of White changes anything, as long as it is known that Black wins. */
export interface ZoneFound {
  type: "zone";
  /** Wherever else White answers, the same plan wins; none where no plan is known. */
  cells: number[] | null;
  /** How many points are empty. */
  empty: number;
  /** Whether there can be a zone at all: White is to move, on 15x15, five or more in a row. */
  is_possible: boolean;
}

/** A move of a game as it is judged. */
export interface MoveView {
  number: number;
  point: number;
  player: number;
  /** `forced`, `best`, `fine`, `inaccuracy`, `mistake`, `blunder` or `missed win`. */
  judgement: string;
  is_mistake: boolean;
  /** How much of the player's winning chance it cost. */
  loss: number;
  better: number[];
  says: string;
}

/** One position of a game, after `ply` moves, and the move that was played in it, if any. */
export interface PositionJudged {
  type: "judged";
  ply: number;
  chance: number;
  /** `open`, `likely` or `proven`. */
  certainty: string;
  /** Who wins, proven or likely. */
  winner: number | null;
  /** In how many moves, if that is proven. */
  plies: number;
  /** What is expected from here. */
  line: number[];
  move: MoveView | null;
}

/** How many moves of somebody were less than good. */
export interface MistakeCounts {
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  missed_wins: number;
}

/** A whole game, now that every position of it is judged. */
export interface ReviewDone {
  type: "review-done";
  says: string;
  /** The number of the last move with which the loser could still have held. */
  turning_point: number | null;
  /** After every number of moves, from none on. */
  chances: number[];
  /** Black's and White's. */
  counts: [MistakeCounts, MistakeCounts];
}

/** Something to go by: words, and points to be marked. */
export interface HintView {
  says: string;
  points: number[];
}

/**
 * How a puzzle stands after what was tried. `moves` are those of both sides that lie on the board
 * now; a move that was not right is not among them. So a move is right, and should be kept, if the
 * verdict is `right` or `solved`.
 */
export interface PuzzleUpdate {
  type: "tried";
  /** As in `Black to move and win with fours`. */
  goal: string;
  moves: number[];
  /** How many moves are left to find. */
  left: number;
  is_solved: boolean;
  /** `refused`, `wrong`, `longer`, `right` or `solved`; none if nothing was tried. */
  verdict: string | null;
  says: string;
  /** The defender's answer to a right move. */
  reply: number | null;
  /** What spoils a wrong one. */
  refutation: number | null;
  hint: HintView | null;
  /** How it goes on, if that was asked for. */
  solution: number[];
}

/** Nothing came of it, or nothing more will, and why. */
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
 * Tell what the rules say of a position, and think about it until something else is asked. `id` is
 * the client's own; it stands in whatever is told in answer.
 */
export interface AnalysePosition {
  type: "look";
  id: number;
  position: PositionSpec;
  engine?: boolean;
  /** From 1 to 5. */
  lines?: number;
  /** Whether to tell where an answer changes anything, too. */
  zone?: boolean;
}

/** Go through the moves of a game and judge them, until something else is to be reviewed. */
export interface ReviewGame {
  type: "review";
  id: number;
  position: PositionSpec;
}

/** Give up a review. */
export interface StopReview {
  type: "stop-review";
}

export type StudyRequest =
  | AnalysePosition
  | ReviewGame
  | StopReview;

/** What the rules say of a position. */
export interface PositionFacts {
  type: "facts";
  rules: RulesView;
  turn: number;
  /** Why the game is over in this position; none if it is not. */
  ending: Termination | null;
  winner: number | null;
  /** The winning ones. */
  lines: number[][];
  /** Where the player to move may not play, and why. */
  forbidden: [number, RefusalReason][];
  /** The last move, if the rules do not allow it, and why. */
  refused: [number, RefusalReason] | null;
}

/** News of what was asked with this `id`. */
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
  /** Black's first, once that is settled. */
  names: [string, string];
  moves: number;
  /** How it ended, or whose turn it is. */
  says: string;
  /** When, in milliseconds since 1970. */
  made: number;
  /** Whether the engine may look at it: never while people play it against each other. */
  can_analyse: boolean;
}

/** Games, the newest first. */
export interface GamePage {
  games: GameEntry[];
  /** Where the next ones begin; none if these were the last. */
  before: number | null;
}

/** One's own games, and those that everybody may see. */
export interface GameLists {
  own: GamePage;
  listed: GamePage;
}

/** A puzzle in the list. */
export interface PuzzleEntry {
  number: number;
  grade: number;
  /** As in `Five in a row`. */
  rules: string;
  /** As in `Black to move and win with fours`. */
  goal: string;
}

/** A puzzle before anything was tried. */
export interface PuzzleView {
  number: number;
  grade: number;
  rules: RulesView;
  goal: string;
  stones: [number, number][];
  turn: number;
  /** How many moves are to be found. */
  left: number;
}

/** One's own moves, all but the last of which were right; or a wish for a hint, or for all. */
export interface TryPuzzle {
  moves?: number[];
  /** The first, second or third towards the next move. From 0 to 3. */
  hint?: number;
  /** Whether the solution is wanted. */
  shows?: boolean;
}

/** What was found in a file or a text, as records in JSON, and what was wrong with it. */
export interface Imported {
  games: unknown[];
  problems: string[];
}

/** A format, and what it would do to a record. */
export interface FormatView {
  name: string;
  title: string;
  suffix: string;
  /** What it cannot hold, as in `3 comments, the rules`. */
  lost: string;
  /** Why the record cannot be written in it at all. */
  objection: string;
}

/** A game that has a name. */
export interface GameChoice {
  words: string;
  rules: RulesView;
}

/** Which lines win. */
export interface WinChoice {
  value: string;
  words: string;
}

/** How a game may begin, on boards with sides that are long enough. */
export interface OpeningChoice {
  value: string;
  words: string;
  says: string;
  least: number;
  /** How many in a row there have to be at least. */
  k: number;
  /** The only win rule with which it can be played, if there is but one. */
  win: string | null;
}

/** How much time there is. */
export interface ClockChoice {
  words: string;
  clock: TimeControl;
}

/** All of it; what is usual comes first. */
export interface GameChoices {
  games: GameChoice[];
  wins: WinChoice[];
  openings: OpeningChoice[];
  clocks: ClockChoice[];
  levels: string[];
  /** The longest side of a board. */
  largest: number;
}

/** Where a game is. */
export interface GameMade {
  link: string;
}

/** Who can open the address at which the browser is now. */
export interface ReachView {
  /** Whether it opens on this machine only. */
  is_local: boolean;
  /** Whether the server can be reached from other machines. */
  is_open: boolean;
  /** What others type, or would type if the server were started for them; none if unknown. */
  address: string | null;
  /** What starts the server for others. */
  command: string;
}
