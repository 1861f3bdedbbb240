/** Which sessions get one server, and how long it is theirs. */

import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type { Server } from "../../../src/backend/config/servers.js";
import type { BackendProcess, Exit } from "../../../src/backend/process.js";
import type { SharedServerSpec } from "../../../src/routing/sharing/attachment.js";
import { ServerPool } from "../../../src/routing/sharing/serverPool.js";
import { frameOf } from "../../../src/wire/frames.js";
import { buildNotification, buildRequest } from "../../../src/wire/messages.js";

/** A process that reads all and says nothing. */
function silentProcess(command: readonly string[]): BackendProcess {
  const stdout = new PassThrough();
  let end: (exit: Exit) => void = () => {};
  const exited = new Promise<Exit>((resolve) => {
    end = resolve;
  });
  const stop = () => {
    stdout.end();
    end({ code: 0, signal: null });
    return exited;
  };
  const stdin = new PassThrough().resume();
  return { command, pid: undefined, stdin, stdout, stderrTail: () => [], exited, stop, kill: stop };
}

const spec = (root: string): SharedServerSpec => ({
  ...{ name: "redls", command: ["redls"], root, companions: [], watchers: [], fileEventsAsSaved: false },
  ...{ readsDocuments: true, configuration: "" },
});

async function startPool(started: string[] = []) {
  let startCount = 0;
  const pool = new ServerPool({
    async start(command) {
      startCount++;
      started.push(command.join(" "));
      return silentProcess(command);
    },
    log: () => {},
  });
  /** Attaches a session; returns how many servers were started so far. */
  const attach = async (root: string) => {
    const attached = pool.attach(spec(root));
    attached.stdin.write(frameOf(buildRequest("1", "initialize", { rootUri: root, capabilities: {} })));
    for (let count = 0; count < 20; count++) await turn();
    return startCount;
  };
  return { pool, attach };
}

test("A server with another one beside it is shared, with the other one", async () => {
  const started: string[] = [];
  const { pool } = await startPool(started);
  const server = { name: "bluels", command: ["bluels"], languages: ["blue"] } as unknown as Server;
  const companion = {
    server,
    command: ["bluels", "--stdio"],
    languages: ["blue"],
    leads: [],
    formats: [],
    encoding: "utf-16" as const,
  };
  const shared = { ...spec("file:///w/a"), companions: [companion] };
  for (const text of ["one", "two"]) {
    const { stdin } = pool.attach(shared);
    stdin.write(frameOf(buildRequest("1", "initialize", { rootUri: "file:///w/a", capabilities: {} })));
    const textDocument = { uri: "file:///w/a/x.blue", languageId: "blue", version: 1, text };
    stdin.write(frameOf(buildNotification("initialized", {})));
    stdin.write(frameOf(buildNotification("textDocument/didOpen", { textDocument })));
    for (let count = 0; count < 20; count++) await turn();
  }
  expect(started).toEqual(["redls", "bluels --stdio"]);
  // Another companion makes another server.
  const { stdin } = pool.attach({ ...shared, companions: [{ ...companion, offers: [] }] });
  stdin.write(frameOf(buildRequest("1", "initialize", { rootUri: "file:///w/a", capabilities: {} })));
  for (let count = 0; count < 20; count++) await turn();
  expect(started).toHaveLength(3);
  await pool.end();
});

test("Those who ask for the same server share it until its folder is lost", async () => {
  const { pool, attach } = await startPool();
  expect([await attach("file:///w/a"), await attach("file:///w/a"), await attach("file:///w/b")]).toEqual([1, 1, 2]);
  pool.endIn("/w/c");
  expect([await attach("file:///w/a"), await attach("file:///w/b")]).toEqual([2, 2]);
  pool.endIn("/w/a");
  expect([await attach("file:///w/b"), await attach("file:///w/a"), await attach("file:///w/a")]).toEqual([2, 3, 3]);
  // A folder in that of a server, and one around.
  pool.endIn("/w/a/sub");
  pool.endIn("/w");
  expect([await attach("file:///w/a"), await attach("file:///w/b")]).toEqual([4, 5]);
  await pool.end();
});
