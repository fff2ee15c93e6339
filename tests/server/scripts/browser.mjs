/** As much of a browser as the scripts ask for when they are loaded. Import it before them. */

/** @type {Map<string, string>} */
const kept = new Map();

Object.assign(globalThis, {
  window: { addEventListener: () => {} },
  document: { documentElement: { dataset: {} }, body: { append: () => {} } },
  localStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    clear: () => kept.clear(),
  },
});
