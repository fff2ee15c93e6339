// @ts-check
/** A socket that reconnects: after a lost network, after sleep, after a restart of the server. */

/** @import { SocketHandlers, SocketState } from "./views.js" */

/** Milliseconds before each new attempt. */
const WAITS = [250, 500, 1000, 2000, 4000, 8000];
/** Milliseconds between checks. If one comes this much later, the machine was asleep. */
const BEAT = 2000;
const SLEPT = 8000;
/** Milliseconds without a message before a ping is sent. */
const QUIET = 10000;
const PING = { type: "Ping" };
/** Milliseconds without an answer after which the connection counts as lost. */
const SILENCE = 6000;
/** Close codes after which reconnecting is useless. */
const FINAL_CODES = [4404, 4403];

export class Socket {
  #path;
  #handlers;
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #timer = 0;
  #lastHeard = Date.now();
  /** When the first unanswered message was sent. @type {number | null} */
  #asked = null;
  #beat = Date.now();
  /** @type {SocketState} */
  #state = "connecting";
  #isClosed = false;

  /** @param {string} path such as /socket/game/LINK @param {SocketHandlers} handlers */
  constructor(path, handlers) {
    this.#path = path;
    this.#handlers = handlers;
    window.addEventListener("online", () => this.#restart());
    window.addEventListener("offline", () => this.#setState("waiting"));
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    window.addEventListener("pageshow", (event) => event.persisted && this.#restart());
    window.setInterval(() => this.#onBeat(), BEAT);
    this.#connect();
  }

  /** Send a message, and return whether the socket was open. Nothing is queued. @param {object} message */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if (this.#handlers.isAnswered || message === PING) this.#asked ??= Date.now();
    return true;
  }

  /** Close without reconnecting. */
  close() {
    this.#isClosed = true;
    window.clearTimeout(this.#timer);
    this.#socket?.close();
    this.#setState("closed");
  }

  #connect() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#setState("connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.#path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket === this.#socket && this.#onOpen());
    socket.addEventListener("message", (event) => socket === this.#socket && this.#onMessage(event));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#onClose(event));
  }

  /** @param {MessageEvent} event */
  #onMessage(event) {
    this.#hear();
    const message = JSON.parse(event.data);
    if (message.type !== "pong") this.#handlers.onMessage(message);
  }

  #onOpen() {
    this.#failures = 0;
    this.#hear();
  }

  #hear() {
    this.#lastHeard = Date.now();
    this.#asked = null;
    if (this.#state !== "open") this.#setState("open");
  }

  /** @param {CloseEvent} event */
  #onClose(event) {
    this.#socket = null;
    if (this.#isClosed) return;
    if (FINAL_CODES.includes(event.code)) return this.close();
    const wait = WAITS[Math.min(this.#failures++, WAITS.length - 1)];
    this.#timer = window.setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
    this.#setState("waiting");
  }

  /** Reconnect now, if an attempt is scheduled. */
  #hurry() {
    if (this.#timer) this.#connect();
  }

  /** Replace the socket: after sleep, nothing shows whether the old one still works. */
  #restart() {
    const old = this.#socket;
    if (this.#isClosed) return;
    this.#socket = null;
    this.#asked = null;
    old?.close();
    this.#connect();
  }

  #onBeat() {
    const slept = Date.now() - this.#beat - BEAT;
    this.#beat = Date.now();
    const isSilent = this.#asked !== null && Date.now() - this.#asked > SILENCE;
    if (isSilent || (slept > SLEPT && !document.hidden)) this.#restart();
    else if (Date.now() - this.#lastHeard > QUIET) this.send(PING);
  }

  /** @param {SocketState} state */
  #setState(state) {
    this.#state = state;
    this.#handlers.onState?.(state);
  }
}
