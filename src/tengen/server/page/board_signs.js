// @ts-check
/** Marks on the board: last move, winning lines, forbidden points, hints, zone, labels, ghost stones. */

import { spot, UNIT } from "./board_ground.js";
import { drawPiece, write } from "./board_pieces.js";
import { svg } from "./dom.js";

/** @import { Position } from "./views.js" */

/** The marks below the stones. @param {Position} position */
export function drawBelow(position) {
  return [
    ...position.zone.filter((cell) => !position.stones.has(cell)).map((cell) => drawZone(cell, position)),
    ...position.forbidden.map(([cell]) => drawForbidden(cell, position)),
    ...position.offered.map((cell, index) => drawOffered(cell, index, position)),
    ...position.hints.filter(([cell]) => !position.stones.has(cell)).map((hint) => drawHint(hint, position)),
    ...position.ghosts.map(([cell, colour, text]) => ghostly(drawPiece(cell, colour, text, position), "line")),
  ];
}

/** The marks above the stones. @param {Position} position */
export function drawAbove(position) {
  return [
    ...position.lines.map((line) => drawLine(line, position)),
    position.last !== null && position.stones.has(position.last) && drawLast(position.last, position),
    ...position.marks.map((mark) => drawMark(mark, position)),
    ...position.labels.map((label) => drawLabel(label, position)),
  ].filter((sign) => sign !== false);
}

/** The stone that would be played here. @param {number} cell @param {Position} position @param {"over" | "aimed" | "sent"} how */
export function drawGhost(cell, position, how) {
  const piece = ghostly(drawPiece(cell, position.turn, "", position), how);
  if (how !== "aimed") return [piece];
  const [cx, cy] = spot(cell, position.width);
  return [piece, svg("circle", { class: "aim", cx, cy, r: 47 })];
}

/** Lines through the point below a finger. @param {number} cell @param {Position} position */
export function drawCross(cell, { width, height }) {
  const [x, y] = spot(cell, width);
  const [right, bottom] = [(width - 0.5) * UNIT, (height - 0.5) * UNIT];
  return svg("path", { class: "crosshair", d: `M-50 ${y}H${right}M${x} -50V${bottom}` });
}

/** @param {SVGGElement} piece @param {string} how */
function ghostly(piece, how) {
  piece.classList.add("ghost", how);
  return piece;
}

/** @param {number} cell @param {Position} position */
function drawForbidden(cell, { pieces, width }) {
  const reach = pieces === "stones" ? 19 : 13;
  const cross = svg("path", {
    d: `M${-reach} ${-reach}L${reach} ${reach}M${-reach} ${reach}L${reach} ${-reach}`,
  });
  const ring = pieces === "marks" && svg("circle", { r: 28 });
  return placed("forbidden", cell, width, ring, cross);
}

/** @param {number} cell @param {number} index @param {Position} position */
function drawOffered(cell, index, position) {
  const plate = svg("circle", { r: 42 });
  return placed("offered", cell, position.width, plate, write(String(index + 1), 0, 0, 42));
}

/** A small square. @param {number} cell @param {Position} position */
function drawZone(cell, { width }) {
  return placed("zone", cell, width, svg("path", { d: "M-13 -13H13V13H-13z" }));
}

/** @param {readonly [number, string]} hint @param {Position} position */
function drawHint([cell, text], { width }) {
  return placed("hint", cell, width, svg("circle", { r: 42 }), write(text, 0, 0, 42));
}

/** A stroke from end to end, with gaps around numbers. @param {readonly number[]} line @param {Position} position */
function drawLine(line, { width, stones, pieces, numbers }) {
  const spots = line.map((cell) => spot(cell, width));
  const [[x, y], [farX, farY]] = [spots[0], spots[spots.length - 1]];
  const length = Math.hypot(farX - x, farY - y) || 1;
  const along = [(farX - x) / length, (farY - y) / length];
  const ends = [point(spots[0], along, -36), point(spots[spots.length - 1], along, 36)];
  const isSpared = numbers && pieces === "stones";
  const gaps = isSpared ? spots.map((at) => `L${point(at, along, -30)}M${point(at, along, 30)}`) : [];
  const side = stones.get(line[0])?.colour === 2 ? "white" : "black";
  return svg("path", { class: `winning ${pieces} ${side}`, d: `M${ends[0]}${gaps.join("")}L${ends[1]}` });
}

/** @param {number[]} at @param {number[]} along @param {number} far */
const point = ([x, y], [right, down], far) => `${x + right * far} ${y + down * far}`;

/** A dot on a plain stone; a ring on X and O and on a stone with a number or a line. @param {number} cell @param {Position} position */
function drawLast(cell, { width, stones, pieces, numbers, lines }) {
  const stone = stones.get(cell);
  const side = stone?.colour === 2 ? "white" : "black";
  const isWritten = numbers && Boolean(stone?.number);
  if (pieces === "marks") {
    const aside = isWritten && "translate(-15 -17) scale(.66)";
    return placed(`last marks ${side}`, cell, width, svg("circle", { class: "ring", r: 45, transform: aside }));
  }
  const isPlain = !isWritten && !lines.flat().includes(cell);
  const sign = isPlain ? svg("circle", { class: "dot", r: 14 }) : svg("circle", { class: "ring", r: 38 });
  return placed(`last ${side}`, cell, width, sign);
}

/** @param {Position["marks"][number]} mark @param {Position} position */
function drawMark([cell, shape], { width, stones }) {
  const stone = stones.get(cell);
  const side = stone ? (stone.colour === 1 ? "black" : "white") : "empty";
  return placed(`mark ${side}`, cell, width, svg("path", { d: SHAPES[shape] }));
}

/** @param {readonly [number, string]} label @param {Position} position */
function drawLabel([cell, text], { width, stones, pieces }) {
  const stone = stones.get(cell);
  const side = stone && pieces === "stones" ? (stone.colour === 1 ? "black" : "white") : "empty";
  const plate = !stone && svg("circle", { class: "plate", r: 34 });
  return placed(`label ${side}`, cell, width, plate, write(text, 0, 0, 42));
}

/** @param {string} name @param {number} cell @param {number} width @param {...(SVGElement | false)} parts */
function placed(name, cell, width, ...parts) {
  const [x, y] = spot(cell, width);
  return svg("g", { class: name, transform: `translate(${x} ${y})` }, ...parts);
}

const SHAPES = {
  circle: "M22 0A22 22 0 1 1 -22 0A22 22 0 1 1 22 0z",
  square: "M-20 -20H20V20H-20z",
  triangle: "M0 -26L23 14H-23z",
  cross: "M-20 -20L20 20M-20 20L20 -20",
};
