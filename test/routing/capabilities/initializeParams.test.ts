/** How a backend is greeted: what of the client's `initialize` is another thing for it, and that all the rest stays as it is. */

import type { Server } from "../../../src/backend/config/servers.js";
import type { RequiredCapability } from "../../../src/backend/readiness.js";
import { buildInitialize } from "../../../src/routing/capabilities/initializeParams.js";

const server: Server = {
  name: "gopls",
  command: ["gopls"],
  languages: ["go"],
  rootMarkers: [],
  tested: false,
  remote: false,
  match: { words: [], serverInfo: [] },
};
const root = { uri: "file:///w/a%20b", name: "a b" };

interface Given {
  readonly server?: Partial<Server>;
  readonly needs?: readonly RequiredCapability[];
}

/** The greeting made of a client's whole body. */
function greet(body: string, { server: more = {}, needs = [] }: Given = {}): string {
  const options = { id: '"ours.1"', server: { ...server, ...more }, root, processId: 4711, needs };
  return buildInitialize(Buffer.from(body), options).toString("utf8");
}

type Json = { readonly [key: string]: Json };

/** The params of the greeting made of a client's params. */
function greeted(params: unknown, given: Given = {}): Json {
  const body = greet(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }), given);
  const { params: made, ...rest } = JSON.parse(body) as { params: Json };
  expect(rest).toEqual({ jsonrpc: "2.0", id: "ours.1", method: "initialize" });
  return made;
}

const own = {
  processId: 4711,
  rootUri: "file:///w/a%20b",
  rootPath: "/w/a b",
  workspaceFolders: [{ uri: "file:///w/a%20b", name: "a b" }],
};
const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
  window: { workDoneProgress: true },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
  },
};
const no = (value: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", ...(value as object) });

/** Whatever a client leaves out or makes null, and what some write where an object should be. */
test.each<[string]>([
  [no({})],
  [no({ params: null })],
  [no({ params: [] })],
  [no({ params: {} })],
  [no({ params: { capabilities: null } })],
  [no({ params: { capabilities: {} } })],
  [no({ params: { capabilities: [] } })],
  [no({ params: { processId: null, rootUri: null, rootPath: null, workspaceFolders: null, capabilities: {} } })],
  [no({ params: { initializationOptions: null, workDoneToken: null, capabilities: {} } })],
  [no({ params: { capabilities: { general: null, textDocument: null, window: null, workspace: null } } })],
  [no({ params: { capabilities: { general: [], textDocument: [], window: [], workspace: [] } } })],
  [
    no({
      params: { capabilities: { textDocument: { documentSymbol: null }, workspace: { didChangeWatchedFiles: 3 } } },
    }),
  ],
  [no({ params: { capabilities: { window: { workDoneProgress: null }, workspace: { configuration: false } } } })],
  [no({ params: { capabilities: { general: { positionEncodings: ["utf-8", "utf-16"] } } } })],
  [
    no({
      params: { processId: 1, rootUri: "file:///x", rootPath: "/x", workspaceFolders: [{ uri: "file:///x" }, {}] },
    }),
  ],
  ['{ "params" : { } , "method" : "initialize" , "id" : "1" , "jsonrpc" : "2.0" }'],
])("%s", (body) => {
  const { params, ...rest } = JSON.parse(greet(body)) as { params: Json };
  expect(rest).toEqual({ jsonrpc: "2.0", id: "ours.1", method: "initialize" });
  expect(params).toEqual({ ...own, capabilities });
});

test("what is not ours to change keeps its bytes", () => {
  const kept = [
    '"trace" : "verbose"',
    '"locale":"de"',
    '"clientInfo":{"name":"ed","version":"\\u0031"}',
    '"unheardOf":{"deep":[1.0,12345678901234567890]}',
    '"experimental":{"mine":{"é":null}}',
    '"hover":{ "contentFormat" : [ "markdown" ] }',
    '"future":{"x":false}',
  ];
  const [trace, locale, clientInfo, unheardOf, experimental, hover, future] = kept;
  const body =
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{${trace},${locale},${clientInfo},${unheardOf},` +
    `"capabilities":{${experimental},"textDocument":{${hover}},"workspace":{${future}}}}}`;
  const made = greet(body);
  for (const piece of kept) expect(made).toContain(piece);
  expect(JSON.parse(made).params).toMatchObject({ ...own, capabilities });
});

test("a client that declares everything gets its capabilities through untouched", () => {
  const bytes = JSON.stringify(capabilities);
  expect(greet(no({ params: { capabilities } }))).toContain(`"capabilities":${bytes}`);
});

test.each<[string, unknown, unknown]>([
  ["the older word too, where it is used", { offsetEncoding: ["utf-8", "utf-32"] }, ["utf-16"]],
  ["and if it is null", { offsetEncoding: null }, ["utf-16"]],
  ["and only then", {}, undefined],
])("only utf-16 is offered: %s", (_what, declared, expected) => {
  const { capabilities: made } = greeted({ capabilities: declared });
  expect(made?.["general"]).toEqual({ positionEncodings: ["utf-16"] });
  expect(made?.["offsetEncoding"]).toEqual(expected);
});

test.each<[string, unknown, readonly RequiredCapability[], unknown]>([
  ["needed", {}, ["experimental.serverStatusNotification"], { serverStatusNotification: true }],
  [
    "needed beside others",
    { experimental: { a: 1 } },
    ["experimental.serverStatusNotification"],
    { a: 1, serverStatusNotification: true },
  ],
  ["not needed", {}, ["window.workDoneProgress"], undefined],
  [
    "not needed, and declared",
    { experimental: { serverStatusNotification: true } },
    [],
    { serverStatusNotification: true },
  ],
])("serverStatusNotification %s", (_what, declared, needs, expected) => {
  expect(greeted({ capabilities: declared }, { needs })["capabilities"]?.["experimental"]).toEqual(expected);
});

test.each<[boolean, unknown]>([
  [false, 4711],
  [true, null],
])("remote %j: process id %j", (remote, processId) => {
  expect(greeted({ processId: 1 }, { server: { remote } })).toMatchObject({ processId });
});

test("a root that is no file has no path", () => {
  const options = { id: "1", server, root: { uri: "vscode-vfs://x/y", name: "y" }, processId: 1, needs: [] };
  const { params } = JSON.parse(buildInitialize(Buffer.from(no({})), options).toString("utf8")) as { params: Json };
  expect(params).toMatchObject({ rootUri: "vscode-vfs://x/y", rootPath: null });
});

test("the client's token stays with us", () => {
  expect(greeted({ workDoneToken: "t", capabilities: {} })).not.toHaveProperty("workDoneToken");
});

/** What servers.json says, what the client sends, what the server gets. */
test.each<[unknown, unknown, unknown]>([
  [undefined, undefined, undefined],
  [undefined, { a: 1 }, undefined],
  [{ a: 1 }, undefined, { a: 1 }],
  [{ a: 1 }, null, { a: 1 }],
  [{ a: 1 }, { b: 2 }, { a: 1 }],
  [{ a: 1 }, "text", { a: 1 }],
  [{ a: 1 }, { pyright: { b: 2 } }, { a: 1 }],
  [{ a: 1 }, { gopls: { b: 2 } }, { a: 1, b: 2 }],
  [{ a: 1 }, { gopls: { a: 2 } }, { a: 2 }],
  [{ a: 1 }, { gopls: { a: null } }, { a: null }],
  [{ a: 1 }, { gopls: null }, { a: 1 }],
  [undefined, { gopls: null }, undefined],
  [undefined, { gopls: { b: 2 } }, { b: 2 }],
  [{ a: { b: 1, c: [1, 2] } }, { gopls: { a: { c: [3], d: {} } } }, { a: { b: 1, c: [3], d: {} } }],
  [["a"], { gopls: { b: 2 } }, { b: 2 }],
  [{ a: 1 }, { gopls: false }, false],
])("options %j, the client's %j: %j", (initializationOptions, theirs, expected) => {
  const made = greeted({ initializationOptions: theirs, capabilities: {} }, { server: { initializationOptions } });
  expect(made["initializationOptions"]).toEqual(expected);
  expect(Object.hasOwn(made, "initializationOptions")).toBe(expected !== undefined);
});

test("options of the client's that are named like what every object has lay nothing over anything else", () => {
  const body = no({ params: {} }).replace("{}", '{"initializationOptions":{"gopls":{"__proto__":{"x":1}}}}');
  const made = greet(body, { server: { initializationOptions: { a: 1 } } });
  expect(made).toContain('{"a":1,"__proto__":{"x":1}}');
});
