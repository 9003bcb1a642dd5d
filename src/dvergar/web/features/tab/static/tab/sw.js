// Between the pages and Python: files come from the cache, every other request goes to the page that holds the
// worker (`shell.js`). A new version is fetched entirely before it takes over, so what is running stays whole.

const { version, files } = JSON.parse('{"version": "", "files": []}'); // filled in by tools.tab
const ROOT = new URL(self.registration.scope);
const OURS = `dvergar-tab:${ROOT.pathname}:`; // another folder of this site may have its own
const CACHE = `${OURS}${version}`;
importScripts("xz.js");
const TYPES = { wasm: "application/wasm", mjs: "text/javascript", js: "text/javascript", json: "application/json",
  zip: "application/zip", html: "text/html; charset=utf-8", css: "text/css", svg: "image/svg+xml", woff2: "font/woff2",
  png: "image/png", txt: "text/plain; charset=utf-8" };

const clientsOf = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const isShell = (client) => new URL(client.url).pathname === ROOT.pathname;

async function tellAll(message) {
  for (const client of await clientsOf()) if (isShell(client)) client.postMessage(message);
}

// Large files are stored compressed, so that any plain file server sends them so.
async function fetchInto(cache, { name, packed }, note) {
  const answer = await fetch(new URL(packed ? `${name}.pack` : name, ROOT), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counted = new TransformStream({ transform(chunk, out) { note(chunk.length); out.enqueue(chunk); } });
  let body = answer.body.pipeThrough(counted);
  if (packed) body = new self["xz-decompress"].XzReadableStream(body);
  const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
  const headers = { "content-type": type };
  const policy = answer.headers.get("content-security-policy");
  if (policy) headers["content-security-policy"] = policy;
  await cache.put(new URL(name, ROOT), new Response(body, { headers }));
}

async function fetchAll() {
  const cache = await caches.open(CACHE);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  let told = 0;
  const note = (bytes) => {
    loaded += bytes;
    if (loaded - told < total / 100) return;
    told = loaded;
    tellAll({ progress: loaded / total });
  };
  const left = [...files];
  const fetchSome = async () => { while (left.length) await fetchInto(cache, left.shift(), note); };
  await Promise.all([1, 2, 3, 4].map(fetchSome));
}

self.addEventListener("install", (event) => event.waitUntil(fetchAll().catch(async (error) => {
  if (error?.name === "QuotaExceededError") await tellAll({ failure: "no_room" });
  throw error;
})));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
})()));

self.addEventListener("message", ({ data }) => { if (data === "take over") self.skipWaiting(); });

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const name = url.pathname.slice(ROOT.pathname.length) || "index.html";
  if (name.startsWith("app/") && !name.startsWith("app/static/")) event.respondWith(answer(event.request, url));
  else if (name === "cache-name") event.respondWith(new Response(CACHE));
  else event.respondWith(fromCache(event.request, name));
});

async function fromCache(request, name) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(name, ROOT))) ?? fetch(request);
}

// A page of the app that is opened by itself belongs into the page around it.
async function answer(request, url) {
  if (request.mode === "navigate" && request.destination === "document") {
    const inside = url.pathname.slice(ROOT.pathname.length + 4) + url.search;
    return Response.redirect(`${ROOT.href}#${inside}`, 303);
  }
  const body = request.method === "GET" || request.method === "HEAD" ? null : await request.arrayBuffer();
  const asked = { method: request.method, path: decodeURIComponent(url.pathname), query: url.search.slice(1),
    scheme: url.protocol.slice(0, -1), host: url.host, headers: [...request.headers], body };
  const shells = (await clientsOf()).filter(isShell);
  if (!shells.length) return new Response("", { status: 503 });
  return new Promise((done) => {
    for (const shell of shells) { // only the one that holds the worker answers
      const { port1, port2 } = new MessageChannel();
      listen(port1, url, done);
      shell.postMessage({ asked }, [port2]);
    }
  });
}

function listen(port, url, done) {
  let out;
  const body = new ReadableStream({
    start(controller) { out = controller; },
    cancel() { port.postMessage("stop"); port.close(); },
  });
  port.onmessage = ({ data }) => {
    if (data.status) done(made(data, body, url));
    else if (data.chunk) out.enqueue(data.chunk);
    else {
      port.close();
      done(new Response("", { status: 503 })); // counts only if nothing was answered
      try { out.close(); } catch { /* nobody reads it any more */ }
    }
  };
}

function made({ status, headers }, body, url) {
  const found = new Headers(headers);
  const target = found.get("location");
  if (target && status >= 300 && status < 400) return Response.redirect(new URL(target, url), status);
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers: found });
}
