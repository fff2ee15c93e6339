// @ts-check
/** The list of games: the visitor's own, and the public ones. */

import { announce } from "./announcements.js";
import { requestJson } from "./api.js";
import { byId, el } from "./dom.js";
import { openInAnalysis } from "./file_handover.js";
import { fill, fillCount } from "./sentences.js";
import { LANGUAGE, LIST } from "./sentences_home.js";
import { countMoves, gameName } from "./sentences_rules.js";
import { onChange, settings } from "./settings.js";

/** @import { GameEntry, GameLists, GamePage } from "./wire.js" */
/** @typedef {"own" | "listed"} Whose */

const dates = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });

class GameList {
  #whose;
  #place;
  #list = el("ul", { class: "game-list" });
  #more = el("button", { type: "button", hidden: true }, LIST.older);
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
    if (!page.games.length && !this.#list.children.length) return this.#showEmpty();
    this.#list.append(...page.games.map((game) => card(game, this.#whose)));
    this.#before = page.before;
    this.#more.hidden = page.before === null;
  }

  #showEmpty() {
    const play = this.#whose === "own" && el("p", {}, el("a", { class: "button primary", href: "/" }, LIST.play));
    this.#place.append(el("p", { class: "quiet" }, LIST.empty[this.#whose]), ...(play ? [play] : []));
  }

  async #addOlder() {
    const known = this.#list.children.length;
    this.#more.disabled = true;
    await attempt(async () => {
      /** @type {GameLists} */
      const lists = await requestJson(`/api/games?whose=${this.#whose}&before=${this.#before}`);
      this.show(lists[this.#whose]);
      announce(fillCount(LIST.added, this.#list.children.length - known));
    });
    this.#more.disabled = false;
    this.#list.children[known]?.querySelector("a")?.focus();
  }
}

/** @param {GameEntry} game @param {Whose} whose */
function card(game, whose) {
  const names = `${game.names[0]} – ${game.names[1]}`;
  const action = whose === "listed" ? LIST.open.over : LIST.open[game.phase];
  const facts = [gameName(game.rules), countMoves(game.moves), dates.format(game.made)];
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
      el("p", { class: "quiet small figures" }, facts.join(", ")),
      el(
        "p",
        { class: "links" },
        el("a", { href: `/game/${game.link}`, "aria-label": fill(LIST.link, { action, names }) }, action),
        game.can_analyse &&
          el(
            "a",
            { href: `/analysis?game=${game.link}`, "aria-label": fill(LIST.link, { action: LIST.analyse, names }) },
            LIST.analyse,
          ),
        game.phase === "playing" &&
          !game.can_analyse &&
          game.moves > 0 &&
          el("span", { class: "quiet small" }, LIST.analyseLater),
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

/** @param {() => Promise<void>} action */
async function attempt(action) {
  try {
    await action();
  } catch (error) {
    showProblem(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} text */
function showProblem(text) {
  const place = byId("trouble", HTMLElement);
  place.textContent = text;
  place.hidden = !text;
}

const lists = { own: new GameList("own"), listed: new GameList("listed") };
attempt(async () => {
  /** @type {GameLists} */
  const found = await requestJson("/api/games");
  lists.own.show(found.own);
  lists.listed.show(found.listed);
  ["own", "listed", "foot"].forEach((id) => (byId(id, HTMLElement).hidden = false)); // all at once, so that nothing moves
}).finally(() => byId("loading", HTMLElement).remove());

const file = byId("file", HTMLInputElement);
byId("open", HTMLButtonElement).addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  const problem = file.files?.[0] && (await openInAnalysis(file.files[0]));
  showProblem(problem ? LIST.fileProblem[problem] : "");
});

function redraw() {
  for (const picture of document.querySelectorAll("img")) {
    if (picture.dataset.link) picture.src = pictureOf(picture.dataset.link);
  }
}
onChange(redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
