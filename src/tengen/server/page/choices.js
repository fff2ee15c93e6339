// @ts-check
/** The options of a new game, requested from the server once. */

import { requestJson } from "./api.js";

/** @import { GameChoices as Choices } from "./wire.js" */

/** @type {Promise<Choices> | null} */
let requested = null;

/** @returns {Promise<Choices>} */
export function choices() {
  requested ??= requestJson("/api/choices").catch((error) => {
    requested = null; // try again next time
    throw error;
  });
  return /** @type {Promise<Choices>} */ (requested);
}

/**
 * A select with its label.
 * @param {string} text the label
 * @param {readonly (readonly [string, string])[]} options values and their names
 * @param {string} [chosen]
 */
export function selection(text, options, chosen) {
  const field = document.createElement("select");
  for (const [value, name] of options) field.add(new Option(name, value, value === chosen, value === chosen));
  const label = document.createElement("label");
  label.className = "field";
  label.append(text, field);
  return { field, label };
}
