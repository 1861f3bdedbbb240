/** Signals to process groups. */

import { spawn } from "node:child_process";
import { win32 } from "node:path";

export type EndingSignal = "SIGTERM" | "SIGKILL";

/** Signals a group; on Windows, which has no groups, ends the tree of that process at once. */
export function signalGroup(pid: number, signal: EndingSignal): void {
  if (process.platform === "win32") {
    const words = ["/pid", String(pid), "/T", "/F"];
    spawn(systemProgram("taskkill.exe"), words, { stdio: "ignore", windowsHide: true }).on("error", () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // It is empty, or its processes belong to another user.
  }
}

/**
 * Returns the path of a program of Windows, given from its System32. By its name alone it would
 * also be searched in the working directory.
 */
export function systemProgram(name: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const root = env["SystemRoot"];
  return win32.join(root !== undefined && win32.isAbsolute(root) ? root : "C:\\Windows", "System32", name);
}

/** Returns whether a group has no processes. On Windows it has only its leader. */
export function isGroupEmpty(pid: number): boolean {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
