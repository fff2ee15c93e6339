// @ts-check
/** The zone during a game: the points where an answer of White matters. */

import { AnalysisSocket } from "./analysis_socket.js";
import { announce } from "./announcements.js";
import { fill, sideName } from "./sentences.js";
import { describeZone, ZONE } from "./sentences_analysis.js";

/** @import { Game } from "./game_model.js" */
/** @import { PositionSpec } from "./wire.js" */

const NOTHING = "null";

export class Zone {
  /** @type {number[]} */
  cells = [];
  /** The server's answer. @type {import("./wire.js").StudyReply["news"] | null} */
  #answer = null;
  #socket = new AnalysisSocket(() => undefined);
  #onChange;
  #asked = NOTHING;

  /** @param {() => void} onChange called when there is something new to show */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** Request the zone of the position shown, if the position has changed. @param {Game} game */
  follow(game) {
    const position = positionOf(game);
    const key = JSON.stringify(position);
    if (key === this.#asked) return;
    this.#asked = key;
    this.cells = [];
    this.#answer = null;
    if (position) this.#ask(position, key);
  }

  /** @param {PositionSpec} position @param {string} key */
  #ask(position, key) {
    this.#socket.look({ position, zone: true }, (answer) => {
      if (key !== this.#asked) return; // a late answer: nothing is requested at Black's turn
      if (!["zone", "failed", "problem"].includes(answer.type)) return;
      this.#answer = answer;
      this.cells = (answer.type === "zone" && answer.cells) || [];
      announce(this.text);
      this.#onChange();
    });
  }

  /** What is known of the zone. */
  get text() {
    const answer = this.#answer;
    if (answer?.type === "zone") return describeZone(answer);
    if (answer?.type === "failed" || answer?.type === "problem") return answer.says;
    if (this.#asked !== NOTHING) return ZONE.search;
    return fill(ZONE.later, { white: sideName(2) });
  }
}

/** The position whose zone is to be shown. @param {Game} game @returns {PositionSpec | null} */
function positionOf({ showsZone, table, state, at }) {
  if (!showsZone || !table || state?.turn !== 2 || at !== null) return null;
  return { rules: table.rules.text, moves: state.moves };
}
