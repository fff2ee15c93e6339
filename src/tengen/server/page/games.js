// @ts-check
/** The games that were played here: one's own, and those that everybody may see. */

import { ask } from "./api.js";
import { byId, el } from "./dom.js";
import { handOver } from "./handover.js";
import { say } from "./say.js";
import { onChange, settings } from "./settings.js";
import { gameName } from "./words.js";

/** @typedef {import("./wire.js").GameEntry} GameEntry */
/** @typedef {import("./wire.js").GameLists} GameLists */
/** @typedef {import("./wire.js").GamePage} GamePage */
/** @typedef {"own" | "listed"} Whose */

const NOTHING = {
  own: "You have not played here yet, or this browser does not remember it.",
  listed: "Nobody else has finished a game here yet.",
};
const VERBS = { waiting: "Open", playing: "Play on", over: "Replay" };
const dates = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

class GameList {
  #whose;
  #place;
  #list = el("ul", { class: "game-list" });
  #more = el("button", { type: "button", hidden: true }, "Older games");
  #before = /** @type {number | null} */ (null);

  /** @param {Whose} whose */
  constructor(whose) {
    this.#whose = whose;
    this.#place = byId(whose, HTMLElement);
    this.#place.append(this.#list, this.#more);
    this.#more.addEventListener("click", () => this.#addOlder());
  }

  /** @param {GamePage} page */
  show(page) {
    if (!page.games.length && !this.#list.children.length) return this.#tellNothing();
    this.#list.append(...page.games.map((game) => card(game, this.#whose)));
    this.#before = page.before;
    this.#more.hidden = page.before === null;
  }

  #tellNothing() {
    const play = this.#whose === "own" && el("p", {}, el("a", { class: "button primary", href: "/" }, "Play"));
    this.#place.append(el("p", { class: "quiet" }, NOTHING[this.#whose]), ...(play ? [play] : []));
  }

  async #addOlder() {
    const known = this.#list.children.length;
    this.#more.disabled = true;
    await attempt(async () => {
      /** @type {GameLists} */
      const lists = await ask(`/api/games?whose=${this.#whose}&before=${this.#before}`);
      this.show(lists[this.#whose]);
      say(`${this.#list.children.length - known} more games`);
    });
    this.#more.disabled = false;
    this.#list.children[known]?.querySelector("a")?.focus();
  }
}

/** @param {GameEntry} game @param {Whose} whose */
function card(game, whose) {
  const names = `${game.names[0]} – ${game.names[1]}`;
  const verb = whose === "listed" || game.phase === "over" ? VERBS.over : VERBS[game.phase];
  const moves = `${game.moves} ${game.moves === 1 ? "move" : "moves"}`;
  const picture = el("img", { alt: "", loading: "lazy", width: 116, height: 116, "data-link": game.link });
  picture.src = pictureOf(game.link);
  return el(
    "li",
    { class: "card game-card" },
    el("a", { class: "picture", href: `/game/${game.link}`, tabindex: -1, "aria-hidden": "true" }, picture),
    el(
      "div",
      { class: "facts" },
      el("h3", {}, names),
      el("p", {}, game.says),
      el("p", { class: "quiet small figures" }, `${gameName(game.rules)}, ${moves}, ${dates.format(game.made)}`),
      el(
        "p",
        { class: "links" },
        el("a", { href: `/game/${game.link}`, "aria-label": `${verb}: ${names}` }, verb),
        game.can_analyse &&
          el("a", { href: `/analysis?game=${game.link}`, "aria-label": `Analyse: ${names}` }, "Analyse"),
        game.phase === "playing" &&
          !game.can_analyse &&
          game.moves > 0 &&
          el("span", { class: "quiet small" }, "Analysis when the game has ended"),
      ),
    ),
  );
}

/** @param {string} link */
function pictureOf(link) {
  const isDark =
    settings.theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.theme === "dark";
  const asked = new URLSearchParams({
    theme: isDark ? "dark" : "light",
    pieces: settings.pieces,
    numbers: "none",
    coordinates: "none",
  });
  return `/api/games/${link}/picture.svg?${asked}`;
}

/** @param {() => Promise<void>} deed */
async function attempt(deed) {
  try {
    await deed();
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} words */
function complain(words) {
  const place = byId("trouble", HTMLElement);
  place.textContent = words;
  place.hidden = !words;
}

const lists = { own: new GameList("own"), listed: new GameList("listed") };
attempt(async () => {
  /** @type {GameLists} */
  const found = await ask("/api/games");
  lists.own.show(found.own);
  lists.listed.show(found.listed);
  ["own", "listed", "foot"].forEach((id) => (byId(id, HTMLElement).hidden = false)); // at once: nothing moves
}).finally(() => byId("loading", HTMLElement).remove());

const file = byId("file", HTMLInputElement);
byId("open", HTMLButtonElement).addEventListener("click", () => file.click());
file.addEventListener("change", async () => file.files?.[0] && complain(await handOver(file.files[0])));

function redraw() {
  for (const picture of document.querySelectorAll("img")) {
    if (picture.dataset.link) picture.src = pictureOf(picture.dataset.link);
  }
}
onChange(redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
