/** Real processes: start, output, end. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import {
  type BackendProcess,
  backendFailed,
  exitCodeOf,
  type StartBackendOptions,
  startBackend,
} from "../../src/backend/process.js";
import { flushLog } from "../../src/backend/stderr.js";
import { temporaryFolder } from "../folders.js";
import { testIf } from "../jest.js";

const folder = temporaryFolder();

/** Starts a Node process that runs `script`; its stderr is dropped. */
function start(script: string, options: StartBackendOptions = {}): Promise<BackendProcess> {
  return startBackend([process.execPath, "-e", script], { log: new PassThrough().resume(), ...options });
}

const testOnPosix = testIf(process.platform !== "win32", "needs POSIX");

test("Bytes are sent to stdin and received from stdout", async () => {
  const backend = await start("process.stdin.pipe(process.stdout)");
  backend.stdin.end("héllo");
  expect(await text(backend.stdout)).toBe("héllo");
  expect(await backend.exited).toEqual({ code: 0, signal: null });
});

test("The process has the given environment and folder", async () => {
  const script = "process.stdout.write(JSON.stringify([process.env.ADDED, process.env.PATH, process.cwd()]))";
  const backend = await start(script, { env: { ADDED: "yes" }, cwd: folder });
  expect(JSON.parse(await text(backend.stdout))).toEqual(["yes", process.env["PATH"], folder]);
});

testOnPosix.each([":", ".:", "bin::"])(
  "A ./node of the workspace is not run with the PATH %j in front",
  async (front) => {
    const workspace = mkdtempSync(join(folder, "workspace-"));
    const write = (path: string, text: string) => writeFileSync(join(workspace, path), text, { mode: 0o755 });
    mkdirSync(join(workspace, "bin"));
    for (const path of ["node", "bin/node"]) write(path, "#!/bin/sh\necho the workspace\n");
    write("server", "#!/usr/bin/env node\nconsole.log('node')\n");
    const PATH = `${front}${dirname(process.execPath)}:${process.env["PATH"]}`;
    const backend = await startBackend([join(workspace, "server")], { cwd: workspace, env: { PATH } });
    expect(await text(backend.stdout)).toBe("node\n");
  },
);

test("The last lines of stderr are kept, and all of it is forwarded", async () => {
  const log = new PassThrough();
  const heard = text(log);
  const backend = await start("for (let i = 0; i < 50; i++) console.error('line é ' + i); process.exitCode = 3", {
    log,
  });
  backend.stdout.resume();
  const exit = await backend.exited;
  log.end();
  expect(exit).toEqual({ code: 3, signal: null });
  expect(backend.stderrTail()).toEqual(Array.from({ length: 20 }, (_, index) => `line é ${index + 30}`));
  expect((await heard).split("\n")).toHaveLength(51);
  const error = backendFailed(backend, exit);
  expect(error.kind).toBe("backend_failed");
  expect(error.message).toContain("with exit code 3. Last on its stderr: line é 45 ⏎ line é 46");
  expect(error.data).toMatchObject({ exit_code: 3, signal: null });
});

test.each(["error: no toolchain", "Can't locate Perl/LanguageServer.pm in @INC"])(
  "The line %j is quoted although a long stack trace follows it",
  async (line) => {
    const trace = "for (let i = 0; i < 12; i++) console.error('at ' + i); process.exit(1)";
    const backend = await start(`console.error(${JSON.stringify(line)}); ${trace}`);
    backend.stdout.resume();
    expect(backendFailed(backend, await backend.exited).message).toContain(`stderr: ${line} ⏎ … ⏎ at 8 ⏎`);
  },
);

test("Of a traceback of Python its end is quoted", async () => {
  const lines = [
    "Traceback (most recent call last):",
    '  File "a.py", line 1, in <module>',
    "ModuleNotFoundError: No module named 'b'",
  ];
  const backend = await start(`console.error(${JSON.stringify(lines.join("\n"))}); process.exit(1)`);
  backend.stdout.resume();
  const { message } = backendFailed(backend, await backend.exited);
  expect(message).toMatch(/with exit code 1\. Last on its stderr: ModuleNotFoundError: No module named 'b'$/);
});

test("A stalled log does not block the process or fill the memory", async () => {
  const log = new Writable({ write: () => {} });
  const backend = await start("for (let i = 0; i < 64; i++) require('fs').writeSync(2, 'x'.repeat(65536) + '\\n')", {
    log,
  });
  backend.stdout.resume();
  expect(await backend.exited).toEqual({ code: 0, signal: null });
  expect(log.writableLength).toBeLessThan(2 * 1024 * 1024);
});

/** A server that writes `line 0` to `line 49999`, 4 MB in all, and exits. */
const flood = `const write = (text) => { for (let at = 0; at < text.length; at += 65536) require("fs").writeSync(2, text.slice(at, at + 65536)); };
  write(Array.from({ length: 50000 }, (_, index) => ("line " + index).padEnd(79) + "\\n").join(""));`;

test("A log that is read slowly gets all of the stderr of a server that floods it and exits", async () => {
  let received = 0;
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      setTimeout(done, 2);
    },
  });
  const backend = await start(flood, { log });
  backend.stdout.resume();
  expect(await backend.exited).toEqual({ code: 0, signal: null });
  await flushLog(log);
  expect(received).toBe(50_000 * 80);
});

test("A log that was not read for a while gets the last lines, and the number of bytes that are missing", async () => {
  let received = "";
  let release = () => {};
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      received += chunk.toString();
      if (isReleased) done();
      else release = done;
    },
  });
  let isReleased = false;
  const backend = await start(flood, { log });
  backend.stdout.resume();
  await backend.exited;
  isReleased = true;
  release();
  await flushLog(log);
  expect(received).toMatch(/line 49999 *\n$/);
  expect(received).toMatch(/\d{6,} bytes of stderr were dropped/);
});

test("A server that reads its stdin ends when it is closed", async () => {
  const backend = await start("process.stdin.resume()");
  backend.stdout.resume();
  expect(await backend.stop()).toEqual({ code: 0, signal: null });
});

test.each([
  ["is ended", "", "SIGTERM", 143, 60_000],
  ["is killed", "process.on('SIGTERM', () => {});", "SIGKILL", 137, 20],
] as const)("stop: one that stays %s", async (_, prelude, signal, code, kill) => {
  const backend = await start(`${prelude} setInterval(() => {}, 1000); console.log('up')`, {
    stopTimeoutsMs: { end: 10, kill },
  });
  await new Promise((resolve) => backend.stdout.once("data", resolve));
  const first = backend.stop();
  expect(backend.stop()).toBe(first);
  const exit = await first;
  expect(exit).toEqual({ code: null, signal });
  expect(exitCodeOf(exit)).toBe(code);
});

test("A process ends although a grandchild holds its pipes open", async () => {
  const script = `const child = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit", detached: true });
    process.stdout.write(String(child.pid), () => process.exit(5))`;
  const backend = await start(script);
  const pid = Number(await new Promise((resolve) => backend.stdout.once("data", resolve)));
  expect(await backend.exited).toEqual({ code: 5, signal: null });
  process.kill(pid, "SIGKILL");
});

test.each([
  ["stays after the end of its input", ""],
  ["ignores SIGTERM", "trap '' TERM;"],
])("A child of a server is ended with it if it %s", async (_, trap) => {
  const backend = await startBackend(["/bin/sh", "-c", `${trap} sleep 600 & echo $!; cat`], {
    stopTimeoutsMs: { end: 10, kill: 50 },
  });
  const pid = Number(await new Promise((resolve) => backend.stdout.once("data", resolve)));
  await backend.stop();
  await vanished(pid);
});

test("A child of a server that has crashed is ended", async () => {
  const backend = await startBackend(["/bin/sh", "-c", "trap '' TERM; sleep 600 & echo $!; exit 3"], {
    stopTimeoutsMs: { end: 10, kill: 50 },
  });
  const pid = Number(await new Promise((resolve) => backend.stdout.once("data", resolve)));
  expect((await backend.exited).code).toBe(3);
  await vanished(pid);
});

/** Resolves when a process has ended, also if nothing has read its exit code. */
async function vanished(pid: number): Promise<void> {
  const state = () => spawnSync("ps", ["-o", "stat=", "-p", String(pid)]).stdout.toString();
  while (!/^(?:Z.*)?$/.test(state().trim())) await pause(10);
}

test("Writing to an ended process does not throw", async () => {
  const backend = await start("process.exit(0)");
  backend.stdout.resume();
  await backend.exited;
  backend.stdin.write("x");
  await backend.stop();
  expect(backendFailed(backend, await backend.exited).message).toContain("It wrote nothing to stderr.");
});

writeFileSync(join(folder, "text"), "no program", { mode: 0o644 });

test.each([
  [["no-such-server-anywhere"], {}, 127, "no folder in PATH has a program of that name. Install it, or name another"],
  [["no-such-server-anywhere"], { install: "npm i -g it" }, 127, "Install it: npm i -g it"],
  [[join(folder, "no-such-file")], {}, 127, "there is no such file"],
  [[join(folder, "text")], {}, 126, "not executable"],
  [[process.execPath], { cwd: join(folder, "no-such-folder") }, 126, "there is no such folder"],
] as const)("%j can't be started", async (command, options, code, words) => {
  const backend = await startBackend(command, options);
  const exit = await backend.exited;
  expect(exit.error?.kind).toBe("backend_failed");
  expect(exit.error?.message).toContain(words);
  expect(exitCodeOf(exit)).toBe(code);
  expect(backendFailed(backend, exit)).toBe(exit.error);
  backend.stdin.write("x");
  expect(await backend.stop()).toBe(exit);
});

test.each([[[]], [[""]], [["a\0b"]]])("The command %j is rejected", async (command) => {
  await expect(startBackend(command)).rejects.toMatchObject({ kind: "backend_failed" });
});
