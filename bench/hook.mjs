/**
 * Measures the hook of a harness beside a session, compared with an empty Node process: processor
 * time, wall-clock time, and how often it says its line within its own limit of 100 ms.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatTime, measureInterleaved, median, quantile, table } from "./lib/statistics.mjs";

export const title = "Hook";
export const rounds = 25;

const cwd = realpathSync(fileURLToPath(new URL("..", import.meta.url)));
/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;

export async function run({ rounds, proxy }) {
  const runtime = mkdtempSync(join(tmpdir(), "bench-hook-"));
  const { CI: _ci, ...inherited } = process.env;
  const env = { ...inherited, XDG_RUNTIME_DIR: runtime, LSP_LOCATE_DAEMON: "on" };
  const node = (words, { input = "", limit } = {}) => {
    const [cpuBefore, from] = [cpuOfChildren(), performance.now()];
    const more = limit === undefined ? {} : { LSP_LOCATE_HOOKS: String(limit) };
    const { stdout } = spawnSync(process.execPath, words, { cwd, encoding: "utf8", input, env: { ...env, ...more } });
    return { time: performance.now() - from, cpu: cpuOfChildren() - cpuBefore, isSaid: stdout !== "" };
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
    const samples = await measureInterleaved(subjects, rounds, ({ measure }) => measure());
    const cpuOf = (name) => samples[name].reduce((sum, { cpu }) => sum + cpu, 0) / samples[name].length;
    const rows = subjects.map(({ name }) => {
      const times = samples[name].map(({ time }) => time);
      const said = samples[name].filter(({ isSaid }) => isSaid).length;
      const cpu = cpuOf(name);
      const ratio = (cpu / cpuOf(subjects[0].name)).toFixed(2);
      return [name, formatTime(cpu), ratio, formatTime(median(times)), formatTime(quantile(times, 1)), said];
    });
    return table(["", "processor", "× node", "wall p50", "max", `said, of ${rounds}`], rows);
  } finally {
    node([proxy, "daemon", "stop"]);
    rmSync(runtime, { recursive: true, force: true });
  }
}

/** Returns the processor time of all processes that have ended, in milliseconds. */
function cpuOfChildren() {
  const fields = readFileSync("/proc/self/stat", "latin1").split(") ").at(-1).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
