// Runs Python and hands it requests. What Python saves goes to IndexedDB, all files of a change or none.

import { loadPyodide } from "./py/pyodide.mjs";

const DATA = "/data";
const STORE = "files";
const say = (step) => postMessage({ step });

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function openStorage(scope) {
  const request = indexedDB.open(`dvergar-tab:${scope}`, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

async function restore(storage, FS) {
  FS.mkdirTree(DATA);
  const store = storage.transaction(STORE).objectStore(STORE);
  const [names, bodies] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  names.forEach((name, index) => FS.writeFile(`${DATA}/${name}`, bodies[index]));
}

function saver(storage) {
  return (files) => new Promise((resolve) => {
    const change = storage.transaction(STORE, "readwrite");
    for (const [name, body] of files) change.objectStore(STORE).put(body, name);
    change.oncomplete = () => { postMessage({ kept: true }); resolve(); };
    change.onabort = change.onerror = () => {
      postMessage({ kept: false, full: change.error?.name === "QuotaExceededError" });
      resolve(); // the game goes on; the page around it says that it is not kept
    };
  });
}

// The archive with our package is unpacked once, by Python, and kept beside the other files.
async function openArchive(scope, load) {
  const name = new URL("py/site.zip", scope).href;
  const kept = await caches.match(name);
  if (kept) return new Uint8Array(await kept.arrayBuffer());
  const packed = await (await fetch(`${name}.xz`)).arrayBuffer();
  const python = await load;
  const unpacked = python.runPython("import lzma; lambda packed: lzma.decompress(packed.to_bytes())")(packed);
  const body = unpacked.toJs();
  unpacked.destroy();
  for (const cache of await caches.keys()) {
    const found = await caches.open(cache);
    if (await found.match(`${name}.xz`)) await found.put(name, new Response(body));
  }
  return body;
}

// The files of an archive that is not compressed.
function unpack(body, FS, target) {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const text = new TextDecoder();
  const made = new Set();
  const end = body.length - 22; // the archive has no comment
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left--) {
    const size = view.getUint32(at + 24, true);
    const letters = view.getUint16(at + 28, true);
    const head = view.getUint32(at + 42, true);
    const path = `${target}/${text.decode(body.subarray(at + 46, at + 46 + letters))}`;
    const begin = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, body.subarray(begin, begin + size), { canOwn: true });
    at += 46 + letters + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

async function start({ scope, base }) {
  say("python");
  const load = loadPyodide({ indexURL: new URL("py/", scope).href });
  const [python, site] = await Promise.all([load, openArchive(scope, load)]);
  say("app");
  unpack(site, python.FS, "/site");
  const storage = await openStorage(new URL(scope).pathname);
  await restore(storage, python.FS);
  python.globals.set("save_files", saver(storage));
  python.globals.set("base", base);
  await python.runPythonAsync(`
import sys
sys.path.insert(0, "/site")
import importlib
importlib.invalidate_caches()
from dvergar.web import tab_server as tab
tab.do_without_threads()
from pyodide.ffi import to_js
app = tab.Tab("${DATA}", base, lambda files: save_files(to_js([[n, b] for n, b in files.items()])))
await app.open()
def receive(number, asked, begin, chunk):
    request = {name: getattr(asked, name) for name in ("method", "path", "query", "scheme", "host")}
    request["headers"] = asked.headers.to_py()
    request["body"] = asked.body.to_bytes() if asked.body else b""
    return app.answer(number, request, lambda s, h: begin(s, to_js(h)), lambda b: chunk(to_js(b)))
`);
  const receive = python.globals.get("receive");
  const stop = python.globals.get("app").stop;
  const open = new Map();
  let last = 0;
  self.onmessage = ({ data: { asked, close }, ports: [port] }) => {
    if (close) {
      for (const [number, one] of open) { stop(number); one.postMessage({}); }
      return void postMessage({ closed: true });
    }
    const number = ++last;
    open.set(number, port);
    port.onmessage = () => stop(number);
    const begin = (status, headers) => port.postMessage({ status, headers });
    const chunk = (bytes) => port.postMessage({ chunk: bytes });
    receive(number, asked, begin, chunk)
      .catch((error) => { console.error(error); begin(500, []); })
      .finally(() => { open.delete(number); port.postMessage({}); });
  };
  postMessage({ ready: true, memory: python._module.HEAPU8.length });
}

self.onmessage = ({ data }) => start(data).catch((error) => postMessage({ failed: String(error) }));
