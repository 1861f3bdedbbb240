/** A runtime folder and a workspace for sessions of a test, which ends them. */

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { VERSION } from "../../src/cli/setup/program.js";
import { type ContextQuery, type DaemonContext, daemonContext } from "../../src/daemon/daemonContext.js";
import { type DaemonStatus, type RecordedDaemon, readStatus, recordedDaemons } from "../../src/daemon/daemonControl.js";
import { type DaemonFiles, daemonFiles } from "../../src/daemon/daemonFolder.js";
import { type DaemonConnection, type ReachOptions, reachDaemon } from "../../src/daemon/reachDaemon.js";
import { buildCommand } from "../buildCommand.js";
import { setEnv } from "../jest.js";
import { canFindLeftovers, createMarker, type Marker } from "../leftovers.js";

export interface DaemonHarness {
  /** The value of XDG_RUNTIME_DIR. */
  readonly runtime: string;
  /** Contains `.git`. */
  readonly workspace: string;
  /** Finds the sessions and their servers, where `canFindLeftovers`. */
  readonly marker: Marker;
  /** Resolves when no session and server is left, or after the timeout with the rest. */
  ended(timeoutMs: number): Promise<readonly string[]>;
  /** The built main.js. */
  readonly program: string;
  context(query?: Partial<ContextQuery>): DaemonContext;
  files(context?: DaemonContext): DaemonFiles;
  connect(context?: DaemonContext, options?: Partial<ReachOptions>): Promise<DaemonConnection>;
  /** The states of the sessions that answer. */
  statuses(): Promise<readonly DaemonStatus[]>;
  recorded(): readonly RecordedDaemon[];
}

const POLL_INTERVAL_MS = 50;

/** Runs a test with sessions; afterwards no process of it may be left. */
export async function withDaemons(test: (harness: DaemonHarness) => Promise<void>): Promise<void> {
  const program = await buildCommand();
  const base = mkdtempSync(join(realpathSync(tmpdir()), "locate-daemon-"));
  const [runtime, workspace] = [join(base, "run"), join(base, "work")];
  chmodSync(base, 0o755); // for tests with other users
  mkdirSync(runtime, { mode: 0o700 });
  mkdirSync(join(workspace, ".git"), { recursive: true });
  const marker = createMarker();
  for (const [name, value] of Object.entries(marker.env)) setEnv(name, value);
  setEnv("LSP_LOCATE_DAEMON", "on");
  setEnv("XDG_RUNTIME_DIR", runtime);
  const streams: { destroy(): void }[] = [];
  const seen = new Set<number>();
  const recorded = () => {
    const daemons = recordedDaemons();
    for (const { record } of daemons) seen.add(record.process.pid);
    return daemons;
  };
  const ended = async (timeoutMs: number): Promise<readonly string[]> => {
    if (canFindLeftovers) return marker.gone(timeoutMs);
    for (const end = Date.now() + timeoutMs; Date.now() < end; await delay(POLL_INTERVAL_MS))
      if (![...seen].some(isRunning)) return [];
    return [...seen].filter(isRunning).map(String);
  };
  const context = (query: Partial<ContextQuery> = {}) => ({
    ...daemonContext({ options: {}, workspace, workingDirectory: workspace, version: VERSION, ...query }),
    program,
  });
  try {
    await test({
      runtime,
      workspace,
      marker,
      ended,
      program,
      context,
      files: (given = context()) => daemonFiles(join(runtime, "lsp-locate"), given.key),
      recorded,
      async connect(given = context(), { onStart = () => {} } = {}) {
        const connection = await reachDaemon(given, { onStart });
        if (connection.kind === "connected") {
          streams.push(connection.stream);
          recorded();
        }
        return connection;
      },
      async statuses() {
        const all = await Promise.all(recordedDaemons().map(readStatus));
        return all.filter((status) => typeof status !== "string");
      },
    });
  } finally {
    for (const stream of streams) stream.destroy();
    for (const pid of [...seen].filter(isRunning)) process.kill(pid, "SIGKILL");
    if (canFindLeftovers) marker.kill();
    await ended(10_000);
    chmodSync(runtime, 0o700);
    rmSync(base, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
