// @ts-check
/** Texts of the puzzles. */

export const PUZZLE = /** @type {const} */ ({
  hint: "Hint",
  solution: "Solution",
  again: "Again",
  next: "Next",
  start: "Place a stone where you think the win begins.",
  finished: "This puzzle is finished. Choose Again or Next.",
  name: "Puzzle {number}",
  title: "Puzzle {number}, grade {grade}",
  board: "Puzzle {number}, {width} by {height}",
  movesLeft: ["1 move to find", "{count} moves to find"],
  missing: "There is no puzzle {text}: they are numbered 1 to {count}. Here is another one.",
  confirm: "{point}: press it again to place the stone.",
  offBoard: "{point} is off the board.",
  line: "Solution: {points}",
});

export const LIST = /** @type {const} */ ({
  grades: "Difficulty",
  all: "All",
  grade: "Grade {grade}",
  solved: "Puzzle {number}, grade {grade}, solved",
  unsolved: "Puzzle {number}, grade {grade}",
  progress: "{solved} of {count} solved",
  streak: "{streak} in a row at the first try, {best} at best",
});
