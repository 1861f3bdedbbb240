/** What Linux says of a process; undefined where the platform says nothing. */
import { readdirSync, readFileSync } from "node:fs";

/** Megabytes in memory: `peak` since its start, or `now`. */
export function memoryOf(pid, when) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const kilobytes = new RegExp(`${when === "peak" ? "VmHWM" : "VmRSS"}:\\s+(\\d+)`).exec(status)?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds that all its threads have run. Steadier than time on the clock where other work
 * shares the machine.
 */
export function cpuOf(pid) {
  try {
    const tasks = `/proc/${pid}/task`;
    const nanoseconds = readdirSync(tasks).map((task) => {
      return Number(readFileSync(`${tasks}/${task}/schedstat`, "latin1").split(" ")[0]);
    });
    return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
  } catch {
    return undefined;
  }
}
