// @ts-check
/** What a player likes, kept in this browser. */

const KEY = "tengen";

const USUAL = {
  pieces: /** @type {"stones" | "marks"} */ ("stones"),
  numbers: false,
  coordinates: true,
  confirm: /** @type {"auto" | "always" | "never"} */ ("auto"),
  sound: true,
  theme: /** @type {"system" | "light" | "dark"} */ ("system"),
  name: "",
  /** What was last played, as the form of the home page has it. @type {Record<string, string>} */
  wish: {},
};

/** @typedef {typeof USUAL} Settings */

/** @type {Settings} */
export const settings = { ...USUAL, ...read() };

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  keep();
  listeners.forEach((listener) => listener());
}

/** Be told of changes, in other tabs, too. @param {() => void} listener */
export function onChange(listener) {
  listeners.add(listener);
}

/** Whether a point must be confirmed before a stone is put there. @param {boolean} isFinger */
export function asksFirst(isFinger) {
  return settings.confirm === "always" || (settings.confirm === "auto" && isFinger);
}

/** @returns {Partial<Settings>} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept !== null && typeof kept === "object" ? kept : {};
  } catch {
    return {}; // nothing can be kept here: all is as usual
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing forgets it with the page
  }
}

function dress() {
  document.documentElement.dataset.theme = settings.theme;
}

window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  Object.assign(settings, USUAL, read());
  listeners.forEach((listener) => listener());
});

dress();
onChange(dress);
