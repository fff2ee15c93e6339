// @ts-check
/** The board brought into view where it lies far away, as on a phone. */

import { byId } from "./dom.js";

/** Scroll to the board, unless the whole of it is seen already. */
export function revealBoard() {
  const board = byId("board", HTMLElement);
  const { top, bottom } = board.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) board.scrollIntoView({ block: "nearest" });
}
