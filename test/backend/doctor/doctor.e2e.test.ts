/** The doctor, with invented servers and with the real ones of this repository. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { loadServers, shippedServers } from "../../../src/backend/config/loadServers.js";
import type { Servers } from "../../../src/backend/config/servers.js";
import { type DoctorOptions, type DoctorReport, inspectServers } from "../../../src/backend/doctor/doctor.js";
import { methodsOf } from "../../../src/backend/doctor/probe.js";
import { buildCommand } from "../../buildCommand.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();

const modules = join(import.meta.dirname, "../../../node_modules");

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
program("refuses", `${server}\nconnection.onRequest("initialize", () => { throw new Error("not on a Sunday"); });`);
program(
  "lingers",
  `${server}
connection.onRequest("initialize", () => ({ capabilities: { hoverProvider: true }, serverInfo: { name: "l", version: "0.9.1" } }));
connection.onRequest("shutdown", () => new Promise(() => {}));`,
);
program(
  "leaves",
  `${server}
connection.onRequest("initialize", () => ({ capabilities: {} }));
connection.onNotification("initialized", () => { console.error("error: gone"); process.exit(5); });`,
);
const symbolServer = (onSymbols: string, onOpen = "") => `${server}
connection.onRequest("initialize", () => ({ capabilities: { textDocumentSync: 1, documentSymbolProvider: true } }));
connection.onNotification("textDocument/didOpen", ({ textDocument }) => { ${onOpen} });
connection.onRequest("textDocument/documentSymbol", () => { ${onSymbols} });`;
program(
  "chokes",
  symbolServer(
    "return new Promise(() => {});",
    `console.error("starting\\nTypeError: no settings for " + textDocument.uri.split("/").at(-1) + " in " + textDocument.languageId + "\\n    at open (x.js:1)");
     process.exit(1);`,
  ),
);
program("outlines", symbolServer("return [];"));
program("objects", symbolServer(`throw new Error("no project here");`));
program("mute", symbolServer("return new Promise(() => {});"));
program(
  "floods",
  `process.stdin.once("data", () => process.stdout.write("Content-Length: 1000000000000\\r\\n\\r\\n"));`,
);
program("closed", "");
chmodSync(join(folder, "closed"), 0o644);

const noEmbeddedServer = { serves: () => false, ownCommand: () => undefined };

const entry = (name: string) => ({ command: [name], languages: ["l"], install: `get ${name}` });

async function load(entries: Readonly<Record<string, object>>, more: object = {}): Promise<Servers> {
  const languages = { l: { extensions: [".l"], servers: Object.keys(entries) }, ...more };
  writeFileSync(join(folder, "servers.json"), JSON.stringify({ servers: entries, languages }));
  return loadServers({ path: join(folder, "servers.json"), env: {} });
}

function examined(servers: Servers, options: Partial<DoctorOptions> = {}): Promise<DoctorReport> {
  return inspectServers(servers, {
    embeddedServer: noEmbeddedServer,
    env: { PATH: folder },
    languages: ["l"],
    timeoutsMs: { initialize: 60_000, version: 20_000 },
    ...options,
  });
}

test("The report has the installation, the start and the methods of each server", async () => {
  const entries = { absent: entry("absent"), dies: entry("dies"), asks: { ...entry("asks"), settings: { mine: 7 } } };
  const servers = await load(entries, { empty: {}, read: { filenames: ["Readfile"] } });
  const heard: string[] = [];
  const report = await examined(servers, {
    embeddedServer: { ...noEmbeddedServer, serves: (id) => id === "read" },
    languages: ["l", "empty", "read"],
    onServer: ({ name }) => heard.push(name),
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  expect(heard.toSorted()).toEqual(["absent", "asks", "dies", "embedded"]);
  expect(report.file).toBe(join(folder, "servers.json"));
  expect(report.languages).toEqual([
    {
      language: "l",
      extensions: [".l"],
      filenames: [],
      candidates: ["absent", "dies", "asks"],
      serving: "dies",
      companions: [],
    },
    { language: "empty", extensions: [], filenames: [], candidates: [], serving: null, companions: [] },
    { language: "read", extensions: [], filenames: ["Readfile"], candidates: [], serving: "embedded", companions: [] },
  ]);
  const known = { own: true, remote: false, tested: false, languages: ["l"] };
  expect(report.servers).toMatchObject([
    { ...known, name: "absent", state: "absent", path: null, version: null, install: "get absent" },
    { ...known, name: "dies", state: "fails", path: join(folder, "dies"), stderr: ["no license"] },
    {
      ...known,
      name: "asks",
      state: "works",
      version: "1.2.3-beta",
      serverName: "asks",
      encoding: "utf-16",
      methods: ["completionItem/resolve", "textDocument/completion", "textDocument/hover", "textDocument/references"],
    },
    // This test names no command for it.
    { name: "embedded", state: "absent", own: false },
  ]);
});

const inFolder = (name: string) => join(folder, name);

test.each<[string, object, object]>([
  ["dies", {}, { state: "fails", error: "it ends with exit code 4: no license", remedy: "get dies" }],
  ["leaves", {}, { state: "fails", error: "it ends with exit code 5: error: gone" }],
  ["refuses", {}, { state: "fails", error: expect.stringContaining("answers initialize with an error:") }],
  ["floods", {}, { state: "fails", error: expect.stringMatching(/announces a message of .* the limit is 256 MB/) }],
  // A document is opened, and its symbols are requested.
  [
    "chokes",
    {},
    {
      state: "fails",
      error: "it ends with exit code 1: TypeError: no settings for doctor.l in l",
      remedy: "get chokes",
    },
  ],
  ["outlines", {}, { state: "works", methods: ["textDocument/documentSymbol"] }],
  // The empty folder may be the reason.
  ["objects", {}, { state: "works", symbolsError: expect.stringContaining("no project here") }],
  // A program that the server starts itself.
  [
    "outlines",
    { requires: { absent: "get absent" } },
    { state: "fails", error: "it needs `absent`, which is not installed", remedy: "get absent" },
  ],
  ["outlines", { requires: { asks: "get asks" } }, { state: "works" }],
  // A server that ignores shutdown has not failed.
  ["lingers", {}, { state: "works", version: "0.9.1", methods: ["textDocument/hover"] }],
  ["absent", {}, { state: "absent", path: null, remedy: "get absent" }],
  [
    "at a path",
    { command: ["./nothing"] },
    { state: "absent", path: null, error: `there is no file ${inFolder("nothing")}` },
  ],
  [
    "closed",
    {},
    {
      state: "fails",
      path: inFolder("closed"),
      error: `${inFolder("closed")} exists, but it is not executable`,
      remedy: `chmod +x '${inFolder("closed")}'`,
    },
  ],
  // A stub of that name.
  ["asks", { check: ["dies"] }, { state: "fails", path: inFolder("asks"), error: "no license", remedy: "get asks" }],
  // This one is installed everywhere.
  ["perl", { command: ["perl"], check: ["dies"] }, { state: "absent", error: "no license", remedy: "get perl" }],
  // What leads to another machine is there; the server isn't.
  [
    "ssh",
    { command: ["ssh", "a host", "x"], check: ["dies"], remote: true },
    { state: "fails", error: "no license", remedy: "Try it by hand: ssh 'a host' x" },
  ],
  [
    "ssh",
    { command: ["ssh", "host"], remote: true },
    {
      state: "fails",
      version: null,
      error: "it ends with exit code 4: no license",
      remedy: "Try it by hand: ssh host",
    },
  ],
])("The report of %s with %j is %j", async (name, fields, expected) => {
  // Runners, which are installed everywhere.
  for (const runner of ["perl", "ssh"]) program(runner, `console.error("no license"); process.exit(4);`);
  const [report] = (await examined(await load({ [name]: { ...entry(name), ...fields } }))).servers;
  expect(report).toMatchObject({ name, ...expected });
});

test("A server that hangs fails after the timeout", async () => {
  const timeoutsMs = { initialize: 100, version: 50 };
  const [report] = (await examined(await load({ hangs: entry("hangs") }), { timeoutsMs })).servers;
  expect(report).toMatchObject({
    state: "fails",
    version: null,
    error: "it starts, but does not answer initialize within 0.1 s",
    remedy: "Give it more with --timeout <seconds>, or try it by hand: hangs",
  });
});

test("A remote server gets no process id", async () => {
  program(
    "processId",
    `${server}\nconnection.onRequest("initialize", ({ processId }) => ({ capabilities: {}, serverInfo: { name: String(processId) } }));`,
  );
  const servers = await load({ near: entry("processId"), far: { ...entry("processId"), remote: true } });
  const report = await examined(servers);
  expect(report.servers.map(({ serverName }) => serverName)).toEqual([String(process.pid), "null"]);
});

/** Prints the file in `there` that a path below /workspace names. */
const reads = (there: string) => [
  process.execPath,
  "-e",
  `const { readFileSync } = require("node:fs");
   const [path] = process.argv.slice(1);
   process.stdout.write(readFileSync(path.replace("/workspace", ${JSON.stringify(there)})));`,
  "{path}",
];

describe("a server on another file system", () => {
  const [here, there, changed] = ["here", "there", "changed"].map((name) => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, "a.py"), name === "changed" ? "2" : "1");
    return path;
  }) as [string, string, string];
  const paths = [{ local: here, remote: "/workspace" }];

  test.each<[string, object, object]>([
    [
      "that is reached",
      { paths, read: reads(there) },
      { state: "works", connection: ["the connection works", `/workspace is ${here}`] },
    ],
    [
      "without a command to read files",
      { paths },
      { state: "works", connection: [expect.stringContaining("`read` is not set")] },
    ],
    [
      "whose folder here is missing",
      { paths: [{ local: "/no/such/folder", remote: "/workspace" }], read: reads(there) },
      { state: "fails", error: "paths: there is no folder /no/such/folder here; write one that exists" },
    ],
    [
      "whose connection fails",
      { paths, read: [process.execPath, "-e", "console.error('no route to host'); process.exit(255)", "{path}"] },
      { state: "fails", error: expect.stringMatching(/^the connection fails: .* exit code 255: no route to host$/) },
    ],
    [
      "whose folder there is missing",
      { paths, read: reads(join(folder, "nowhere")) },
      { state: "fails", error: expect.stringContaining(`paths: /workspace is not ${here}, which has a.py: `) },
    ],
    [
      "whose folder there is another",
      { paths, read: reads(changed) },
      { state: "fails", error: `paths: /workspace is not ${here}, or another state of it: a.py differs` },
    ],
  ])("%s", async (_title, more, expected) => {
    const servers = await load({ asks: { ...entry("asks"), ...more } });
    const { servers: reports } = await examined(servers, { folder: here });
    expect(reports).toMatchObject([{ name: "asks", remote: true, ...expected }]);
  });

  test("that can't see the folder says so", async () => {
    const servers = await load({ asks: { ...entry("asks"), paths, read: reads(there) } });
    const { servers: reports } = await examined(servers, { folder: changed });
    expect(reports[0]?.connection?.[0]).toBe(
      `${changed} is in none of the folders of \`paths\`: the server can't see it`,
    );
  });
});

test("A folder with a devcontainer.json has the entry for the server of the named language", async () => {
  const project = join(folder, "contained");
  mkdirSync(project);
  writeFileSync(join(project, ".devcontainer.json"), '{ "workspaceFolder": "/code" }');
  const servers = await load({ asks: entry("asks") });
  const { devContainer } = await examined(servers, { folder: project });
  expect(JSON.parse(devContainer?.entry ?? "").servers.asks.paths).toEqual([{ local: project, remote: "/code" }]);
});

test("A user's server without a language is in the full report", async () => {
  const { servers, own } = await load({ idle: { command: ["asks"] } }, { l: { extensions: [".l"], servers: [] } });
  const options = { embeddedServer: noEmbeddedServer, env: { PATH: folder } };
  const report = await inspectServers({ ...shippedServers(), servers, own, languages: new Map() }, options);
  expect(report.servers).toMatchObject([{ name: "idle", own: true, state: "works", languages: [] }]);
});

test("The report can be cancelled", async () => {
  const signal = AbortSignal.abort(new Error("enough"));
  const entries = { absent: entry("absent"), dies: entry("dies"), asks: entry("asks"), hangs: entry("hangs") };
  const report = await examined(await load(entries), { signal });
  expect(report.servers.map(({ state }) => state)).toEqual(["absent", "fails", "fails", "fails"]);
});

describe("real servers", () => {
  /**
   * Those that npm brings, in the versions that package.json says: what they can do is known to the
   * method.
   */
  const pinned = [
    "typescript-language-server",
    "vtsls",
    "pyright",
    "bash-language-server",
    "vscode-html-language-server",
    "vscode-css-language-server",
    "vscode-json-language-server",
    "yaml-language-server",
    "embedded",
  ];
  /**
   * Of whatever version there is here: what they can do is in servers.json, which may know more of
   * newer ones.
   */
  const found = ["gopls", "clangd", "pylsp"];
  const shipped = shippedServers();
  let report: DoctorReport;
  beforeAll(async () => {
    const main = await buildCommand();
    const env = { ...process.env, PATH: [join(modules, ".bin"), process.env["PATH"]].join(delimiter) };
    const only = new Map([...shipped.servers].filter(([name]) => [...pinned, ...found].includes(name)));
    const languages = [...[...only.values()].flatMap((server) => server.languages), "kotlin"];
    report = await inspectServers(
      { ...shipped, servers: only },
      {
        embeddedServer: {
          serves: () => true,
          ownCommand: ([program, ...rest]) =>
            program === "lsp-locate" ? [process.execPath, main, ...rest] : undefined,
        },
        env,
        languages: [...new Set(languages)],
        timeoutsMs: { initialize: 60_000, version: 20_000 },
      },
    );
  }, 120_000);

  test("servers.json marks the real servers as tested", () => {
    const tested = [...shipped.servers.values()].filter((server) => server.tested).map(({ name }) => name);
    expect(tested).toEqual(expect.arrayContaining([...pinned, ...found]));
  });

  test.each(pinned)("%s has the methods in servers.json, and a version", (name) => {
    const met = report.servers.find((one) => one.name === name);
    expect(met).toMatchObject({ state: "works", version: expect.stringMatching(/^\d+\.\d+/) });
    expect(met?.methods).toEqual(shipped.servers.get(name)?.methods);
  });

  test.each(found)("%s has no methods that servers.json lacks", (name) => {
    const met = report.servers.find((one) => one.name === name);
    if (met?.state === "absent") return console.warn(`${name} is not installed here: not tested`);
    expect(met).toMatchObject({ state: "works", version: expect.stringMatching(/^\d+\.\d+/) });
    const known = new Set(shipped.servers.get(name)?.methods);
    expect(met?.methods?.filter((method) => !known.has(method))).toEqual([]);
    expect(met?.methods).toEqual(expect.arrayContaining(["textDocument/documentSymbol", "textDocument/hover"]));
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
])("The methods of %j are listed", (capabilities, methods) => {
  expect(methodsOf(capabilities)).toEqual(methods);
});

test("A server that asks another one through the client is probed alone", async () => {
  program(
    "sides",
    `${server}
let answer;
connection.onRequest("initialize", () => ({ capabilities: { textDocumentSync: 1, documentSymbolProvider: true } }));
connection.onNotification("answer", ([id]) => answer(id));
connection.onRequest("textDocument/documentSymbol", async () => {
  const id = await new Promise((resolve) => { answer = resolve; connection.sendNotification("ask", [7, "project"]); });
  return id === 7 ? [] : null;
});`,
  );
  const bridge = { with: { outlines: {} }, notification: "ask", response: "answer", command: "do" };
  const servers = await load({ sides: { ...entry("sides"), bridge }, outlines: entry("outlines") });
  const report = await examined(servers);
  expect(report.servers).toMatchObject([
    { name: "sides", state: "works" },
    { name: "outlines", state: "works" },
  ]);
  const alone = await load({
    sides: { ...entry("sides"), bridge: { ...bridge, with: { absent: {} } } },
    absent: { ...entry("absent"), languages: [] },
  });
  expect((await examined(alone)).servers.find(({ name }) => name === "sides")).toMatchObject({
    state: "fails",
    error: "it works only beside absent, which is not installed",
    remedy: "get absent",
  });
});
