/** The texts of documents in agent mode, whose files are also changed by other means. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { closePairs, type Message, type Pair } from "../pair.js";
import { agentPair } from "./agentServers.js";

afterEach(closePairs);

const hover = (session: Pair, path: string, line = 0, character = 0) =>
  session.request("textDocument/hover", { textDocument: { uri: session.uri(path) }, position: { line, character } });

/** The text that the backend has of a file, by the messages that it got. */
function textAtBackend(session: Pair, path: string): string | undefined {
  let text: string | undefined;
  for (const { method, params } of session.backend.messages) {
    if (params?.textDocument?.uri !== session.uri(path)) continue;
    if (method === "textDocument/didOpen") text = params.textDocument.text;
    if (method === "textDocument/didClose") text = undefined;
    if (method === "textDocument/didChange") text = params.contentChanges.at(-1).text;
  }
  return text;
}

const versionsAtBackend = (session: Pair): number[] =>
  session.backend.messages
    .filter(({ method }) => method === "textDocument/didOpen" || method === "textDocument/didChange")
    .map(({ params }) => params.textDocument.version);

const changed = ({ method }: Message) => method === "textDocument/didChange";

/** A session with one file open as it is on disk. */
async function opened(text: string): Promise<Pair> {
  const session = agentPair({
    files: { "a.txt": text },
    handlers: { "textDocument/hover": ({ position }: { position: object }) => position },
  });
  await session.open();
  session.didOpen("a.txt", text);
  return session;
}

test("A file that changes on disk without a didChange is sent to the server before the next request", async () => {
  const session = await opened("one");
  session.write("a.txt", "one two");
  await hover(session, "a.txt");
  expect(textAtBackend(session, "a.txt")).toBe("one two");
});

test("A file that changes on disk reaches the server without any request", async () => {
  const session = await opened("one");
  await hover(session, "a.txt");
  session.write("a.txt", "one two");
  const { params } = await session.backend.until(changed, "the new text");
  expect(params).toEqual({
    textDocument: { uri: session.uri("a.txt"), version: 2 },
    contentChanges: [{ text: "one two" }],
  });
});

test("The client's unsaved text is never replaced", async () => {
  const session = await opened("one");
  session.didChange("a.txt", [{ text: "one of the client's" }]);
  session.write("a.txt", "two");
  await hover(session, "a.txt");
  expect(textAtBackend(session, "a.txt")).toBe("one of the client's");
});

test("A document that was opened with another text than the file's is not replaced", async () => {
  const session = agentPair({ files: { "a.txt": "one" }, handlers: { "textDocument/hover": () => null } });
  await session.open();
  session.didOpen("a.txt", "unsaved");
  session.write("a.txt", "two");
  await hover(session, "a.txt");
  expect(textAtBackend(session, "a.txt")).toBe("unsaved");
});

test("Text that the client has saved is followed on disk again", async () => {
  const session = await opened("one");
  session.didChange("a.txt", [{ text: "two" }]);
  session.write("a.txt", "two");
  await hover(session, "a.txt");
  session.write("a.txt", "three and more");
  await hover(session, "a.txt");
  expect(textAtBackend(session, "a.txt")).toBe("three and more");
});

test("A file that was written before the client sent the same text, in two changes, is followed", async () => {
  const session = await opened("one");
  session.write("a.txt", "three");
  await session.backend.until(changed, "the disk's text");
  session.didChange("a.txt", [{ text: "two" }]);
  session.didChange("a.txt", [{ text: "three" }]);
  await hover(session, "a.txt");
  session.write("a.txt", "of the disk");
  await hover(session, "a.txt");
  expect(textAtBackend(session, "a.txt")).toBe("of the disk");
});

test("While the texts differ, positions are mapped from the client's to the server's", async () => {
  const session = await opened("first\nsecond word\n");
  session.write("a.txt", "new\nfirst\nsecond word\n");
  expect((await hover(session, "a.txt", 1, 7)).result).toEqual({ line: 2, character: 7 });
});

test("A request that went before its file was compared with the disk is answered for the new text only", async () => {
  const session = agentPair({ files: { "a.txt": "one" } });
  session.handlers["textDocument/hover"] = () => ({ contents: textAtBackend(session, "a.txt") });
  await session.open();
  session.didOpen("a.txt", "one");
  session.write("a.txt", "one two");
  const [first, second] = await Promise.all([hover(session, "a.txt"), hover(session, "a.txt")]);
  expect([first.result.contents, second.result.contents]).toEqual(["one two", "one two"]);
  const answers = session.client.messages.filter(({ result }) => result?.contents !== undefined);
  expect(answers).toHaveLength(2);
});

test("If the client may have parts of a result for the old text, the answer is content_modified", async () => {
  const session = agentPair({ files: { "a.txt": "one" }, handlers: { "textDocument/documentHighlight": () => [{}] } });
  await session.open();
  session.didOpen("a.txt", "one");
  session.write("a.txt", "one two");
  const { error } = await session.request("textDocument/documentHighlight", {
    textDocument: { uri: session.uri("a.txt") },
    position: { line: 0, character: 0 },
    partialResultToken: "p",
  });
  expect(error).toMatchObject({ code: -32801, data: { kind: "content_modified" } });
});

test("A position in text that the disk has no more is content_modified", async () => {
  const session = await opened("first\nsecond word\n");
  session.write("a.txt", "first\n");
  const { error } = await hover(session, "a.txt", 1, 8);
  expect(error).toMatchObject({ code: -32801, data: { kind: "content_modified" } });
});

test("The client's next change applies to its own text, which the server then gets whole", async () => {
  const session = await opened("one two");
  session.write("a.txt", "of the disk");
  await hover(session, "a.txt");
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
  session.didChange("a.txt", [{ range, text: "1" }]);
  await hover(session, "a.txt");
  expect(textAtBackend(session, "a.txt")).toBe("1 two");
});

test("A didChange with the text that the server has from the disk is not sent twice", async () => {
  const session = await opened("one");
  session.write("a.txt", "two!");
  await hover(session, "a.txt");
  session.didChange("a.txt", [{ text: "two!" }]);
  await hover(session, "a.txt");
  expect(session.backend.messages.filter(changed)).toHaveLength(1);
});

test("A file that is deleted is closed at the server, and opened again when it comes back", async () => {
  const session = await opened("one");
  rmSync(join(session.root, "a.txt"));
  await session.backend.until(({ method }) => method === "textDocument/didClose", "the end of the document");
  expect((await hover(session, "a.txt")).error).toMatchObject({ data: { kind: "content_modified" } });
  session.write("a.txt", "two");
  await hover(session, "a.txt");
  expect(textAtBackend(session, "a.txt")).toBe("two");
});

test("A document whose file was deleted gets the client's next text", async () => {
  const session = await opened("one");
  rmSync(join(session.root, "a.txt"));
  await session.backend.until(({ method }) => method === "textDocument/didClose", "the end of the document");
  session.didChange("a.txt", [{ text: "three" }]);
  await hover(session, "a.txt");
  expect(textAtBackend(session, "a.txt")).toBe("three");
});

test("Versions at the server only grow, and are the client's again in what comes back", async () => {
  const session = await opened("one");
  session.write("a.txt", "one two");
  await hover(session, "a.txt"); // version 2, ours
  session.didChange("a.txt", [{ text: "three" }]); // version 2, the client's
  await hover(session, "a.txt");
  expect(versionsAtBackend(session)).toEqual([1, 2, 3]);
  const textDocument = { uri: session.uri("a.txt"), version: 3 };
  session.handlers["textDocument/rename"] = () => ({ documentChanges: [{ textDocument, edits: [] }] });
  const params = { textDocument: { uri: session.uri("a.txt") }, position: { line: 0, character: 0 }, newName: "x" };
  const { result } = await session.request("textDocument/rename", params);
  expect(result.documentChanges[0].textDocument.version).toBe(2);
  session.fromBackend({
    id: "e",
    method: "workspace/applyEdit",
    params: { edit: { documentChanges: [{ textDocument }] } },
  });
  const edit = await session.client.until(({ method }) => method === "workspace/applyEdit", "the edit");
  expect(edit.params.edit.documentChanges[0].textDocument.version).toBe(2);
});

const change = (session: Pair, version: unknown, text: string, path = "a.txt") =>
  session.fromClient({
    method: "textDocument/didChange",
    params: { textDocument: { uri: session.uri(path), version }, contentChanges: [{ text }] },
  });

test("Stale, repeated and missing versions of a client are counted up", async () => {
  const session = await opened("one");
  for (const version of [5, 5, 2, null, undefined, 9]) change(session, version, `text ${version}`);
  await hover(session, "a.txt");
  expect(versionsAtBackend(session)).toEqual([1, 5, 6, 7, 8, 9, 10]);
});

test("A document that is opened twice gets the second text as a change", async () => {
  const session = await opened("one");
  session.didOpen("a.txt", "two");
  await hover(session, "a.txt");
  expect(session.backend.messages.filter(({ method }) => method === "textDocument/didOpen")).toHaveLength(1);
  expect(textAtBackend(session, "a.txt")).toBe("two");
});

test("A whole text for a document that was never opened opens it", async () => {
  const session = await opened("one");
  change(session, 3, "never opened", "b.txt");
  await hover(session, "b.txt");
  const open = session.backend.messages.find(({ params }) => params?.textDocument?.uri === session.uri("b.txt"));
  expect(open).toMatchObject({ method: "textDocument/didOpen", params: { textDocument: { text: "never opened" } } });
});

test("A partial change of a document that was never opened is dropped, and logged", async () => {
  const session = await opened("one");
  const start = { line: 0, character: 0 };
  session.didChange("b.txt", [{ range: { start, end: start }, text: "x" }]);
  await hover(session, "a.txt");
  expect(session.backend.messages.filter(changed)).toEqual([]);
  expect(session.logged.join("\n")).toContain("b.txt, which it has not opened; dropped");
});

test("A didClose for what was never opened is dropped, and logged", async () => {
  const session = await opened("one");
  session.didClose("b.txt");
  await hover(session, "a.txt");
  expect(session.backend.messages.some(({ method }) => method === "textDocument/didClose")).toBe(false);
  expect(session.logged.join("\n")).toContain("b.txt, which it has not opened; dropped");
});

test("A client that never closes documents keeps each of them fresh", async () => {
  const session = await opened("one");
  const paths = Array.from({ length: 50 }, (_, n) => `folder/${n}.txt`);
  for (const path of paths) {
    session.write(path, "first");
    session.didOpen(path, "first");
  }
  await hover(session, "a.txt");
  for (const path of paths) session.write(path, "the second");
  await session.request("textDocument/references", {
    textDocument: { uri: session.uri("a.txt") },
    position: { line: 0, character: 0 },
  });
  await session.request("workspace/symbol", { query: "x" });
  expect(paths.map((path) => textAtBackend(session, path))).toEqual(paths.map(() => "the second"));
});

test("A message about a document that is not JSON of that kind passes, for the server to report", async () => {
  const session = await opened("one");
  session.fromClient({ method: "textDocument/didChange", params: { contentChanges: 7 } });
  session.fromClient({ method: "textDocument/didOpen", params: {} });
  session.fromClient({ method: "textDocument/didClose" });
  await hover(session, "a.txt");
  const methods = session.backend.messages.slice(-4, -1).map(({ method }) => method);
  expect(methods).toEqual(["textDocument/didChange", "textDocument/didOpen", "textDocument/didClose"]);
});

test("A request about no document compares all open documents with the disk", async () => {
  const session = await opened("one");
  await hover(session, "a.txt");
  session.write("a.txt", "one two");
  await session.request("workspace/symbol", { query: "a" });
  const methods = session.backend.messages.map(({ method }) => method);
  expect(methods.indexOf("workspace/symbol")).toBeGreaterThan(methods.indexOf("textDocument/didChange"));
  expect(textAtBackend(session, "a.txt")).toBe("one two");
});
