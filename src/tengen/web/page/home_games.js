// @ts-check
/** One's own games that are not over. */

import { el } from "./dom.js";
import { get } from "./post.js";

/**
 * @typedef {Object} Entry
 * @property {string} link
 * @property {string} phase
 * @property {import("./wire.js").RulesView} rules
 * @property {string[]} names
 * @property {number} moves
 * @property {string} says
 */

const MOST = 6;

/** @param {HTMLElement} section */
export async function showRunning(section) {
  /** @type {{problem?: string, own?: {games: Entry[]}}} */
  const answer = await get("/api/games?whose=own");
  const running = (answer.own?.games ?? []).filter(({ phase }) => phase !== "over").slice(0, MOST);
  section.hidden = running.length === 0;
  section.querySelector("ul")?.replaceChildren(...running.map(item));
}

/** @param {Entry} entry */
function item({ link, rules, names, moves, says }) {
  const title = names.join(" – ");
  const about = `${rules.name} · ${moves === 1 ? "1 move" : `${moves} moves`}`;
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
