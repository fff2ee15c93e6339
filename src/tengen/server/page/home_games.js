// @ts-check
/** The visitor's unfinished games. */

import { requestJson } from "./api.js";
import { el } from "./dom.js";
import { countMoves, gameName } from "./sentences_rules.js";

/** @import { GameEntry } from "./wire.js" */

const MAX_SHOWN = 6;

/** @param {HTMLElement} section */
export async function showRunning(section) {
  /** @type {{own: {games: GameEntry[]}}} */
  const { own } = await requestJson("/api/games?whose=own").catch(() => ({ own: { games: [] } }));
  const running = own.games.filter(({ phase }) => phase !== "over").slice(0, MAX_SHOWN);
  section.hidden = running.length === 0;
  section.querySelector("ul")?.replaceChildren(...running.map(item));
}

/** @param {GameEntry} entry */
function item({ link, rules, names, moves, says }) {
  const title = names.join(" – ");
  const about = [gameName(rules), countMoves(moves)].join(" · ");
  return el(
    "li",
    {},
    el(
      "a",
      { class: "card", href: `/game/${link}` },
      el("b", {}, title),
      el("span", {}, says),
      el("span", { class: "quiet small" }, about),
    ),
  );
}
