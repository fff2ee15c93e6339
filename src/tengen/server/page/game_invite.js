// @ts-check
/** Invitations: a link to send, or a seat to take. */

import { announce } from "./announcements.js";
import { copy, jsonPost, request, requestJson } from "./api.js";
import { describeClock } from "./clock.js";
import { el, icon } from "./dom.js";
import { fill, sideName } from "./sentences.js";
import { ACTION, INVITE, STATUS } from "./sentences_game.js";
import { describeRules, gameName } from "./sentences_rules.js";
import { change, settings } from "./settings.js";

/** @import { Game } from "./game_model.js" */

/** Host names that mean this machine. */
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

/** The content of each kind of invitation. */
const PARTS = { none: () => [], withdrawn: withdrawnParts, guest: guestParts, host: hostParts };

function withdrawnParts() {
  return [
    el("h2", {}, INVITE.withdrawn),
    el("p", {}, INVITE.askAgain),
    el("a", { class: "button primary wide", href: "/" }, icon("plus"), ACTION.newGame),
  ];
}

/** @param {Game} game */
function hostParts(game) {
  const address = location.origin + location.pathname;
  const field = el("input", { readonly: true, value: address, "aria-label": INVITE.link });
  field.addEventListener("focus", () => field.select());
  const button = el("button", { type: "button", class: "primary" }, icon("copy"), el("span", {}, INVITE.copy));
  button.addEventListener("click", () => copyLink(field, button));
  const code = el("img", {
    class: "code",
    loading: "lazy", // a hidden code is not requested
    src: `/api/games/${game.table?.link}/qr.svg`,
    alt: INVITE.code,
    width: 176,
    height: 176,
  });
  const reach = el("p", { class: "reach", hidden: true });
  if (LOCAL.test(location.hostname)) showReach(reach, field, code);
  return [
    el("h2", {}, INVITE.title),
    el("p", {}, INVITE.explain),
    el("div", { class: "link" }, field, button),
    reach,
    shareButton(field),
    code,
    el("p", { class: "quiet" }, fill(INVITE.waiting, { setup: describeSetup(game, game.seats[0]) })),
    el("button", { type: "button", class: "plain quiet", onclick: () => withdraw(game) }, INVITE.cancel),
  ];
}

/** @param {Game} game */
async function withdraw(game) {
  await request(`/api/games/${game.table?.link}`, { method: "DELETE" }).then(
    () => location.assign("/"),
    (error) => announce(error.message),
  );
}

/** Show a link that others can open, or how to get one. @param {HTMLElement} place @param {HTMLInputElement} field @param {HTMLImageElement} code */
async function showReach(place, field, code) {
  code.hidden = true;
  /** @type {import("./wire.js").ReachView | null} */
  const reach = await requestJson("/api/reach").catch(() => null);
  const network = reach?.address ? reach.address + location.pathname : null;
  const isOpen = Boolean(reach?.is_open && network);
  if (isOpen) field.value = network ?? "";
  code.hidden = !isOpen;
  place.hidden = isOpen;
  place.replaceChildren(...localHelp(reach?.command ?? INVITE.command, network));
}

/** @param {string} command @param {string | null} network */
function localHelp(command, network) {
  const start = [" ", INVITE.startServer, el("code", {}, command)];
  const then = network ? [INVITE.thenLink, el("code", {}, network)] : [];
  return [el("strong", {}, INVITE.localOnly), ...start, ...then];
}

/** @param {HTMLInputElement} field with the address */
function shareButton(field) {
  if (!navigator.share) return "";
  const share = () => navigator.share({ title: INVITE.shareTitle, url: field.value }).catch(() => {});
  return el("button", { type: "button", class: "wide", onclick: share }, icon("share"), INVITE.share);
}

/** @param {HTMLInputElement} field @param {HTMLButtonElement} button */
async function copyLink(field, button) {
  if (await copy(field.value)) {
    button.replaceChildren(icon("check"), el("span", {}, INVITE.copied));
    announce(INVITE.linkCopied);
  } else {
    field.select();
    announce(INVITE.linkSelected);
  }
}

/** @param {Game} game */
function guestParts(game) {
  const open = game.table?.seats.findIndex((seat) => seat.kind === "open") ?? -1;
  const host = game.playerAt(2 - open)?.name;
  const name = el("input", { name: "name", maxlength: 40, value: settings.name, autocomplete: "nickname" });
  const problem = el("p", { class: "problem", role: "alert" });
  const form = el(
    "form",
    {},
    el("label", {}, el("span", { class: "small quiet" }, INVITE.name), name),
    problem,
    el("button", { class: "primary wide" }, INVITE.play),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change({ name: name.value.trim() });
    takeSeat(game, name.value.trim(), problem);
  });
  const { rules } = /** @type {import("./wire.js").TableMessage} */ (game.table);
  const invitation = { host: host ?? "", game: gameName(rules) };
  return [
    el("h2", {}, fill(host ? INVITE.invitedBy : INVITE.invited, invitation)),
    el("p", {}, describeSetup(game, open + 1)),
    form,
  ];
}

/** What is played, and on which side. @param {Game} game @param {number} seat */
function describeSetup(game, seat) {
  const { rules, clock, opening } = /** @type {import("./wire.js").TableMessage} */ (game.table);
  const parts = [describeRules(rules), opening !== "free" && fill(STATUS.opening, { opening }), describeClock(clock)];
  const colour = game.colourOf(seat);
  const side = colour ? sideName(colour) : "";
  const ownSide = colour ? fill(colour === 1 ? INVITE.first : INVITE.second, { side }) : INVITE.openColours;
  return fill(INVITE.setup, { setup: parts.filter(Boolean).join("; "), side: ownSide });
}

/** @param {Game} game @param {string} name @param {HTMLElement} problem */
async function takeSeat(game, name, problem) {
  await requestJson(`/api/games/${game.table?.link}/seat`, jsonPost({ name })).catch((error) => {
    problem.textContent = error.message;
  });
}
