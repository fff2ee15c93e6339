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
  const audio = ready();
  if (!audio) return;
  knock(audio, 1900, 0.035, 0.35);
  tone(audio, 190, 0, 0.07, 0.22, "sine");
}

/** Two soft notes upwards. */
export function yourTurn() {
  const audio = ready();
  if (!audio) return;
  tone(audio, 587, 0.1, 0.16, 0.08, "triangle");
  tone(audio, 784, 0.2, 0.22, 0.08, "triangle");
}

/** Two short beeps. */
export function lowTime() {
  const audio = ready();
  if (!audio) return;
  tone(audio, 880, 0, 0.09, 0.12, "square");
  tone(audio, 880, 0.16, 0.09, 0.12, "square");
}

/** An offer or another event of the opponent: the same note twice. */
export function notice() {
  const audio = ready();
  if (!audio) return;
  tone(audio, 659, 0, 0.14, 0.1, "triangle");
  tone(audio, 659, 0.18, 0.2, 0.1, "triangle");
}

/** A chord. */
export function end() {
  const audio = ready();
  if (!audio) return;
  [392, 494, 587, 784].forEach((pitch, index) => tone(audio, pitch, index * 0.08, 0.7, 0.07, "triangle"));
}

function ready() {
  return settings.sound && context?.state === "running" ? context : null;
}

/** @param {AudioContext} audio @param {number} pitch @param {number} after seconds @param {number} lasts @param {number} volume @param {OscillatorType} type */
function tone(audio, pitch, after, lasts, volume, type) {
  const begin = audio.currentTime + after;
  const source = new OscillatorNode(audio, { frequency: pitch, type });
  source.connect(fading(audio, begin, lasts, volume)).connect(audio.destination);
  source.start(begin);
  source.stop(begin + lasts);
}

/** @param {AudioContext} audio @param {number} pitch @param {number} lasts @param {number} volume */
function knock(audio, pitch, lasts, volume) {
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
