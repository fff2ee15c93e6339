// @ts-check
/** The zone while a game is played: where an answer of White changes anything. */

import { inWords } from "./game_model.js";
import { say } from "./say.js";
import { StudyLine } from "./study_line.js";

/** @typedef {import("./game_model.js").Game} Game */
/** @typedef {import("./wire.js").Position} PositionForm */

const IDLE = "The zone is shown in the present position, when White is to move.";
const LOOKING = "Looking for the zone …";

export class Zone {
  /** @type {number[]} */
  cells = [];
  /** What is known of the zone, to be read. */
  words = IDLE;
  #line = new StudyLine(() => undefined);
  #onNews;
  #asked = "";

  /** @param {() => void} onNews there is something new to show */
  constructor(onNews) {
    this.#onNews = onNews;
  }

  /** Ask about the position that is shown, if it is another one than before. @param {Game} game */
  follow(game) {
    const position = positionOf(game);
    const key = JSON.stringify(position);
    if (key === this.#asked) return;
    this.#asked = key;
    this.cells = [];
    this.words = position ? LOOKING : IDLE;
    if (position) this.#ask(position, key);
  }

  /** @param {PositionForm} position @param {string} key */
  #ask(position, key) {
    this.#line.look({ position, zone: true }, (news) => {
      if (key !== this.#asked) return; // nothing is asked at Black's turn, so the line still hears of White's
      if (news.type === "zone") this.#tell(`${news.says}.`, news.cells ?? []);
      if (news.type === "failed" || news.type === "problem") this.#tell(news.says, []);
    });
  }

  /** @param {string} words @param {number[]} cells */
  #tell(words, cells) {
    this.words = words;
    this.cells = cells;
    say(inWords(words));
    this.#onNews();
  }
}

/** The position that has a zone to be shown. @param {Game} game @returns {PositionForm | null} */
function positionOf({ showsZone, table, state, at }) {
  if (!showsZone || !table || state?.turn !== 2 || at !== null) return null;
  return { rules: table.rules.text, moves: state.moves };
}
