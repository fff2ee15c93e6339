// @ts-check
/** The settings button of every page, and the dialogs. */

import { byId, icon } from "./dom.js";
import { REQUEST } from "./sentences.js";

const button = byId("settings", HTMLButtonElement);
button.append(icon("gear"));
button.addEventListener("click", async () => {
  const dialogs = await loadDialogs();
  dialogs?.openSettings(button.dataset.keys === "game" ? "game" : undefined);
});

// Load the dialogs last, but before the connection may be lost.
window.addEventListener("load", () => import("./dialogs.js").catch(() => {}));

/** Return the dialogs. If they cannot be loaded, say so and return null. */
export async function loadDialogs() {
  try {
    return await import("./dialogs.js");
  } catch {
    window.alert(REQUEST.unreachable);
    return null;
  }
}
