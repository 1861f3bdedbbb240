/** The log of a session that ends: its last line is in the file of `--log`. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openLog } from "../../../src/cli/setup/openLog.js";
import { frameOf } from "../../../src/wire/frames.js";
import { buildCommand } from "../../buildCommand.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();

const LINE_COUNT = 20_000;

test("All lines are in the file when it is flushed", async () => {
  const path = join(folder, "many");
  const { log, flush } = openLog(path);
  for (let line = 1; line <= LINE_COUNT; line++) log(`line ${line}`);
  await flush();
  expect(readFileSync(path, "utf8").trimEnd().split("\n")).toHaveLength(LINE_COUNT);
});

test("A log that can't be written is not waited for", async () => {
  const { log, flush } = openLog(join(folder, "missing", "log"));
  log("lost");
  await flush();
});

/** Loaded before the command: the first write to a log takes a while, as on a slow disk. */
const slowDisk = join(folder, "slowDisk.cjs");
writeFileSync(
  slowDisk,
  `const fs = require("node:fs");
  const write = fs.WriteStream.prototype._write;
  let isFirst = true;
  fs.WriteStream.prototype._write = function (data, encoding, done) {
    setTimeout(() => write.call(this, data, encoding, done), isFirst ? 150 : 0);
    isFirst = false;
  };
  fs.WriteStream.prototype._writev = undefined;`,
);

const initialize = (root: string) => ({
  id: 0,
  method: "initialize",
  params: { processId: null, rootUri: pathToFileURL(root).href, capabilities: {} },
});
const stray = "neither a header nor a message\r\n\r\n";

test.each([
  ["in front of one server", ["--", process.execPath, "-e", "process.stdin.resume()"]],
  ["with many servers", []],
  ["of the embedded server", ["embedded"]],
  ["of MCP", ["mcp"]],
] as const)("The log %s has its last line, also on a slow disk", async (_title, args) => {
  const root = mkdtempSync(join(folder, "root-"));
  const path = join(root, "log");
  const child = spawn(process.execPath, [await buildCommand(), `--log=${path}`, ...args], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: `--require=${slowDisk}`, XDG_CACHE_HOME: folder },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const bytes =
    args[0] === "mcp"
      ? "{}\n"
      : Buffer.concat([Buffer.from(stray), frameOf(JSON.stringify({ jsonrpc: "2.0", ...initialize(root) }))]);
  child.stdin.end(bytes);
  await once(child, "exit");
  expect(readFileSync(path, "utf8")).toMatch(/not a message|no message|invalid/i);
});
