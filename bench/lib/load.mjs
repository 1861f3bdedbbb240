/** A busy machine: processes that each keep a core busy. */
import { spawn } from "node:child_process";

/** Runs `act` while `count` such processes run. */
export async function withLoad(count, act) {
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
  try {
    return await act();
  } finally {
    for (const child of busy) child.kill("SIGKILL");
  }
}
