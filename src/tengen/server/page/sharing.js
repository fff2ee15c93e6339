// @ts-check
/** A game or a position handed on: as a link, as text, as a picture, as a record file. */

import { ask, copy, download, posting, send, Trouble } from "./api.js";
import { makeDialog } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { pointName } from "./points.js";
import { movesText } from "./record.js";
import { say } from "./say.js";
import { settings } from "./settings.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./wire.js").FormatView} FormatView */

const USUAL = ["sgf", "json", "games", "psq", "lib"];

/** @param {Desk} desk */
export function openShare(desk) {
  const told = el("p", { role: "status" });
  const tell = (/** @type {string} */ words) => (told.textContent = words);
  const formats = el("ul", { class: "formats" }, el("li", { class: "quiet" }, "…"));
  const dialog = makeDialog(
    "Share",
    section("This position", ...copies(desk, tell)),
    section("Pictures", ...pictures(desk, tell)),
    el("h3", {}, "The whole game as a file"),
    formats,
    told,
  );
  dialog.classList.add("share");
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  attempt(tell, async () => fill(formats, await ask("/api/losses", posting(desk.record())), desk, tell));
}

/** The address of the position that is looked at. @param {Desk} desk */
export function linkTo(desk) {
  const rules = desk.rules.text.replace(" ", "+");
  const moves = movesText(desk.at, desk.rules);
  const asked =
    moves === null ? `position=${positionText(desk).replaceAll(" ", "+")}` : `rules=${rules}&moves=${moves}`;
  return `${location.origin}/analysis?${asked}`;
}

/** @param {Desk} desk @param {(words: string) => void} tell */
function copies(desk, tell) {
  return [
    copier("Copy link", () => linkTo(desk), tell),
    copier("Copy moves", () => movesLine(desk), tell),
    copier("Copy as a drawing", () => drawing(desk), tell),
  ];
}

/** @param {string} words @param {() => string} make @param {(words: string) => void} tell */
function copier(words, make, tell) {
  const press = async () => {
    const text = make();
    tell((await copy(text)) ? "Copied." : text);
    say("Copied");
  };
  return el("button", { type: "button", onclick: press }, icon("copy"), words);
}

/** @param {Desk} desk @param {(words: string) => void} tell */
function pictures(desk, tell) {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = settings.theme === "system" ? (isDark ? "dark" : "light") : settings.theme;
  const kinds = /** @type {const} */ ([
    ["svg", "SVG"],
    ["png", "PNG"],
    ["gif", "GIF, move by move"],
  ]);
  return kinds.map(([kind, words]) => {
    const numbers = kind !== "gif" && settings.numbers ? "all" : "none";
    const asked = new URLSearchParams({
      theme,
      pieces: settings.pieces,
      numbers,
      ...(kind === "png" && { width: "1200" }),
    });
    const press = () =>
      attempt(tell, async () => {
        const response = await send(`/api/picture.${kind}?${asked}`, posting(desk.record(true)));
        download(await response.blob(), `position.${kind}`);
      });
    return el("button", { type: "button", onclick: press }, icon("save"), words);
  });
}

/** @param {HTMLElement} list @param {FormatView[]} views @param {Desk} desk @param {(words: string) => void} tell */
function fill(list, views, desk, tell) {
  const order = [...views].sort((one, other) => rankOf(one) - rankOf(other));
  list.replaceChildren(
    ...order.map((view) => {
      const press = () =>
        attempt(tell, async () => {
          const response = await send(`/api/export/${view.name}`, posting(desk.record()));
          download(await response.blob(), `game${view.suffix}`);
        });
      const button = el(
        "button",
        {
          type: "button",
          disabled: Boolean(view.objection),
          onclick: press,
          "aria-label": `${view.name}: save as ${view.title}`,
        },
        icon("save"),
        view.name,
      );
      const words = view.objection || (view.lost ? `drops ${view.lost}` : "keeps everything");
      return el("li", {}, button, el("span", {}, view.title, el("span", { class: "quiet small" }, words)));
    }),
  );
}

/** What people want first: the usual formats, then those that lose little. @param {FormatView} view */
function rankOf({ name, lost, objection }) {
  const usual = USUAL.indexOf(name);
  return (objection ? 2000 : 0) + (usual < 0 ? 100 + lost.length : usual);
}

/** @param {(words: string) => void} tell @param {() => Promise<void>} deed */
async function attempt(tell, deed) {
  try {
    await deed();
  } catch (error) {
    tell(error instanceof Trouble ? error.message : "That did not work.");
  }
}

/** @param {string} title @param {...Node} buttons */
function section(title, ...buttons) {
  return el("section", {}, el("h3", {}, title), el("div", { class: "row" }, ...buttons));
}

/** The game in a line, or the position where stones were set up. @param {Desk} desk */
function movesLine(desk) {
  if (movesText(desk.at, desk.rules) === null) return positionText(desk);
  const names = desk.position.moves.map((cell) => pointName(cell, desk.rules).toLowerCase());
  return [desk.rules.text, ...names].join(" ");
}

/** All stones as rows of X, O and points. @param {Desk} desk */
function rowsOf(desk) {
  const { stones, first, moves } = desk.position;
  const all = new Map(stones);
  moves.forEach((cell, at) => all.set(cell, (at + first) % 2 ? 1 : 2));
  const { width, height } = desk.rules;
  const signs = Array.from({ length: width * height }, (_, cell) => ".XO"[all.get(cell) ?? 0]);
  return Array.from({ length: height }, (_, row) => signs.slice(row * width, (row + 1) * width));
}

/** As in 3x3/3 freestyle O 2X/1O1/X2. @param {Desk} desk */
function positionText(desk) {
  const rows = rowsOf(desk).map((row) => row.join("").replace(/\.+/g, (gap) => String(gap.length)));
  return `${desk.rules.text} ${".XO"[desk.position.turn]} ${rows.join("/")}`;
}

/** With coordinates at the edge. @param {Desk} desk */
function drawing(desk) {
  const { width, height } = desk.rules;
  const margin = String(height).length;
  const cell = width > 26 ? 2 : 1;
  const lines = rowsOf(desk).map((row, at) =>
    [String(height - at).padStart(margin), ...row.map((sign) => sign.padStart(cell))].join(" "),
  );
  const names = Array.from({ length: width }, (_, col) =>
    pointName(col, desk.rules).replace(/\d+/, "").toLowerCase().padStart(cell),
  );
  return [...lines, [" ".repeat(margin), ...names].join(" ")].join("\n");
}
