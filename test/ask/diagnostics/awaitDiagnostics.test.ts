/** `locate/diagnostic` with servers that only push diagnostics. */

import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CancellationTokenSource } from "vscode-jsonrpc/node";
import type { Backend } from "../../../src/ask/backend/backend.js";
import { awaitSettledDiagnostics } from "../../../src/ask/diagnostics/awaitDiagnostics.js";
import { DiagnosticsStore } from "../../../src/ask/diagnostics/diagnosticsStore.js";
import { OpenDocument } from "../../../src/ask/documents/openDocument.js";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { noDiagnosticsError } from "../../../src/session/methods/forward/diagnosticReport.js";
import { Document } from "../../../src/text/document.js";
import { useFakeTimersFor } from "../../jest.js";
import { advanceTimers, useFakeTimers } from "../../routing/fakeTimers.js";
import { testServers } from "../../routing/testServers.js";
import { ErrorReply, type Message, type Pair, pair } from "../../session/pair.js";

let session: Pair;
let clock: NodeJS.Timeout | undefined;
afterEach(async () => {
  await session?.close();
  clearInterval(clock);
});

/** Lets timeouts, and the time that they are measured by, pass ten times as fast. */
function speedUpTime(): void {
  useFakeTimersFor("setTimeout", "clearTimeout", "performance");
  clock = setInterval(() => jest.advanceTimersByTime(50), 5);
}

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const publish = (file: string, messages: readonly string[], version?: number) =>
  session.fromBackend({
    method: "textDocument/publishDiagnostics",
    params: {
      uri: session.uri(file),
      ...(version === undefined ? {} : { version }),
      diagnostics: messages.map((message) => ({ range, message })),
    },
  });
const requestDiagnostics = (file: string) => session.request("locate/diagnostic", { locate: file });
const messagesIn = ({ result, error }: Message) =>
  error ?? [result.kind, ...result.items.map(({ message }: { message: string }) => message)].join(" ");
const opened = (text: RegExp) =>
  session.backend.until(({ params }) => text.test(params?.textDocument?.text ?? ""), "didOpen");

async function begin(files: Readonly<Record<string, string>> = { "a.py": "one" }, more: object = {}) {
  speedUpTime();
  // A server that has loaded at once: these tests are not about loading.
  session = pair({ files, command: ["redls"], servers: testServers([], "servers.json"), ...more });
  await session.open();
}

test("A request for diagnostics of a file that is not open waits for them, and the client does not see them", async () => {
  await begin();
  const response = requestDiagnostics("a.py");
  await opened(/one/);
  publish("a.py", ["one is wrong"]);
  expect(messagesIn(await response)).toBe("full one is wrong");
  expect(session.client.messages.filter(({ method }) => method !== undefined)).toEqual([]);
});

test("An empty publication is a result, too", async () => {
  await begin();
  const response = requestDiagnostics("a.py");
  await opened(/one/);
  publish("a.py", []);
  expect(messagesIn(await response)).toBe("full");
});

test("The last of several publications counts: syntax errors come first, type errors later", async () => {
  await begin();
  const response = requestDiagnostics("a.py");
  await opened(/one/);
  publish("a.py", []);
  publish("a.py", ["syntax"]);
  publish("a.py", ["syntax", "meaning"]);
  expect(messagesIn(await response)).toBe("full syntax meaning");
});

test("Diagnostics from before a change don't count", async () => {
  await begin();
  session.didOpen("a.py", "one", "python");
  await opened(/one/);
  publish("a.py", ["of one"]);
  expect(messagesIn(await requestDiagnostics("a.py"))).toBe("full of one");
  session.didChange("a.py", [{ text: "two" }]);
  const response = requestDiagnostics("a.py");
  await session.backend.until(({ method }) => method === "textDocument/didChange", "didChange");
  publish("a.py", ["of two"]);
  expect(messagesIn(await response)).toBe("full of two");
});

test("A version says which text a publication is about, whenever it comes", async () => {
  await begin();
  session.didOpen("a.py", "one", "python");
  session.didChange("a.py", [{ text: "two" }]);
  const response = requestDiagnostics("a.py");
  await session.backend.until(({ method }) => method === "textDocument/didChange", "didChange");
  publish("a.py", ["late, of one"], 1);
  publish("a.py", ["of two"], 2);
  expect(messagesIn(await response)).toBe("full of two");
});

test("A file that was written meanwhile gets new diagnostics", async () => {
  await begin();
  const first = requestDiagnostics("a.py");
  await opened(/one/);
  publish("a.py", ["of one"]);
  await first;
  session.write("a.py", "another");
  const response = requestDiagnostics("a.py");
  await session.backend.until(({ method }) => method === "textDocument/didChange", "didChange");
  publish("a.py", ["of another"]);
  expect(messagesIn(await response)).toBe("full of another");
});

test("A change in another file may bring new diagnostics", async () => {
  await begin({ "a.py": "one", "b.py": "b" });
  const first = requestDiagnostics("a.py");
  await opened(/one/);
  publish("a.py", ["b lacks one"]);
  await first;
  const second = requestDiagnostics("b.py");
  await opened(/^b$/);
  publish("b.py", []);
  await second;
  session.write("b.py", "b one");
  const response = requestDiagnostics("a.py");
  await session.backend.until(({ method }) => method === "workspace/didChangeWatchedFiles", "the change");
  publish("a.py", []);
  expect(messagesIn(await response)).toBe("full");
});

test("Of a server that declares pull diagnostics and doesn't have them, the pushed ones count", async () => {
  await begin(
    { "a.py": "one" },
    {
      serverCapabilities: { diagnosticProvider: {} },
      handlers: { "textDocument/diagnostic": () => new ErrorReply({ code: -32601, message: "Unhandled method" }) },
    },
  );
  const response = requestDiagnostics("a.py");
  await opened(/one/);
  publish("a.py", ["told"]);
  expect(messagesIn(await response)).toBe("full told");
});

test("A server with pull diagnostics is asked for them", async () => {
  await begin(
    { "a.py": "one" },
    {
      serverCapabilities: { diagnosticProvider: {} },
      handlers: { "textDocument/diagnostic": () => ({ kind: "full", items: [{ range, message: "asked" }] }) },
    },
  );
  expect(messagesIn(await requestDiagnostics("a.py"))).toBe("full asked");
});

describe("Diagnostics of a file that only the proxy has open, when another file has changed,", () => {
  const files = { "a.ts": "import b", "b.ts": "x = 1" };
  const versions = () =>
    session.backend.messages.flatMap(({ method, params }) =>
      method === "textDocument/didChange" ? [params.textDocument.version] : [],
    );
  const published = async () => {
    const first = requestDiagnostics("a.ts");
    await opened(/import b/);
    publish("a.ts", ["old"]);
    expect(messagesIn(await first)).toBe("full old");
  };

  test("are those that the server publishes for the text sent again", async () => {
    await begin(files);
    await published();
    for (const [text, message] of [
      ["y = 2", "new"],
      ["y = 33", "newer"],
    ] as const) {
      writeFileSync(join(session.root, "b.ts"), text);
      const count = versions().length;
      const next = requestDiagnostics("a.ts");
      await session.backend.until(() => versions().length > count, "the text");
      publish("a.ts", [message], versions().at(-1));
      expect(messagesIn(await next)).toBe(`full ${message}`);
    }
  });

  test("are the last ones if the server publishes none, as they are the same", async () => {
    await begin(files);
    await published();
    for (const [text, sent] of [
      ["y = 2", [1]],
      ["y = 33", [1, 2]],
    ] as const) {
      writeFileSync(join(session.root, "b.ts"), text);
      expect(messagesIn(await requestDiagnostics("a.ts"))).toBe("full old");
      expect(versions()).toEqual(sent);
    }
  });

  test("are not asked for again while no text changes", async () => {
    await begin(files, { servers: shippedServers(), isIndexWatching: true });
    // The index looks again at files that were written a moment ago.
    for (const name of Object.keys(files)) utimesSync(join(session.root, name), 1e9, 1e9);
    await published();
    for (let n = 0; n < 3; n++) expect(messagesIn(await requestDiagnostics("a.ts"))).toBe("full old");
    expect(versions()).toEqual([1]);
  });
});

describe("A server that publishes nothing", () => {
  beforeEach(() => useFakeTimers());

  const text = Document.of("one");
  const document = new OpenDocument({
    uri: "file:///a.py",
    languageId: "python",
    version: 1,
    text,
    owner: "client",
    at: 0,
  });
  const silentServer = (declared: object) => ({
    backend: { name: "redls", capabilities: {} } as Backend,
    diagnostics: new DiagnosticsStore({ isOpen: () => true, isOnlyOurs: () => false, isElsewhere: () => false }),
    diskChanges: { notifiedAt: 0 },
    documents: { applyPending() {} },
    client: { capabilities: { textDocument: declared }, roots: { folders: [], others: [] } },
  });
  const awaitReport = (
    { backend, ...context }: ReturnType<typeof silentServer>,
    token = new CancellationTokenSource().token,
  ) => {
    const outcomes: unknown[] = [];
    const settled = awaitSettledDiagnostics(() => document, backend, { ...context, token }).then((items) =>
      outcomes.push(items ?? noDiagnosticsError(backend, document, { client: context.client as never })),
    );
    return { outcomes, settled };
  };

  test.each([
    ["declares publishDiagnostics", { publishDiagnostics: {} }, "It may have nothing to say, or need more time."],
    ["doesn't declare it", {}, "This client does not declare textDocument.publishDiagnostics"],
  ])("fails with not_ready once, for a client that %s", async (_what, declared, words) => {
    const backend = silentServer(declared);
    const first = awaitReport(backend);
    await advanceTimers(9_000);
    expect(first.outcomes).toEqual([]);
    await advanceTimers(11_000);
    expect(first.outcomes).toEqual([
      expect.objectContaining({
        kind: "not_ready",
        message: expect.stringContaining(words),
        data: expect.objectContaining({ waiting_for: "its diagnostics", seconds_waited: 10 }),
      }),
    ]);
    const second = awaitReport(backend);
    await advanceTimers(1_000);
    expect(second.outcomes).toEqual([[]]);
  });

  test("is no longer expected after a cancellation", async () => {
    const source = new CancellationTokenSource();
    const { outcomes } = awaitReport(silentServer({}), source.token);
    await advanceTimers(1_000);
    source.cancel();
    await advanceTimers(0);
    expect(outcomes).toHaveLength(1);
  });
});
