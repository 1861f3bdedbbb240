/** Starting, finding and ending real shared sessions. */

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, connect as openSocket, type Socket } from "node:net";
import { join } from "node:path";
import { endDaemon, readStatus } from "../../src/daemon/daemonControl.js";
import { afterTest, setEnv, testIf } from "../jest.js";
import { withDaemons } from "./daemonHarness.js";

/** Windows has no such signals. */
const onPosix = testIf(process.platform !== "win32", "needs POSIX");
const onLinux = testIf(process.platform === "linux", "needs Linux");

test("Many commands at once start one session, and all are served", async () => {
  await withDaemons(async ({ connect, context, statuses }) => {
    const given = context();
    let starts = 0;
    const all = await Promise.all(Array.from({ length: 20 }, () => connect(given, { onStart: () => starts++ })));
    expect(all.map(({ kind }) => kind)).toEqual(all.map(() => "connected"));
    expect(starts).toBe(1);
    expect(await statuses()).toMatchObject([{ workspace: given.workspace, clients: 20 }]);
  });
});

test("Another environment, version, trust, servers.json or workspace has a session of its own", async () => {
  await withDaemons(async ({ connect, context, statuses, runtime, workspace }) => {
    const servers = join(runtime, "servers.json");
    writeFileSync(servers, "{}");
    mkdirSync(join(workspace, "inner", ".git"), { recursive: true });
    await connect();
    await connect(context({ options: { untrusted: true } }));
    await connect(context({ options: { servers } }));
    writeFileSync(servers, "{ }");
    await connect(context({ options: { servers } }));
    await connect(context({ workspace: join(workspace, "inner") }));
    setEnv("GOFLAGS", "-tags=test");
    await connect();
    expect(new Set((await statuses()).map(({ pid }) => pid)).size).toBe(6);
    // The session of another version would be another program's.
    const other = await connect(context({ version: "0.0.0" }));
    expect(other).toMatchObject({ kind: "refused", reason: expect.stringContaining("has changed meanwhile") });
  });
}, 120_000);

test("A session ends without a client after its time", async () => {
  await withDaemons(async ({ connect, ended, files }) => {
    setEnv("LSP_LOCATE_DAEMON_IDLE", "0.2s");
    const connection = await connect();
    if (connection.kind === "connected") connection.stream.destroy();
    expect(await ended(10_000)).toEqual([]);
    expect([existsSync(files().socket), existsSync(files().record)]).toEqual([false, false]);
    expect(readFileSync(files().log, "utf8")).toContain("ends: idle");
  });
});

test("A time that can't be read is reported, and no session starts", async () => {
  await withDaemons(async ({ connect }) => {
    setEnv("LSP_LOCATE_DAEMON_IDLE", "soon");
    expect(await connect()).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("such as 90s, 15m or 2h"),
    });
  });
});

test("A session that was killed is replaced, and its lock taken over", async () => {
  await withDaemons(async ({ connect, statuses, recorded }) => {
    await connect();
    const [before] = recorded();
    process.kill(before?.record.process.pid as number, "SIGKILL");
    const again = await connect();
    expect(again.kind).toBe("connected");
    const [status, ...others] = await statuses();
    expect(others).toEqual([]);
    expect(status?.pid).not.toBe(before?.record.process.pid);
  });
});

onPosix("A session that is stopped is not replaced, and the command is told how to do that", async () => {
  await withDaemons(async ({ connect, workspace, recorded }) => {
    await connect();
    const { pid } = recorded()[0]?.record.process ?? {};
    process.kill(pid as number, "SIGSTOP");
    expect(await connect()).toEqual({
      kind: "refused",
      reason: `The session of ${workspace} (process ${pid}) is stopped; lsp-locate daemon restart replaces it.`,
    });
    process.kill(pid as number, "SIGCONT");
    expect((await connect()).kind).toBe("connected");
  });
});

onLinux("A stopped session with a full queue of connections keeps no command waiting", async () => {
  await withDaemons(async ({ connect, recorded, files }) => {
    await connect();
    const { pid } = recorded()[0]?.record.process ?? {};
    process.kill(pid as number, "SIGSTOP");
    const waiting: Socket[] = [];
    let failure: NodeJS.ErrnoException | undefined;
    while (failure === undefined) {
      const socket = openSocket(files().socket);
      waiting.push(socket);
      failure = await new Promise((resolve) => socket.once("connect", () => resolve(undefined)).on("error", resolve));
    }
    expect(failure.code).toBe("EAGAIN");
    const answer = await connect();
    expect(answer).toMatchObject({ kind: "refused", reason: expect.stringContaining("is stopped") });
    for (const socket of waiting) socket.destroy();
  });
});

onPosix(
  "A session whose record, socket or lock is gone is replaced",
  async () => {
    await withDaemons(async ({ connect, files, statuses, recorded }) => {
      const { record, socket, folder } = files();
      const held = `${socket}.held`;
      const losses = [
        () => rmSync(record),
        () => rmSync(socket),
        () => rmSync(join(folder, "locks"), { recursive: true }),
        () => rmSync(folder, { recursive: true }),
        // A listener that answers nothing.
        async () => {
          const listener = createServer().listen(held);
          await once(listener, "listening");
          renameSync(held, socket);
          afterTest(() => listener.close());
        },
      ];
      const before = new Set<number>();
      for (const lose of losses) {
        expect((await connect()).kind).toBe("connected");
        const pid = recorded()[0]?.record.process.pid as number;
        before.add(pid);
        await lose();
        while (!hasEnded(pid)) expect((await connect()).kind).toBe("connected");
      }
      expect((await connect()).kind).toBe("connected");
      expect(before.size).toBe(losses.length);
      expect(await statuses()).toHaveLength(1);
    });
  },
  120_000,
);

onPosix("A session that is stopped while it starts keeps no command waiting", async () => {
  await withDaemons(async ({ connect, runtime, workspace, files }) => {
    const preload = join(runtime, "preload.cjs");
    writeFileSync(preload, `if (process.argv.includes("serve")) process.kill(process.pid, "SIGSTOP");`);
    setEnv("NODE_OPTIONS", `--require=${preload}`);
    expect(await connect()).toEqual({
      kind: "refused",
      reason: `A session of ${workspace} didn't start: it was stopped. Its log is ${files().log}.`,
    });
  });
});

onPosix("A connection to a session that is stopped is closed", async () => {
  await withDaemons(async ({ connect, recorded }) => {
    const connection = await connect();
    if (connection.kind !== "connected") throw new Error(connection.kind);
    process.kill(recorded()[0]?.record.process.pid as number, "SIGSTOP");
    await once(connection.stream, "close");
  });
});

onPosix("SIGTERM and stop end a session, and nothing of it is left", async () => {
  await withDaemons(async ({ connect, recorded, ended, files }) => {
    await connect();
    process.kill(recorded()[0]?.record.process.pid as number, "SIGTERM");
    expect(await ended(10_000)).toEqual([]);
    await connect();
    const [session] = recorded();
    expect(session && (await endDaemon(session))).toBe("ended");
    expect(await ended(10_000)).toEqual([]);
    expect(existsSync(files().record)).toBe(false);
    expect(session && (await readStatus(session))).toBe("does not answer");
  });
});

test("A session goes on when the folder that it was started in, and its workspace, are deleted", async () => {
  await withDaemons(async ({ connect, statuses, workspace }) => {
    await connect();
    rmSync(workspace, { recursive: true });
    expect(await statuses()).toMatchObject([{ workspace, clients: 1 }]);
  });
});

onLinux("A session inherits no descriptors", async () => {
  await withDaemons(async ({ recorded, runtime, workspace, program }) => {
    const file = join(runtime, "held");
    // As in scripts with `flock 200`. Node closes descriptors up to 16 by itself.
    const script = `exec 9>"$HELD" 200>"$HELD"; "$NODE" "$PROGRAM" daemon restart`;
    const env = { ...process.env, HELD: file, NODE: process.execPath, PROGRAM: program };
    const { status } = spawnSync("bash", ["-c", script], { env, cwd: workspace });
    expect(status).toBe(0);
    const [session] = recorded();
    const folder = `/proc/${session?.record.process.pid}/fd`;
    const targets = readdirSync(folder).flatMap((name) => readLink(join(folder, name)));
    expect(targets).toContain(session?.files.log);
    expect(targets).not.toContain(file);
  });
});

function hasEnded(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

/** Empty for a descriptor that the session has just closed: its end of the command's connection. */
function readLink(path: string): readonly string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}
