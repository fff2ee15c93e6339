// @ts-check
/** Stores the game on the analysis board in this browser, so that a reload loses nothing. */

import { parseRules } from "./record.js";

/** @import { Study } from "./study.js" */

const KEY = "tengen.analysis";
/** Milliseconds from a change until it is stored. */
const DELAY = 300;

/** Store a study after each change. @param {Study} study @param {() => string} source where the game came from */
export function storeOnChange(study, source) {
  let timer = 0;
  const write = () => {
    timer = 0;
    put({ record: study.record(), steps: study.steps, source: source() });
  };
  study.onChange(() => (timer ||= window.setTimeout(write, DELAY)));
  window.addEventListener("pagehide", () => timer && write());
}

/** Restore the stored game if it has this origin, and return whether there was one. @param {Study} study @param {string} source */
export function restoreStudy(study, source) {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const rules = parseRules(stored?.record?.rules ?? "");
    if (!rules || (source && stored.source !== source)) return false;
    study.open(stored.record, rules, stored.steps);
    return true;
  } catch {
    return false; // there is no storage, or it is damaged
  }
}

/** @param {unknown} data */
function put(data) {
  try {
    localStorage.setItem(KEY, JSON.stringify(data));
  } catch {
    // there is no storage, or the game is too large for it
  }
}
