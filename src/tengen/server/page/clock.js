// @ts-check
/** The time on clocks. */

import { fill, fillCount } from "./sentences.js";
import { CLOCK } from "./sentences_game.js";

/** @import { TimeControl } from "./wire.js" */

/** Milliseconds left from which tenths are shown and an alarm sounds. */
export const LOW = 10_000;

/** `4:59`, or `9.5` below ten seconds. @param {number} left milliseconds */
export function formatLeft(left) {
  if (left < LOW) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** Whether a game has a clock at all. @param {TimeControl} [clock] */
export function hasClock(clock) {
  return Boolean(clock && (clock.move !== null || clock.game !== null));
}

/** A time for screen readers: `4 minutes 59 seconds`. @param {number} left milliseconds */
export function describeTime(left) {
  const [minutes, seconds] = [Math.floor(left / 60_000), Math.floor(left / 1000) % 60];
  const parts = [
    minutes && fillCount(CLOCK.minutes, minutes),
    (seconds || !minutes) && fillCount(CLOCK.seconds, seconds),
  ];
  return parts.filter(Boolean).join(" ");
}

/** `5 min + 3 s a move`. @param {TimeControl} clock */
export function describeClock({ move, game, increment }) {
  const parts = [];
  if (move !== null) parts.push(fill(CLOCK.perMove, { seconds: move / 1000 }));
  const time = { minutes: (game ?? 0) / 60_000, seconds: increment / 1000 };
  if (game !== null) parts.push(fill(increment ? CLOCK.increment : CLOCK.game, time));
  return parts.join(", ") || CLOCK.none;
}
