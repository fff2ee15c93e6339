// @ts-check
/** The home page: the form of a new game. */

import "./frame.js";
import { jsonPost, requestJson } from "./api.js";
import { Board } from "./board.js";
import { choices } from "./choices.js";
import { byId } from "./dom.js";
import { Form } from "./home_form.js";
import { showRunning } from "./home_games.js";
import { settings } from "./settings.js";

const problem = byId("problem", HTMLElement);
const board = new Board(byId("board", HTMLElement));

/** Show the chosen board, with a stone on its centre. @param {Form} form */
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
  form.save();
  try {
    const { link } = await requestJson("/api/games", jsonPost(form.options));
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
    make(form, byId("play", HTMLButtonElement)).catch(showProblem);
  });
}

/** @param {Error} error */
function showProblem(error) {
  problem.textContent = error.message;
}

begin().catch(showProblem);
showRunning(byId("running", HTMLElement));
window.addEventListener("pageshow", (event) => event.persisted && showRunning(byId("running", HTMLElement)));
