/** Which of several processes are stopped. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { stoppedProcesses } from "../../../src/backend/guard/stoppedServer.js";
import { afterTest, testIf } from "../../jest.js";

/** Starts a program of Node that starts another one. Returns the ids of both. */
async function startPair(): Promise<{ readonly outer: number; readonly inner: number }> {
  const wait = "setInterval(() => {}, 1000)";
  const code = `console.log(require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(wait)}]).pid); ${wait}`;
  const child = spawn(process.execPath, ["-e", code]);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const pids = { outer: child.pid as number, inner: Number(line.toString()) };
  afterTest(() => {
    for (const pid of [pids.inner, pids.outer]) process.kill(pid, "SIGKILL");
  });
  return pids;
}

testIf(process.platform !== "win32", "needs signals").each([...new Set<NodeJS.Platform>([process.platform, "darwin"])])(
  "A process is stopped if one is that it has started, as the system tells on %s",
  async (platform) => {
    const [running, stopped, outerStopped] = await Promise.all([startPair(), startPair(), startPair()]);
    const look = () => stoppedProcesses([running.outer, stopped.outer, outerStopped.outer], platform);
    expect(await look()).toEqual(new Set());
    process.kill(stopped.inner, "SIGSTOP");
    process.kill(outerStopped.outer, "SIGSTOP");
    let found = await look();
    while (found.size < 2) found = await look();
    expect(found).toEqual(new Set([stopped.outer, outerStopped.outer]));
    process.kill(stopped.inner, "SIGCONT");
    while ((await look()).has(stopped.outer));
  },
);
