// @ts-check
/** What every page does: settings behind their button. */

import { openSettings } from "./dialogs.js";
import { byId, icon } from "./dom.js";

const button = byId("settings", HTMLButtonElement);
button.append(icon("gear"));
button.addEventListener("click", openSettings);
