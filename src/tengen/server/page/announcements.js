// @ts-check
/** Announcements for screen readers. */

import { el } from "./dom.js";

const polite = el("div", { class: "unseen", role: "status", "aria-live": "polite" });
const urgent = el("div", { class: "unseen", role: "alert", "aria-live": "assertive" });
document.body.append(polite, urgent);

/** Read out a text after what is being read. @param {string} text */
export function announce(text) {
  put(polite, text);
}

/** Read out a text at once. @param {string} text */
export function announceNow(text) {
  put(urgent, text);
}

/** A repeated text gets a space: screen readers read out only changes. @param {HTMLElement} region @param {string} text */
function put(region, text) {
  const isSame = region.textContent === text;
  region.textContent = isSame ? `${text}\u00a0` : text;
}
