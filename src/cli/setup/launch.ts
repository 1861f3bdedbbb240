/**
 * Starts a built program or thread: loads its file, and those that it requires, with the code that
 * V8 compiled in an earlier process. The build makes a launcher for each larger entry point.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "../../backend/config/userFolder.js";
import { CodeCache, codeFolder } from "./codeCache.js";

/** The build fills in the name of the entry point's file, beside this one, and its own digest. */
declare const ENTRY_FILE: string;
declare const BUILD: string;

type RunFile = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

const { env, platform } = process;
const folder = codeFolder({ home: homeFolder(), env, platform, uid: process.geteuid?.() });
/** The subcommand, if it can be one; threads and other programs have the name of their file. */
const command = /^[a-z-]{1,30}$/i.exec(process.argv[2] ?? "")?.[0] ?? ENTRY_FILE;
const cache = new CodeCache(folder, BUILD, command);
process.once("exit", () => cache.save());
const modules = new Map<string, { exports: object }>();

/**
 * Modules of Node that take it milliseconds to load, and of which a short command needs none: they
 * are loaded when one of their members is read. Bundled code reads members where it uses them.
 */
const COSTLY_MODULES: ReadonlySet<string> = new Set(
  ["child_process", "crypto", "net", "node:fs/promises", "perf_hooks"].flatMap((name) => [name, `node:${name}`]),
);

/** Requires a file beside this one as `./name`, and others as Node does. */
function load(name: string): unknown {
  if (COSTLY_MODULES.has(name)) return new Proxy({}, { get: (_target, member) => require(name)[member] });
  if (!name.startsWith("./")) return require(name);
  const loaded = modules.get(name);
  if (loaded !== undefined) return loaded.exports;
  const file = join(__dirname, name);
  const code = readCode(file);
  const module = { exports: {} };
  modules.set(name, module);
  const run = cache.compile(file, `(function(exports,require,module,__filename,__dirname){${code}\n})`);
  (run.runInThisContext() as RunFile)(module.exports, load, module, file, __dirname);
  return module.exports;
}

function readCode(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    // An update leaves no file that a process may still have to load.
    throw new Error(`lsp-locate was replaced or removed while it ran (${file} can't be read). Start it again.`, {
      cause: error,
    });
  }
}

load(`./${ENTRY_FILE}`);
