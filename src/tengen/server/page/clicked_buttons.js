// @ts-check
/** Take the focus from clicked buttons, so that Space stays a key of the page. @param {HTMLElement} place */
export function releaseClickedButtons(place) {
  place.addEventListener("click", (event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (event.detail > 0) button?.blur();
  });
}
