// @ts-check
/** A socket that comes back by itself: after a lost network, after sleep, after a restart of the server. */

/** How long to wait before trying again, in milliseconds: longer every time. */
const WAITS = [250, 500, 1000, 2000, 4000, 8000];
/** A heart that skips so many milliseconds was asleep. */
const BEAT = 2000;
const SLEPT = 8000;
/** After so many milliseconds without a word the server is asked whether it is still there. */
const QUIET = 10000;
const PING = { type: "Ping" };
/** An answer that takes so many milliseconds does not come any more. */
const SILENCE = 6000;
/** The server closes with this number where coming back is of no use. */
const NEVER = [4404, 4403];

/** @typedef {"connecting" | "open" | "waiting" | "closed"} SocketState */

/**
 * @typedef {Object} SocketWishes
 * @property {(news: any) => void} onNews what the server tells, read from JSON
 * @property {(state: SocketState) => void} [onState]
 * @property {boolean} [isAnswered] whether the server answers whatever is said: silence is a loss then
 */

export class Socket {
  #path;
  #wishes;
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #timer = 0;
  #heard = Date.now();
  /** Since when an answer is waited for. @type {number | null} */
  #asked = null;
  #beat = Date.now();
  /** @type {SocketState} */
  #state = "connecting";
  #isClosed = false;

  /** @param {string} path as in /socket/game/LINK @param {SocketWishes} wishes */
  constructor(path, wishes) {
    this.#path = path;
    this.#wishes = wishes;
    window.addEventListener("online", () => this.#restart());
    window.addEventListener("offline", () => this.#tell("waiting"));
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
    window.addEventListener("pageshow", (event) => event.persisted && this.#restart());
    window.setInterval(() => this.#onBeat(), BEAT);
    this.#connect();
  }

  /** Say something; whether it could be said. Nothing is kept for later: the state comes whole. @param {object} message */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if (this.#wishes.isAnswered || message === PING) this.#asked ??= Date.now();
    return true;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Leave for good. */
  close() {
    this.#isClosed = true;
    window.clearTimeout(this.#timer);
    this.#socket?.close();
    this.#tell("closed");
  }

  #connect() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#tell("connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.#path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => socket === this.#socket && this.#onOpen());
    socket.addEventListener("message", (event) => socket === this.#socket && this.#onMessage(event));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#onClose(event));
  }

  /** @param {MessageEvent} event */
  #onMessage(event) {
    this.#asked = null;
    this.#heard = Date.now();
    if (this.#state !== "open") this.#tell("open");
    const news = JSON.parse(event.data);
    if (news.type !== "pong") this.#wishes.onNews(news);
  }

  #onOpen() {
    this.#failures = 0;
    this.#heard = Date.now();
    this.#asked = null;
    this.#tell("open");
  }

  /** @param {CloseEvent} event */
  #onClose(event) {
    this.#socket = null;
    if (this.#isClosed) return;
    if (NEVER.includes(event.code)) return this.close();
    const wait = WAITS[Math.min(this.#failures++, WAITS.length - 1)];
    this.#timer = window.setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
    this.#tell("waiting");
  }

  /** Do not wait any longer. */
  #hurry() {
    if (this.#timer) this.#connect();
  }

  /** Whether a socket outlived a sleep nobody can tell: take a new one. */
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
    else if (Date.now() - this.#heard > QUIET) this.send(PING);
  }

  /** @param {SocketState} state */
  #tell(state) {
    this.#state = state;
    this.#wishes.onState?.(state);
  }
}
