// The socket to a room: it comes back by itself, and says nothing twice that has counted already.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 15_000;
const PONG_WITHIN = 5_000;

/**
 * @typedef {"connecting"|"open"|"lost"|"closed"} Link
 * @typedef {{hear: (message: any) => void, link: (state: Link) => void, hello: () => any}} Listener
 */

/** A connection to one room. */
export class Connection {
  /**
   * @param {string} code
   * @param {Listener} listener
   */
  constructor(code, listener) {
    this.path = `/ws/${encodeURIComponent(code)}`;
    this.listener = listener;
    this.state = "connecting";
    this.tries = 0;
    this.ids = 0;
    /** @type {Map<number, {message: any, done: () => void, fail: (reason: string) => void, sent: boolean}>} */
    this.open = new Map();
    this.wake = () => this.lookAlive();
    addEventListener("online", this.wake);
    addEventListener("offline", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("pageshow", this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    socket.addEventListener("open", () => socket === this.socket && this.opened());
    socket.addEventListener("message", (event) => socket === this.socket && this.heard(event.data));
    socket.addEventListener("close", () => socket === this.socket && this.lost());
  }

  opened() {
    this.socket.send(JSON.stringify({ type: "hello", ...this.listener.hello() }));
    clearInterval(this.pings);
    this.pings = setInterval(() => this.ping(PONG_WITHIN), PING_EVERY);
  }

  heard(data) {
    clearTimeout(this.silence);
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (message.type === "welcome") this.become("open");
    if (message.type === "done" || message.type === "refused") this.answered(message);
    if (message.type === "room") this.tries = 0;
    if (message.type === "bye") {
      if (message.again) this.tries = Math.max(this.tries, 3);
      else this.close();
    }
    this.listener.hear(message);
    if (message.type === "room" || message.type === "view") this.goOn(message);
  }

  answered(message) {
    const waiting = this.open.get(message.id);
    this.open.delete(message.id);
    if (message.type === "done") waiting?.done();
    else waiting?.fail(message.reason);
  }

  /**
   * After coming back: a move that still answers what is on the table is said again. With another decision it has
   * counted, or no longer matters; where one is noted already it has arrived.
   */
  goOn(message) {
    for (const [id, waiting] of this.open) {
      if (waiting.sent) continue;
      const { type, decision } = waiting.message;
      if (type !== "move") {
        this.open.delete(id);
        waiting.fail("");
      } else if (message.type === "view" && message.decision === decision && !message.pending) {
        this.post(waiting);
      } else if (message.type === "view" || message.phase !== "playing") {
        this.open.delete(id);
        waiting.done();
      }
    }
  }

  lost() {
    clearInterval(this.pings);
    clearTimeout(this.silence);
    for (const waiting of this.open.values()) waiting.sent = false;
    if (this.state === "closed") return;
    this.become("lost");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
    this.tries += 1;
    this.timer = setTimeout(() => this.connect(), wait * (0.5 + Math.random() / 2));
  }

  /** The page is seen again, or the network is back or gone: do not wait. */
  lookAlive() {
    if (this.state === "closed" || document.visibilityState === "hidden") return;
    if (this.socket.readyState === WebSocket.OPEN) this.ping(2_500);
    else if (this.socket.readyState !== WebSocket.CONNECTING) {
      this.tries = 0;
      this.connect();
    }
  }

  ping(within) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.socket.send('{"type":"ping"}');
    clearTimeout(this.silence);
    const socket = this.socket;
    this.silence = setTimeout(() => {
      if (socket !== this.socket) return;
      this.socket = /** @type {any} */ ({ readyState: WebSocket.CLOSED });
      socket.close();
      this.lost();
    }, within);
  }

  post(waiting) {
    waiting.sent = true;
    this.socket.send(JSON.stringify(waiting.message));
  }

  /**
   * Say something, and wait for the answer. Fails with the reason of a refusal, "" where the connection was lost.
   * @param {any} message
   * @returns {Promise<void>}
   */
  say(message) {
    this.ids += 1;
    const id = this.ids;
    return new Promise((done, fail) => {
      const waiting = { message: { ...message, id }, done, fail, sent: false };
      if (this.state === "open" && this.socket.readyState === WebSocket.OPEN) this.post(waiting);
      else if (message.type !== "move" || this.state === "closed") return fail("");
      this.open.set(id, waiting);
    });
  }

  become(state) {
    if (this.state === state) return;
    this.state = state;
    this.listener.link(state);
  }

  /** Go, and do not come back. */
  close() {
    this.become("closed");
    clearTimeout(this.timer);
    clearInterval(this.pings);
    clearTimeout(this.silence);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("pageshow", this.wake);
    for (const waiting of this.open.values()) waiting.fail("");
    this.open.clear();
    this.socket.close();
  }
}
