/**
 * Tests of requests beyond one document: unsupported ones, those about items and commands, and
 * broadcasts.
 */

import { ErrorReply, noReply } from "../../session/pair.js";
import {
  eventLoopTurns,
  minimalClient,
  type RoutedSession,
  type RoutedSessionOptions,
  routedSession,
} from "../routedSession.js";
import type { Handlers, ScriptedBackend } from "../scriptedBackend.js";

let session: RoutedSession;
afterEach(() => session.close());

const open = async (options: RoutedSessionOptions, ...paths: string[]) => {
  session = routedSession(options);
  await session.open();
  for (const path of paths) {
    session.didOpen(path);
    await session.hover(path);
  }
  return Promise.all([session.backend("redls"), paths.length > 1 ? session.backend("greenls") : undefined]) as Promise<
    [ScriptedBackend, ScriptedBackend]
  >;
};
const both = (
  handlers: (name: string) => Handlers,
  can: (name: string) => object = () => ({}),
): RoutedSessionOptions => ({
  handlers: { redls: handlers("redls"), greenls: handlers("greenls") },
  can: { redls: can("redls"), greenls: can("greenls") },
});

describe("requests that a backend lacks the capability for", () => {
  test("Such a request is answered with null and not sent", async () => {
    const [red] = await open({ capabilities: minimalClient }, "a.red");
    expect((await session.request("textDocument/moniker", session.about("a.red"))).result).toBeNull();
    expect(red.all("textDocument/moniker")).toEqual([]);
  });

  /**
   * As Helix does: what is pulled replaces what has the same server and identifier, and an error
   * replaces nothing.
   */
  test("Pulling from a server that only publishes never takes published diagnostics away", async () => {
    const textDocument = { diagnostic: {}, publishDiagnostics: {} };
    session = routedSession({
      capabilities: { textDocument },
      files: { "a.red": "" },
      servers: { redls: { methods: ["textDocument/hover", "textDocument/diagnostic"] } },
    });
    const { result: announced } = await session.open();
    const { identifier } = announced.capabilities.diagnosticProvider;
    session.didOpen("a.red");
    const red = await session.backend("redls");
    const shown = new Map<string | undefined, unknown>();
    const params = { uri: session.uri("a.red"), diagnostics: ["published"] };
    red.send({ method: "textDocument/publishDiagnostics", params });
    const published = await session.client.until(
      ({ method }) => method === "textDocument/publishDiagnostics",
      "the published diagnostics",
    );
    shown.set(undefined, published.params.diagnostics);
    const pulled = await session.request("textDocument/diagnostic", session.about("a.red"));
    if (pulled.result) shown.set(identifier, pulled.result.items);
    expect(pulled.error).toMatchObject({ code: -32601 });
    expect(pulled.error.message).toContain("Wait for textDocument/publishDiagnostics");
    expect(identifier).toBe("lsp-locate");
    expect([...shown.values()]).toEqual([["published"]]);
  });

  test.each([
    ["textDocument/documentColor", []],
    ["textDocument/colorPresentation", []],
  ])("The empty result of %s has the shape that LSP requires", async (method, expected) => {
    await open({ capabilities: minimalClient }, "a.red");
    expect((await session.request(method, session.about("a.red"))).result).toEqual(expected);
  });

  test("A request that came before the capabilities were known is answered with null", async () => {
    session = routedSession({ capabilities: minimalClient });
    await session.open();
    session.didOpen("a.red");
    expect((await session.request("textDocument/moniker", session.about("a.red"))).result).toBeNull();
  });

  test.each(["completionItem/resolve", "codeAction/resolve", "codeLens/resolve", "documentLink/resolve"])(
    "%s: the item as it was",
    async (method) => {
      const [red] = await open({ capabilities: minimalClient, can: { redls: { completionProvider: {} } } }, "a.red");
      session.fromClient(`{"jsonrpc":"2.0","id":77,"method":"${method}","params":{ "label":"\\u0061","data":1.0}}`);
      await session.answerTo(77);
      expect(session.client.bodies.at(-1)).toContain('"result":{ "label":"\\u0061","data":1.0}');
      expect(red.all(method)).toEqual([]);
    },
  );

  test.each<[string, object | undefined, unknown]>([
    ["a character that it has not asked for", { triggerKind: 2, triggerCharacter: ":" }, null],
    ["a character that it has asked for", { triggerKind: 2, triggerCharacter: "." }, "asked"],
    ["the user", { triggerKind: 1 }, "asked"],
    ["no trigger is named", undefined, "asked"],
  ])("Completion is sent only for the backend's triggers: %s", async (_what, context, result) => {
    await open(
      {
        capabilities: minimalClient,
        can: { redls: { completionProvider: { triggerCharacters: ["."] } } },
        handlers: { redls: { "textDocument/completion": () => "asked" } },
      },
      "a.red",
    );
    const params = { ...session.about("a.red"), context };
    expect((await session.request("textDocument/completion", params)).result).toBe(result);
  });

  test.each([
    ["}", "asked"],
    [";", "asked"],
    ["x", null],
  ])("Formatting on typing is sent only for the backend's triggers: %s", async (ch, result) => {
    const documentOnTypeFormattingProvider = { firstTriggerCharacter: "}", moreTriggerCharacter: [";"] };
    await open(
      {
        capabilities: minimalClient,
        can: { redls: { documentOnTypeFormattingProvider } },
        handlers: { redls: { "textDocument/onTypeFormatting": () => "asked" } },
      },
      "a.red",
    );
    const params = { ...session.about("a.red"), ch, options: {} };
    expect((await session.request("textDocument/onTypeFormatting", params)).result).toBe(result);
  });

  test("A method that is not in LSP is passed on", async () => {
    await open({ capabilities: minimalClient, handlers: { redls: { "red/own": () => 1 } } }, "a.red");
    expect((await session.request("red/own", session.about("a.red"))).result).toBe(1);
  });

  test("A client without hierarchical symbols gets flat ones from each backend", async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const symbols = [
      {
        name: "a",
        kind: 5,
        range,
        selectionRange: range,
        children: [{ name: "b", kind: 6, range, selectionRange: range }],
      },
    ];
    await open(
      { capabilities: minimalClient, ...both(() => ({ "textDocument/documentSymbol": () => symbols })) },
      "a.red",
      "b.green",
    );
    for (const path of ["a.red", "b.green"]) {
      const { result } = await session.request("textDocument/documentSymbol", session.about(path));
      expect(result.map(({ name, location }: { name: string; location: object }) => [name, location])).toEqual([
        ["a", { uri: session.uri(path), range }],
        ["b", { uri: session.uri(path), range }],
      ]);
    }
  });
});

test("Symbols with broken JSON reach a client that needs flat ones once, unchanged", async () => {
  const [red] = await open(
    { capabilities: minimalClient, handlers: { redls: { "textDocument/documentSymbol": () => noReply } } },
    "a.red",
  );
  const { id } = session.asking("textDocument/documentSymbol", session.about("a.red"));
  await red.got("textDocument/documentSymbol");
  const body = `{"jsonrpc":"2.0","id":${id},"result":[{"name": nothing}]}`;
  red.send(body);
  await session.heardFrom(red);
  expect(session.client.bodies.filter((each) => each.includes(`"id":${id}`))).toEqual([body]);
  expect((await session.hover("a.red")).result.contents).toBe("redls a.red");
});

describe("requests about an item", () => {
  type Item = { label?: string; title?: string; data?: unknown };
  const resolving = (name: string) => (item: Item) => ({ ...item, detail: `resolved by ${name}` });
  const completing = both(
    (name) => ({
      "textDocument/completion": () => ({
        isIncomplete: false,
        items: [{ label: "with", data: { n: 1 } }, { label: "without" }],
      }),
      "completionItem/resolve": resolving(name),
    }),
    () => ({ completionProvider: { resolveProvider: true } }),
  );

  test("A completion item goes back to its origin with its data", async () => {
    const [red, green] = await open(completing, "a.red", "b.green");
    for (const [path, backend] of [
      ["a.red", red],
      ["b.green", green],
    ] as const) {
      const { result } = await session.request("textDocument/completion", session.about(path));
      for (const item of result.items) {
        const resolved = await session.request("completionItem/resolve", item);
        expect(resolved.result.detail).toBe(`resolved by ${backend.name}`);
      }
      expect(backend.all("completionItem/resolve").map(({ params }) => params)).toEqual([
        { label: "with", data: { n: 1 } },
        { label: "without" },
      ]);
    }
  });

  test("A resolved item is resolved by its origin again", async () => {
    const [, green] = await open(completing, "a.red", "b.green");
    await session.request("textDocument/completion", session.about("a.red"));
    const { result } = await session.request("textDocument/completion", session.about("b.green"));
    const once = await session.request("completionItem/resolve", result.items[0]);
    const twice = await session.request("completionItem/resolve", once.result);
    expect(twice.result.detail).toBe("resolved by greenls");
    expect(green.all("completionItem/resolve")[1]?.params.data).toEqual({ n: 1 });
  });

  test("The bytes of the first response stay as they are", async () => {
    const [red] = await open(
      { ...completing, handlers: { redls: { "textDocument/completion": () => noReply } } },
      "a.red",
      "b.green",
    );
    const { id, answer } = session.asking("textDocument/completion", session.about("a.red"));
    await red.got("textDocument/completion");
    const body = `{"id":${id}, "result":[ {"label":"\\u0061","data":1.0} ],"jsonrpc":"2.0"}`;
    red.send(body);
    await answer;
    expect(session.client.bodies.at(-1)).toBe(body);
  });

  test("An item in a partial result goes back to its origin", async () => {
    const [red, green] = await open(
      both(
        (name) => ({ "textDocument/completion": () => noReply, "completionItem/resolve": resolving(name) }),
        () => ({ completionProvider: { resolveProvider: true } }),
      ),
      "a.red",
      "b.green",
    );
    for (const [path, backend] of [
      ["a.red", red],
      ["b.green", green],
    ] as const) {
      const params = { ...session.about(path), partialResultToken: path };
      const { answer } = session.asking("textDocument/completion", params);
      const asked = await backend.got("textDocument/completion");
      backend.send({ method: "$/progress", params: { token: path, value: [{ label: "part", data: { of: path } }] } });
      backend.answer(asked, []);
      await answer;
    }
    const [, ofGreen] = session.client.all("$/progress");
    const { result } = await session.request("completionItem/resolve", ofGreen?.params.value[0]);
    expect(result.detail).toBe("resolved by greenls");
    expect(green.all("completionItem/resolve")[0]?.params.data).toEqual({ of: "b.green" });
  });

  test.each<[string, string, object, (result: never) => Item, (item: Item) => object]>([
    [
      "textDocument/codeAction",
      "codeAction/resolve",
      [{ title: "a" }],
      ([first]: Item[]) => first as Item,
      (item) => item,
    ],
    ["textDocument/codeLens", "codeLens/resolve", [{ title: "a" }], ([first]: Item[]) => first as Item, (item) => item],
    [
      "textDocument/prepareCallHierarchy",
      "callHierarchy/incomingCalls",
      [{ title: "a" }],
      ([first]: Item[]) => first as Item,
      (item) => ({ item }),
    ],
  ])("An item of %s goes back to its origin", async (method, then, answer, itemOf, paramsOf) => {
    const [, green] = await open(
      both((name) => ({ [method]: () => answer, [then]: () => ({ by: name }) })),
      "a.red",
      "b.green",
    );
    await session.request(method, session.about("a.red"));
    const { result } = await session.request(method, session.about("b.green"));
    const item = itemOf(result as never);
    expect((await session.request(then, paramsOf(item))).result).toMatchObject({ by: "greenls" });
    expect(green.all(then)[0]?.params).toEqual(paramsOf({ title: "a" }));
  });

  test("An item goes back to its origin after a restart", async () => {
    const [, green] = await open(completing, "a.red", "b.green");
    await session.request("textDocument/completion", session.about("a.red"));
    const { result } = await session.request("textDocument/completion", session.about("b.green"));
    green.die();
    await eventLoopTurns();
    const resolved = await session.request("completionItem/resolve", result.items[0]);
    expect(resolved.result.detail).toBe("resolved by greenls");
  });
});

describe("routing of commands", () => {
  const offering = (...commands: string[]) => ({ executeCommandProvider: { commands } });
  const running = (name: string): Handlers => ({
    "workspace/executeCommand": () => `run by ${name}`,
    "textDocument/codeAction": () => [
      { title: "an action", command: { title: "", command: "fix", arguments: [{ of: name, n: 1 }] } },
      { title: "a command", command: "fix", arguments: [{ only: name }] },
    ],
  });
  const run = async (command: string, ...given: unknown[]) =>
    (await session.request("workspace/executeCommand", { command, arguments: given })).result;

  test("A command goes to the only backend that offers it", async () => {
    await open(
      both(running, (name) => offering(`${name}.own`)),
      "a.red",
      "b.green",
    );
    expect([await run("greenls.own"), await run("redls.own")]).toEqual(["run by greenls", "run by redls"]);
  });

  test("A command that several offer goes to the backend that sent the action", async () => {
    await open(
      both(running, () => offering("fix")),
      "a.red",
      "b.green",
    );
    for (const path of ["a.red", "b.green"]) await session.request("textDocument/codeAction", session.about(path));
    expect(await run("fix", { n: 1, of: "greenls" })).toBe("run by greenls");
    expect(await run("fix", { only: "greenls" })).toBe("run by greenls");
    expect(await run("fix", { only: "redls" })).toBe("run by redls");
  });

  test("A command goes by a document in its arguments if nothing else decides", async () => {
    await open(
      both(running, () => offering("fix")),
      "a.red",
      "b.green",
    );
    expect(await run("fix", { deep: [session.uri("b.green")] })).toBe("run by greenls");
    expect(await run("fix", session.uri("a.red"))).toBe("run by redls");
  });

  test("A dynamically registered command goes to its backend", async () => {
    const [, green] = await open(both(running), "a.red", "b.green");
    const registrations = [{ id: "1", method: "workspace/executeCommand", registerOptions: { commands: ["late"] } }];
    green.send({ id: "r", method: "client/registerCapability", params: { registrations } });
    await green.until(({ id, method }) => id === "r" && !method, "the answer");
    expect(await run("late")).toBe("run by greenls");
  });

  test("A command that no backend offers is rejected and not sent", async () => {
    const [red, green] = await open(both(running), "a.red", "b.green");
    expect((await session.request("workspace/executeCommand", { command: "?" })).error.code).toBe(-32601);
    expect([...red.all("workspace/executeCommand"), ...green.all("workspace/executeCommand")]).toEqual([]);
  });
});

describe("a broadcast request", () => {
  const symbol = (name: string) => ({ name, kind: 5, location: { uri: session.uri(name) } });
  const finding = both(
    (name) => ({ "workspace/symbol": () => [symbol(name)] }),
    () => ({ workspaceSymbolProvider: true }),
  );
  const names = (result: readonly { name: string }[]) => result.map(({ name }) => name).sort();

  test("The response has the results of all backends", async () => {
    await open(finding, "a.red", "b.green");
    expect(names((await session.request("workspace/symbol", { query: "" })).result)).toEqual(["greenls", "redls"]);
  });

  test("The response waits for a starting backend", async () => {
    session = routedSession({
      ...finding,
      handlers: { ...finding.handlers, redls: { ...finding.handlers?.["redls"], initialize: () => noReply } },
    });
    await session.open();
    session.didOpen("a.red");
    session.didOpen("b.green");
    await session.hover("b.green");
    const { answer } = session.asking("workspace/symbol", { query: "" });
    const red = await session.backend("redls");
    red.answer(await red.got("initialize"), { capabilities: { workspaceSymbolProvider: true } });
    expect(names((await answer).result)).toEqual(["greenls", "redls"]);
  });

  test("An error of one backend is left out", async () => {
    session = routedSession({
      ...finding,
      handlers: {
        ...finding.handlers,
        redls: { "workspace/symbol": () => new ErrorReply({ code: 1, message: "no" }) },
      },
    });
    await session.open();
    for (const path of ["a.red", "b.green"]) await session.hover(path);
    expect(names((await session.request("workspace/symbol", { query: "" })).result)).toEqual(["greenls"]);
  });

  test("If all backends fail, the response is the error of one", async () => {
    const refusing = both(
      () => ({ "workspace/symbol": () => new ErrorReply({ code: 1, message: "no project" }) }),
      () => ({ workspaceSymbolProvider: true }),
    );
    await open(refusing, "a.red", "b.green");
    expect((await session.request("workspace/symbol", { query: "" })).error.message).toBe("no project");
  });

  test.each<[string, object | undefined]>([
    ["registers everything", undefined],
    ["declares nothing", minimalClient],
  ])("Only backends with the capability get it; the client %s", async (_what, capabilities) => {
    const [, green] = await open(
      { ...finding, can: { redls: { workspaceSymbolProvider: true } }, ...(capabilities ? { capabilities } : {}) },
      "a.red",
      "b.green",
    );
    expect(names((await session.request("workspace/symbol", { query: "" })).result)).toEqual(["redls"]);
    expect(green.all("workspace/symbol")).toEqual([]);
  });

  test("A symbol request without a running backend starts those for the languages of the workspace", async () => {
    session = routedSession({ ...finding, files: { "a.red": "", "x/b.green": "" } });
    await session.open();
    expect(names((await session.request("workspace/symbol", { query: "" })).result)).toEqual(["greenls", "redls"]);
  });

  test("Without a backend that can answer the result is null", async () => {
    await open({ capabilities: minimalClient }, "a.red");
    expect((await session.request("workspace/willRenameFiles", { files: [] })).result).toBeNull();
  });

  test("The edits for renamed files are merged into one", async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const operation = { filters: [{ pattern: { glob: "**" } }] };
    await open(
      both(
        (name) => ({
          "workspace/willRenameFiles": () => ({
            changes: {
              [session.uri(`of ${name}`)]: [{ range, newText: name }],
              [session.uri("both")]: [{ range, newText: "same" }],
            },
          }),
        }),
        () => ({ workspace: { fileOperations: { willRename: operation } } }),
      ),
      "a.red",
      "b.green",
    );
    const { result } = await session.request("workspace/willRenameFiles", { files: [] });
    expect(result).toEqual({
      changes: {
        [session.uri("of redls")]: [{ range, newText: "redls" }],
        [session.uri("of greenls")]: [{ range, newText: "greenls" }],
        [session.uri("both")]: [{ range, newText: "same" }],
      },
    });
  });

  test("In the edits for renamed files a document opened only by the proxy has no version", async () => {
    const operation = { filters: [{ pattern: { glob: "**" } }] };
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const files = { "c.red": "one", "d.green": "one" };
    const edit = (path: string) => ({
      documentChanges: [{ textDocument: { uri: session.uri(path), version: 0 }, edits: [{ range, newText: "x" }] }],
    });
    await open(
      {
        ...both(
          (name) => ({ "workspace/willRenameFiles": () => edit(name === "redls" ? "c.red" : "d.green") }),
          () => ({ workspace: { fileOperations: { willRename: operation } } }),
        ),
        files,
      },
      "a.red",
      "b.green",
    );
    for (const path of Object.keys(files)) await session.request("locate/hover", { locate: `${path}@one` });
    const { result } = await session.request("workspace/willRenameFiles", { files: [] });
    const versions = result.documentChanges.map(
      ({ textDocument }: { textDocument: { uri: string; version: unknown } }) => [
        textDocument.uri,
        textDocument.version,
      ],
    );
    expect(Object.fromEntries(versions)).toEqual({ [session.uri("c.red")]: null, [session.uri("d.green")]: null });
  });

  test("The response of a single backend keeps its bytes", async () => {
    const [red] = await open(
      { can: { redls: { workspaceSymbolProvider: true } }, handlers: { redls: { "workspace/symbol": () => noReply } } },
      "a.red",
    );
    const { id, answer } = session.asking("workspace/symbol", { query: "" });
    await red.got("workspace/symbol");
    red.send(`{"id":${id},"result":[ {"name":"\\u0061", "n":1.0} ],"jsonrpc":"2.0"}`);
    await answer;
    expect(session.client.bodies.at(-1)).toContain('[ {"name":"\\u0061", "n":1.0} ]');
  });
});

describe("broadcast notifications", () => {
  test.each([
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeConfiguration",
    "workspace/didCreateFiles",
    "workspace/didRenameFiles",
    "workspace/didDeleteFiles",
    "$/setTrace",
  ])("The notification %s goes to all backends", async (method) => {
    const [red, green] = await open({}, "a.red", "b.green");
    const body = `{ "method":"${method}","params":{ "changes":[], "files":[],"settings":{},"value":"off" } }`;
    session.fromClient(body);
    for (const backend of [red, green]) {
      await backend.got(method);
      expect(backend.bodies.at(-1)).toBe(body);
    }
    expect(session.started).toEqual(["redls", "greenls"]);
  });

  test("A backend that is started later gets the latest settings", async () => {
    await open({ servers: { greenls: { settings: { own: 1, both: 1 } } } }, "a.red");
    session.notify("workspace/didChangeConfiguration", { settings: { both: 2 } });
    await session.hover("b.green");
    const green = await session.backend("greenls");
    expect(green.all("workspace/didChangeConfiguration").map(({ params }) => params.settings)).toEqual([
      { own: 1, both: 2 },
    ]);
  });
});
