/** What Linux says of a process; undefined where the platform says nothing. */
import { readFileSync } from "node:fs";

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
