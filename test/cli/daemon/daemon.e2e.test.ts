/** `lsp-locate daemon`, as it is typed, and what is left of a session that is killed. */

import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { RecordedDaemon } from "../../../src/daemon/daemonControl.js";
import { type DaemonHarness, withDaemons } from "../../daemon/daemonHarness.js";
import { testIf } from "../../jest.js";
import { canFindLeftovers } from "../../leftovers.js";

const modules = resolve(import.meta.dirname, "../../../node_modules/.bin");

/** Runs a command in the workspace. */
function run({ program, workspace }: DaemonHarness, line: string, env: object = {}): SpawnSyncReturns<string> {
  const PATH = `${modules}:${process.env["PATH"]}`;
  const options = { cwd: workspace, encoding: "utf8", env: { ...process.env, PATH, ...env } } as const;
  return spawnSync(process.execPath, [program, ...line.split(" ")], options);
}

test("Sessions are started, listed, logged and ended", async () => {
  await withDaemons(async (harness) => {
    const { workspace } = harness;
    expect(run(harness, "daemon status").stdout).toBe(
      "No session runs. The first command in a workspace starts one.\n",
    );
    expect(run(harness, "daemon log")).toMatchObject({
      status: 1,
      stderr: `lsp-locate: there is no log: no session of ${workspace} has run with this environment.\n`,
    });
    expect(run(harness, "daemon restart")).toMatchObject({
      status: 0,
      stderr: `lsp-locate: a session of ${workspace} has started.\n`,
    });
    expect(run(harness, "daemon status").stdout).toMatch(
      new RegExp(`^${workspace} · process \\d+ · version [\\d.]+ · started \\d+ s ago · 0 clients · \\d+ MB\\n$`),
    );
    const [status] = JSON.parse(run(harness, "daemon status --json").stdout) as { pid: number }[];
    expect(status).toMatchObject({ workspace, clients: 0, servers: [] });
    expect(run(harness, "daemon log").stdout).toMatch(/^\S+Z session [0-9a-f]{16} of .* started, process \d+\n/);

    // Another environment has a session of its own, and stop ends both.
    run(harness, "daemon restart", { GOFLAGS: "-v", LSP_LOCATE_DAEMON: "on" });
    const restarted = JSON.parse(run(harness, "daemon status --json").stdout) as { pid: number }[];
    expect(restarted).toHaveLength(1);
    expect(restarted[0]?.pid).not.toBe(status?.pid);
    const { stderr } = run(harness, "daemon stop");
    expect(stderr).toBe(`lsp-locate: the session of ${workspace} (process ${restarted[0]?.pid}) has ended.\n`);
    expect(await harness.ended(10_000)).toEqual([]);
    expect(run(harness, "daemon stop")).toMatchObject({
      status: 0,
      stderr: `lsp-locate: no session of ${workspace} runs.\n`,
    });
  });
});

test("stop ends the sessions of the workspace, and with --all those of others", async () => {
  await withDaemons(async (harness) => {
    const inner = join(harness.workspace, "inner");
    mkdirSync(join(inner, ".git"), { recursive: true });
    expect(run(harness, "daemon restart").status).toBe(0);
    expect(run(harness, `daemon restart --root=${inner}`).status).toBe(0);
    run(harness, "daemon stop");
    expect((await harness.statuses()).map(({ workspace }) => workspace)).toEqual([inner]);
    run(harness, "daemon stop --all");
    expect(await harness.ended(10_000)).toEqual([]);
  });
});

test("stop leaves sessions of another HOME alone, which status tells apart", async () => {
  await withDaemons(async (harness) => {
    const other = { HOME: harness.runtime };
    expect(run(harness, "daemon restart").status).toBe(0);
    expect(run(harness, "daemon restart", other).status).toBe(0);
    expect(harness.recorded()).toHaveLength(2);
    expect(run(harness, "daemon status").stdout.match(/ · home .*? · /g)).toEqual([` · home ${harness.runtime} · `]);
    const { status, stderr } = run(harness, "daemon stop --all");
    const note = `is left alone: its HOME is ${harness.runtime}. --everywhere ends it, too.\n`;
    expect([status, stderr]).toEqual([0, expect.stringContaining(note)]);
    expect(await harness.statuses()).toHaveLength(1);
    expect(run(harness, "daemon stop", other).stderr).toContain("has ended.");
    expect(run(harness, "daemon restart", other).status).toBe(0);
    expect(run(harness, "daemon stop --everywhere").stderr).toContain("has ended.");
    expect(await harness.ended(10_000)).toEqual([]);
  });
});

testIf(process.platform !== "win32", "needs signals")("A stopped session is told apart, and ended", async () => {
  await withDaemons(async (harness) => {
    const { workspace } = harness;
    for (const removed of [[], ["record"], ["socket"]] as const) {
      expect(run(harness, "daemon restart").status).toBe(0);
      const [{ record, files }] = harness.recorded() as [RecordedDaemon];
      const { pid } = record.process;
      process.kill(pid, "SIGSTOP");
      expect(run(harness, "daemon status").stdout).toMatch(/ · is stopped\n$/);
      for (const name of removed) rmSync(files[name]);
      expect(run(harness, "daemon stop")).toMatchObject({
        status: 0,
        stderr: `lsp-locate: the session of ${workspace} (process ${pid}) has ended.\n`,
      });
      expect(await harness.ended(15_000)).toEqual([]);
    }
    expect(run(harness, "daemon status").stdout).toContain("No session runs.");
  });
});

/** Whether a process can have a name of the host of its own. */
const canRenameHost = spawnSync("unshare", ["--uts", "true"]).status === 0;

const withHostName = testIf(canRenameHost, "needs the right to unshare");
withHostName("A session that was killed under another name of the host delays no command", async () => {
  await withDaemons(async (harness) => {
    const { program, workspace } = harness;
    const line = 'hostname elsewhere && exec "$0" "$1" daemon restart';
    const words = ["--uts", "sh", "-c", line, process.execPath, program];
    expect(spawnSync("unshare", words, { cwd: workspace, env: process.env }).status).toBe(0);
    const [session] = harness.recorded();
    process.kill(session?.record.process.pid ?? 0, "SIGKILL");
    expect(await harness.ended(10_000)).toEqual([]);
    expect(run(harness, "daemon status").stdout).toContain("No session runs.");
    expect(run(harness, "daemon restart").status).toBe(0);
    expect(await harness.statuses()).toHaveLength(1);
    run(harness, "daemon stop");
  });
});

test("A session whose program is replaced makes way for another", async () => {
  await withDaemons(async (harness) => {
    const copy = join(harness.runtime, "copy");
    const folder = dirname(harness.program);
    cpSync(dirname(folder), copy, { recursive: true });
    symlinkSync(modules.replace(/\.bin$/, ""), join(copy, "node_modules"));
    const program = join(copy, basename(folder), basename(harness.program));
    writeFileSync(join(harness.workspace, "a.py"), "def f(): ...\n");
    const pidAfter = (line: string) => {
      expect(run({ ...harness, program }, line)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("a.py:1"),
      });
      return harness.recorded().map(({ record }) => record.process.pid);
    };
    const [first] = pidAfter("resolve a.py:f");
    expect(pidAfter("resolve a.py:f")).toEqual([first]);
    // As an update does: another file at the same path.
    renameSync(program, `${program}.old`);
    cpSync(`${program}.old`, program);
    const [second, ...others] = pidAfter("resolve a.py:f");
    expect(second).not.toBe(first);
    expect(others).toEqual([]);
    run({ ...harness, program }, "daemon stop");
    expect(await harness.ended(10_000)).toEqual([]);
  });
});

test("A file of the program that is gone is explained each time", async () => {
  await withDaemons(async (harness) => {
    const copy = join(harness.runtime, "copy");
    const folder = dirname(harness.program);
    cpSync(folder, copy, { recursive: true });
    for (const each of readdirSync(copy).filter((name) => name.startsWith("doctor-"))) rmSync(join(copy, each));
    const { stderr } = run({ ...harness, program: join(copy, basename(harness.program)) }, "doctor");
    expect(stderr).toMatch(
      /lsp-locate was replaced or removed while it ran \(.*doctor-\w+\.js can't be read\)\. Start it again\./,
    );
  });
});

test("Wrong words and options are explained", async () => {
  await withDaemons(async (harness) => {
    const error = (line: string, env = {}) => run(harness, line, env).stderr.split("\n")[0];
    expect(error("daemon")).toBe("lsp-locate: Write lsp-locate daemon status, stop, restart or log.");
    expect(error("daemon stats")).toBe("lsp-locate: There is no daemon stats. Did you mean daemon status?");
    expect(error("daemon stop now")).toBe('lsp-locate: Unexpected argument "now" after daemon stop.');
    expect(error("daemon log --json")).toBe("lsp-locate: --json goes with daemon status.");
    expect(error("daemon status --all")).toBe("lsp-locate: --all goes with daemon stop.");
    expect(error("daemon restart --everywhere")).toBe("lsp-locate: --everywhere goes with daemon stop.");
    expect(error("daemon serve x")).toBe(
      "lsp-locate: daemon serve is started by other commands, with a key and --root.",
    );
    expect(error("daemon restart", { LSP_LOCATE_DAEMON: "", CI: "true" })).toBe(
      "lsp-locate: sessions are off (CI is set; LSP_LOCATE_DAEMON=on uses a session all the same).",
    );
  });
});

testIf(canFindLeftovers, "needs Linux")("After SIGKILL of the session, its servers end within 5 s", async () => {
  await withDaemons(async (harness) => {
    const { marker, ended, recorded, workspace } = harness;
    writeFileSync(join(workspace, "a.py"), "def fuse(length: int) -> str: ...\n");
    const { stdout } = run(harness, "hover a.py:fuse");
    expect(stdout).toContain("(function) def fuse(length: int) -> str");
    expect(marker.processes().some((line) => line.includes("pyright"))).toBe(true);
    process.kill(recorded()[0]?.record.process.pid as number, "SIGKILL");
    // Three times the limit, as for every deadline.
    expect(await ended(15_000)).toEqual([]);
    expect(run(harness, "daemon status").stdout).toContain("No session runs.");
  });
});
