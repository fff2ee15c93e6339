// @ts-check
/** The zone while a game is played: where an answer of White changes anything. */

import { say } from "./say.js";
import { StudyLine } from "./study_line.js";
import { sideName, zoneWords } from "./words.js";

/** @typedef {import("./game_model.js").Game} Game */
/** @typedef {import("./wire.js").PositionSpec} PositionForm */

const LOOKING = "Looking for the zone …";
const NOTHING = "null";

export class Zone {
  /** @type {number[]} */
  cells = [];
  /** What the server has told of the zone. @type {import("./wire.js").StudyReply["news"] | null} */
  #news = null;
  #line = new StudyLine(() => undefined);
  #onNews;
  #asked = NOTHING;

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
    this.#news = null;
    if (position) this.#ask(position, key);
  }

  /** @param {PositionForm} position @param {string} key */
  #ask(position, key) {
    this.#line.look({ position, zone: true }, (news) => {
      if (key !== this.#asked) return; // nothing is asked at Black's turn, so the line still hears of White's
      if (!["zone", "failed", "problem"].includes(news.type)) return;
      this.#news = news;
      this.cells = (news.type === "zone" && news.cells) || [];
      say(this.words);
      this.#onNews();
    });
  }

  /** What is known of the zone, to be read. */
  get words() {
    const news = this.#news;
    if (news?.type === "zone") return zoneWords(news);
    if (news?.type === "failed" || news?.type === "problem") return news.says;
    if (this.#asked !== NOTHING) return LOOKING;
    return `The zone is shown in the present position, when ${sideName(2)} is to move.`;
  }
}

/** The position that has a zone to be shown. @param {Game} game @returns {PositionForm | null} */
function positionOf({ showsZone, table, state, at }) {
  if (!showsZone || !table || state?.turn !== 2 || at !== null) return null;
  return { rules: table.rules.text, moves: state.moves };
}
