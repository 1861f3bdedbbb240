/** When a session without clients ends by itself. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DaemonFiles, daemonFiles } from "../../src/daemon/daemonFolder.js";
import { lifeLockHolder } from "../../src/daemon/daemonLocks.js";
import type { DaemonRecord } from "../../src/daemon/daemonRecord.js";
import { listenForClients } from "../../src/daemon/listenForClients.js";
import { afterTest, useFakeTimersFor } from "../jest.js";

const WORKSPACE_CHECK_MS = 60_000;
/** Two checks. */
const PLACE_CHECK_MS = 2000;

/** Starts to listen in this process, with a clock of the test's for timers. */
async function listen() {
  const base = mkdtempSync(join(realpathSync(tmpdir()), "locate-listen-"));
  const [folder, workspace] = [join(base, "run"), join(base, "work")];
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  mkdirSync(workspace);
  useFakeTimersFor("setInterval", "clearInterval");
  const files = daemonFiles(folder, "0123456789abcdef");
  const listener = await listenInProcess(files, workspace);
  afterTest(async () => {
    await listener.close();
    rmSync(base, { recursive: true });
  });
  return { files, workspace, listener };
}

function listenInProcess(files: DaemonFiles, workspace: string) {
  return listenForClients({
    files,
    workspace,
    version: "1",
    idleMs: 3_600_000,
    onClient: () => {},
    onBackendClient: () => {},
    isProgramReplaced: () => false,
    servers: async () => [],
    unwatched: () => [],
    requests: () => [],
    log: () => {},
  });
}

test("A session ends when its workspace has been deleted", async () => {
  const { workspace, listener } = await listen();
  let reason: string | undefined;
  void listener.due.then((given) => {
    reason = given;
  });
  await jest.advanceTimersByTimeAsync(WORKSPACE_CHECK_MS);
  expect(reason).toBeUndefined();
  rmSync(workspace, { recursive: true });
  jest.advanceTimersByTime(WORKSPACE_CHECK_MS);
  expect(await listener.due).toBe("its workspace is gone");
});

const losses: Readonly<Record<string, (files: DaemonFiles) => void>> = {
  "record is removed": ({ record }) => rmSync(record),
  "record is another session's": ({ record }) => {
    const content = JSON.parse(readFileSync(record, "utf8")) as DaemonRecord;
    writeFileSync(record, JSON.stringify({ ...content, secret: "0".repeat(64) }));
  },
  "socket is removed": ({ socket }) => rmSync(socket),
  "socket is replaced": ({ socket }) => {
    renameSync(socket, `${socket}.old`);
    writeFileSync(socket, "");
  },
  "lock is removed": ({ folder }) => rmSync(join(folder, "locks"), { recursive: true }),
  "folder is removed": ({ folder }) => rmSync(folder, { recursive: true }),
};

/** A pipe of Windows is no file. */
const testedLosses = Object.entries(losses).filter(
  ([name]) => process.platform !== "win32" || !name.includes("socket"),
);

for (const [name, lose] of testedLosses)
  test(`A session ends within 2 s when its ${name}`, async () => {
    const { files, listener } = await listen();
    await jest.advanceTimersByTimeAsync(PLACE_CHECK_MS);
    lose(files);
    jest.advanceTimersByTime(PLACE_CHECK_MS);
    expect(await listener.due).toBe("its socket, record or lock was removed or replaced");
  });

test("A session that ends leaves the socket and the lock of its successor alone", async () => {
  const { files, workspace, listener } = await listen();
  rmSync(join(files.folder, "locks"), { recursive: true });
  const successor = await listenInProcess(files, workspace);
  await listener.close();
  expect([existsSync(files.socket), existsSync(files.record)]).toEqual([process.platform !== "win32", true]);
  expect(lifeLockHolder(files)).toMatchObject({ pid: process.pid });
  await successor.close();
});
