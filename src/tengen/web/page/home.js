// @ts-check
/** The first page: a game is wished for, and made. */

import "./frame.js";
import { Board } from "./board.js";
import { byId } from "./dom.js";
import { Form } from "./home_form.js";
import { showRunning } from "./home_games.js";
import { get, post } from "./post.js";
import { settings } from "./settings.js";

/** @typedef {import("./wire.js").Choices} Choices */

const problem = byId("problem", HTMLElement);
const board = new Board(byId("board", HTMLElement));

/** A board like the one that is wished for, with the stone on its centre that begins the game. @param {Form} form */
function preview(form) {
  const [width, height] = ["width", "height"].map((name) => Number(form.value(name)));
  const isPossible = [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= 52);
  if (!isPossible) return;
  const centre = Math.floor(height / 2) * width + Math.floor(width / 2);
  const { pieces, coordinates } = settings;
  board.show({ width, height, moves: [centre], last: null, pieces, coordinates });
}

/** @param {Form} form @param {HTMLButtonElement} button */
async function make(form, button) {
  button.disabled = true;
  form.keep();
  /** @type {{problem?: string, link?: string}} */
  const answer = await post("/api/games", form.wanted);
  button.disabled = false;
  problem.textContent = answer.problem ?? "";
  if (answer.link) location.assign(`/game/${answer.link}`);
}

async function begin() {
  /** @type {{problem: string} | ({problem?: undefined} & Choices)} */
  const choices = await get("/api/choices");
  if (choices.problem !== undefined) return void (problem.textContent = choices.problem);
  const element = byId("form", HTMLFormElement);
  const form = new Form(element, choices, preview);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    make(form, byId("play", HTMLButtonElement));
  });
}

begin();
showRunning(byId("running", HTMLElement));
window.addEventListener("pageshow", (event) => event.persisted && showRunning(byId("running", HTMLElement)));
