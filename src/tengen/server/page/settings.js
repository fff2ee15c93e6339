// @ts-check
/** The player's settings, stored in this browser. */

const KEY = "tengen";

const DEFAULTS = {
  pieces: /** @type {"stones" | "marks"} */ ("stones"),
  numbers: false,
  coordinates: true,
  confirm: /** @type {"auto" | "always" | "never"} */ ("auto"),
  sound: true,
  theme: /** @type {"system" | "light" | "dark"} */ ("system"),
  name: "",
  /** The last values of the form on the home page. @type {Record<string, string>} */
  wish: {},
};

/** @typedef {typeof DEFAULTS} Settings */

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read() };

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  store();
  listeners.forEach((listener) => listener());
}

/** Call a function after each change, including those in other tabs. @param {() => void} listener */
export function onChange(listener) {
  listeners.add(listener);
}

/** Whether a move must be confirmed. @param {boolean} isFinger */
export function asksFirst(isFinger) {
  return settings.confirm === "always" || (settings.confirm === "auto" && isFinger);
}

/** @returns {Partial<Settings>} */
function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return stored !== null && typeof stored === "object" ? stored : {};
  } catch {
    return {}; // there is no storage, or it is damaged
  }
}

function store() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // without storage, settings last as long as the page
  }
}

function applyTheme() {
  document.documentElement.dataset.theme = settings.theme;
}

window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  Object.assign(settings, DEFAULTS, read());
  listeners.forEach((listener) => listener());
});

applyTheme();
onChange(applyTheme);
