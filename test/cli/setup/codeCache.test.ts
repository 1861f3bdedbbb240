/** Tests of the code that V8 has compiled, kept in a folder. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CodeCache, type CodeFolderQuery, codeFolder } from "../../../src/cli/setup/codeCache.js";
import { testIf } from "../../jest.js";
import { removeFolder } from "../../removeFolder.js";

const isWindows = process.platform === "win32";
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lsp-locate-code-"));
});
afterEach(() => removeFolder(folder));

const functions = Array.from({ length: 50 }, (_, index) => `function f${index}(a){return a+${index}}`);
const code = `(function(){${functions.join(";")};return f7(35)})`;

/** Compiles, runs and saves in a new cache. `isKept` says whether the code came from the folder. */
function run(source = code, build = "1", command = "hover"): { readonly result: unknown; readonly isKept: boolean } {
  const cache = new CodeCache(folder, build, command);
  const script = cache.compile(join("/program", "file-1.js"), source);
  const result = (script.runInThisContext() as () => unknown)();
  cache.save();
  return { result, isKept: script.cachedDataRejected === false };
}

const onlyFile = () => join(folder, readdirSync(folder)[0] as string);

test("The second process gets the code of the first", () => {
  expect(run()).toEqual({ result: 42, isKept: false });
  expect(run()).toEqual({ result: 42, isKept: true });
});

test("Only the first runs of a subcommand write", () => {
  const written = () => readFileSync(onlyFile(), "latin1");
  const texts = ["hover", "outline", "hover", "outline", "hover", "outline"].map((command) => {
    run(code, "1", command);
    return written();
  });
  expect(new Set(texts).size).toBe(6);
  for (const command of ["hover", "outline"]) {
    expect(run(code, "1", command).isKept).toBe(true);
    expect(written()).toBe(texts.at(-1));
  }
});

test("Functions that a later subcommand has called are kept compiled", () => {
  const source = `(function(){${functions.join(";")};return [f7,f8]})`;
  const call = (command: string, at: number) => {
    const cache = new CodeCache(folder, "1", command);
    const script = cache.compile(join("/program", "file-1.js"), source);
    (script.runInThisContext() as () => ((a: number) => number)[])()[at]?.(1);
    cache.save();
    return statSync(onlyFile()).size;
  };
  call("hover", 0);
  call("hover", 0);
  const third = call("hover", 0);
  expect(call("hover", 1)).toBe(third);
  expect(call("outline", 1)).toBeGreaterThan(third + 50);
});

test("Damaged code is compiled again, whichever byte it is, and replaced", () => {
  run();
  const whole = readFileSync(onlyFile());
  for (let offset = 0; offset < whole.length; offset += 37) {
    const damaged = Buffer.from(whole);
    damaged[offset] = (damaged[offset] as number) ^ 0x55;
    writeFileSync(onlyFile(), damaged);
    expect({ offset, ...run() }).toEqual({ offset, result: 42, isKept: false });
  }
  expect(run().isKept).toBe(true);
});

test("Code that was cut off is compiled again", () => {
  run();
  const whole = readFileSync(onlyFile());
  for (const length of [0, 1, 4, 5, whole.length - 4, whole.length - 1]) {
    writeFileSync(onlyFile(), whole.subarray(0, length));
    expect({ length, ...run() }).toEqual({ length, result: 42, isKept: false });
  }
});

test("Code of a file of another length is compiled again", () => {
  run();
  expect(run(code.replace("f7(35)", "f7(135)"))).toEqual({ result: 142, isKept: false });
});

test("Another build compiles a file of the same name and length itself", () => {
  run();
  expect(run(code.replace("f7(35)", "f7(36)"), "2")).toEqual({ result: 43, isKept: false });
});

test("Only the user can read the files, and drafts don't remain", () => {
  run();
  expect(readdirSync(folder)).toHaveLength(1);
  if (!isWindows) expect(statSync(onlyFile()).mode & 0o777).toBe(0o600);
});

test("Files of a month ago are removed when others are written", () => {
  const old = join(folder, "chunk-OLD.js.11");
  writeFileSync(old, "");
  utimesSync(old, 0, Date.now() / 1000 - 31 * 24 * 3600);
  writeFileSync(join(folder, "chunk-RECENT.js.11"), "");
  run();
  expect(existsSync(old)).toBe(false);
  expect(readdirSync(folder)).toHaveLength(2);
});

test("A folder that can't be written is no error", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const cache = new CodeCache(join(file, "code"), "1", "hover");
  expect(cache.compile("/program/file-1.js", code).runInThisContext()()).toBe(42);
  expect(() => cache.save()).not.toThrow();
});

test("Without a folder nothing is kept", () => {
  const cache = new CodeCache(undefined, "1", "hover");
  expect(cache.compile("/program/file-1.js", code).runInThisContext()()).toBe(42);
  cache.save();
  expect(readdirSync(folder)).toEqual([]);
});

describe("The folder of the code", () => {
  const uid = process.geteuid?.();
  const find = (changes: Partial<CodeFolderQuery> = {}) =>
    codeFolder({
      home: folder,
      env: { XDG_CACHE_HOME: folder, LOCALAPPDATA: folder },
      platform: process.platform,
      uid,
      ...changes,
    });
  const expected = () => join(folder, "lsp-locate", "code");

  test("It is in the platform's folder for caches, also before it exists", () => {
    expect(find()).toBe(expected());
    mkdirSync(expected(), { recursive: true, mode: 0o700 });
    expect(find()).toBe(expected());
  });

  test("There is none for a user without a home", () => {
    expect(find({ home: undefined, env: {} })).toBeUndefined();
  });

  test("NODE_DISABLE_COMPILE_CACHE and NODE_V8_COVERAGE turn it off", () => {
    for (const name of ["NODE_DISABLE_COMPILE_CACHE", "NODE_V8_COVERAGE"])
      expect([name, find({ env: { XDG_CACHE_HOME: folder, [name]: "1" } })]).toEqual([name, undefined]);
  });

  testIf(!isWindows, "needs POSIX")("A folder that others write in is not used", () => {
    mkdirSync(expected(), { recursive: true, mode: 0o700 });
    for (const path of [expected(), join(folder, "lsp-locate")])
      for (const mode of [0o720, 0o702, 0o777]) {
        chmodSync(path, mode);
        expect([path, mode, find()]).toEqual([path, mode, undefined]);
        chmodSync(path, 0o700);
      }
    expect(find()).toBe(expected());
  });

  testIf(!isWindows, "needs POSIX")("A folder of another user is not used, as of the user whose HOME root has", () => {
    mkdirSync(expected(), { recursive: true, mode: 0o700 });
    expect(find({ uid: (uid as number) + 1 })).toBeUndefined();
  });

  test("A file in its place is no error", () => {
    writeFileSync(join(folder, "lsp-locate"), "");
    expect(() => find()).not.toThrow();
  });
});
