// @ts-check
/** The settings button of every page. */

import { byId, icon } from "./dom.js";

const button = byId("settings", HTMLButtonElement);
button.append(icon("gear"));
button.addEventListener("click", async () => {
  const { openSettings } = await import("./dialogs.js");
  openSettings(button.dataset.keys === "game" ? "game" : undefined);
});

// Load the dialogs last, but before the connection may be lost.
window.addEventListener("load", () => import("./dialogs.js").catch(() => {}));
