/** The options of the command line, and the errors in them. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { shippedServers } from "../../src/backend/config/loadServers.js";
import { readAgentOption, readMaxFrameBytes, readOptions, suggestNames, UsageError } from "../../src/cli/options.js";
import { temporaryFolder } from "../folders.js";

const odd = join(temporaryFolder(), "lib=x");
mkdirSync(odd);

test("A place that begins with the arrow of rustc is no option", () => {
  expect(readOptions(["hover", "--> src/a.rs:3:5", "--json"])).toMatchObject({
    options: { json: true },
    words: ["hover", "src/a.rs:3:5"],
  });
});

test.each([
  [["hover", "a.ts@x"], {}, ["hover", "a.ts@x"]],
  [["--json", "hover", "a.ts"], { json: true }, ["hover", "a.ts"]],
  [["rename", "a.ts:x", "y", "--write"], { write: true }, ["rename", "a.ts:x", "y"]],
  [["--language", "go", "--root=/r"], { language: "go", root: "/r" }, []],
  [["-h"], { help: true }, []],
  [
    ["resolve", "-dash-d.py:x", "-dash-d.py:x", "--json"],
    { json: true },
    ["resolve", "./-dash-d.py:x", "./-dash-d.py:x"],
  ],
  [["--stdio", "--clientProcessId=7"], { stdio: true, clientProcessId: "7" }, []],
  [["--params", '{"a":1}', "hover", "x"], { params: '{"a":1}' }, ["hover", "x"]],
  [["--map=.=/a", "--map", `${odd}=/b`], { map: `.=/a\n${odd}=/b` }, []],
  [["edit", "x", "--replace", "-"], { replace: "-" }, ["edit", "x"]],
  [["edit", "x", "--insert-after=- y", "--write"], { "insert-after": "- y", write: true }, ["edit", "x"]],
])("%j is read as options and words", (argv, options, words) => {
  expect(readOptions(argv)).toMatchObject({ options, words });
});

test.each([
  [["--langage", "go"], "There is no option --langage. Did you mean --language?"],
  [["--qqqqq"], "There is no option --qqqqq."],
  [["--json=yes"], "--json takes no value; write just --json."],
  [["--agent=vim"], "--agent takes no value but opencode: write --agent or --agent=opencode."],
  [["--root"], "--root needs a value: --root=<root>."],
  [["--root", "--json"], "--root needs a value: --root=<root>."],
  [["--root", "-"], "--root needs a value: --root=<root>."],
  [["--replace", "- y"], "--replace needs a value: --replace=<text>. To take text away, write --delete."],
  [["--replace="], "--replace needs a value: --replace=<text>. To take text away, write --delete."],
  [["-x"], "There is no option -x."],
  [["search", "-rn", "total"], "There is no option -r. Leave it out: lsp-locate search total."],
  [["grep", "-rn", "a b", "src"], "There is no option -r. Leave it out: lsp-locate search 'a b' --in=src."],
  [["hover", "-i", "a.ts:x"], "There is no option -i. Leave it out: lsp-locate hover a.ts:x."],
  [["rename", "a.ts:x", "y", "--dry-run"], /^There is no option --dry-run\. Without --write a change is only shown/],
  [["edit", "a.ts:x", "--old", "a"], /--replace='LIMIT = 20'\.$/],
  [["server", "--serve"], /^There is no option --serve\./],
  [
    ["--map=/workspace"],
    "--map=/workspace is no mapping: write --map=<local>=<remote>, a folder here and its absolute path where the server runs, as in --map=.=/workspace.",
  ],
  [["--map=.=/a", "--map=src=/a"], '--map maps "/a" twice. Write each folder once.'],
])("%j is a usage error", (argv, message) => {
  expect(() => readOptions(argv)).toThrow(UsageError);
  expect(() => readOptions(argv)).toThrow(message instanceof RegExp ? message : new UsageError(message));
});

test("--agent names clients that have a row in servers.json", () => {
  const { options } = readOptions(["--agent=opencode"]);
  expect(readAgentOption(options)).toBe("opencode");
  expect(shippedServers().clients.get("opencode")).toEqual({ agent: true, doubts: "items" });
  expect(readAgentOption({ agent: true })).toBe(true);
  expect(readAgentOption({ "no-agent": true })).toBe(false);
  expect(readAgentOption({})).toBeUndefined();
});

test("--max-frame is a number of MB", () => {
  expect(readMaxFrameBytes({})).toBeUndefined();
  expect(readMaxFrameBytes({ "max-frame": "0.5" })).toBe(512 * 1024);
  for (const wrong of ["0", "-1", "many", "5000", "1MB"]) {
    expect(() => readMaxFrameBytes({ "max-frame": wrong })).toThrow(
      new UsageError(`--max-frame is in MB, up to 4096: "${wrong}" is not such a number. The default is 256.`),
    );
  }
});

test("Similar names are suggested best first, and others not at all", () => {
  expect(suggestNames("refrences", ["hover", "references", "rename"])).toEqual(["references"]);
  expect(suggestNames("Hover", ["hover", "rename"])).toEqual(["hover"]);
  expect(suggestNames("zzzz", ["hover", "rename"])).toEqual([]);
});
