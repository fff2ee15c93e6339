// @ts-check
/** Texts of the page of a game. Those of `STATE` are the same in the terminal: `game/descriptions.py`. */

/** @import { Choice, Offer } from "./wire.js" */

export const GAME = /** @type {const} */ ({
  connectionLost: "Connection lost. Reconnecting: try again in a moment.",
  notRepeated: "Your last action was lost with the connection. {says}",
  noZone: "The zone is not available in this game.",
  zoneOn: "Zone on",
  zoneOff: "Zone off",
  lowTime: "Ten seconds left.",
  earlierMove: "You are viewing an earlier move: press End to come back.",
  present: "Present position.",
  after: "After move {number}.",
  confirm: "{point}. Confirm to play here.",
  offBoard: "{point} is off the board.",
  heading: "{game}: {first} and {second}",
});

export const PLAYERS = /** @type {const} */ ({
  computer: "Computer {level}",
  player: "Player {seat}",
  open: "Waiting …",
  noColour: "Colour not chosen yet",
  you: "you",
  here: "here",
  away: "away",
  thinking: "thinking …",
});

export const MOVES = {
  label: "Moves",
  first: "Before the first move",
  back: "One move back",
  forward: "One move forward",
  last: "To the last move",
};

/** Offers of an opponent. @type {Record<Offer, string>} */
export const OFFERS = {
  draw: "{who} offers a draw",
  "take back": "{who} asks to take back a move",
  rematch: "{who} offers a rematch",
};

/** @type {Record<Offer, string>} */
export const DECLINED = {
  draw: "{who} declined the draw",
  "take back": "{who} declined to take back",
  rematch: "{who} declined the rematch",
};

export const NOTICE = /** @type {const} */ ({
  reconnecting: "Reconnecting …",
  gone: "This game no longer exists.",
  agree: "Agree",
  decline: "Decline",
  claim: "Claim the win",
  toEnd: "To the end",
  toPresent: "Back to the game",
  typed: "Typed: {text}. Press Enter to place the stone.",
  away: "{who} is away. You can claim the win in {seconds} s.",
  left: "{who} has left.",
  move: "Move {number} of {count}",
  play: "Play {point}",
});

export const ACTION = /** @type {const} */ ({
  zone: "Zone",
  takeBack: "Take back",
  asked: "Asked",
  redo: "Redo",
  abort: "Abort",
  pause: "Pause",
  resume: "Resume",
  draw: "Draw",
  offered: "Offered",
  offer: "Offer",
  offerDraw: "Offer a draw?",
  agreeDraw: "Do both of you agree to a draw?",
  resign: "Resign",
  confirmResign: "Resign?",
  confirmResignFor: "Resign for {side}?",
  rematch: "Rematch",
  rematchOffered: "Rematch offered",
  nextGame: "To the next game",
  analyse: "Analyse",
  newGame: "New game",
  save: "Save the game",
  picture: "Picture, {format}",
});

/** Formats in which a game can be saved. */
export const FORMATS = {
  sgf: "SGF",
  psq: "Piskvork",
  lib: "RenLib",
  rif: "RenjuNet",
  sav: "Yixin",
  json: "JSON",
  games: "Text",
};

export const INVITE = /** @type {const} */ ({
  withdrawn: "This invitation was withdrawn",
  askAgain: "Ask for a new link, or start a game of your own.",
  title: "Invite somebody",
  explain: "The first person to open this link plays you.",
  link: "Link to this game",
  code: "The same link as a QR code",
  copy: "Copy",
  copied: "Copied",
  linkCopied: "The link is copied.",
  linkSelected: "The link is selected: copy it with your browser.",
  share: "Share the link",
  shareTitle: "A game of five in a row",
  waiting: "Waiting for your opponent … {setup}",
  cancel: "Cancel invitation",
  localOnly: "This link opens on this machine only.",
  startServer: "To play over the network, start the server with",
  command: "tengen web --host 0.0.0.0",
  thenLink: "The link is then",
  invited: "You are invited to {game}",
  invitedBy: "{host} invites you to {game}",
  name: "Your name (optional)",
  play: "Play",
  setup: "{setup}. {side}",
  first: "You play {side} and begin.",
  second: "You play {side}.",
  openColours: "Colours are chosen in the opening.",
});

export const STATUS = /** @type {const} */ ({
  yourTurn: "Your turn",
  watched: "You watched this game.",
  watching: "You are watching.",
  paused: "Paused.",
  waitingForBoth: "The clocks are stopped until both players are here.",
  opening: "{opening} opening",
  watchers: "{count} watching",
});

/** What a task of one's own asks for. @type {Record<string, string>} */
export const OWN_TASKS = {
  choose: "Your choice",
  declare: "Your choice: how many fifth moves",
  propose: "Your turn: offer a fifth move",
  pick: "Your turn: pick the fifth move",
};

export const CLOCK = /** @type {const} */ ({
  none: "no clock",
  perMove: "{seconds} s a move",
  game: "{minutes} min",
  increment: "{minutes} min + {seconds} s a move",
  minutes: ["1 minute", "{count} minutes"],
  seconds: ["1 second", "{count} seconds"],
});

export const ANNOUNCE = /** @type {const} */ ({
  takenBack: "Moves were taken back.",
  start: "The game begins: {first} and {second}.",
  here: "{who} is here.",
  away: "{who} is away.",
  noMoves: "There are no stones on the board yet.",
  move: "{side} {point}, move {number}.",
  noClock: "No clock.",
  clock: "{who}: {time}.",
});

export const TAB = /** @type {const} */ ({
  yourTurn: "● Your turn",
  offer: "● An offer",
  game: "A game",
  invitation: "An invitation",
  waiting: "Waiting",
  players: "{first} and {second}",
  over: "Over: {first} and {second}",
});

/** How a game stands, without a full stop. */
export const STATE = /** @type {const} */ ({
  notStarted: "The game has not started",
  choose: "{who} chooses: {choices}",
  or: "{choices} or {last}",
  declare: "{who} declares the number of fifth moves: 1 to {most}",
  propose: "{who} offers fifth moves: {number} of {count}",
  pick: "{who} picks {side}'s fifth move from {count}",
  placeFor: "{who} places a stone for {side}",
  toMove: "{side} to move",
  namedToMove: "{who} to move ({side})",
  inArea: "{task}, {where}",
  aborted: "The game was aborted",
  abortedLate: "The game was aborted: no move was made in time",
  youWon: "You won: {why}",
  wins: "{who} wins: {why}",
  time: "{loser}'s time is up",
  resigned: "{loser} resigned",
  left: "{loser} has left",
  foul: "{loser}'s {point} is {foul}",
  promise: "{who} wins in at most {moves} more moves",
  promiseNext: "{who} wins with the next move",
});

/** What to do in one's own turn, without a full stop. */
export const ORDER = /** @type {const} */ ({
  propose: "Fifth moves: {number} of {count}",
  pick: "Pick {side}'s fifth move from {count}",
  place: "Place a stone {where}",
  placeFor: "Place a stone for {side}",
});

/** Where a stone may be placed. */
export const AREA = /** @type {const} */ ({
  centre: "on the centre",
  outside: "outside the central {side}x{side}",
  within: "within the central {side}x{side}",
});

/** Choices in an opening. @type {Record<Choice, string>} */
export const CHOICES = {
  black: "play {side}",
  white: "play {side}",
  "add two": "add two stones and let the opponent choose",
  swap: "swap and play {side}",
  stay: "stay {side}",
  "offer ten": "stay {side} and offer ten fifth moves",
};
