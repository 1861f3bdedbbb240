/** Answers in agent mode that name files which have changed on disk a moment before. */

import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FilesInAnswers, urisIn } from "../../src/ask/documents/filesInAnswers.js";
import { afterTest } from "../jest.js";
import { removeFolder } from "../removeFolder.js";
import { agentPair } from "../session/agent/agentServers.js";
import { closePairs, type Message, type Pair } from "../session/pair.js";

afterEach(closePairs);

/** The changes of a file that the server was notified of. */
const events = (session: Pair, path: string) =>
  session.backend.messages
    .filter(({ method }) => method === "workspace/didChangeWatchedFiles")
    .flatMap(({ params }) => params.changes as readonly { uri: string; type: number }[])
    .filter(({ uri }) => uri === session.uri(path));
const sent = (session: Pair, method: string) =>
  session.backend.messages.filter((message: Message) => message.method === method).length;
const ask = (session: Pair, method = "textDocument/definition", more: object = {}) =>
  session.request(method, {
    textDocument: { uri: session.uri("a.txt") },
    position: { line: 0, character: 0 },
    ...more,
  });
const placeIn = (uri: string, line: number) => ({
  uri,
  range: { start: { line, character: 0 }, end: { line, character: 1 } },
});
const textChanges = (session: Pair, path: string) =>
  session.backend.messages.filter(
    ({ method, params }) => method === "textDocument/didChange" && params.textDocument.uri === session.uri(path),
  ).length;

/** A session whose answers lead to the line of `b.txt` that is the number of its events. */
async function opened(methods: readonly string[] = ["textDocument/definition"]): Promise<Pair> {
  const serverCapabilities = { implementationProvider: true };
  const session = agentPair({ files: { "a.txt": "one", "b.txt": "two" }, serverCapabilities });
  for (const method of methods)
    session.handlers[method] = () => [placeIn(session.uri("b.txt"), events(session, "b.txt").length)];
  await session.open();
  session.didOpen("a.txt", "one");
  return session;
}

test.each(["definition", "declaration", "typeDefinition", "implementation", "references"])(
  "If %s leads to a file that has just changed, the server is notified and asked again",
  async (name) => {
    const session = await opened([`textDocument/${name}`]);
    session.write("b.txt", "new\ntwo");
    expect((await ask(session, `textDocument/${name}`)).result).toEqual([placeIn(session.uri("b.txt"), 1)]);
    expect(events(session, "b.txt")).toEqual([{ uri: session.uri("b.txt"), type: 2 }]);
    expect(sent(session, `textDocument/${name}`)).toBe(2);
  },
);

test("Requests that were sent together are all answered for the changed file", async () => {
  const session = await opened();
  session.write("b.txt", "new\ntwo");
  const answers = await Promise.all([ask(session), ask(session), ask(session)]);
  for (const { result } of answers) expect(result[0].range.start.line).toBeGreaterThan(0);
});

test("An answer about files that have not changed passes", async () => {
  const session = agentPair({
    files: { "a.txt": "one" },
    handlers: { "textDocument/definition": () => [placeIn(import.meta.url, 1)] },
  });
  await session.open();
  session.didOpen("a.txt", "one");
  for (let n = 0; n < 3; n++) expect((await ask(session)).result).toEqual([placeIn(import.meta.url, 1)]);
  expect(sent(session, "textDocument/definition")).toBe(3);
});

test("A file that is gone is reported as deleted, and as created when it is there again", async () => {
  const session = await opened();
  rmSync(join(session.root, "b.txt"));
  await ask(session);
  session.write("b.txt", "two");
  await ask(session);
  expect(events(session, "b.txt").map(({ type }) => type)).toEqual([3, 1]);
});

test("If a file that the answer names is open in the client, the server gets its new text", async () => {
  const session = agentPair({ files: { "a.txt": "one", "b.txt": "two" } });
  session.handlers["textDocument/definition"] = () => [
    placeIn(session.uri("b.txt"), textChanges(session, "b.txt") > 0 ? 1 : 0),
  ];
  await session.open();
  session.didOpen("a.txt", "one");
  session.didOpen("b.txt", "two");
  session.write("b.txt", "new\ntwo");
  expect((await ask(session)).result).toEqual([placeIn(session.uri("b.txt"), 1)]);
});

test("An answer is asked for again if a document that it does not name was changed or is back", async () => {
  const session = agentPair({ files: { "a.txt": "one", "b.txt": "two" } });
  session.handlers["textDocument/definition"] = () => [placeIn(import.meta.url, textChanges(session, "b.txt"))];
  await session.open();
  session.didOpen("a.txt", "one");
  session.didOpen("b.txt", "two");
  session.write("b.txt", "new\ntwo");
  expect((await ask(session)).result).toEqual([placeIn(import.meta.url, 1)]);
});

/** Writes a file until it is newer than the session: the clock of the file system is late. */
function create(session: Pair, path: string): void {
  const openedAt = Date.now() + 1;
  do {
    rmSync(join(session.root, path), { force: true });
    session.write(path, "two");
  } while (statSync(join(session.root, path)).birthtimeMs <= openedAt);
}

/** The methods of messages about a file, and the types of its events. */
const messagesAbout = (session: Pair, path: string): readonly string[] =>
  session.backend.messages.flatMap(({ method = "", params }) => {
    const changes: readonly { uri: string; type: number }[] = params?.changes ?? [];
    const own = changes.filter(({ uri }) => uri === session.uri(path)).map(({ type }) => `event ${type}`);
    if (own.length > 0) return own;
    return params?.textDocument?.uri === session.uri(path) ? [method] : [];
  });

test("The server is notified of a new file before the session opens it for a request", async () => {
  const session = agentPair({ handlers: { "textDocument/hover": () => ({ contents: "text" }) } });
  await session.open();
  create(session, "b.txt");
  const about = { textDocument: { uri: session.uri("b.txt") } };
  expect((await ask(session, "textDocument/hover", about)).result.contents).toBe("text");
  expect(messagesAbout(session, "b.txt")).toEqual(["event 1", "textDocument/didOpen", "textDocument/hover"]);
});

test("The server is notified of a new file before it is opened there, and when it is there again", async () => {
  const session = agentPair({ files: { "a.txt": "one" }, handlers: { "textDocument/hover": () => null } });
  await session.open();
  create(session, "b.txt");
  session.didOpen("b.txt", "two");
  session.didOpen("a.txt", "one");
  await ask(session, "textDocument/hover");
  const messages = () => messagesAbout(session, "b.txt");
  expect(messages()).toEqual(["event 1", "textDocument/didOpen"]);
  rmSync(join(session.root, "b.txt"));
  await session.backend.until(({ method }) => method === "textDocument/didClose", "the end of the document");
  session.write("b.txt", "two");
  const isSecondOpen = () => messages().filter((each) => each === "textDocument/didOpen").length === 2;
  await session.backend.until(isSecondOpen, "the document, again");
  expect(messages().slice(-2)).toEqual(["event 1", "textDocument/didOpen"]);
});

test("Before a request that looks across files, all open documents are compared with the disk", async () => {
  const session = agentPair({ files: { "a.txt": "one", "b.txt": "two" } });
  session.handlers["textDocument/rename"] = () => ({ changes: {}, count: textChanges(session, "b.txt") });
  await session.open();
  session.didOpen("a.txt", "one");
  session.didOpen("b.txt", "two");
  session.write("b.txt", "new\ntwo");
  const { result } = await ask(session, "textDocument/rename", { newName: "x" });
  expect(result.count).toBe(1);
});

test("A definition that is not found is asked for again if files have changed", async () => {
  const session = agentPair({ files: { "a.txt": "one", "b.txt": "two" } });
  session.handlers["textDocument/definition"] = () =>
    textChanges(session, "b.txt") > 0 ? [placeIn(session.uri("b.txt"), 1)] : [];
  await session.open();
  session.didOpen("a.txt", "one");
  session.didOpen("b.txt", "two");
  expect((await ask(session)).result).toEqual([]);
  session.write("b.txt", "new\ntwo");
  expect((await ask(session)).result).toEqual([placeIn(session.uri("b.txt"), 1)]);
});

test("A definition that is not found is asked for once if nothing has changed", async () => {
  const session = agentPair({ handlers: { "textDocument/definition": () => null } });
  await session.open();
  session.didOpen("a.txt", "one");
  expect(await ask(session)).toMatchObject({ result: null });
  expect(sent(session, "textDocument/definition")).toBe(1);
});

test("A client that may have parts of the result gets the answer as it is", async () => {
  const session = await opened();
  session.write("b.txt", "new\ntwo");
  const { result } = await ask(session, "textDocument/definition", { partialResultToken: "p" });
  expect(result).toEqual([placeIn(session.uri("b.txt"), 0)]);
});

test("A request that is cancelled while files are compared is answered once", async () => {
  const session = await opened();
  session.write("b.txt", "new\ntwo");
  session.fromClient({
    id: "d",
    method: "textDocument/definition",
    params: { textDocument: { uri: session.uri("a.txt") }, position: { line: 0, character: 0 } },
  });
  await session.backend.until(({ method }) => method === "textDocument/definition", "the request");
  session.fromClient({ method: "$/cancelRequest", params: { id: "d" } });
  await session.client.until(({ id }) => id === "d", "the answer");
  await ask(session);
  expect(session.client.messages.filter(({ id }) => id === "d")).toHaveLength(1);
});

test.each([
  ['[{"uri":"file:///a","range":{}},{"uri":"file:///a"},{"uri" : "file:///b"}]', ["file:///a", "file:///b"]],
  ['{"targetUri":"file:\\/\\/\\/a","originUri":"file:///c"}', ["file:///a"]],
  ['[{"name":"\\"uri\\":\\"file:///x\\"","location":{"uri":"file:///\\u0061"}}]', ["file:///a"]],
  ['[{"from":{"uri":"file:///é 💣"}}]', ["file:///é 💣"]],
  ['[{"uri":7},{"uri":"a\\x"},{"uri":"b', []],
  ["null", []],
])("The URIs in %s are %j", (result, uris) => expect(urisIn(Buffer.from(result))).toEqual(uris));

test("Of a long result, the first fifty files are compared", () => {
  const items = Array.from({ length: 80 }, (_, n) => ({ uri: `file:///${n}` }));
  expect(urisIn(Buffer.from(JSON.stringify(items)))).toHaveLength(50);
});

describe("FilesInAnswers", () => {
  const newFile = () => {
    const folder = mkdtempSync(join(tmpdir(), "locate-named-"));
    afterTest(() => removeFolder(folder));
    const path = join(folder, "a.txt");
    writeFileSync(path, "one");
    return path;
  };

  test("A change is one until the backends are notified, also for requests that were sent before", () => {
    const path = newFile();
    const uri = pathToFileURL(path).href;
    const named = new FilesInAnswers();
    rmSync(path);
    expect(named.compare([uri], performance.now())).toEqual({ isStale: true, changes: [{ uri, type: 3 }] });
    const early = performance.now();
    expect(named.compare([uri], early)).toEqual({ isStale: true, changes: [] });
    named.beginNotification()();
    expect(named.compare([uri], early)).toEqual({ isStale: true, changes: [] });
    expect(named.compare([uri], performance.now() + 1)).toEqual({ isStale: false, changes: [] });
  });

  test("A change that is found during a notification is not part of it", () => {
    const path = newFile();
    const uri = pathToFileURL(path).href;
    const named = new FilesInAnswers();
    rmSync(path);
    named.compare([uri], 0);
    const markNotified = named.beginNotification();
    writeFileSync(path, "two");
    utimesSync(path, 1, 1);
    expect(named.compare([uri], 0).changes).toEqual([{ uri, type: 1 }]);
    markNotified();
    expect(named.compare([uri], performance.now() + 1)).toMatchObject({ isStale: true, changes: [] });
  });

  test("URIs of other schemes are left out", () => {
    const named = new FilesInAnswers();
    expect(named.compare(["untitled:a", "jdt://contents/a"], 0)).toEqual({ isStale: false, changes: [] });
  });
});
