/**
 * Reads the memory and CPU usage of a process from /proc. The results are undefined on other
 * platforms than Linux.
 */
import { readdirSync, readFileSync } from "node:fs";

/** Returns the resident memory in megabytes: the `peak` since the start, or `now`. */
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
 * Returns the CPU time of all its threads in milliseconds. It varies less than wall-clock time on a
 * busy machine.
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
