// @ts-check
/** Shares a game or a position: as a link, a text, a picture, or a record file. */

import { announce } from "./announcements.js";
import { copy, jsonPost, RequestError, request, requestJson } from "./api.js";
import { makeDialog } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { pointName } from "./points.js";
import { movesText } from "./record.js";
import { fill } from "./sentences.js";
import { SHARE } from "./sentences_analysis.js";
import { settings } from "./settings.js";

/** @import { Study } from "./study.js" */
/** @import { FormatView } from "./wire.js" */

/** The best-known formats, which come first. */
const USUAL = ["sgf", "json", "games", "psq", "lib"];

/** @param {Study} study */
export function openShare(study) {
  const status = el("p", { role: "status" });
  const notify = (/** @type {string} */ text) => (status.textContent = text);
  const formats = el("ul", { class: "formats" }, el("li", { class: "quiet" }, "…"));
  const dialog = makeDialog(
    SHARE.title,
    section(SHARE.position, ...copies(study, notify)),
    section(SHARE.pictures, ...pictures(study, notify)),
    el("h3", {}, SHARE.file),
    formats,
    status,
  );
  dialog.classList.add("share");
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  attempt(notify, async () =>
    showFormats(formats, await requestJson("/api/losses", jsonPost(study.record())), study, notify),
  );
}

/** The address of the current position. @param {Study} study */
export function linkTo(study) {
  const rules = study.rules.text.replace(" ", "+");
  const moves = movesText(study.at, study.rules);
  const asked =
    moves === null ? `position=${positionText(study).replaceAll(" ", "+")}` : `rules=${rules}&moves=${moves}`;
  return `${location.origin}/analysis?${asked}`;
}

/** @param {Study} study @param {(text: string) => void} notify */
function copies(study, notify) {
  return [
    copyButton(SHARE.copyLink, () => linkTo(study), notify),
    copyButton(SHARE.copyMoves, () => movesLine(study), notify),
    copyButton(SHARE.copyDrawing, () => drawing(study), notify),
  ];
}

/** @param {string} label @param {() => string} make @param {(text: string) => void} notify */
function copyButton(label, make, notify) {
  const press = async () => {
    const text = make();
    notify((await copy(text)) ? SHARE.copied : text);
    announce(SHARE.copied);
  };
  return el("button", { type: "button", onclick: press }, icon("copy"), label);
}

/** @param {Study} study @param {(text: string) => void} notify */
function pictures(study, notify) {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = settings.theme === "system" ? (isDark ? "dark" : "light") : settings.theme;
  return Object.entries(SHARE.picture).map(([kind, label]) => {
    const numbers = kind !== "gif" && settings.numbers ? "all" : "none";
    const query = new URLSearchParams({
      theme,
      pieces: settings.pieces,
      numbers,
      ...(kind === "png" && { width: "1200" }),
    });
    const press = () =>
      attempt(notify, async () => {
        const response = await request(`/api/picture.${kind}?${query}`, jsonPost(study.record(true)));
        download(await response.blob(), `position.${kind}`);
      });
    return el("button", { type: "button", onclick: press }, icon("save"), label);
  });
}

/** @param {HTMLElement} list @param {FormatView[]} views @param {Study} study @param {(text: string) => void} notify */
function showFormats(list, views, study, notify) {
  const order = [...views].sort((one, other) => rankOf(one) - rankOf(other));
  list.replaceChildren(
    ...order.map((view) => {
      const press = () =>
        attempt(notify, async () => {
          const response = await request(`/api/export/${view.name}`, jsonPost(study.record()));
          download(await response.blob(), `game${view.suffix}`);
        });
      const button = el(
        "button",
        {
          type: "button",
          disabled: Boolean(view.objection),
          onclick: press,
          "aria-label": fill(SHARE.save, view),
        },
        icon("save"),
        view.name,
      );
      return el(
        "li",
        {},
        button,
        el("span", {}, view.title, el("span", { class: "quiet small" }, ...describeLosses(view))),
      );
    }),
  );
}

/** What a format would lose. The server's texts stand in elements of their own. @param {FormatView} view */
function describeLosses({ lost, objection }) {
  if (objection) return [objection];
  return lost ? [SHARE.losses, " ", el("span", {}, lost)] : [SHARE.complete];
}

/** The usual formats first, then those without losses, those with losses, and those that cannot be used. @param {FormatView} view */
function rankOf({ name, lost, objection }) {
  if (objection) return USUAL.length + 2;
  if (USUAL.includes(name)) return USUAL.indexOf(name);
  return USUAL.length + (lost ? 1 : 0);
}

/** @param {(text: string) => void} notify @param {() => Promise<void>} action */
async function attempt(notify, action) {
  try {
    await action();
  } catch (error) {
    notify(error instanceof RequestError ? error.message : SHARE.failed);
  }
}

/** @param {string} title @param {...Node} buttons */
function section(title, ...buttons) {
  return el("section", {}, el("h3", {}, title), el("div", { class: "row" }, ...buttons));
}

/** The moves in one line, or the position if stones were set up. @param {Study} study */
function movesLine(study) {
  if (movesText(study.at, study.rules) === null) return positionText(study);
  const names = study.position.moves.map((cell) => pointName(cell, study.rules).toLowerCase());
  return [study.rules.text, ...names].join(" ");
}

/** All stones as rows of `X`, `O` and `.`. @param {Study} study */
function rowsOf(study) {
  const { stones, first, moves } = study.position;
  const all = new Map(stones);
  moves.forEach((cell, at) => all.set(cell, (at + first) % 2 ? 1 : 2));
  const { width, height } = study.rules;
  const signs = Array.from({ length: width * height }, (_, cell) => ".XO"[all.get(cell) ?? 0]);
  return Array.from({ length: height }, (_, row) => signs.slice(row * width, (row + 1) * width));
}

/** A position such as `3x3/3 freestyle O 2X/1O1/X2`. @param {Study} study */
function positionText(study) {
  const rows = rowsOf(study).map((row) => row.join("").replace(/\.+/g, (gap) => String(gap.length)));
  return `${study.rules.text} ${".XO"[study.position.turn]} ${rows.join("/")}`;
}

/** The board as text, with coordinates. @param {Study} study */
function drawing(study) {
  const { width, height } = study.rules;
  const margin = String(height).length;
  const cell = width > 26 ? 2 : 1;
  const lines = rowsOf(study).map((row, at) =>
    [String(height - at).padStart(margin), ...row.map((sign) => sign.padStart(cell))].join(" "),
  );
  const names = Array.from({ length: width }, (_, col) =>
    pointName(col, study.rules).replace(/\d+/, "").toLowerCase().padStart(cell),
  );
  return [...lines, [" ".repeat(margin), ...names].join(" ")].join("\n");
}

/** Save a file on the user's machine. @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
