/** The doctor: with servers made up here, then with the real ones that this repository brings. */

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type DoctorReport, examine } from "../../src/backend/doctor.js";
import { versionIn } from "../../src/backend/introduction.js";
import { methodsOf } from "../../src/backend/methods.js";
import { loadServers, type Servers } from "../../src/backend/servers.js";

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
afterAll(() => rmSync(folder, { recursive: true }));

const modules = join(__dirname, "../../node_modules");

/** A program in `folder` that runs `script` in Node. */
function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!${process.execPath}\n${script}`);
  chmodSync(join(folder, name), 0o755);
}

const server = `
const rpc = require(${JSON.stringify(join(modules, "vscode-jsonrpc/lib/node/main.js"))});
const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(process.stdin), new rpc.StreamMessageWriter(process.stdout));
connection.onRequest("shutdown", () => null);
connection.onNotification("exit", () => process.exit(0));
connection.listen();`;
program(
  "asks",
  `if (process.argv[2] === "--version") { console.log("asks, version 1.2.3-beta"); process.exit(0); }${server}
connection.onRequest("initialize", async () => {
  const settings = await connection.sendRequest("workspace/configuration", { items: [{ section: "mine" }] });
  return { capabilities: { hoverProvider: settings[0] === 7, completionProvider: { resolveProvider: true } }, serverInfo: { name: "asks" } };
});
connection.onNotification("initialized", () =>
  connection.sendRequest("client/registerCapability", { registrations: [{ id: "1", method: "textDocument/references" }] }));`,
);
program("dies", `console.error("no license"); process.exit(4);`);
program("hangs", `process.stdin.resume(); if (process.argv[2] === "--version") setInterval(() => {}, 1000);`);

async function load(): Promise<Servers> {
  const entry = (name: string) => ({ command: [name], languages: ["l"], install: `get ${name}` });
  const file = {
    servers: {
      asks: { ...entry("asks"), settings: { mine: 7 } },
      dies: entry("dies"),
      hangs: entry("hangs"),
      absent: entry("absent"),
    },
    languages: { l: { extensions: [".l"], servers: ["absent", "dies", "asks", "hangs"] }, empty: {}, read: {} },
  };
  writeFileSync(join(folder, "servers.json"), JSON.stringify(file));
  return loadServers({ path: join(folder, "servers.json"), env: {} });
}

test("tells of each server whether it is there, starts, and what it can do", async () => {
  const env = { PATH: folder };
  const heard: string[] = [];
  const report = await examine(await load(), {
    isEmbedded: (id) => id === "read",
    env,
    languages: ["l", "empty", "read"],
    timeouts: { initialize: 2000, version: 300 },
    onServer: ({ name }) => heard.push(name),
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  expect(heard.toSorted()).toEqual(["absent", "asks", "dies", "hangs"]);
  expect(report.languages).toEqual([
    { language: "l", extensions: [".l"], candidates: ["absent", "dies", "asks", "hangs"], serving: "dies" },
    { language: "empty", extensions: [], candidates: [], serving: null },
    { language: "read", extensions: [], candidates: [], serving: "embedded" },
  ]);
  expect(report.servers).toMatchObject([
    { name: "absent", state: "absent", path: null, version: null, install: "get absent" },
    {
      name: "dies",
      state: "fails",
      path: join(folder, "dies"),
      error: expect.stringContaining("exit code 4. Last on its stderr: no license"),
    },
    {
      name: "asks",
      state: "works",
      version: "1.2.3-beta",
      serverName: "asks",
      encoding: "utf-16",
      methods: ["completionItem/resolve", "textDocument/completion", "textDocument/hover", "textDocument/references"],
    },
    {
      name: "hangs",
      state: "fails",
      version: null,
      error: expect.stringContaining("did not answer initialize within 2 s"),
    },
  ]);
});

test("can be given up", async () => {
  const signal = AbortSignal.abort(new Error("enough"));
  const report = await examine(await load(), {
    isEmbedded: () => false,
    env: { PATH: folder },
    languages: ["l"],
    signal,
    timeouts: { initialize: 9000, version: 50 },
  });
  expect(report.servers.map(({ state }) => state)).toEqual(["absent", "fails", "fails", "fails"]);
});

describe("real servers", () => {
  let report: DoctorReport;
  const names = [
    "typescript-language-server",
    "pyright",
    "bash-language-server",
    "vscode-json-language-server",
    "clangd",
    "pylsp",
  ];
  beforeAll(async () => {
    const env = { ...process.env, PATH: join(modules, ".bin") + delimiter + process.env["PATH"] };
    const servers = await loadServers({ env: {}, home: folder });
    const only = new Map([...servers.servers].filter(([name]) => names.includes(name)));
    const languages = ["typescript", "python", "shellscript", "json", "cpp"];
    report = await examine(
      { ...servers, servers: only },
      { isEmbedded: () => true, env, languages, timeouts: { initialize: 60_000, version: 20_000 } },
    );
  }, 120_000);

  test.each(names)("%s", (name) => {
    const found = report.servers.find((one) => one.name === name);
    if (found?.state === "absent") return console.warn(`${name} is not installed here: not tested`);
    expect(found).toMatchObject({
      state: "works",
      methods: expect.arrayContaining(["textDocument/documentSymbol", "textDocument/hover"]),
    });
  });
});

test.each([
  [{}, []],
  [
    { hoverProvider: false, definitionProvider: true, renameProvider: {} },
    ["textDocument/definition", "textDocument/rename"],
  ],
  [
    { semanticTokensProvider: { full: { delta: true } } },
    ["textDocument/semanticTokens/full", "textDocument/semanticTokens/full/delta"],
  ],
  [{ hoverProvider: null, codeActionProvider: "yes" }, []],
])("the methods of %j", (capabilities, methods) => {
  expect(methodsOf(capabilities)).toEqual(methods);
});

test.each([
  ["5.3.0", "5.3.0"],
  ["Debian clangd version 14.0.6 linux+grpc", "14.0.6"],
  ['{"GoVersion":"go1.26.8","Main":{"Version":"v0.22.0"},"Version":"v0.22.0"}', "0.22.0"],
  ["usage: server [options]", null],
])("the version in %s", (text, version) => {
  expect(versionIn(text)).toBe(version);
});
