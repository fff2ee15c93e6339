// @ts-check
/** What every page does: settings behind their button. */

import { byId, icon } from "./dom.js";
import { openSettings } from "./dialogs.js";

const button = byId("settings", HTMLButtonElement);
button.append(icon("gear"));
button.addEventListener("click", openSettings);
