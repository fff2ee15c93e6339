// @ts-check
/** The first page: a game is wished for, and made. */

import "./frame.js";
import { ask, posting } from "./api.js";
import { Board } from "./board.js";
import { choices } from "./choices.js";
import { byId } from "./dom.js";
import { Form } from "./home_form.js";
import { showRunning } from "./home_games.js";
import { settings } from "./settings.js";

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
  try {
    const { link } = await ask("/api/games", posting(form.wanted));
    location.assign(`/game/${link}`);
  } finally {
    button.disabled = false;
  }
}

async function begin() {
  const element = byId("form", HTMLFormElement);
  const form = new Form(element, await choices(), preview);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    problem.textContent = "";
    make(form, byId("play", HTMLButtonElement)).catch(complain);
  });
}

/** @param {Error} error */
function complain(error) {
  problem.textContent = error.message;
}

begin().catch(complain);
showRunning(byId("running", HTMLElement));
window.addEventListener("pageshow", (event) => event.persisted && showRunning(byId("running", HTMLElement)));
