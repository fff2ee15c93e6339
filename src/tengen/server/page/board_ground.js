// @ts-check
/** The empty board: grid, star points, coordinates. */

import { svg } from "./dom.js";
import { columnName, isInArea, starPoints } from "./points.js";

/** @import { Position } from "./views.js" */

/** Units of the drawing per cell. */
export const UNIT = 100;
/** Widths of the edge and of the coordinates beside it, in cells. */
const EDGE = 0.3;
const NAMES = 0.44;
/** From this side on, boards have small cells, and coordinates need twice the room. */
const HUGE = 30;

/** @param {number} cell @param {number} width */
export function spot(cell, width) {
  return [(cell % width) * UNIT, Math.floor(cell / width) * UNIT];
}

/** The size of the drawing and the margins around the points, in cells. @param {Position} position */
export function extent({ width, height, coordinates }) {
  const side = Math.max(width, height);
  const edge = side < 8 ? EDGE / 2 : EDGE;
  const near = edge + (coordinates ? (side < 8 ? NAMES / 2 : side < HUGE ? NAMES : 2 * NAMES) : 0);
  return { left: near, top: edge, across: width + near + edge, down: height + near + edge };
}

/** @param {Position} position */
export function viewBox(position) {
  const { left, top, across, down } = extent(position);
  return [-left - 0.5, -top - 0.5, across, down].map((side) => side * UNIT).join(" ");
}

/** @param {Position} position */
export function drawGrid(position) {
  const inCells = position.pieces === "marks";
  const { width, height } = position;
  const [near, right, bottom] = inCells ? [-0.5, width - 0.5, height - 0.5] : [0, width - 1, height - 1];
  const [left, far, low] = [near, right, bottom].map((side) => side * UNIT);
  let path = "";
  for (let x = left + UNIT; x < far; x += UNIT) path += `M${x} ${left}V${low}`;
  for (let y = left + UNIT; y < low; y += UNIT) path += `M${left} ${y}H${far}`;
  const stars = inCells ? [] : starPoints(position).map((cell) => spot(cell, width));
  return [
    svg("path", { class: "grid", d: path }),
    svg("path", { class: "grid border", d: `M${left} ${left}H${far}V${low}H${left}z` }),
    ...stars.map(([cx, cy]) => svg("circle", { class: "star", cx, cy, r: 9 })),
  ];
}

/** Letters below the columns and numbers left of the rows. @param {Position} position */
export function drawNames(position) {
  const { width, height, coordinates } = position;
  /** @type {{columns: SVGTextElement[], rows: SVGTextElement[]}} */
  const names = { columns: [], rows: [] };
  if (!coordinates) return names;
  const away = (0.5 + extent(position).left / 2) * UNIT;
  for (let col = 0; col < width; col++) {
    const place = { x: col * UNIT, y: (height - 1) * UNIT + away };
    names.columns.push(svg("text", { class: "name", ...place }, columnName(col)));
  }
  for (let row = 0; row < height; row++) {
    names.rows.push(svg("text", { class: "name", x: -away, y: row * UNIT }, height - row));
  }
  return names;
}

/** The font size of coordinates in units, and every how many rows have one. @param {number} cell pixels of a cell */
export function nameSize(cell) {
  const pixels = Math.max(9, Math.min(16, 0.36 * cell));
  return { size: (pixels / cell) * UNIT, step: cell < 10 ? 5 : cell < 18 ? 2 : 1 };
}

/** A veil over points where no stone may be placed, and an outline of the square. @param {Position} position */
export function drawArea(position) {
  const { area, width, height } = position;
  if (!area) return [];
  const reach = Math.floor(area[0] / 2) + 0.5;
  const [x, y] = [Math.floor(width / 2) - reach, Math.floor(height / 2) - reach].map(units);
  const side = units(2 * reach);
  const square = `M${x} ${y}h${side}v${side}h${-side}z`;
  const [far, low] = [units(width), units(height)];
  const all = `M${-UNIT / 2} ${-UNIT / 2}h${far}v${low}h${-far}z`;
  const isCentre = isInArea(Math.floor(height / 2) * width + Math.floor(width / 2), area, position);
  return [
    svg("path", { class: "veil", d: isCentre ? all + square : square, "fill-rule": "evenodd" }),
    svg("path", { class: "frame", d: square }),
  ];
}

/** @param {number} cells */
const units = (cells) => cells * UNIT;
