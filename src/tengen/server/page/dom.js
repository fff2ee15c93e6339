// @ts-check
/** Creates elements. Texts become text nodes, so text from users is never parsed as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Node | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props] attributes; names that begin with "on" are listeners
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  return equip(document.createElement(tag), props, children);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  return equip(document.createElementNS(SVG, tag), props, children);
}

/**
 * The element with this id. Throws if there is none of this kind.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} with the id ${id}`);
  return found;
}

/** An icon in the colour of the text. @param {keyof typeof ICONS} name */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: ICONS[name] }),
  );
}

/** @template {Element} T @param {T} element @param {Props} props @param {Child[]} children */
function equip(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter(isThere).map(asNode));
  return element;
}

/** @param {Child} child */
const isThere = (child) => child !== null && child !== undefined && child !== false;

/** @param {Child} child */
const asNode = (child) => (child instanceof Node ? child : String(child));

const ICONS = {
  first: "M18 6l-6 6 6 6M12 6l-6 6 6 6",
  back: "M15 6l-6 6 6 6",
  forward: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M12 6l6 6-6 6",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4.5 4.5L19 7",
  copy: "M9 9h10v11H9zM5 15V4h10",
  share: "M12 15V4M8 7.5L12 3.5l4 4M6 12v8h12v-8",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4",
  help: "M8.5 9a3.5 3.5 0 1 1 5.2 3.05c-1.1.65-1.7 1.25-1.7 2.45M12 18.2v.1",
  flag: "M6 21V4h11l-2.5 4L17 12H6",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h5",
  draw: "M6 9h12M6 15h12",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.5v13l10-6.5z",
  plus: "M12 5v14M5 12h14",
  again: "M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4",
  chart: "M4 19h16M6 15l4-5 4 3 5-7",
  zone: "M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z",
  save: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
};
