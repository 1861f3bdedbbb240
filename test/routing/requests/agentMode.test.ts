/** Agent mode in a session with many servers. */

import { type RoutedSession, routedSession } from "../routedSession.js";

let session: RoutedSession;
afterEach(() => session.close());

const ready = { notification: "test/status", where: { loaded: true }, from: "start" } as const;
const place = { uri: "file:///x", range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } };
const can = { referencesProvider: true };
const open = async (servers: object = {}) => {
  session = routedSession({
    agent: true,
    files: { "a.red": "one", "b.green": "one" },
    servers: { redls: { ready, diagnostics: { quiet: 0.03 } }, greenls: { diagnostics: { quiet: 0.03 } }, ...servers },
    can: { redls: can, greenls: can },
    handlers: {
      redls: { "textDocument/references": () => [place] },
      greenls: { "textDocument/references": () => [] },
    },
  });
  await session.open();
  session.didOpen("a.red", "one");
  session.didOpen("b.green", "one");
  return Promise.all([session.backend("redls"), session.backend("greenls")]);
};

test("A request waits for the server of its document alone", async () => {
  const [red] = await open();
  const references = session.asking("textDocument/references", session.about("a.red"));
  expect((await session.request("textDocument/references", session.about("b.green"))).result).toEqual([]);
  expect(red.all("textDocument/references")).toEqual([]);
  red.send({ method: "test/status", params: { loaded: true } });
  expect((await references.answer).result).toEqual([place]);
});

test("A file that changes on disk reaches the server of its document before the next request", async () => {
  const [, green] = await open();
  await session.request("textDocument/hover", session.about("b.green"));
  session.write("b.green", "of the disk");
  await session.request("textDocument/hover", session.about("b.green"));
  const changes = green.all("textDocument/didChange");
  expect(changes.map(({ params }) => params.contentChanges)).toEqual([[{ text: "of the disk" }]]);
});

/** Opens a page of Markdown whose code greenls serves. */
async function openPage(answer: (params: never) => unknown) {
  session = routedSession({
    agent: true,
    files: { "a.md": "x" },
    languages: {
      markdown: { extensions: [".md"], servers: ["redls"] },
      python: { extensions: [".py"], servers: ["greenls"] },
    },
    can: { redls: can, greenls: { ...can, textDocumentSync: 1 } },
    handlers: {
      redls: { "textDocument/references": () => [place] },
      greenls: { "textDocument/references": answer, "textDocument/hover": answer },
    },
  });
  await session.open();
  session.didOpen("a.md", "# 💣\n\n> ```py\n> f(1)\n> ```\n", "markdown");
  return (line: number) => ({ ...session.about("a.md"), position: { line, character: 2 } });
}

test("A question about code in a fence is answered by the server of the code", async () => {
  const at = await openPage(({ textDocument: { uri }, position }) => [
    { uri, range: { start: position, end: position } },
  ]);
  const { result } = await session.request("textDocument/references", at(3));
  expect(result).toEqual([{ uri: session.uri("a.md"), range: { start: at(3).position, end: at(3).position } }]);
  const green = await session.backend("greenls");
  const [opened] = green.all("textDocument/didOpen");
  expect(opened?.params.textDocument).toMatchObject({ languageId: "python", text: "    \n\n       \n  f(1)\n     \n" });
  for (const line of [0, 3, 0, 3]) {
    const { result: hover } = await session.request("textDocument/hover", at(line));
    expect(line === 0 ? hover.contents : hover[0].uri).toBe(line === 0 ? "redls a.md" : session.uri("a.md"));
  }
});

test("What the server of the code has no answer to, the server of the page is asked", async () => {
  const at = await openPage(() => null);
  expect((await session.request("textDocument/references", at(3))).result).toEqual([place]);
});

test("Each server's diagnostics are settled by themselves", async () => {
  const [red, green] = await open();
  await session.request("textDocument/hover", session.about("b.green"));
  const publish = (backend: typeof red, path: string, ...diagnostics: readonly string[]) =>
    backend.send({ method: "textDocument/publishDiagnostics", params: { uri: session.uri(path), diagnostics } });
  publish(red, "a.red", "of a server that loads");
  publish(green, "b.green", "first");
  publish(green, "b.green", "first", "last");
  const { params } = await session.client.until(
    ({ method }) => method === "textDocument/publishDiagnostics",
    "the diagnostics",
  );
  expect(params).toEqual({ uri: session.uri("b.green"), version: 1, diagnostics: ["first", "last"] });
});

/** Sends `workspace/diagnostic/refresh` from a server, and returns what the client is then sent. */
async function refreshed(options: { readonly agent: boolean; readonly refreshSupport: boolean }): Promise<string[]> {
  session = routedSession({
    agent: options.agent,
    files: { "a.red": "one" },
    can: { redls: { diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false } } },
    capabilities: {
      textDocument: { diagnostic: { dynamicRegistration: true } },
      workspace: { diagnostics: { refreshSupport: options.refreshSupport } },
    },
  });
  await session.open();
  session.didOpen("a.red", "one");
  await session.request("textDocument/hover", session.about("a.red"));
  const red = await session.backend("redls");
  const before = session.client.messages.length;
  red.send({ id: "r", method: "workspace/diagnostic/refresh" });
  red.send({ method: "window/logMessage", params: { type: 3, message: "after it" } });
  await session.client.until(({ params }) => params?.message === "after it", "the message after the refresh");
  return session.client.messages.slice(before, -1).flatMap(({ method }) => method ?? []);
}

test("A client that can't refresh diagnostics gets their registration once more", async () => {
  expect(await refreshed({ agent: true, refreshSupport: false })).toEqual([
    "client/unregisterCapability",
    "client/registerCapability",
    "workspace/diagnostic/refresh",
  ]);
});

test("A client that can refresh them is asked to", async () => {
  expect(await refreshed({ agent: true, refreshSupport: true })).toEqual(["workspace/diagnostic/refresh"]);
});

test("An editor's registrations are not renewed", async () => {
  expect(await refreshed({ agent: false, refreshSupport: false })).toEqual(["workspace/diagnostic/refresh"]);
});

test("Settings that the client answers with an empty object are those of servers.json", async () => {
  const [, green] = await open({ greenls: { settings: { green: { level: 3 } } } });
  green.send({ id: "c", method: "workspace/configuration", params: { items: [{ section: "green" }] } });
  const { id } = await session.client.until(({ method }) => method === "workspace/configuration", "the request");
  session.fromClient({ id, result: [{}] });
  const { result } = await green.until((message) => message.id === "c" && !message.method, "the settings");
  expect(result).toEqual([{ level: 3 }]);
});

test("A client that says it watches files is never asked to, and the server gets the events", async () => {
  const [, green] = await open();
  await session.request("textDocument/hover", session.about("b.green"));
  const watchers = [{ globPattern: "**/*.green" }];
  const registrations = [{ id: "w", method: "workspace/didChangeWatchedFiles", registerOptions: { watchers } }];
  green.send({ id: "r", method: "client/registerCapability", params: { registrations } });
  await green.until(({ id, method }) => id === "r" && method === undefined, "the answer to the registration");
  const references = () => session.request("textDocument/references", session.about("b.green"));
  await references(); // the files are watched by now
  session.write("c.green", "two");
  await references();
  const events = green.all("workspace/didChangeWatchedFiles").flatMap(({ params }) => params.changes);
  expect(events).toContainEqual({ uri: session.uri("c.green"), type: 1 });
  const asked = session.client.messages.filter(({ method }) => method === "client/registerCapability");
  const methods = asked.flatMap(({ params }) => params.registrations.map((each: { method: string }) => each.method));
  expect(methods).not.toContain("workspace/didChangeWatchedFiles");
});

test("Whatever a client gets wrong about documents, each server gets every text once, in growing versions", async () => {
  const [red, green] = await open();
  const notify = (method: string, path: string, version: number, text: string) =>
    session.fromClient({
      method: `textDocument/${method}`,
      params: {
        textDocument: { uri: session.uri(path), languageId: path.split(".").at(-1), version, text },
        contentChanges: [{ text }],
      },
    });
  for (const path of ["a.red", "b.green"]) {
    notify("didChange", path, 1, "a version twice");
    notify("didOpen", path, 1, "open twice");
    notify("didChange", path, 0, "a stale version");
  }
  session.fromClient({ method: "textDocument/didClose", params: { textDocument: { uri: session.uri("c.red") } } });
  notify("didChange", "d.red", 7, "never opened");
  for (const path of ["a.red", "b.green", "d.red"]) await session.request("textDocument/hover", session.about(path));
  const textsOf = (backend: typeof red, path: string) =>
    backend.messages
      .filter(({ params }) => params?.textDocument?.uri === session.uri(path))
      .filter(({ method }) => method === "textDocument/didOpen" || method === "textDocument/didChange")
      .map(({ params: { textDocument, contentChanges } }) => [
        textDocument.version,
        (contentChanges?.at(-1) ?? textDocument).text,
      ]);
  const expected = [
    [1, "one"],
    [2, "a version twice"],
    [3, "open twice"],
    [4, "a stale version"],
  ];
  expect(textsOf(red, "a.red")).toEqual(expected);
  expect(textsOf(green, "b.green")).toEqual(expected);
  expect(textsOf(red, "d.red")).toEqual([[7, "never opened"]]);
  expect([red, green].flatMap((backend) => backend.all("textDocument/didClose"))).toEqual([]);
});
