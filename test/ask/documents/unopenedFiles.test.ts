import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Pair, pair } from "../../session/pair.js";
import { passTimeUntil, useFakeTimers } from "../../session/passTime.js";

let session: Pair;
afterEach(() => session.close());

const diagnostics = (uri: string, message: string) => ({
  method: "textDocument/publishDiagnostics",
  params: {
    uri,
    diagnostics:
      message === "" ? [] : [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 9 } }, message }],
  },
});
const published = () => session.client.messages.filter(({ method }) => method === "textDocument/publishDiagnostics");
const marker = async () => {
  session.fromBackend({ method: "window/logMessage", params: { type: 4, message: `marker ${published().length}` } });
  await session.client.until(({ params }) => params?.message === `marker ${published().length}`, "the marker");
};

describe("Diagnostics", () => {
  const open = async () => {
    session = pair({ files: { "a.py": "one", "b.py": "two" }, handlers: { "textDocument/hover": () => null } });
    await session.open();
    session.didOpen("b.py", "two", "python");
  };

  test("of a file that only we opened are kept from the client", async () => {
    await open();
    await session.request("locate/hover", { locate: "a.py@one" });
    session.fromBackend(diagnostics(session.uri("a.py"), "ours"));
    session.fromBackend(diagnostics(session.uri("b.py"), "theirs"));
    await marker();
    expect(published().map(({ params }) => params.diagnostics[0].message)).toEqual(["theirs"]);
  });

  test("pass once the client has opened the file", async () => {
    await open();
    await session.request("locate/hover", { locate: "a.py@one" });
    session.didOpen("a.py", "one", "python");
    await session.backend.until(({ method }) => method === "textDocument/didClose", "ours to be closed");
    session.fromBackend(diagnostics(session.uri("a.py"), "now theirs"));
    await marker();
    expect(published()).toHaveLength(1);
  });

  test("pass from a backend that publishes for unopened files anyway", async () => {
    await open();
    session.fromBackend(diagnostics(session.uri("c.py"), "of a file that is not open"));
    await marker();
    await session.request("locate/hover", { locate: "a.py@one" });
    session.fromBackend(diagnostics(session.uri("a.py"), "so this one too"));
    await marker();
    expect(published()).toHaveLength(2);
  });

  test("pass if the client has some of that file, so that they can be removed", async () => {
    await open();
    session.didOpen("a.py", "one", "python");
    session.fromBackend(diagnostics(session.uri("a.py"), "of the open one"));
    await marker();
    session.fromClient({ method: "textDocument/didClose", params: { textDocument: { uri: session.uri("a.py") } } });
    await session.request("locate/hover", { locate: "a.py@one" });
    session.fromBackend(diagnostics(session.uri("a.py"), ""));
    await marker();
    expect(published()).toHaveLength(2);
  });

  test("that touch the range go with a codeAction", async () => {
    useFakeTimers();
    session = pair({
      files: { "a.py": "one\ntwo" },
      handlers: {
        "textDocument/codeAction": ({ context }: { context: unknown }) => [{ title: JSON.stringify(context) }],
      },
    });
    await session.open();
    const asked = session.request("locate/codeAction", { locate: "a.py@one", context: { only: ["quickfix"] } });
    await session.backend.until(({ method }) => method === "textDocument/didOpen", "didOpen");
    const second = {
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } },
      message: "elsewhere",
    };
    const first = diagnostics(session.uri("a.py"), "here").params.diagnostics[0];
    session.fromBackend({
      method: "textDocument/publishDiagnostics",
      params: { uri: session.uri("a.py"), diagnostics: [first, second] },
    });
    expect(JSON.parse((await passTimeUntil(asked)).result[0].title)).toEqual({
      only: ["quickfix"],
      diagnostics: [first],
    });
  });

  test("are requested from a server with pull diagnostics", async () => {
    session = pair({
      files: { "a.py": "one" },
      serverCapabilities: { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } },
      handlers: {
        "textDocument/diagnostic": () => ({ kind: "full", items: diagnostics("", "pulled").params.diagnostics }),
        "textDocument/codeAction": ({ context }: { context: { diagnostics: { message: string }[] } }) =>
          context.diagnostics.map(({ message }) => message),
      },
    });
    await session.open();
    expect((await session.request("locate/codeAction", { locate: "a.py@one" })).result).toEqual(["pulled"]);
  });
});

describe("The version of a document that only we opened becomes null", () => {
  const edit = () => ({
    documentChanges: [
      { textDocument: { uri: session.uri("a.py"), version: 0 }, edits: [{ range: one, newText: "x" }] },
      { textDocument: { uri: session.uri("b.py"), version: 1 }, edits: [] },
      { kind: "create", uri: session.uri("c.py") },
    ],
  });
  const one = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
  const versions = (result: { documentChanges: { textDocument?: { version: unknown } }[] }) =>
    result.documentChanges.map(({ textDocument }) => textDocument?.version);

  beforeEach(async () => {
    session = pair({
      files: { "a.py": "one", "b.py": "two" },
      handlers: {
        "textDocument/rename": edit,
        "textDocument/hover": () => null,
        "textDocument/codeAction": () => [{ title: "fix", edit: edit() }],
      },
    });
    await session.open();
    session.didOpen("b.py", "two", "python");
    await session.request("locate/hover", { locate: "a.py@one" });
  });

  test("in results of locate/* requests", async () => {
    expect(versions((await session.request("locate/rename", { locate: "a.py@one", newName: "x" })).result)).toEqual([
      null,
      1,
      undefined,
    ]);
    expect(versions((await session.request("locate/codeAction", { locate: "b.py@two" })).result[0].edit)).toEqual([
      null,
      1,
      undefined,
    ]);
  });
  test("in results of the client's own requests", async () => {
    const params = { textDocument: { uri: session.uri("b.py") }, position: { line: 0, character: 0 }, newName: "x" };
    expect(versions((await session.request("textDocument/rename", params)).result)).toEqual([null, 1, undefined]);
    expect(versions((await session.request("textDocument/codeAction", params)).result[0].edit)).toEqual([
      null,
      1,
      undefined,
    ]);
  });
  test("in workspace/applyEdit", async () => {
    session.fromBackend({ id: 9, method: "workspace/applyEdit", params: { edit: edit() } });
    const { params } = await session.client.until(({ method }) => method === "workspace/applyEdit", "applyEdit");
    expect(versions(params.edit)).toEqual([null, 1, undefined]);
  });
});

test("Changes on disk are sent before a request across files", async () => {
  session = pair({
    files: { "a.py": "one", "b.py": "two" },
    handlers: { "textDocument/references": () => [1], "textDocument/hover": () => null },
  });
  await session.open();
  await session.request("locate/hover", { locate: "a.py@one" });
  await session.request("locate/hover", { locate: "b.py@two" });
  session.write("b.py", "two, changed");
  await session.request("locate/references", { locate: "a.py@one" });
  const told = session.backend.messages.filter(({ method }) => method === "workspace/didChangeWatchedFiles");
  expect(told.map(({ params }) => params.changes)).toEqual([[{ uri: session.uri("b.py"), type: 2 }]]);
  const after = session.backend.messages.map(({ method }) => method);
  expect(after.indexOf("workspace/didChangeWatchedFiles")).toBeLessThan(after.indexOf("textDocument/references"));
  expect(
    session.backend.messages.find(({ method }) => method === "textDocument/didChange")?.params.contentChanges,
  ).toEqual([{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, text: "two, changed" }]);
});

test.each([
  [2, "utf-16", [{ range: { start: { line: 0, character: 0 }, end: { line: 1, character: 3 } }, text: "three" }]],
  [2, "utf-8", [{ range: { start: { line: 0, character: 0 }, end: { line: 1, character: 6 } }, text: "three" }]],
  [1, "utf-16", [{ text: "three" }]],
])(
  "A backend of sync kind %d that counts in %s gets the new text of a file as it takes it",
  async (change, positionEncoding, changes) => {
    session = pair({
      files: { "a.py": "one\n💣é" },
      serverCapabilities: { hoverProvider: true, textDocumentSync: { openClose: true, change }, positionEncoding },
      capabilities: { general: { positionEncodings: [positionEncoding] } },
      handlers: { "textDocument/hover": () => null },
    });
    await session.open();
    await session.request("locate/hover", { locate: "a.py@one" });
    session.write("a.py", "three");
    await session.request("locate/hover", { locate: "a.py@three" });
    const didChange = session.backend.messages.find(({ method }) => method === "textDocument/didChange");
    expect(didChange?.params.contentChanges).toEqual(changes);
  },
);

test("Any number of files may be read at a time, without a warning about listeners", async () => {
  const warn = jest.spyOn(process, "emitWarning").mockImplementation(() => {});
  const paths = Array.from({ length: 30 }, (_, n) => `f${n}.py`);
  session = pair({
    files: Object.fromEntries(paths.map((path) => [path, "one"])),
    handlers: { "textDocument/hover": () => null },
  });
  await session.open();
  await Promise.all(paths.map((path) => session.request("locate/hover", { locate: `${path}@one` })));
  expect(warn).not.toHaveBeenCalled();
});

test("At most a hundred files are open at a time; the one used longest ago is closed first", async () => {
  const files = Object.fromEntries(Array.from({ length: 102 }, (_, n) => [`f${n}.py`, "x"]));
  session = pair({ files, handlers: { "textDocument/hover": () => null } });
  await session.open();
  // A file that was written this second would be read again before each request.
  for (const file of Object.keys(files)) utimesSync(join(session.root, file), 1, 1);
  for (const file of Object.keys(files)) await session.request("locate/hover", { locate: `${file}@x` });
  const closed = session.backend.messages.filter(({ method }) => method === "textDocument/didClose");
  expect(closed.map(({ params }) => params.textDocument.uri)).toEqual([session.uri("f0.py"), session.uri("f1.py")]);
});

test.each(["hover", "definition", "references", "diagnostic"])(
  "Before %s, an opened file is sent again as often as its size or time on disk changes",
  async (method) => {
    session = pair({
      files: { "a.py": "one = 1\n", "b.py": "two = 2\n" },
      serverCapabilities: {
        textDocumentSync: 1,
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
      },
      handlers: {
        "textDocument/hover": () => null,
        "textDocument/definition": () => [],
        "textDocument/references": () => [],
        "textDocument/diagnostic": () => ({ kind: "full", items: [] }),
      },
    });
    await session.open();
    await session.request("locate/hover", { locate: "a.py@one" });
    const path = join(session.root, "a.py");
    const write = (text: string, secondsAgo: number) => {
      writeFileSync(path, text);
      const time = Date.now() / 1_000 - secondsAgo;
      utimesSync(path, time, time);
    };
    const sent = async () => {
      await session.request(`locate/${method}`, { locate: method === "diagnostic" ? "b.py" : "b.py@two" });
      const changes = session.backend.messages.filter(({ method }) => method === "textDocument/didChange");
      return changes.map(({ params }) => params.contentChanges[0].text);
    };
    write("one = 3\n", 60);
    expect(await sent()).toEqual(["one = 3\n"]);
    expect(await sent()).toEqual(["one = 3\n"]);
    write("one = 4\n", 50);
    expect(await sent()).toEqual(["one = 3\n", "one = 4\n"]);
    write("one = 55\n", 50);
    expect(await sent()).toEqual(["one = 3\n", "one = 4\n", "one = 55\n"]);
    await session.request("locate/hover", { locate: "a.py@one" });
    expect(await sent()).toHaveLength(3);
  },
);
