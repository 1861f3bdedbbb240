/** What others may have put in place of the folder, the socket or the files of a session. */

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileSystemView, writeRecord } from "../../src/daemon/daemonRecord.js";
import { systemProcesses } from "../../src/files/write/processIdentity.js";
import { setEnv, testIf } from "../jest.js";
import { type DaemonHarness, withDaemons } from "./daemonHarness.js";

const isRoot = process.getuid?.() === 0;
/** A user who is neither root nor the one of the tests. */
const OTHER_USER = 65534;
const asOther = ["--reuid=65534", "--regid=65534", "--clear-groups"];
const canChangeUser = isRoot && spawnSync("setpriv", ["--version"]).status === 0;

/** Windows has other modes and owners, and its pipes are in no folder. */
const onPosix = testIf(process.platform !== "win32", "needs POSIX");
const asOtherUser = testIf(canChangeUser, "needs root and setpriv");

/** Runs the command as a user would; resolves with its exit code and stderr. */
function restart({ program, workspace }: DaemonHarness, prefix: readonly string[] = []) {
  const [command, ...words] = [...prefix, process.execPath, program, "daemon", "restart"];
  const { status, stderr } = spawnSync(command as string, words, { cwd: workspace, encoding: "utf8" });
  return { status, stderr };
}

onPosix("A folder of another user is refused, and so is one that others can enter", async () => {
  await withDaemons(async ({ connect, runtime }) => {
    const folder = join(runtime, "lsp-locate");
    mkdirSync(folder, { mode: 0o755 });
    chmodSync(folder, 0o755);
    expect(await connect()).toEqual({
      kind: "refused",
      reason: `${folder} can be entered by other users (its mode is not 0700). Sessions are found there by their sockets: remove it, and the next command creates it.`,
    });
    if (!isRoot) return;
    chmodSync(folder, 0o700);
    chownSync(folder, OTHER_USER, OTHER_USER);
    expect(await connect()).toMatchObject({ kind: "refused", reason: expect.stringContaining("another user (65534)") });
  });
});

onPosix("A link and a file in place of the folder are refused", async () => {
  await withDaemons(async ({ connect, runtime }) => {
    const [folder, elsewhere] = [join(runtime, "lsp-locate"), join(runtime, "elsewhere")];
    mkdirSync(elsewhere, { mode: 0o700 });
    symlinkSync(elsewhere, folder);
    expect(await connect()).toMatchObject({ kind: "refused", reason: expect.stringContaining("is a link") });
    rmSync(folder);
    writeFileSync(folder, "");
    expect(await connect()).toMatchObject({ kind: "refused", reason: expect.stringContaining("is not a folder") });
  });
});

onPosix("A process that listens on the socket without the secret is replaced, and gets no request", async () => {
  await withDaemons(async (harness) => {
    const { connect, files, runtime, workspace, statuses } = harness;
    mkdirSync(join(runtime, "lsp-locate"), { mode: 0o700 });
    const received: Buffer[][] = [];
    const server = await listen(files().socket, received);
    writeRecord(files(), {
      secret: "0".repeat(64),
      process: { ...systemProcesses.self(), start: "0" },
      workspace,
      version: "0",
      startedAt: 0,
      view: fileSystemView(),
    });
    expect((await connect()).kind).toBe("connected");
    expect(await statuses()).toMatchObject([{ workspace, clients: 1 }]);
    // Nothing but greetings.
    expect(received.length).toBeGreaterThan(0);
    expect(received.map((chunks) => Buffer.concat(chunks).length)).toEqual(received.map(() => 41));
    server.close();
  });
});

asOtherUser("Another user finds no session, and can't enter the folder", async () => {
  await withDaemons(async (harness) => {
    const { connect, files, runtime, statuses } = harness;
    await connect();
    for (const path of [files().socket, files().record, files().log])
      expect(spawnSync("setpriv", [...asOther, "test", "-r", path]).status).toBe(1);
    // XDG_RUNTIME_DIR is kept by some ways of changing the user.
    chmodSync(runtime, 0o755);
    setEnv("HOME", "/nonexistent");
    const { status, stderr } = restart(harness, ["setpriv", ...asOther]);
    expect([status, stderr]).toEqual([0, expect.stringContaining("has started")]);
    expect(await statuses()).toHaveLength(1);
    rmSync(join(tmpdir(), `lsp-locate-run-${OTHER_USER}`), { recursive: true });
  });
});

onPosix(
  "Without a runtime folder sessions are in the temporary one, and not in one that another user has planted",
  async () => {
    await withDaemons(async ({ connect, runtime }) => {
      setEnv("XDG_RUNTIME_DIR", undefined);
      setEnv("TMPDIR", runtime);
      const folder = join(runtime, `lsp-locate-run-${process.getuid?.()}`);
      expect((await connect()).kind).toBe("connected");
      rmSync(folder, { recursive: true });
      mkdirSync(folder, { mode: 0o777 });
      if (isRoot) chownSync(folder, OTHER_USER, OTHER_USER);
      else chmodSync(folder, 0o777);
      expect(await connect()).toMatchObject({ kind: "refused" });
    });
  },
);

asOtherUser("A runtime folder that can't be written is refused", async () => {
  await withDaemons(async (harness) => {
    const { runtime } = harness;
    chownSync(runtime, OTHER_USER, OTHER_USER);
    chmodSync(runtime, 0o500);
    const { status, stderr } = restart(harness, ["setpriv", ...asOther]);
    expect(status).toBe(1);
    expect(stderr).toContain("The folder of the sessions can't be used: EACCES");
  });
});

onPosix("A full disk is refused", async () => {
  await withDaemons(async (harness) => {
    // Each write to a file fails, as on a full disk.
    const { status, stderr } = restart(harness, ["bash", "-c", `trap "" XFSZ; ulimit -f 0; exec "$0" "$@"`]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^lsp-locate: The folder of the sessions can't be used: EFBIG/);
  });
});

testIf(canUnshare(), "needs unshare")("Sessions of another mount or user namespace are refused", async () => {
  await withDaemons(async (harness) => {
    const { connect, workspace, recorded } = harness;
    expect(restart(harness, ["unshare", "--mount"])).toMatchObject({ status: 0 });
    const reason = `The session of ${workspace} (process ${recorded()[0]?.record.process.pid}) sees another file system than this command: one of them runs in a container or sandbox.`;
    expect(await connect()).toEqual({ kind: "refused", reason });
  });
});

function canUnshare(): boolean {
  return spawnSync("unshare", ["--mount", "true"]).status === 0;
}

/** Answers each connection with 64 bytes that prove nothing; adds what each one has sent. */
async function listen(socket: string, received: Buffer[][]): Promise<Server> {
  const server = createServer((stream) => {
    const chunks: Buffer[] = [];
    received.push(chunks);
    stream
      .on("error", () => {})
      .on("data", (chunk) => {
        chunks.push(chunk);
        stream.write(Buffer.alloc(64));
      });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return server;
}
