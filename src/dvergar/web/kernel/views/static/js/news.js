// One stream of news for all pages of this browser: a browser keeps six connections to a server, and seven tables
// open at once would need more. In a shared worker this script holds the stream; in a page it says what the page
// shows and hands on what comes, as events of the document. Without shared workers a page holds a stream of its own.

(() => {
  const RETRY = 500;
  const LONGEST_RETRY = 4000;
  const GATHER = 30; // milliseconds in which pages that open together are waited for
  const LET_GO = 3000; // until what no page shows any more is no longer asked for
  const AWAY = 60000; // until somebody who looks at no page is thought to be away

  const inWorker = "SharedWorkerGlobalScope" in self;

  // The pages that may share a stream, and the stream: pages of another language or seat have another one.
  class Stream {
    constructor(live, lang) {
      Object.assign(this, { live, lang, pages: new Map(), last: new Map(), source: null, topics: "", waiting: null });
      this.retry = RETRY;
      this.waits = null; // the tables that waited for this person when the server told of them last
      this.seen = Date.now();
    }

    say(port, page) {
      this.pages.set(port, page);
      if (page.shown) this.seen = Date.now();
      for (const topic of page.topics) this.catchUp(port, topic);
      port.postMessage({ open: this.source?.readyState === 1 });
      this.look(GATHER);
    }

    leave(port) {
      this.pages.delete(port);
      if (this.pages.size) this.look(LET_GO);
      else this.close();
    }

    close() {
      this.source?.close();
      this.source = null;
      this.topics = "";
      clearTimeout(this.waiting);
    }

    // What came for another page before this one was there.
    catchUp(port, { name, version }) {
      const last = this.last.get(name);
      if (last && (version === undefined || Number(last.version) > version)) port.postMessage({ name, ...last });
    }

    look(delay) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.connect(), delay);
    }

    get away() {
      return Date.now() - this.seen > AWAY;
    }

    // What the pages that somebody can see show; a page in the background is told of turns alone.
    wanted() {
      const found = new Map();
      for (const page of this.pages.values()) {
        for (const { name, version } of page.shown ? page.topics : []) {
          const known = this.last.get(name)?.version ?? version;
          found.set(name, Math.min(found.get(name) ?? Infinity, Number(known ?? -1)));
        }
      }
      return found;
    }

    // What pages hear of beside a table: who is there, and what features announce.
    get kinds() {
      return new Set(["presence", ...[...this.pages.values()].flatMap((page) => page.kinds)]);
    }

    connect() {
      if (!this.pages.size) return;
      if ([...this.pages.values()].some((page) => page.shown)) this.seen = Date.now();
      const wanted = this.wanted();
      const topics = [...wanted.keys(), ...this.kinds, this.away ? "away" : ""].sort().join(" ");
      const lost = !this.source || this.source.readyState === 2;
      if (topics !== this.topics || lost) this.open(wanted, topics);
      this.look(AWAY);
    }

    open(wanted, topics) {
      this.source?.close();
      this.topics = topics;
      for (const name of this.last.keys()) if (!wanted.has(name)) this.last.delete(name);
      const query = new URLSearchParams({ lang: this.lang });
      const tables = [];
      for (const [name, version] of wanted) {
        const [list, asked] = name.split(/:(.*)/);
        if (asked === undefined) tables.push(`${name}:${version}`);
        else query.append(list, asked);
      }
      if (tables.length) query.set("tables", tables.join());
      if (this.away) query.set("away", "1");
      const source = new EventSource(`${this.live}?${query}`);
      this.source = source;
      source.onopen = () => { this.retry = RETRY; this.tell({ open: true }); };
      source.onerror = () => {
        source.close();
        if (this.source !== source) return;
        this.tell({ open: false });
        this.look(this.retry);
        this.retry = Math.min(this.retry * 2, LONGEST_RETRY);
      };
      source.addEventListener("turns", ({ data }) => this.turns(JSON.parse(data)));
      for (const name of wanted.keys()) {
        source.addEventListener(name, ({ data, lastEventId }) => {
          this.last.set(name, { data, version: lastEventId });
          this.tell({ name, data, version: lastEventId }, name);
        });
        for (const kind of this.kinds) {
          source.addEventListener(`${name}/${kind}`, ({ data }) => this.tell({ kind, data }, name));
        }
      }
    }

    tell(message, topic) {
      for (const [port, page] of this.pages) {
        if (!topic || page.topics.some(({ name }) => name === topic)) port.postMessage(message);
      }
    }

    // One page announces what is new, for all: the one that is seen, or the last that was opened.
    turns(tables) {
      this.tell({ turns: tables });
      const before = this.waits;
      this.waits = new Set(tables.map(({ id }) => id));
      if (!before) return;
      const pages = [...this.pages];
      const looksAt = (id) => pages.some(([, page]) => page.shown && page.topics.some(({ name }) => name === id));
      const fresh = tables.filter(({ id }) => !before.has(id) && !looksAt(id));
      const [herald] = pages.find(([, page]) => page.shown) ?? pages.at(-1) ?? [];
      if (fresh.length) herald?.postMessage({ announce: fresh });
    }
  }

  const streams = new Map();

  function attach(port) {
    let stream = null;
    const leave = () => {
      stream?.leave(port);
      for (const [key, one] of streams) if (!one.pages.size) streams.delete(key);
      stream = null;
    };
    port.onmessage = ({ data: page }) => {
      if (!page) return void leave();
      stream ??= streams.get(page.key) ?? new Stream(page.live, page.lang);
      streams.set(page.key, stream);
      stream.say(port, page);
    };
    port.addEventListener("close", leave);
  }

  if (inWorker) {
    self.onconnect = ({ ports: [port] }) => attach(port);
    return;
  }

  // In a page.

  const meta = document.querySelector("meta[name=dvergar-news]");
  if (!meta) return;

  function connect() {
    if (self.SharedWorker) {
      try {
        return new SharedWorker(meta.dataset.worker).port;
      } catch { /* not allowed here: a stream of its own will do */ }
    }
    const { port1, port2 } = new MessageChannel();
    attach(port1);
    return port2;
  }

  function topics() {
    const table = document.querySelector("#table[data-table]");
    const version = Number(document.querySelector("#move input[name=at]")?.value ?? -1);
    const lists = document.querySelectorAll("[data-topic]");
    return [
      ...(table ? [{ name: table.dataset.table, version }] : []),
      ...[...lists].map((list) => ({ name: list.dataset.topic })),
    ];
  }

  const emit = (kind, detail) => document.dispatchEvent(new CustomEvent(`dvergar:${kind}`, { detail }));

  // Whoever listens does so once all scripts have run.
  addEventListener("DOMContentLoaded", () => {
    if (!topics().length && meta.dataset.mine !== "yes") return;
    const port = connect();
    port.onmessage = ({ data }) => {
      if (data.name) emit("news", data);
      if (data.kind) emit(data.kind, data);
      if (data.turns) emit("turns", data.turns);
      if (data.announce) emit("announce", data.announce);
      if (data.open !== undefined) emit("stream", data.open);
    };
    const live = new URL(meta.dataset.live, location).href;
    const kinds = [...document.querySelectorAll("[data-signal]")].map((part) => part.dataset.signal);
    const say = () => port.postMessage({
      key: meta.content, live, lang: meta.dataset.lang, topics: topics(), kinds,
      shown: document.visibilityState === "visible",
    });
    say();
    document.addEventListener("visibilitychange", say);
    addEventListener("pageshow", (event) => { if (event.persisted) say(); });
    addEventListener("pagehide", () => port.postMessage(null));
  });
})();
