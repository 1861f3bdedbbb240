/** `locate/diagnostic` with servers that only push diagnostics. */

import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedServers } from "../../../src/backend/config/loadServers.js";
import { useFakeTimersFor } from "../../jest.js";
import { testServers } from "../../routing/testServers.js";
import { agentServers } from "../../session/agent/agentServers.js";
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
  await session.backend.until(
    ({ method, params }) =>
      method === "textDocument/didChange" &&
      params.textDocument.uri === session.uri("a.py") &&
      params.textDocument.version > 0,
    "the text, sent again",
  );
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

  test("are those that follow, if the server first publishes what it knew with the new version", async () => {
    await begin(files, { command: ["testls"], servers: agentServers({ diagnostics: { strategy: "version" } }) });
    const first = requestDiagnostics("a.ts");
    await opened(/import b/);
    publish("a.ts", [], 1);
    expect(messagesIn(await first)).toBe("full");
    writeFileSync(join(session.root, "b.ts"), "y = 2");
    // The next request comes later than the text was sent.
    jest.advanceTimersByTime(50);
    const next = requestDiagnostics("a.ts");
    await session.backend.until(() => versions().length > 0, "the text");
    publish("a.ts", [], versions().at(-1));
    publish("a.ts", ["new"], versions().at(-1));
    expect(messagesIn(await next)).toBe("full new");
  });

  test("are those that it publishes for the file opened anew, if it leaves out what has not changed", async () => {
    await begin(files);
    await published();
    const opens = () =>
      session.backend.messages.flatMap(({ method, params }) =>
        method === "textDocument/didOpen" && params.textDocument.uri === session.uri("a.ts")
          ? [params.textDocument]
          : [],
      );
    // Only the first time is the text sent again before.
    for (const [text, message] of [
      ["y = 2", "old"],
      ["y = 33", "new"],
    ] as const) {
      writeFileSync(join(session.root, "b.ts"), text);
      const count = opens().length;
      const next = requestDiagnostics("a.ts");
      await session.backend.until(() => opens().length > count, "the file");
      publish("a.ts", ["late, of the version before"], opens().at(-1).version - 1);
      publish("a.ts", [message], opens().at(-1).version);
      expect(messagesIn(await next)).toBe(`full ${message}`);
      expect(versions()).toEqual([2]);
    }
  });

  test("are not known if it publishes none", async () => {
    await begin(files);
    await published();
    writeFileSync(join(session.root, "b.ts"), "y = 2");
    expect((await requestDiagnostics("a.ts")).error.data.kind).toBe("not_checked");
  });

  test("are not asked for again while no text changes", async () => {
    await begin(files, { servers: shippedServers(), isIndexWatching: true });
    // The index looks again at files that were written a moment ago.
    for (const name of Object.keys(files)) utimesSync(join(session.root, name), 1e9, 1e9);
    await published();
    const second = requestDiagnostics("a.ts");
    await session.backend.until(() => versions().length > 0, "the text");
    publish("a.ts", ["old"], 2);
    expect(messagesIn(await second)).toBe("full old");
    for (let n = 0; n < 3; n++) expect(messagesIn(await requestDiagnostics("a.ts"))).toBe("full old");
    expect(versions()).toEqual([2]);
  });
});

describe("A file that was closed after another question", () => {
  const files = { "a.py": "one" };
  const closeFile = async () => {
    await begin(files, { handlers: { "textDocument/documentSymbol": () => [] } });
    const first = requestDiagnostics("a.py");
    await opened(/one/);
    publish("a.py", []);
    expect(messagesIn(await first)).toBe("full");
  };

  test.each([
    ["with a version", 1],
    ["without one", undefined],
  ])("has not the diagnostics of its old text, as they come %s after the change", async (_how, version) => {
    await closeFile();
    session.write("a.py", "broken");
    const asked = requestDiagnostics("a.py");
    const { params } = await session.backend.until(({ method }) => method === "textDocument/didChange", "the text");
    if (version !== undefined) publish("a.py", ["old"], params.textDocument.version - 1);
    publish("a.py", ["new"], version === undefined ? undefined : params.textDocument.version);
    expect(messagesIn(await asked)).toBe("full new");
  });
});

describe("A server that publishes nothing", () => {
  test.each([
    ["declares publishDiagnostics", { textDocument: { publishDiagnostics: {} } }, undefined],
    ["doesn't declare it", {}, "This client does not declare textDocument.publishDiagnostics"],
  ])(
    "has not checked the text, however often it is asked, for a client that %s",
    async (_what, capabilities, words) => {
      await begin({ "a.py": "one" }, { capabilities });
      for (let n = 0; n < 3; n++) {
        const { error } = await requestDiagnostics("a.py");
        expect(error).toMatchObject({ code: -32803, data: { kind: "not_checked", backend: "redls", known: null } });
        expect(error.data.seconds_waited).toBeGreaterThanOrEqual(10);
        expect(error.message).toContain(words ?? "Not checked: redls has not reported on the present text of `a.py`");
      }
    },
  );

  test("after a change has not checked it, and what it has said before is known to be of an older text", async () => {
    await begin();
    const first = requestDiagnostics("a.py");
    await opened(/one/);
    publish("a.py", ["of one", "too"], 0);
    await first;
    session.write("a.py", "another");
    const { error } = await requestDiagnostics("a.py");
    expect(error.data).toMatchObject({ kind: "not_checked", known: { count: 2, text: "older" } });
    expect(error.message).toContain("Last, it reported 2 problems in an older text.");
  });

  test("is no longer expected after a cancellation", async () => {
    await begin();
    session.fromClient({ id: "d", method: "locate/diagnostic", params: { locate: "a.py" } });
    await opened(/one/);
    session.fromClient({ method: "$/cancelRequest", params: { id: "d" } });
    const { error } = await session.client.until(({ id }) => id === "d", "the response");
    expect(error.code).toBe(-32800);
  });
});

describe("A server that reports progress while texts wait to be checked", () => {
  const start = async () => {
    const diagnostics = { strategy: "version", progress: true } as const;
    const redls = { ready: { log: "loaded", from: "start" } as const, diagnostics };
    await begin(
      { "a.py": "one" },
      {
        servers: testServers([{ servers: { redls } }], "servers.json"),
      },
    );
    session.fromBackend({ method: "window/logMessage", params: { type: 3, message: "loaded" } });
    const response = requestDiagnostics("a.py");
    await opened(/one/);
    return { response };
  };
  const progress = (value: object) =>
    session.fromBackend({ method: "$/progress", params: { token: "own", value: { title: "", ...value } } });
  const createProgress = () =>
    session.fromBackend({ id: "own", method: "window/workDoneProgress/create", params: { token: "own" } });

  test("What it publishes before the progress ends is not all", async () => {
    const { response } = await start();
    publish("a.py", ["of the text before"], 1);
    createProgress();
    progress({ kind: "begin" });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    publish("a.py", ["all"], 1);
    progress({ kind: "end" });
    expect(messagesIn(await response)).toBe("full all");
  });

  test("Without progress, the first publication is all", async () => {
    const { response } = await start();
    publish("a.py", ["all"], 1);
    expect(messagesIn(await response)).toBe("full all");
  });

  test("The progress of a request says nothing", async () => {
    const { response } = await start();
    progress({ kind: "begin" });
    publish("a.py", ["all"], 1);
    expect(messagesIn(await response)).toBe("full all");
  });

  test("If it does not end, the text is not checked", async () => {
    const { response } = await start();
    publish("a.py", ["of the text before"], 1);
    createProgress();
    expect((await response).error.data.kind).toBe("not_checked");
  });
});

describe("A server that answers requests for diagnostics, though it does not announce it", () => {
  const answering = (messages: () => readonly string[], quiet = 1_000) =>
    begin(undefined, {
      servers: testServers(
        [{ servers: { redls: { diagnostics: { quiet, answers: ["plaintext"] } } } }],
        "servers.json",
      ),
      // gopls leaves the kind empty.
      handlers: {
        "textDocument/diagnostic": () => ({ kind: "", items: messages().map((message) => ({ range, message })) }),
      },
    });

  test("needs no quiet period where it answers with what it has published", async () => {
    await answering(() => ["one is wrong"]);
    const response = requestDiagnostics("a.py");
    await opened(/one/);
    publish("a.py", ["one is wrong"]);
    expect(messagesIn(await response)).toBe("full one is wrong");
  });

  test("has published all once it answers with it", async () => {
    let noteAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      noteAsked = resolve;
    });
    await answering(() => {
      noteAsked();
      return ["syntax", "meaning"];
    });
    const response = requestDiagnostics("a.py");
    await opened(/one/);
    publish("a.py", ["syntax"]);
    await asked;
    publish("a.py", ["meaning", "syntax"]);
    expect(messagesIn(await response)).toBe("full meaning syntax");
  });

  test("may publish more than it answers with, which a quiet period shows to be all", async () => {
    await answering(() => [], 0.5);
    const response = requestDiagnostics("a.py");
    await opened(/one/);
    publish("a.py", ["in no package"]);
    expect(messagesIn(await response)).toBe("full in no package");
  });
});
