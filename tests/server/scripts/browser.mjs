/** The parts of a browser that the scripts need when they are loaded. Import it before them. */

/** @type {Map<string, string>} */
const stored = new Map();

Object.assign(globalThis, {
  window: { addEventListener: () => {} },
  document: { documentElement: { dataset: {} }, body: { append: () => {} } },
  localStorage: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
    clear: () => stored.clear(),
  },
});
