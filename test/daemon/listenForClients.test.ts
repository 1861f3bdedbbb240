/** When a session without clients ends by itself. */

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { daemonFiles } from "../../src/daemon/daemonFolder.js";
import { listenForClients } from "../../src/daemon/listenForClients.js";
import { afterTest, useFakeTimersFor } from "../jest.js";

const CHECK_MS = 60_000;

/** Starts to listen in this process, with a clock of the test's for timers. */
async function listen() {
  const base = mkdtempSync(join(realpathSync(tmpdir()), "locate-listen-"));
  const [folder, workspace] = [join(base, "run"), join(base, "work")];
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  mkdirSync(workspace);
  useFakeTimersFor("setInterval", "clearInterval");
  const files = daemonFiles(folder, "0123456789abcdef");
  const listener = await listenForClients({
    files,
    workspace,
    version: "1",
    idleMs: 3_600_000,
    onClient: () => {},
    servers: async () => [],
    log: () => {},
  });
  afterTest(async () => {
    await listener.close();
    rmSync(base, { recursive: true });
  });
  return { files, workspace, listener };
}

test("A session ends when its workspace has been deleted", async () => {
  const { workspace, listener } = await listen();
  let reason: string | undefined;
  void listener.due.then((given) => {
    reason = given;
  });
  await jest.advanceTimersByTimeAsync(CHECK_MS);
  expect(reason).toBeUndefined();
  rmSync(workspace, { recursive: true });
  jest.advanceTimersByTime(CHECK_MS);
  expect(await listener.due).toBe("its workspace is gone");
});

test("A session ends when its record has been removed", async () => {
  const { files, listener } = await listen();
  rmSync(files.record);
  jest.advanceTimersByTime(CHECK_MS);
  expect(await listener.due).toBe("idle");
});
