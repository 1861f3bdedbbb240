/**
 * Tests of a backend's `initialize`: the members that differ from the client's, and that all others
 * are unchanged.
 */

import type { Server } from "../../../src/backend/config/servers.js";
import type { RequiredCapability } from "../../../src/backend/readiness/readyRule.js";
import {
  buildInitialize,
  buildSharedInitialize,
  settingsInFile,
} from "../../../src/routing/capabilities/initializeParams.js";

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

/** Builds the `initialize` from the client's body. */
function greet(body: string, { server: more = {}, needs = [] }: Given = {}): string {
  const options = { id: '"ours.1"', server: { ...server, ...more }, root, folders: [root], processId: 4711, needs };
  return buildInitialize(Buffer.from(body), options).toString("utf8");
}

type Json = { readonly [key: string]: Json };

/** Returns the params built from the client's params. */
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
  textDocument: {
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    callHierarchy: {},
    typeHierarchy: {},
    publishDiagnostics: {},
  },
  window: { workDoneProgress: true },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
  },
};
const no = (value: unknown) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", ...(value as object) });

/** Missing and null members, and other values where an object should be. */
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
])("An odd initialize is completed: %s", (body) => {
  const { params, ...rest } = JSON.parse(greet(body)) as { params: Json };
  expect(rest).toEqual({ jsonrpc: "2.0", id: "ours.1", method: "initialize" });
  expect(params).toEqual({ ...own, capabilities });
});

test("Members that do not differ for a backend keep their bytes", () => {
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

test("The capabilities of a client that declares everything are passed on unchanged", () => {
  const bytes = JSON.stringify(capabilities);
  expect(greet(no({ params: { capabilities } }))).toContain(`"capabilities":${bytes}`);
});

test.each<[string, unknown, unknown]>([
  ["the older word too, where it is used", { offsetEncoding: ["utf-8", "utf-32"] }, ["utf-16"]],
  ["and if it is null", { offsetEncoding: null }, ["utf-16"]],
  ["and only then", {}, undefined],
])("Only utf-16 is offered to a backend: %s", (_what, declared, expected) => {
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
])("The capability serverStatusNotification is %s", (_what, declared, needs, expected) => {
  expect(greeted({ capabilities: declared }, { needs })["capabilities"]?.["experimental"]).toEqual(expected);
});

test.each([
  [true, {}, true],
  [true, { textDocument: { completion: { completionItem: { snippetSupport: false } } } }, true],
  [false, {}, undefined],
])("With needsSnippets %j, snippets are declared accordingly: %j", (needsSnippets, declared, expected) => {
  const { capabilities: made } = greeted({ capabilities: declared }, { server: { needsSnippets } });
  expect(made?.["textDocument"]?.["completion"]?.["completionItem"]?.["snippetSupport"]).toBe(expected);
});

test.each<[boolean, unknown]>([
  [false, 4711],
  [true, null],
])("With remote %j the process id is %j", (remote, processId) => {
  expect(greeted({ processId: 1 }, { server: { remote } })).toMatchObject({ processId });
});

test("A root that is no file has no rootPath", () => {
  const root = { uri: "vscode-vfs://x/y", name: "y" };
  const options = { id: "1", server, root, folders: [root], processId: 1, needs: [] };
  const { params } = JSON.parse(buildInitialize(Buffer.from(no({})), options).toString("utf8")) as { params: Json };
  expect(params).toMatchObject({ rootUri: "vscode-vfs://x/y", rootPath: null });
});

const contents = [{ scheme: "jdt", method: "java/classFileContents" }];

test.each<[string, Pick<Server, "contents">, object, boolean]>([
  ["without documents of its own, to any client", {}, {}, true],
  ["with such documents, to a client that reads them", { contents }, { workspace: { textDocumentContent: {} } }, true],
  ["with such documents, to no other client", { contents }, {}, false],
])("A shared server is told that documents in no file can be read: one %s", (_title, entry, capabilities, isTold) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities } }));
  const { params } = JSON.parse(buildSharedInitialize(body, entry).toString("utf8")) as { params: Json };
  expect(Object.hasOwn(params["capabilities"]!["workspace"]!, "textDocumentContent")).toBe(isTold);
});

const withSettings: Partial<Server> = {
  contents: [{ scheme: "kls", method: "kotlin/jarClassContents", settings: { kotlin: { a: 1, b: 1 } } }],
  settings: { kotlin: { b: 2 } },
};

test.each<[string, Partial<Server>, object, object | undefined]>([
  ["none, and the client reads documents", {}, { workspace: { textDocumentContent: {} } }, undefined],
  ["some, and the client reads none", withSettings, {}, { kotlin: { b: 2 } }],
  [
    "some, and the client reads such",
    withSettings,
    { workspace: { textDocumentContent: {} } },
    { kotlin: { a: 1, b: 2 } },
  ],
])("The settings that make a server name documents in no file: %s", (_title, entry, capabilities, expected) => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities } }));
  expect(settingsInFile({ ...server, ...entry }, body)).toEqual(expected);
});

test("The client's work-done token is not passed on", () => {
  expect(greeted({ workDoneToken: "t", capabilities: {} })).not.toHaveProperty("workDoneToken");
});

/** The options in servers.json, those of the client, and those that the server gets. */
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
])("The options %j and the client's %j are merged into %j", (initializationOptions, theirs, expected) => {
  const made = greeted({ initializationOptions: theirs, capabilities: {} }, { server: { initializationOptions } });
  expect(made["initializationOptions"]).toEqual(expected);
  expect(Object.hasOwn(made, "initializationOptions")).toBe(expected !== undefined);
});

test("Options named like members of Object.prototype change nothing else", () => {
  const body = no({ params: {} }).replace("{}", '{"initializationOptions":{"gopls":{"__proto__":{"x":1}}}}');
  const made = greet(body, { server: { initializationOptions: { a: 1 } } });
  expect(made).toContain('{"a":1,"__proto__":{"x":1}}');
});
