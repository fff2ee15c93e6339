// @ts-check
/** Clocks as text. */

/** From here on tenths are shown, and an alarm is heard, in milliseconds. */
export const LOW = 10_000;

/** `4:59`, or `9.5` when it is nearly over. @param {number} left milliseconds */
export function formatLeft(left) {
  if (left < LOW) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** The same to be spoken: `4 minutes 59 seconds`. @param {number} left */
export function timeWords(left) {
  const [minutes, seconds] = [Math.floor(left / 60_000), Math.floor(left / 1000) % 60];
  const parts = [minutes && count(minutes, "minute"), (seconds || !minutes) && count(seconds, "second")];
  return parts.filter(Boolean).join(" ");
}

/** A clock in words: `5 min + 3 s a move`. @param {import("./wire.js").TimeControl} clock */
export function clockWords({ move, game, increment }) {
  const parts = [];
  if (move !== null) parts.push(`${move / 1000} s a move`);
  if (game !== null) parts.push(`${game / 60_000} min${increment ? ` + ${increment / 1000} s a move` : ""}`);
  return parts.join(", ") || "no clock";
}

/** @param {number} number @param {string} noun */
function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
