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
  const store = storage.transaction(STORE).objectStore(STORE);
  const [names, bodies] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  names.forEach((name, index) => FS.writeFile(`${DATA}/${name}`, bodies[index]));
}

function write(storage, files) {
  return new Promise((resolve, reject) => {
    const change = storage.transaction(STORE, "readwrite");
    for (const [name, body] of files) change.objectStore(STORE).put(body, name);
    change.oncomplete = resolve;
    change.onabort = () => reject(change.error);
  });
}

// Tells Python whether the files are stored. If not, Python tries once more with all its files: perhaps the storage was
// cleared and has just been opened again. When that fails too, the game goes on, and the page around it says so.
function saver(scope, opened) {
  let storage = opened;
  let cleared = false;
  const lose = () => { storage = null; cleared = true; };
  if (storage) storage.onclose = lose;
  return async (files, all) => {
    try {
      if (!storage) {
        storage = await openStorage(scope);
        storage.onclose = lose;
        if (!all) return false;
      }
      await write(storage, files);
      postMessage({ kept: true, cleared });
      cleared = false;
      return true;
    } catch (error) {
      if (error?.name === "InvalidStateError") lose();
      if (all) postMessage({ kept: false, full: error?.name === "QuotaExceededError" });
      return false;
    }
  };
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

// Importing everything takes seconds. So a second worker does it once more when the first page is there, and keeps
// the memory of its Python (`prepare`); later visits begin with that. The one library that isn't part of Pyodide must
// be there before Python begins, at the same place in memory each time.
async function load(scope, memory) {
  const here = (name) => new URL(`py/${name}`, scope).href;
  const { path, file } = await (await fetch(here("library.json"))).json();
  const { default: create } = await import("./py/pyodide.asm.mjs");
  const createPyodideModule = async (settings) => {
    const locate = settings.locateFile;
    settings.dynamicLibraries = [path];
    settings.locateFile = (name, ...more) => (name === path ? here(file) : locate(name, ...more));
    const module = await create(settings);
    while (memory && module.HEAP8.length < memory.length) module._malloc(1 << 24); // the memory grows
    return module;
  };
  const from = memory ? { _loadSnapshot: memory } : { _makeSnapshot: true };
  return loadPyodide({ indexURL: here(""), createPyodideModule, ...from });
}

async function openCache(scope) {
  return caches.open(await (await fetch(new URL("cache-name", scope))).text());
}

async function readSnapshot(cache, name) {
  try {
    const kept = await cache.match(name);
    return kept && new Uint8Array(await kept.arrayBuffer());
  } catch {
    return undefined;
  }
}

const IMPORT = `
import sys
sys.path.insert(0, "/site")
import importlib
importlib.invalidate_caches()
from dvergar.web import tab_server as tab
tab.do_without_threads()
from pyodide.ffi import to_js
app = tab.Tab("${DATA}", base)
async def open_app(save_files):
    await app.open(lambda files, all: save_files(to_js([*files.items()]), all))
def receive(number, asked, begin, chunk):
    request = {name: getattr(asked, name) for name in ("method", "path", "query", "scheme", "host")}
    request["headers"] = asked.headers.to_py()
    request["body"] = asked.body.to_bytes() if asked.body else b""
    return app.answer(number, request, lambda s, h: begin(s, to_js(h)), lambda b: chunk(to_js(b)))
`;
const FREEZE = `
import gc
gc.collect()
gc.freeze()
`;

async function begin(scope, base, memory, site) {
  const python = await load(scope, memory);
  say("app");
  unpack(await site, python.FS, "/site");
  if (!memory) {
    python.globals.set("base", base);
    python.runPython(IMPORT);
  }
  return python;
}

const fetchSite = async (scope) =>
  new Uint8Array(await (await fetch(new URL("py/site.zip", scope))).arrayBuffer());

// What cannot be kept is done again by the next visit, only more slowly.
async function prepare({ scope, base }) {
  const cache = await openCache(scope);
  const name = new URL("py/memory", scope);
  if (await cache.match(name)) return;
  const python = await begin(scope, base, undefined, fetchSite(scope));
  await python.runPythonAsync(`await tab.warm_up("/warm", base)`);
  await new Promise((wait) => setTimeout(wait, 500)); // until nothing of it is left to do
  python.runPython(FREEZE);
  await cache.put(name, new Response(python.makeMemorySnapshot()));
}

async function start({ scope, base }) {
  say("python");
  const cache = await openCache(scope);
  const name = new URL("py/memory", scope);
  const site = fetchSite(scope);
  const memory = await readSnapshot(cache, name);
  const python = await begin(scope, base, memory, site).catch(async (error) => {
    if (!memory) throw error;
    await cache.delete(name);
    return begin(scope, base, undefined, site);
  });
  const place = new URL(scope).pathname;
  const storage = await openStorage(place).catch(() => null); // some browsers store nothing in private windows
  python.FS.mkdirTree(DATA);
  if (storage) await restore(storage, python.FS);
  await python.globals.get("open_app")(saver(place, storage));
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
  postMessage({ ready: true, prepared: Boolean(memory), memory: python._module.HEAPU8.length });
}

self.onmessage = ({ data }) => {
  if (data.prepare) prepare(data).catch(console.warn).finally(() => postMessage({ prepared: true }));
  else start(data).catch((error) => postMessage({ failed: String(error) }));
};
