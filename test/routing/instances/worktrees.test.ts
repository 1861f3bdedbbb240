/** Worktrees of git in a routed session: instances, answers and file events of their own. */

import type { Location } from "vscode-languageserver-protocol";
import { minimalClient, type RoutedSession, type RoutedSessionOptions, routedSession } from "../routedSession.js";
import type { ScriptedBackend } from "../scriptedBackend.js";

let session: RoutedSession;
afterEach(() => session.close());

const files = {
  ".git/HEAD": "",
  "a.red": "one two\n",
  "b.red": "one two\n",
  "sub/.git": "gitdir: ../.git/modules/sub\n",
  "sub/a.red": "one two\n",
  "trees/x/.git": "gitdir: ../../.git/worktrees/x\n",
  "trees/x/a.red": "one two\n",
  "trees/x/b.red": "one two\n",
  "node_modules/m/a.red": "one two\n",
};
const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 7 } };
const everywhere = Object.keys(files).filter((path) => path.endsWith(".red"));

/** A server that knows the files of all trees, and takes further folders. */
async function open(options: RoutedSessionOptions = {}): Promise<void> {
  const locations = () => everywhere.map((path) => ({ uri: session.uri(path), range }));
  const change = () => [{ range, newText: "three" }];
  session = routedSession({
    files,
    capabilities: minimalClient,
    servers: { redls: { rootMarkers: ["red.mod"] } },
    can: {
      redls: {
        referencesProvider: true,
        callHierarchyProvider: true,
        workspaceSymbolProvider: true,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    },
    handlers: {
      redls: {
        "textDocument/references": locations,
        "textDocument/definition": locations,
        "textDocument/rename": () => ({
          changes: Object.fromEntries(everywhere.map((path) => [session.uri(path), change()])),
        }),
        "textDocument/prepareCallHierarchy": () => [{ name: "two", uri: session.uri("a.red"), range }],
        "callHierarchy/incomingCalls": () => locations().map((from) => ({ from, fromRanges: [range] })),
        "workspace/symbol": () => locations().map((location) => ({ name: "two", kind: 12, location })),
      },
    },
    ...options,
  });
  await session.open();
}

const pathsOf = (locations: readonly { readonly uri: string }[]) =>
  locations.map(({ uri }) => everywhere.find((path) => session.uri(path) === uri));

const inMain = everywhere.filter((path) => !path.startsWith("trees/"));
const inTree = everywhere.filter((path) => path.startsWith("trees/"));

test("Each worktree has an instance of its own, even of a server that takes folders; a submodule has none", async () => {
  await open();
  for (const path of ["a.red", "sub/a.red", "trees/x/a.red"]) {
    session.didOpen(path);
    await session.hover(path);
  }
  const instances = [await session.backend("redls"), await session.backend("redls", 2)];
  expect(instances.map(({ folder }) => folder)).toEqual(["", "trees/x"]);
  expect(session.started).toHaveLength(2);
});

test.each([
  ["a.red", inMain],
  ["trees/x/a.red", [...inTree, "node_modules/m/a.red"]],
])("Answers to locate/* about %s are kept to its worktree, and to libraries", async (path, own) => {
  await open();
  const locate = `${path}@two`;
  const { result } = await session.request("locate/references", { locate });
  expect(pathsOf(result).sort()).toEqual([...own].sort());
  const calls = (await session.request("locate/incomingCalls", { locate })).result as readonly { from: Location }[];
  expect(pathsOf(calls.map(({ from }) => from)).sort()).toEqual([...own].sort());
  const rename = await session.request("locate/rename", { locate, newName: "three", place: true });
  const edited = Object.keys(rename.result.result.changes).map((uri) => ({ uri }));
  const writable = own.filter((each) => !each.startsWith("node_modules/"));
  expect(pathsOf(edited).sort()).toEqual(writable.sort());
  const definition = await session.request("locate/definition", { locate });
  expect(pathsOf(definition.result)).toEqual(everywhere);
});

test("Plain requests of an editor pass unfiltered; those in agent mode are kept to the worktree", async () => {
  for (const agent of [false, true]) {
    if (agent) await session.close();
    await open({ agent });
    session.didOpen("trees/x/a.red");
    await session.hover("trees/x/a.red");
    const params = { ...session.about("trees/x/a.red"), context: { includeDeclaration: true } };
    const references = (await session.request("textDocument/references", params)).result;
    expect(pathsOf(references)).toEqual(
      agent ? everywhere.filter((path) => !inMain.includes(path) || path.includes("node_modules")) : everywhere,
    );
    const symbols: readonly { location: Location }[] = (await session.request("workspace/symbol", { query: "two" }))
      .result;
    expect(new Set(pathsOf(symbols.map(({ location }) => location)))).toEqual(new Set(agent ? inMain : everywhere));
  }
});

test("Symbols without a file are those of the worktrees of the workspace folders", async () => {
  await open();
  session.didOpen("trees/x/a.red");
  await session.hover("trees/x/a.red");
  const { symbols } = (await session.request("locate/search", { symbol_path: "two" })).result;
  expect(pathsOf(symbols).every((path) => path !== undefined && inMain.includes(path))).toBe(true);
  expect(symbols.length).toBeGreaterThan(0);
});

test("An instance gets the file events of its own worktree", async () => {
  await open();
  const watching = [
    {
      id: "1",
      method: "workspace/didChangeWatchedFiles",
      registerOptions: { watchers: [{ globPattern: "**/*.red" }] },
    },
  ];
  const instances: ScriptedBackend[] = [];
  for (const [n, path] of ["a.red", "trees/x/a.red"].entries()) {
    session.didOpen(path);
    await session.hover(path);
    const backend = await session.backend("redls", n + 1);
    backend.send({ id: "w", method: "client/registerCapability", params: { registrations: watching } });
    await backend.until((message) => message.id === "w", "the answer");
    instances.push(backend);
  }
  await session.request("locate/references", { locate: "a.red@two" });
  session.write("new.red", "");
  session.write("trees/x/new.red", "");
  await session.request("locate/references", { locate: "a.red@two" });
  await session.request("locate/references", { locate: "trees/x/a.red@two" });
  const eventsOf = (backend: ScriptedBackend) =>
    backend
      .all("workspace/didChangeWatchedFiles")
      .flatMap(({ params }) => params.changes.map((each: Location) => each.uri));
  expect(instances.map(eventsOf)).toEqual([[session.uri("new.red")], [session.uri("trees/x/new.red")]]);
});

test("Workspace symbols are asked of the workspace's own worktree, even if only another one is open", async () => {
  await open({ agent: true });
  session.didOpen("trees/x/a.red");
  await session.hover("trees/x/a.red");
  const symbols: readonly { location: Location }[] = (await session.request("workspace/symbol", { query: "two" }))
    .result;
  expect(new Set(pathsOf(symbols.map(({ location }) => location)))).toEqual(new Set(inMain));
  expect((await session.backend("redls", 2)).folder).toBe("");
});

const change = { range, newText: "three" };
/** An edit of the same file in both trees, as a server of the main one knows them. */
const editOfBoth = () => ({
  changes: { [session.uri("a.red")]: [change], [session.uri("trees/x/a.red")]: [change] },
});
const editedBy = (edit: { readonly changes: object }) => pathsOf(Object.keys(edit.changes).map((uri) => ({ uri })));

/** A session whose server answers with edits of all trees, with these documents open. */
async function openEditing(agent: boolean, paths: readonly string[]): Promise<void> {
  await open({
    agent,
    capabilities: { workspace: { applyEdit: true } },
    can: {
      redls: {
        codeActionProvider: { resolveProvider: true },
        workspace: { fileOperations: { willRename: { filters: [{ pattern: { glob: "**/*" } }] } } },
      },
    },
    handlers: {
      redls: {
        "textDocument/codeAction": () => [{ title: "Fix", edit: editOfBoth() }],
        "codeAction/resolve": (action: object) => ({ ...action, edit: editOfBoth() }),
        "workspace/willRenameFiles": editOfBoth,
      },
    },
  });
  for (const path of paths) {
    session.didOpen(path);
    await session.hover(path);
  }
}

/** The same with a document open in both trees. Returns their servers. */
async function openBoth(agent: boolean): Promise<readonly ScriptedBackend[]> {
  await openEditing(agent, ["a.red", "trees/x/a.red"]);
  return [await session.backend("redls"), await session.backend("redls", 2)];
}

test.each([
  ["In agent mode, edits are kept to the worktree", true],
  ["Edits for an editor pass as they are", false],
])("%s: code actions, file operations and edits of a server", async (_title, agent) => {
  const [main, tree] = (await openBoth(agent)) as [ScriptedBackend, ScriptedBackend];
  const expected = (path: string) => (agent ? [path] : ["a.red", "trees/x/a.red"]);
  for (const path of ["a.red", "trees/x/a.red"]) {
    const { uri } = session.about(path).textDocument;
    const params = { textDocument: { uri }, range, context: { diagnostics: [] } };
    const [action] = (await session.request("textDocument/codeAction", params)).result;
    expect([path, editedBy(action.edit)]).toEqual([path, expected(path)]);
    const files = [{ oldUri: uri, newUri: session.uri("c.red") }];
    const edit = (await session.request("workspace/willRenameFiles", { files })).result;
    expect([path, editedBy(edit)]).toEqual([path, expected(path)]);
  }
  for (const [backend, path] of [
    [main, "a.red"],
    [tree, "trees/x/a.red"],
  ] as const) {
    backend.send({ id: `edit ${path}`, method: "workspace/applyEdit", params: { edit: editOfBoth() } });
    const { params } = await session.client.until(
      (message) =>
        message.method === "workspace/applyEdit" && editedBy(message.params.edit).join() === expected(path).join(),
      `the edit of ${path}`,
    );
    expect(editedBy(params.edit)).toEqual(expected(path));
  }
});

test("In agent mode, an action is resolved to an edit of the worktrees that are in use", async () => {
  await openEditing(true, ["a.red"]);
  const action = (await session.request("codeAction/resolve", { title: "Fix" })).result;
  expect(editedBy(action.edit)).toEqual(["a.red"]);
});

test.each([
  ["In agent mode, diagnostics of a file in another worktree than the server's are dropped", true],
  ["Diagnostics for an editor pass, whichever server they are from", false],
])("%s; those for locate/* are of its own", async (_title, agent) => {
  const [main, tree] = (await openBoth(agent)) as [ScriptedBackend, ScriptedBackend];
  const uri = session.uri("trees/x/a.red");
  const publish = (backend: ScriptedBackend, message: string) =>
    backend.send({
      method: "textDocument/publishDiagnostics",
      params: { uri, version: 1, diagnostics: [{ range, message }] },
    });
  publish(tree, "own");
  publish(main, "wrong");
  await Promise.all(["a.red", "trees/x/a.red"].map((path) => session.hover(path)));
  const { items } = (await session.request("locate/diagnostic", { locate: "trees/x/a.red" })).result;
  expect(items).toEqual([{ range, message: "own" }]);
  await session.client.until(({ params }) => params?.diagnostics?.[0]?.message === "own", "the right diagnostics");
  const published = session.client.messages.filter(({ method }) => method === "textDocument/publishDiagnostics");
  const wrong = published.filter(({ params }) => params.diagnostics[0]?.message === "wrong");
  expect(wrong).toHaveLength(agent ? 0 : 1);
});
