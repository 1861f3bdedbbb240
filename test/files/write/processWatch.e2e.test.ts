/** What is noticed of a process that stops, sleeps or works. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { activityOf, identityOf } from "../../../src/files/write/processIdentity.js";
import { type Inactivity, watchProcess } from "../../../src/files/write/processWatch.js";
import { afterTest, testIf } from "../../jest.js";

const onPosix = testIf(process.platform !== "win32", "needs POSIX");
const INTERVAL_MS = 50;

/** Starts a program of Node, which prints a line when it begins. */
async function start(code: string) {
  const child = spawn(process.execPath, ["-e", `console.log("runs"); ${code}`]);
  afterTest(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return { child, identity: identityOf(child.pid as number) };
}

function inactivity(identity: ReturnType<typeof identityOf>, maxIdleMs?: number): Promise<Inactivity> {
  // The watch keeps no process alive; this does.
  const timer = setInterval(() => {}, INTERVAL_MS);
  afterTest(() => clearInterval(timer));
  return new Promise((onInactive) => {
    afterTest(watchProcess(identity, { intervalMs: INTERVAL_MS, maxIdleMs, onInactive }));
  });
}

onPosix("A process that is stopped is noticed, and one that was continued is watched on", async () => {
  const { child, identity } = await start("setInterval(() => {}, 1000)");
  const noticed = inactivity(identity);
  child.kill("SIGSTOP");
  expect(await noticed).toBe("stopped");
  expect(activityOf(identity.pid)).toBe("stopped");
  child.kill("SIGCONT");
  const again = inactivity(identity);
  child.kill("SIGSTOP");
  expect(await again).toBe("stopped");
});

onPosix("A process that sleeps is noticed only if it may not, and one that works never", async () => {
  const sleeper = await start("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)");
  const worker = await start("for (;;);");
  let isNoticed = false;
  for (const watched of [inactivity(worker.identity, INTERVAL_MS * 4), inactivity(sleeper.identity)])
    void watched.then(() => {
      isNoticed = true;
    });
  expect(await inactivity(sleeper.identity, INTERVAL_MS * 8)).toBe("idle");
  expect([isNoticed, activityOf(worker.identity.pid)]).toEqual([false, "working"]);
});

onPosix("A process that has ended does nothing that can be named", async () => {
  const { child, identity } = await start("");
  await once(child, "close");
  expect(activityOf(identity.pid)).toBeUndefined();
});
