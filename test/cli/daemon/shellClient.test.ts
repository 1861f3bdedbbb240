/** A command at a shell whose session ends: what was done already, and what is done again. */

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Duplex, duplexPair, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { ShellWrite } from "../../../src/cli/daemon/daemonMessages.js";
import { runShared } from "../../../src/cli/daemon/shellClient.js";
import { uriOfPath } from "../../../src/uri.js";
import { openPeer, type Peer } from "../../../src/wire/peer.js";
import { afterTest, setEnv } from "../../jest.js";
import { removeFolder } from "../../removeFolder.js";

/** What a session does with a command: it asks the client, and ends. */
type Session = (client: Peer, stream: Duplex) => Promise<void>;

/** Runs a command whose sessions, one after the other, do that. */
async function run(argv: readonly string[], sessions: readonly Session[]) {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    jest.spyOn(process[name], "write").mockImplementation((text: unknown, ...[done]: unknown[]) => {
      printed[name] += String(text);
      (done as () => void)();
      return true;
    });
  const waiting = [...sessions];
  const outcome = await runShared(argv, async () => {
    const session = waiting.shift();
    if (session === undefined) return undefined;
    const [client, server] = duplexPair();
    // Both ends of a socket close together.
    client.once("close", () => server.destroy());
    server.once("close", () => client.destroy());
    const ask = openPeer(server, {
      notification: () => {},
      async request() {
        await session(ask, server);
        return new Promise(() => {});
      },
    });
    return client;
  });
  return { outcome, ...printed, unused: waiting.length };
}

/** Sends a request, and ends when it has arrived. */
async function sendAndEnd(client: Peer, stream: Duplex, method: string, params?: object): Promise<void> {
  client.request(method, params).catch(() => {}); // of a change that is refused
  await setImmediate();
  stream.destroy();
}

const OLD = "const a = 1;\n";
const NEW = "const b = 2;\n";

/** Returns a file, and a session that has lines inserted in it, and ends meanwhile. */
function insertion(): { readonly path: string; readonly session: Session } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
  afterTest(() => removeFolder(folder));
  setEnv("XDG_STATE_HOME", join(folder, "state"));
  const path = join(folder, "a.ts");
  writeFileSync(path, OLD);
  const session: Session = async (client, stream) => {
    const text = readFileSync(path, "utf8");
    const start = { line: 1, character: 0 };
    const params: ShellWrite = {
      planned: {
        edit: { changes: { [uriOfPath(path, [])]: [{ range: { start, end: start }, newText: NEW }] } },
        encoding: "utf-16",
        digests: { [path]: createHash("sha256").update(text).digest("hex") },
      },
      scope: {},
      origin: { command: "edit", workspace: folder },
    };
    await sendAndEnd(client, stream, "shell/writeEdit", params);
  };
  return { path, session };
}

const NOTE =
  "lsp-locate: the change is made; the shared session ended before it sent the rest of the answer, such as notes.\n";

test("A change is made once, and reported, if the session ends while it is being written", async () => {
  const { path, session } = insertion();
  const { outcome, ...rest } = await run(["edit", "a.ts:a", "--insert-after=x", "--write"], [session, session]);
  expect(readFileSync(path, "utf8")).toBe(`${OLD}${NEW}`);
  expect(outcome).toEqual({ kind: "done", code: 0 });
  expect(rest).toEqual({ stdout: `wrote ${path}\n`, stderr: NOTE, unused: 1 });
});

test("With --json it is an object with the written files", async () => {
  const { path, session } = insertion();
  const { outcome, stdout, stderr } = await run(["edit", "a.ts:a", "--delete", "--write", "--json"], [session]);
  expect([outcome, JSON.parse(stdout), stderr]).toEqual([{ kind: "done", code: 0 }, { written: [path] }, NOTE]);
});

test("A change that was refused is asked for again, of another session", async () => {
  const { path, session } = insertion();
  const late: Session = async (client, stream) => {
    const asked = session(client, stream);
    writeFileSync(path, "changed\n");
    return asked;
  };
  const { outcome, unused } = await run(["edit", "a.ts:a", "--delete", "--write"], [late, session]);
  expect(readFileSync(path, "utf8")).toBe(`changed\n${NEW}`);
  expect([outcome, unused]).toEqual([{ kind: "done", code: 0 }, 0]);
});

test("Standard input is read once, also if the session ends meanwhile", async () => {
  const input = new Readable({ read() {} });
  jest.spyOn(process, "stdin", "get").mockReturnValue(input as typeof process.stdin);
  const parts = ["one ", "two"];
  const session: Session = async (client, stream) => {
    input.push(parts.shift());
    await sendAndEnd(client, stream, "shell/readInput");
    if (parts.length === 0) input.push(null);
  };
  const { outcome } = await run(["edit", "a.ts:a", "--replace=-"], [session, session]);
  expect(outcome.kind === "no session" && String(outcome.input)).toBe("one two");
});
