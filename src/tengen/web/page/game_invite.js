// @ts-check
/** Before both seats are taken: a link to send, or a seat to take. */

import { ask, copy, posting, send } from "./api.js";
import { clockWords } from "./clock.js";
import { el, icon } from "./dom.js";
import { say } from "./say.js";
import { change, settings } from "./settings.js";
import { gameName, ruleWords, sideName } from "./words.js";

/** @typedef {import("./game_model.js").Game} Game */

export class Invite {
  #root;
  #drawn = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /** @param {Game} game */
  show(game) {
    const isWaiting = game.table?.phase === "waiting";
    const kind = isWaiting ? (game.isWatching ? "guest" : "host") : "";
    this.#root.hidden = !isWaiting;
    if (kind === this.#drawn) return;
    this.#drawn = kind;
    this.#root.replaceChildren(
      ...(kind === "host" ? hostParts(game) : kind === "guest" ? guestParts(game) : []),
    );
  }
}

/** @param {Game} game */
function hostParts(game) {
  const address = location.href;
  const field = el("input", { readonly: true, value: address, "aria-label": "Link to this game" });
  field.addEventListener("focus", () => field.select());
  const button = el("button", { type: "button", class: "primary" }, icon("copy"), el("span", {}, "Copy"));
  button.addEventListener("click", () => copyLink(field, button));
  const code = el("img", {
    class: "code",
    src: `/api/games/${game.table?.link}/qr.svg`,
    alt: "The same link as a QR code",
    width: 176,
    height: 176,
  });
  return [
    el("h2", {}, "Invite somebody"),
    el("p", {}, "Whoever sits down behind this link first plays with you."),
    el("div", { class: "link" }, field, button),
    shareButton(address),
    code,
    el("p", { class: "quiet" }, `Waiting for the other … ${gameSentence(game, game.seats[0])}`),
    el(
      "button",
      { type: "button", class: "plain quiet", onclick: () => withdraw(game) },
      "Take the invitation back",
    ),
  ];
}

/** @param {Game} game */
async function withdraw(game) {
  await send(`/api/games/${game.table?.link}`, { method: "DELETE" }).then(
    () => location.assign("/"),
    (error) => say(error.message),
  );
}

/** @param {string} address */
function shareButton(address) {
  if (!navigator.share) return "";
  const share = () => navigator.share({ title: "A game of five in a row", url: address }).catch(() => {});
  return el("button", { type: "button", class: "wide", onclick: share }, icon("share"), "Share the link");
}

/** @param {HTMLInputElement} field @param {HTMLButtonElement} button */
async function copyLink(field, button) {
  if (await copy(field.value)) {
    button.replaceChildren(icon("check"), el("span", {}, "Copied"));
    say("The link is copied.");
  } else {
    field.select();
    say("The link is selected: copy it with your browser.");
  }
}

/** @param {Game} game */
function guestParts(game) {
  const open = game.table?.seats.findIndex((seat) => seat.kind === "open") ?? -1;
  const host = game.sitter(2 - open)?.name;
  const name = el("input", { name: "name", maxlength: 40, value: settings.name, autocomplete: "nickname" });
  const problem = el("p", { class: "problem", role: "alert" });
  const form = el(
    "form",
    {},
    el("label", {}, el("span", { class: "small quiet" }, "Your name, if you like"), name),
    problem,
    el("button", { class: "primary wide" }, "Play"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change({ name: name.value.trim() });
    sitDown(game, name.value.trim(), problem);
  });
  const { rules } = /** @type {import("./wire.js").TableNews} */ (game.table);
  return [
    el("h2", {}, `${host ? `${host} invites you` : "You are invited"} to ${gameName(rules)}`),
    el("p", {}, gameSentence(game, open + 1)),
    form,
  ];
}

/** What is to be played, and on which side. @param {Game} game @param {number} seat */
function gameSentence(game, seat) {
  const { rules, clock, opening } = /** @type {import("./wire.js").TableNews} */ (game.table);
  const parts = [ruleWords(rules), opening !== "free" && `${opening} opening`, clockWords(clock)];
  return `${parts.filter(Boolean).join("; ")}. ${sideSentence(game, seat)}`;
}

/** @param {Game} game @param {number} seat */
function sideSentence(game, seat) {
  const colour = game.colourOf(seat);
  if (!colour) return "Colours are chosen in the opening.";
  return `You play ${sideName(colour)}${colour === 1 ? " and begin" : ""}.`;
}

/** @param {Game} game @param {string} name @param {HTMLElement} problem */
async function sitDown(game, name, problem) {
  await ask(`/api/games/${game.table?.link}/seat`, posting({ name })).catch((error) => {
    problem.textContent = error.message;
  });
}
