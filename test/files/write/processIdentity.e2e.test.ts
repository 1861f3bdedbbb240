/** Whether the process of a lock still runs. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { systemProcesses } from "../../../src/files/write/processIdentity.js";
import { afterTest, testIf, waitFor } from "../../jest.js";

/** Starts a program whose child is never waited for. Resolves with the child's process id. */
async function startUnwaited(): Promise<number> {
  const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "inherit"] });
  afterTest(() => {
    parent.kill();
  });
  const [output] = await once(parent.stdout, "data");
  const child = Number(String(output));
  // The shell waits for its children until it is replaced.
  await waitFor(() => expect(readFileSync(`/proc/${parent.pid}/comm`, "utf8")).toBe("sleep\n"), 30_000);
  return child;
}

testIf(process.platform === "linux", "needs Linux")(
  "A process that ended without being waited for does not run",
  async () => {
    const pid = await startUnwaited();
    const identity = { ...systemProcesses.self(), pid, start: "" };
    expect(systemProcesses.mayRun(identity)).toBe(true);
    process.kill(pid, "SIGKILL");
    await waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z "), 30_000);
    expect(systemProcesses.mayRun(identity)).toBe(false);
  },
);
