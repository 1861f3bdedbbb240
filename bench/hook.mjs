/**
 * Measures the hook of a harness beside a session that has loaded, compared with an empty Node
 * process: its own and the session's processor time, wall-clock time, and how often it says its
 * line within its own limit of 100 ms.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { cpuOf } from "./lib/processUsage.mjs";
import { formatTime, measureInterleaved, median, quantile, table } from "./lib/statistics.mjs";

export const title = "Hook";
export const rounds = 25;

const cwd = realpathSync(fileURLToPath(new URL("..", import.meta.url)));
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;

export async function run({ rounds, proxy }) {
  const runtime = mkdtempSync(join(tmpdir(), "bench-hook-"));
  const { CI: _ci, ...inherited } = process.env;
  let session;
  const env = { ...inherited, XDG_RUNTIME_DIR: runtime, LSP_LOCATE_DAEMON: "on" };
  const node = (words, { input = "", limit } = {}) => {
    const [cpuBefore, from] = [cpuOfChildren(), performance.now()];
    const more = limit === undefined ? {} : { LSP_LOCATE_HOOKS: String(limit) };
    const sessionBefore = cpuOf(session) ?? 0;
    const { stdout } = spawnSync(process.execPath, words, { cwd, encoding: "utf8", input, env: { ...env, ...more } });
    const [cpu, sessionCpu] = [cpuOfChildren() - cpuBefore, (cpuOf(session) ?? 0) - sessionBefore];
    return { time: performance.now() - from, cpu, sessionCpu, isSaid: stdout !== "", stdout };
  };
  const search = (pattern) => ({
    input: JSON.stringify({ hook_event_name: "PostToolUse", cwd, tool_name: "Grep", tool_input: { pattern } }),
  });
  const hook = [proxy, "hook"];
  const subjects = [
    { name: "`node -e 0`", measure: () => node(["-e", "0"]) },
    { name: "a search for text", measure: () => node(hook, search("no symbol")) },
    { name: "a search for a symbol", measure: () => node(hook, { ...search("resolvePlace"), limit: 10_000 }) },
    { name: "… within 100 ms", measure: () => node(hook, search("resolvePlace")) },
  ];
  try {
    node([proxy, "search", "resolvePlace"]);
    session = JSON.parse(node([proxy, "daemon", "status", "--json"]).stdout)[0].pid;
    await waitUntilIdle(session);
    const samples = await measureInterleaved(subjects, rounds, ({ measure }) => measure());
    const mean = (name, key) => samples[name].reduce((sum, each) => sum + each[key], 0) / samples[name].length;
    const rows = subjects.map(({ name }) => {
      const times = samples[name].map(({ time }) => time);
      const said = samples[name].filter(({ isSaid }) => isSaid).length;
      const [cpu, sessionCpu] = ["cpu", "sessionCpu"].map((key) => mean(name, key));
      const ratio = (cpu / mean(subjects[0].name, "cpu")).toFixed(2);
      const wall = [median(times), quantile(times, 1)].map(formatTime);
      return [name, formatTime(cpu), ratio, formatTime(sessionCpu), ...wall, said];
    });
    return table(["", "processor", "× node", "session's", "wall p50", "max", `said, of ${rounds}`], rows);
  } finally {
    node([proxy, "daemon", "stop"]);
    rmSync(runtime, { recursive: true, force: true });
  }
}

const IDLE_MS = 20;
const MAX_WAIT_S = 60;

/** Waits until a process uses next to no processor time for a second. */
async function waitUntilIdle(pid) {
  for (let seconds = 0; seconds < MAX_WAIT_S; seconds++) {
    const before = cpuOf(pid);
    await pause(1000);
    if (cpuOf(pid) - before < IDLE_MS) return;
  }
}

/** Returns the processor time of all processes that have ended, in milliseconds. */
function cpuOfChildren() {
  const fields = readFileSync("/proc/self/stat", "latin1").split(") ").at(-1).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
