// @ts-check
/** The page of addresses where nothing is. */

import "./frame.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";

const SIDE = 9;
new Board(byId("board", HTMLElement)).show({ width: SIDE, height: SIDE, coordinates: false });
