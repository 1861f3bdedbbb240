/** `locate/diagnostic` at servers that can't be asked for diagnostics and tell them by themselves. */

import { CancellationTokenSource } from "vscode-jsonrpc/node";
import type { Backend } from "../../../src/session/backend/backend.js";
import { OpenDocument } from "../../../src/session/documents/openDocument.js";
import { PublishedDiagnostics } from "../../../src/session/documents/publishedDiagnostics.js";
import { awaitDiagnosticReport } from "../../../src/session/documents/pushDiagnostics.js";
import { Document } from "../../../src/text/document.js";
import { advanceTimers, useFakeTimers } from "../../routing/fakeTimers.js";
import { testServers } from "../../routing/testServers.js";
import { ErrorReply, type Message, type Pair, pair } from "../pair.js";

let session: Pair;
afterEach(() => session?.close());

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const tell = (file: string, messages: readonly string[], version?: number) =>
  session.fromBackend({
    method: "textDocument/publishDiagnostics",
    params: {
      uri: session.uri(file),
      ...(version === undefined ? {} : { version }),
      diagnostics: messages.map((message) => ({ range, message })),
    },
  });
const asking = (file: string) => session.request("locate/diagnostic", { locate: file });
const saidIn = ({ result, error }: Message) =>
  error ?? [result.kind, ...result.items.map(({ message }: { message: string }) => message)].join(" ");
const opened = (text: RegExp) =>
  session.backend.until(({ params }) => text.test(params?.textDocument?.text ?? ""), "didOpen");

async function begin(files: Readonly<Record<string, string>> = { "a.py": "one" }, more: object = {}) {
  // One that has loaded at once: nothing here is about loading.
  session = pair({ files, command: ["redls"], servers: testServers([], "servers.json"), ...more });
  await session.open();
}

test("what is told of a file that nobody has open is waited for, and stays with us", async () => {
  await begin();
  const asked = asking("a.py");
  await opened(/one/);
  tell("a.py", ["one is wrong"]);
  expect(saidIn(await asked)).toBe("full one is wrong");
  expect(session.client.messages.filter(({ method }) => method !== undefined)).toEqual([]);
});

test("none is an answer too", async () => {
  await begin();
  const asked = asking("a.py");
  await opened(/one/);
  tell("a.py", []);
  expect(saidIn(await asked)).toBe("full");
});

test("the last of several words that follow each other counts: syntax comes first, meaning later", async () => {
  await begin();
  const asked = asking("a.py");
  await opened(/one/);
  tell("a.py", []);
  tell("a.py", ["syntax"]);
  tell("a.py", ["syntax", "meaning"]);
  expect(saidIn(await asked)).toBe("full syntax meaning");
});

test("of a document that the client has changed since, what was told before is none", async () => {
  await begin();
  session.didOpen("a.py", "one", "python");
  await opened(/one/);
  tell("a.py", ["of one"]);
  expect(saidIn(await asking("a.py"))).toBe("full of one");
  session.didChange("a.py", [{ text: "two" }]);
  const asked = asking("a.py");
  await session.backend.until(({ method }) => method === "textDocument/didChange", "didChange");
  tell("a.py", ["of two"]);
  expect(saidIn(await asked)).toBe("full of two");
});

test("a version says of which text it is, whenever it comes", async () => {
  await begin();
  session.didOpen("a.py", "one", "python");
  session.didChange("a.py", [{ text: "two" }]);
  const asked = asking("a.py");
  await session.backend.until(({ method }) => method === "textDocument/didChange", "didChange");
  tell("a.py", ["late, of one"], 1);
  tell("a.py", ["of two"], 2);
  expect(saidIn(await asked)).toBe("full of two");
});

test("a file that was written meanwhile is told of anew", async () => {
  await begin();
  const first = asking("a.py");
  await opened(/one/);
  tell("a.py", ["of one"]);
  await first;
  session.write("a.py", "another");
  const asked = asking("a.py");
  await session.backend.until(({ method }) => method === "textDocument/didChange", "didChange");
  tell("a.py", ["of another"]);
  expect(saidIn(await asked)).toBe("full of another");
});

test("a change in another file may bring another word", async () => {
  await begin({ "a.py": "one", "b.py": "b" });
  const first = asking("a.py");
  await opened(/one/);
  tell("a.py", ["b lacks one"]);
  await first;
  const second = asking("b.py");
  await opened(/^b$/);
  tell("b.py", []);
  await second;
  session.write("b.py", "b one");
  const asked = asking("a.py");
  await session.backend.until(({ method }) => method === "workspace/didChangeWatchedFiles", "the change");
  tell("a.py", []);
  expect(saidIn(await asked)).toBe("full");
});

test("one that says it can be asked, and can't, has told it all the same", async () => {
  await begin(
    { "a.py": "one" },
    {
      serverCapabilities: { diagnosticProvider: {} },
      handlers: { "textDocument/diagnostic": () => new ErrorReply({ code: -32601, message: "Unhandled method" }) },
    },
  );
  const asked = asking("a.py");
  await opened(/one/);
  tell("a.py", ["told"]);
  expect(saidIn(await asked)).toBe("full told");
});

test("one that can be asked is asked", async () => {
  await begin(
    { "a.py": "one" },
    {
      serverCapabilities: { diagnosticProvider: {} },
      handlers: { "textDocument/diagnostic": () => ({ kind: "full", items: [{ range, message: "asked" }] }) },
    },
  );
  expect(saidIn(await asking("a.py"))).toBe("full asked");
});

describe("one that tells nothing", () => {
  beforeEach(() => useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const text = Document.of("one");
  const document = new OpenDocument({
    uri: "file:///a.py",
    languageId: "python",
    version: 1,
    text,
    owner: "client",
    at: 0,
  });
  const mute = (declared: object) => ({
    backend: { name: "redls" } as Backend,
    diagnostics: new PublishedDiagnostics({ isOpen: () => true, isOnlyOurs: () => false }),
    diskChanges: { notifiedAt: 0 },
    client: { capabilities: { textDocument: declared }, roots: { folders: [], others: [] } },
  });
  const asked = ({ backend, ...context }: ReturnType<typeof mute>, token = new CancellationTokenSource().token) => {
    const story: unknown[] = [];
    const answer = awaitDiagnosticReport(() => document, backend, { ...context, token }).then(
      (report) => story.push(report),
      (error: Error) => story.push(error),
    );
    return { story, answer };
  };

  test.each([
    ["declares that it takes them", { publishDiagnostics: {} }, "It may have nothing to say, or need more time."],
    ["doesn't declare that", {}, "This client does not declare textDocument.publishDiagnostics"],
  ])("is not ready, once, to a client that %s", async (_what, declared, words) => {
    const backend = mute(declared);
    const first = asked(backend);
    await advanceTimers(9_000);
    expect(first.story).toEqual([]);
    await advanceTimers(11_000);
    expect(first.story).toEqual([
      expect.objectContaining({
        kind: "not_ready",
        message: expect.stringContaining(words),
        data: expect.objectContaining({ waiting_for: "its diagnostics", seconds_waited: 10 }),
      }),
    ]);
    const second = asked(backend);
    await advanceTimers(1_000);
    expect(second.story).toEqual([{ kind: "full", items: [] }]);
  });

  test("is not waited for by who has cancelled", async () => {
    const source = new CancellationTokenSource();
    const { story } = asked(mute({}), source.token);
    await advanceTimers(1_000);
    source.cancel();
    await advanceTimers(0);
    expect(story).toHaveLength(1);
  });
});
