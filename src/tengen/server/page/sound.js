// @ts-check
/** Synthesised sounds: a stone, your turn, low time, the end. */

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** Browsers allow sounds only after a click or a key. */
function wake() {
  if (!settings.sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
}
for (const event of ["pointerdown", "keydown"]) window.addEventListener(event, wake, { passive: true });

/** A stone on wood: a short knock. */
export function stone() {
  knock(1900, 0.035, 0.35);
  tone(190, 0, 0.07, 0.22, "sine");
}

/** Two soft notes upwards. */
export function yourTurn() {
  tone(587, 0.1, 0.16, 0.08);
  tone(784, 0.2, 0.22, 0.08);
}

/** Two short beeps. */
export function lowTime() {
  tone(880, 0, 0.09, 0.12, "square");
  tone(880, 0.16, 0.09, 0.12, "square");
}

/** An offer or another event of the opponent: the same note twice. */
export function notice() {
  tone(659, 0, 0.14, 0.1);
  tone(659, 0.18, 0.2, 0.1);
}

/** A chord. */
export function end() {
  [392, 494, 587, 784].forEach((pitch, index) => tone(pitch, index * 0.08, 0.7, 0.07));
}

function ready() {
  return settings.sound && context?.state === "running" ? context : null;
}

/** @param {number} pitch @param {number} after seconds @param {number} lasts @param {number} volume @param {OscillatorType} type */
function tone(pitch, after, lasts, volume, type = "triangle") {
  const audio = ready();
  if (!audio) return;
  const begin = audio.currentTime + after;
  const source = new OscillatorNode(audio, { frequency: pitch, type });
  source.connect(fading(audio, begin, lasts, volume)).connect(audio.destination);
  source.start(begin);
  source.stop(begin + lasts);
}

/** @param {number} pitch @param {number} lasts @param {number} volume */
function knock(pitch, lasts, volume) {
  const audio = ready();
  if (!audio) return;
  const length = Math.ceil(audio.sampleRate * lasts);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, index, samples) => (samples[index] = 2 * Math.random() - 1));
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source
    .connect(filter)
    .connect(fading(audio, audio.currentTime, lasts, volume))
    .connect(audio.destination);
  source.start();
}

/** @param {AudioContext} audio @param {number} begin @param {number} lasts @param {number} volume */
function fading(audio, begin, lasts, volume) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(volume, begin + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  return gain;
}
