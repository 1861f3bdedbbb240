/**
 * The end of a session: nothing that it has started is left, however it ends and whatever hangs.
 */

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCommand } from "../../buildCommand.js";
import { removeFolders } from "../../folders.js";
import { testIf } from "../../jest.js";
import { canFindLeftovers, createMarker, type Marker } from "../../leftovers.js";
import { hasTerminals, runInTerminal } from "../pseudoTerminal.js";
import { modes, type StubbornOptions, type StubbornSession, startStubborn } from "./stubbornServer.js";

const TIMEOUT_MS = 60_000;
/** Three times the promised time. */
const LIMIT_MS = 9_000;

const markers: Marker[] = [];
afterEach(() => {
  for (const marker of markers.splice(0)) marker.kill();
  removeFolders();
});

/** The ways in which a session is ended. */
const ends: Readonly<Record<string, (session: StubbornSession) => void>> = {
  SIGKILL: ({ child }) => child.kill("SIGKILL"),
  SIGTERM: ({ child }) => child.kill("SIGTERM"),
  SIGINT: ({ child }) => child.kill("SIGINT"),
  "end of input": ({ child }) => child.stdin.end(),
  exit: ({ sendExit }) => sendExit(),
};

/** Ends a session whose server runs. Resolves with the exit code and what is left of it. */
async function endSession(session: StubbornSession, marker: Marker, end: (session: StubbornSession) => void) {
  await session.up();
  expect(marker.processes().length).toBeGreaterThan(3);
  end(session);
  const left = await marker.gone(LIMIT_MS);
  return { left, code: left.length === 0 ? await session.exited : "not ended" };
}

async function start(mode: (typeof modes)[number], options: Partial<StubbornOptions> = {}) {
  const marker = createMarker();
  markers.push(marker);
  const env = { ...options.env, ...marker.env };
  return { marker, session: startStubborn(mode, { main: await buildCommand(), ...options, env }) };
}

const onLinux = testIf(canFindLeftovers, "needs Linux");

const codes: Readonly<Record<(typeof modes)[number], readonly (number | string)[]>> = {
  "one server": ["SIGKILL", 137, 137, 137, 137],
  "--restart": ["SIGKILL", 1, 1, 1, 1],
  routed: ["SIGKILL", 1, 1, 1, 1],
  mcp: ["SIGKILL", 0, 0, 0],
  shell: ["SIGKILL", 143, 130],
};

describe.each(modes)("The server ignores all but SIGKILL; mode: %s", (mode) => {
  onLinux(
    "nothing is left after any end of the session",
    async () => {
      const results = await Promise.all(
        Object.entries(ends)
          .slice(0, codes[mode].length)
          .map(async ([name, end]) => {
            const { session, marker } = await start(mode);
            return [name, await endSession(session, marker, end)] as const;
          }),
      );
      const expected = codes[mode].map((code, index) => [Object.keys(ends)[index], { left: [], code }]);
      expect(results).toEqual(expected);
    },
    TIMEOUT_MS,
  );
});

onLinux("A killed session closes the client's streams before its servers have ended", async () => {
  const { session, marker } = await start("one server");
  await session.up();
  const closed = new Promise((resolve) => session.child.on("close", resolve));
  session.child.kill("SIGKILL");
  await closed;
  expect(marker.processes().length).toBeGreaterThan(0);
  expect(await marker.gone(LIMIT_MS)).toEqual([]);
});

testIf(canFindLeftovers && hasTerminals, "needs Linux and terminals")(
  "Ctrl-C at a terminal ends a command and its server",
  async () => {
    const marker = createMarker();
    markers.push(marker);
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-terminal-")));
    writeFileSync(join(folder, "a.txt"), "word\n");
    // A server without handlers of its own: it does not get the signal of the terminal.
    const server = "/bin/sh -c 'echo up >&2; sleep 600 & wait'";
    // The trap lets the shell go on to `echo`, whichever of the two has noticed Ctrl-C first.
    const line = `trap : INT; ${process.execPath} ${await buildCommand()} hover a.txt:1 -- ${server}; echo code $?`;
    const screen = await runInTerminal(line, {
      cwd: folder,
      env: { ...process.env, TERM: "xterm", ...marker.env },
      keys: [["working …  3 s", "\x03"]],
    });
    expect(screen).toMatch(/code 130\s*$/);
    expect(await marker.gone(LIMIT_MS)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

const isRoot = process.getuid?.() === 0 && spawnSync("setpriv", ["--version"]).status === 0;
testIf(canFindLeftovers && isRoot, "needs root on Linux")("Nothing is left of an ordinary user's session", async () => {
  const prefix = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  for (const name of ["SIGKILL", "SIGTERM"] as const) {
    const { session, marker } = await start("one server", { prefix });
    const { left } = await endSession(session, marker, ends[name]!);
    expect({ name, left }).toEqual({ name, left: [] });
  }
});

describe("something hangs", () => {
  const hang = (kind: string) => ({
    NODE_OPTIONS: `--require=${join(import.meta.dirname, "hang.cjs")}`,
    LSP_LOCATE_HANG: kind,
  });

  test.each([
    ["a thread", "one server", "end of input"],
    ["a thread", "mcp", "SIGTERM"],
    ["a thread", "shell", "SIGINT"],
    ["a read", "routed", "exit"],
    ["the main thread", "one server", "end of input"],
  ] as const)(
    "If %s hangs, nothing is left; mode: %s, end: %s",
    async (kind, mode, name) => {
      if (!canFindLeftovers) return;
      const { session, marker } = await start(mode, { env: hang(kind) });
      expect(await endSession(session, marker, ends[name]!)).toEqual({ left: [], code: "SIGKILL" });
    },
    TIMEOUT_MS,
  );

  onLinux(
    "If a thread of the embedded server hangs, it ends",
    async () => {
      const marker = createMarker();
      markers.push(marker);
      const env = { ...process.env, ...hang("a thread"), ...marker.env };
      const child = spawn(process.execPath, [await buildCommand(), "embedded"], {
        env,
        stdio: ["pipe", "pipe", "pipe"],
      });
      await new Promise((resolve) => child.stderr.once("data", resolve));
      child.stdin.end();
      expect(await marker.gone(LIMIT_MS)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
