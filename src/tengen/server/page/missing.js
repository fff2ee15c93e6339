// @ts-check
/** The page for unknown addresses. */

import "./frame.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";

const SIDE = 9;
new Board(byId("board", HTMLElement)).show({ width: SIDE, height: SIDE, coordinates: false });
