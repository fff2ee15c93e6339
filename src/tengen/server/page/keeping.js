// @ts-check
/** The game on the analysis board, kept in this browser so that a reload loses nothing. */

import { parseRules } from "./record.js";

/** @typedef {import("./desk.js").Desk} Desk */

const KEY = "tengen.analysis";
/** So long nothing must change before it is written, in milliseconds. */
const REST = 300;

/** Keep a desk from now on. @param {Desk} desk @param {() => string} source where the game came from */
export function keep(desk, source) {
  let timer = 0;
  const write = () => {
    timer = 0;
    put({ record: desk.record(), steps: desk.steps, source: source() });
  };
  desk.onChange(() => (timer ||= window.setTimeout(write, REST)));
  window.addEventListener("pagehide", () => timer && write());
}

/** Bring back what was kept, if it came from there; whether there was anything. @param {Desk} desk @param {string} source */
export function restore(desk, source) {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const rules = parseRules(kept?.record?.rules ?? "");
    if (!rules || (source && kept.source !== source)) return false;
    desk.open(kept.record, rules, kept.steps);
    return true;
  } catch {
    return false; // what is kept makes no sense, or nothing can be kept
  }
}

/** @param {unknown} data */
function put(data) {
  try {
    localStorage.setItem(KEY, JSON.stringify(data));
  } catch {
    // a browser that keeps nothing, or a game too large for it
  }
}
