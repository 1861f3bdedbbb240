/** The selection of a server: the first installed one, and the messages if there is none. */

import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadServers } from "../../../src/backend/config/loadServers.js";
import { selectLikelyServer, selectServer } from "../../../src/backend/installation/selectServer.js";

const alone = { serves: () => false, ownCommand: () => undefined };

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A server with an installed program, and a check that leaves a trace. */
async function checked() {
  const folder = mkdtempSync(join(tmpdir(), "selection-"));
  folders.push(folder);
  const [path, trace] = [join(folder, "servers.json"), join(folder, "trace")];
  const check = [process.execPath, "-e", `fs.writeFileSync(${JSON.stringify(trace)}, ""); process.exit(1)`];
  const stub = { command: [process.execPath], check, languages: ["made-up"], install: "get it" };
  writeFileSync(path, JSON.stringify({ servers: { stub }, languages: { "made-up": { servers: ["stub"] } } }));
  return { servers: await loadServers({ path }), trace };
}

test("A server whose check fails is not selected, and the message has the reason", async () => {
  const { servers } = await checked();
  const found = selectServer(servers, "made-up", alone);
  expect(found).toMatchObject({ kind: "no_backend" });
  expect((found as Error).message).toMatch(/stub is not usable: .*Install one of them:\n {2}stub: get it/s);
});

test("The likely server is selected without a check", async () => {
  const { servers, trace } = await checked();
  expect(selectLikelyServer(servers, "made-up", alone)?.name).toBe("stub");
  expect(existsSync(trace)).toBe(false);
});

test("Without an installed server, the embedded one is likely", async () => {
  const { servers } = await checked();
  expect(selectLikelyServer(servers, "nobody's", { ...alone, serves: () => true })?.name).toBe("embedded");
  expect(selectLikelyServer(servers, "nobody's", alone)).toBeUndefined();
});

/** The servers `beside`, which works only beside `first` or `second`, with what is on PATH. */
async function bridged(installed: readonly string[], languages: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), "selection-"));
  folders.push(folder);
  const program = (name: string) => join(folder, name);
  for (const name of installed) writeFileSync(program(name), "", { mode: 0o755 });
  const bridge = {
    with: {
      first: { initializationOptions: { plugins: ["\u0024{folder}"] } },
      second: { settings: { own: { on: true } } },
    },
    notification: "ask",
    response: "answer",
    command: "do",
  };
  const servers = {
    beside: { command: [program("beside"), "--stdio"], languages: ["sfc"], bridge },
    first: {
      command: [program("first")],
      languages: ["script"],
      initializationOptions: { mine: 1 },
      install: "get it",
    },
    second: { command: [program("second")], languages: ["script"], settings: { own: { name: "x" } } },
  };
  const path = join(folder, "servers.json");
  const both = { sfc: { servers: ["beside"] }, script: { servers: ["first", "second"] }, ...languages };
  writeFileSync(path, JSON.stringify({ servers, languages: both }));
  return { servers: await loadServers({ path }), folder: realpathSync(folder) };
}

test("A server that works beside another one is started with it, for the languages of both", async () => {
  const { servers, folder } = await bridged(["beside", "first", "second"]);
  const expected = {
    name: "first",
    languages: ["script", "sfc"],
    initializationOptions: { mine: 1, plugins: [folder] },
    companions: [{ server: { name: "beside" }, command: [expect.stringMatching(/beside$/), "--stdio"] }],
  };
  for (const language of ["sfc", "script"])
    expect(selectServer(servers, language, alone)).toMatchObject({ server: expected });
  expect(selectLikelyServer(servers, "sfc", alone)?.name).toBe("first");
});

test("It works beside the server that comes first in the list of its language, if that is installed", async () => {
  const order = { script: { servers: ["second", "first"] } };
  const { servers } = await bridged(["beside", "first", "second"], order);
  expect(selectServer(servers, "sfc", alone)).toMatchObject({
    server: { name: "second", settings: { own: { name: "x", on: true } } },
  });
  const { servers: others } = await bridged(["beside", "first"], order);
  expect(selectServer(others, "sfc", alone)).toMatchObject({ server: { name: "first" } });
});

test("Without bridges, each of the two is started alone", async () => {
  const { servers } = await bridged(["beside", "first"]);
  for (const [language, name] of [
    ["sfc", "beside"],
    ["script", "first"],
  ] as const) {
    const selected = selectServer(servers, language, alone, { companions: false });
    expect(selected).toMatchObject({ server: { name } });
    expect(selected).not.toHaveProperty("server.companions");
  }
});

test("Without a server to work beside it is not usable, and the message says which to install", async () => {
  const { servers } = await bridged(["beside"]);
  expect((selectServer(servers, "sfc", alone) as Error).message).toMatch(
    /beside is not usable: it works only beside first or second, which is not installed\. Install it: get it/,
  );
});

test("If it is not installed, or in no list, the other server is started as usual", async () => {
  const { servers } = await bridged(["first"]);
  const { servers: unlisted } = await bridged(["beside", "first"], { sfc: { servers: [] } });
  for (const each of [servers, unlisted]) {
    const selected = selectServer(each, "script", alone);
    expect(selected).toMatchObject({ server: { name: "first", initializationOptions: { mine: 1 } } });
    expect(selected).not.toHaveProperty("server.companions");
  }
});
