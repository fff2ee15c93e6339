// @ts-check
/** One's own games that are not over. */

import { ask } from "./api.js";
import { el } from "./dom.js";
import { gameName } from "./words.js";

/** @typedef {import("./wire.js").GameEntry} GameEntry */

const MOST = 6;

/** @param {HTMLElement} section */
export async function showRunning(section) {
  /** @type {{own: {games: GameEntry[]}}} */
  const { own } = await ask("/api/games?whose=own").catch(() => ({ own: { games: [] } }));
  const running = own.games.filter(({ phase }) => phase !== "over").slice(0, MOST);
  section.hidden = running.length === 0;
  section.querySelector("ul")?.replaceChildren(...running.map(item));
}

/** @param {GameEntry} entry */
function item({ link, rules, names, moves, says }) {
  const title = names.join(" – ");
  const about = `${gameName(rules)} · ${moves === 1 ? "1 move" : `${moves} moves`}`;
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
