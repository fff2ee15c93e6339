// @ts-check
/** Points as cell numbers (row times width plus column, from the top left) and as names: H8. */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @typedef {{width: number, height: number}} Size */

/** @param {number} col */
export function columnName(col) {
  return col < 26 ? LETTERS[col] : LETTERS[Math.floor(col / 26) - 1] + LETTERS[col % 26];
}

/** @param {number} cell @param {Size} size */
export function pointName(cell, { width, height }) {
  return columnName(cell % width) + (height - Math.floor(cell / width));
}

/** The cell of a point such as h8; null if it is not on the board. @param {string} text @param {Size} size */
export function parsePoint(text, { width, height }) {
  const match = /^([a-z]{1,2})([1-9]\d?)$/i.exec(text.trim());
  if (!match) return null;
  const letters = [...match[1].toUpperCase()].map((letter) => LETTERS.indexOf(letter) + 1);
  const col = letters.reduce((sum, letter) => sum * 26 + letter, 0) - 1;
  const row = height - Number(match[2]);
  return col < width && row >= 0 && row < height ? row * width + col : null;
}

/** The centre, and four more points on a large board. @param {Size} size */
export function starPoints({ width, height }) {
  const least = Math.min(width, height);
  if (width % 2 === 0 || height % 2 === 0 || least < 5) return [];
  const centre = Math.floor(height / 2) * width + Math.floor(width / 2);
  if (least < 13) return [centre];
  const corners = [3, height - 4].flatMap((row) => [3, width - 4].map((col) => row * width + col));
  return [centre, ...corners];
}

/** Whether a point is in an area. @param {number} cell @param {readonly [number, boolean]} area as in `BoardView` @param {Size} size */
export function isInArea(cell, [side, outside], { width, height }) {
  const down = Math.abs(Math.floor(cell / width) - Math.floor(height / 2));
  const right = Math.abs((cell % width) - Math.floor(width / 2));
  return Math.max(down, right) > Math.floor(side / 2) === outside;
}
