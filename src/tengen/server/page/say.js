// @ts-check
/** What is read out to those who do not see the page. */

import { el } from "./dom.js";

const polite = el("div", { class: "unseen", role: "status", "aria-live": "polite" });
const urgent = el("div", { class: "unseen", role: "alert", "aria-live": "assertive" });
document.body.append(polite, urgent);

/** In good time, after what is being read. @param {string} text */
export function say(text) {
  put(polite, text);
}

/** At once. @param {string} text */
export function sayNow(text) {
  put(urgent, text);
}

/** The same words once more are news, too. @param {HTMLElement} region @param {string} text */
function put(region, text) {
  const isSame = region.textContent === text;
  region.textContent = isSame ? `${text}\u00a0` : text;
}
