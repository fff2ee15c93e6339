// @ts-check
/** Before both seats are taken: a link to send, or a seat to take. */

import { ask, copy, posting, send } from "./api.js";
import { clockWords } from "./clock.js";
import { el, icon } from "./dom.js";
import { say } from "./say.js";
import { change, settings } from "./settings.js";
import { gameName, ruleWords, sideName } from "./words.js";

/** @typedef {import("./game_model.js").Game} Game */

/** Names that every machine has for itself. */
const LOCAL = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

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
    const kind = !isWaiting ? "none" : game.isWithdrawn ? "withdrawn" : game.isWatching ? "guest" : "host";
    this.#root.hidden = !isWaiting;
    if (kind === this.#drawn) return;
    this.#drawn = kind;
    this.#root.replaceChildren(...PARTS[kind](game));
  }
}

/** What is shown in each case. */
const PARTS = { none: () => [], withdrawn: withdrawnParts, guest: guestParts, host: hostParts };

function withdrawnParts() {
  return [
    el("h2", {}, "This invitation was withdrawn"),
    el("p", {}, "Ask for a new link, or make a game of your own."),
    el("a", { class: "button primary wide", href: "/" }, icon("plus"), "New game"),
  ];
}

/** @param {Game} game */
function hostParts(game) {
  const address = location.origin + location.pathname;
  const field = el("input", { readonly: true, value: address, "aria-label": "Link to this game" });
  field.addEventListener("focus", () => field.select());
  const button = el("button", { type: "button", class: "primary" }, icon("copy"), el("span", {}, "Copy"));
  button.addEventListener("click", () => copyLink(field, button));
  const code = el("img", {
    class: "code",
    loading: "lazy", // a code that nobody can use is not asked for
    src: `/api/games/${game.table?.link}/qr.svg`,
    alt: "The same link as a QR code",
    width: 176,
    height: 176,
  });
  const reach = el("p", { class: "reach", hidden: true });
  if (LOCAL.test(location.hostname)) tellReach(reach, field, code);
  return [
    el("h2", {}, "Invite somebody"),
    el("p", {}, "The first person to open this link plays you."),
    el("div", { class: "link" }, field, button),
    reach,
    shareButton(field),
    code,
    el("p", { class: "quiet" }, `Waiting for your opponent … ${gameSentence(game, game.seats[0])}`),
    el("button", { type: "button", class: "plain quiet", onclick: () => withdraw(game) }, "Cancel invitation"),
  ];
}

/** @param {Game} game */
async function withdraw(game) {
  await send(`/api/games/${game.table?.link}`, { method: "DELETE" }).then(
    () => location.assign("/"),
    (error) => say(error.message),
  );
}

/**
 * Say who can open a link that begins with a name of this machine, and what to do if nobody else can.
 * @param {HTMLElement} place
 * @param {HTMLInputElement} field the link
 * @param {HTMLImageElement} code the link as a code, of use to others alone
 */
async function tellReach(place, field, code) {
  code.hidden = true;
  /** @type {import("./wire.js").ReachView | null} */
  const reach = await ask("/api/reach").catch(() => null);
  const network = reach?.address ? reach.address + location.pathname : null;
  const isOpen = Boolean(reach?.is_open && network);
  if (isOpen) field.value = network ?? "";
  code.hidden = !isOpen;
  place.hidden = isOpen;
  place.replaceChildren(...localWords(reach?.command ?? "tengen web --host 0.0.0.0", network));
}

/** @param {string} command @param {string | null} network */
function localWords(command, network) {
  const start = [" To play over the network, start the server with", el("code", {}, command)];
  const then = network ? ["The link is then", el("code", {}, network)] : [];
  return [el("strong", {}, "This link opens on this machine only."), ...start, ...then];
}

/** @param {HTMLInputElement} field with the address */
function shareButton(field) {
  if (!navigator.share) return "";
  const share = () => navigator.share({ title: "A game of five in a row", url: field.value }).catch(() => {});
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
  const { rules } = /** @type {import("./wire.js").TableMessage} */ (game.table);
  return [
    el("h2", {}, `${host ? `${host} invites you` : "You are invited"} to ${gameName(rules)}`),
    el("p", {}, gameSentence(game, open + 1)),
    form,
  ];
}

/** What is to be played, and on which side. @param {Game} game @param {number} seat */
function gameSentence(game, seat) {
  const { rules, clock, opening } = /** @type {import("./wire.js").TableMessage} */ (game.table);
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
