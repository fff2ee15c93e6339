// @ts-check
/** What can be chosen before a game, asked of the server once. */

import { ask } from "./api.js";

/** @typedef {import("./wire.js").GameChoices} Choices */

/** @type {Promise<Choices> | null} */
let asked = null;

/** @returns {Promise<Choices>} */
export function choices() {
  asked ??= ask("/api/choices").catch((error) => {
    asked = null; // perhaps the next time
    throw error;
  });
  return /** @type {Promise<Choices>} */ (asked);
}

/**
 * A choice with its words.
 * @param {string} words
 * @param {readonly (readonly [string, string])[]} options values, and what they are called
 * @param {string} [chosen]
 */
export function selection(words, options, chosen) {
  const field = document.createElement("select");
  for (const [value, text] of options) field.add(new Option(text, value, value === chosen, value === chosen));
  const label = document.createElement("label");
  label.className = "field";
  label.append(words, field);
  return { field, label };
}
