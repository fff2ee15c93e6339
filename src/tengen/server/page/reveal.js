// @ts-check
/** Scrolls to the board, which may be out of view on a phone. */

import { byId } from "./dom.js";

/** Scroll to the board, unless all of it is visible. */
export function revealBoard() {
  const board = byId("board", HTMLElement);
  const { top, bottom } = board.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) board.scrollIntoView({ block: "nearest" });
}
