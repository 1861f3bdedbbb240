/**
 * Tests of the assignment of documents to processes, and of changes of the folders and
 * servers.json.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { frameOf } from "../../../src/wire/frames.js";
import { noReply } from "../../session/pair.js";
import { useFakeTimers } from "../fakeTimers.js";
import { eventLoopTurns, type RoutedSession, type RoutedSessionOptions, routedSession } from "../routedSession.js";
import type { ScriptedBackend } from "../scriptedBackend.js";
import type { TestServersLayer } from "../testServers.js";

let session: RoutedSession;
afterEach(() => session.close());

const open = async (options: RoutedSessionOptions = {}) => {
  session = routedSession(options);
  await session.open();
};

/** Returns the server and process that answer for a document. */
const answering = async (path: string): Promise<string> => {
  const { result } = await session.hover(path);
  return result?.contents ?? String(result);
};

/** The result of a hover has the server and the number of the process. */
const telling = {
  "textDocument/hover": (_params: never, { name, nth }: { name: string; nth: number }) => ({
    contents: `${name} ${nth}`,
  }),
};
const tellingAll = { redls: telling, greenls: telling, bluels: telling };

describe("the server of a document", () => {
  test.each<[string, string, string | undefined, string]>([
    ["of its languageId", "a.red", "red", "redls"],
    ["of its languageId, whatever it is called", "a.green", "red", "redls"],
    ["of an alias of its languageId, whatever it is called", "run.green", "scarlet", "redls"],
    ["of its name where the languageId is unknown", "a.red", "crimson", "redls"],
    ["of its name where the languageId is empty", "a.red", "", "redls"],
    ["of its whole name before its extension", "Redfile.green", "?", "redls"],
    ["of its longest extension", "a.x.red", "?", "greenls"],
  ])("It goes to the server %s", async (_why, path, languageId, server) => {
    await open({
      languages: {
        red: { filenames: ["Redfile.green"], aliases: ["scarlet"] },
        green: { extensions: [".green", ".x.red"] },
      },
    });
    session.didOpen(path, "", languageId);
    expect(await answering(path)).toContain(server);
    expect(session.started).toEqual([server]);
  });

  test("A file that is not open goes to the server of its name", async () => {
    await open();
    expect(await answering("a.red")).toBe("redls a.red");
  });

  test("A document that is no file goes to the server of its languageId", async () => {
    await open();
    const textDocument = { uri: "untitled:Untitled-1", languageId: "red", version: 1, text: "" };
    session.notify("textDocument/didOpen", { textDocument });
    const { result } = await session.request("textDocument/hover", {
      textDocument,
      position: { line: 0, character: 0 },
    });
    expect(result.contents).toBe("redls untitled:Untitled-1");
    expect((await session.backend("redls")).folder).toBe("");
  });

  test("It goes to the first installed server of its language", async () => {
    await open({ languages: { red: { servers: ["redls", "greenls", "bluels"] } }, missing: ["redls"] });
    expect(await answering("a.red")).toBe("greenls a.red");
  });

  test("Two languages of one server share a process", async () => {
    await open({ languages: { green: { servers: ["redls"] } } });
    for (const path of ["a.red", "b.green"]) {
      session.didOpen(path);
      await session.hover(path);
    }
    expect(session.started).toEqual(["redls"]);
    expect((await session.backend("redls")).heard).toEqual([
      "didOpen a.red v1",
      "hover a.red",
      "didOpen b.green v1",
      "hover b.green",
    ]);
  });

  test("The server is started when it is needed, and not before", async () => {
    await open({ files: { "b.green": "" } });
    session.didOpen("a.red");
    await session.hover("a.red");
    expect(session.started).toEqual(["redls"]);
  });
});

describe("a document without a server", () => {
  test("Any request is answered with null", async () => {
    await open();
    session.didOpen("a.mystery", "one", "mystery");
    session.didChange("a.mystery", "two");
    for (const method of ["hover", "semanticTokens/full", "willSaveWaitUntil"]) {
      expect(await session.request(`textDocument/${method}`, session.about("a.mystery"))).toMatchObject({
        result: null,
      });
    }
    expect(session.started).toEqual([]);
  });

  test("A Locate is rejected, as no server is known", async () => {
    await open();
    session.didOpen("a.mystery", "one", "mystery");
    const { error } = await session.request("locate/hover", { locate: "a.mystery@one" });
    expect(error).toMatchObject({ code: -32803, data: { kind: "no_backend", language: "mystery", servers: [] } });
  });

  test("A Locate is rejected with the servers that could be installed", async () => {
    await open({
      servers: { redls: { install: "get redls" } },
      languages: { red: { servers: ["redls", "greenls"] } },
      missing: ["redls", "greenls"],
      files: { "a.red": "one" },
    });
    const { error } = await session.request("locate/hover", { locate: "a.red@one" });
    expect(error.data).toEqual({
      kind: "no_backend",
      language: "red",
      servers: [
        { name: "redls", install: "get redls" },
        { name: "greenls", install: null },
      ],
    });
    expect(error.message).toContain("get redls");
  });

  test("Locates that need no server are answered", async () => {
    await open({ files: { "a.mystery": "one two" } });
    const { result } = await session.request("locate/resolve", { locate: "a.mystery@two" });
    expect(result.position).toEqual({ line: 1, character: 5 });
  });
});

describe("a server that is installed during the session", () => {
  /** Advances the clock for the next lookup of the server by this many seconds. */
  const later = (seconds: number) => {
    const now = performance.now();
    jest.spyOn(performance, "now").mockImplementation(() => now + seconds * 1000);
  };

  test("It is found by a request some seconds later and gets the open documents", async () => {
    const missing = ["redls"];
    await open({ missing });
    session.didOpen("a.red", "one");
    expect((await session.hover("a.red")).result).toBeNull();
    missing.pop();
    later(1);
    expect((await session.hover("a.red")).result).toBeNull();
    later(3);
    expect(await answering("a.red")).toBe("redls a.red");
    expect((await session.backend("redls")).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
  });

  test("It serves Locates from then on", async () => {
    const missing = ["redls"];
    await open({ missing, files: { "a.red": "one" } });
    const ask = () => session.request("locate/hover", { locate: "a.red@one" });
    expect((await ask()).error.data.kind).toBe("no_backend");
    missing.pop();
    later(3);
    expect((await ask()).result.contents).toBe("redls a.red");
  });

  test("It serves files that only Locates have opened from then on, and the old server closes them", async () => {
    const missing = ["redls"];
    const files = { "a.red": "one", "b.red": "two" };
    await open({ missing, files, embedded: ["red"], servers: { embedded: {} } });
    const ask = () => session.request("locate/hover", { locate: "a.red@one" });
    expect((await ask()).result.contents).toBe("embedded a.red");
    missing.pop();
    later(3);
    expect((await ask()).result.contents).toBe("redls a.red");
    expect((await session.backend("embedded")).heard.at(-1)).toBe("didClose a.red");
    expect((await session.hover("b.red")).result).toEqual({ contents: "redls b.red" });
  });

  test("It takes over no document that another server has open", async () => {
    const missing = ["redls"];
    await open({ missing, embedded: ["red"], servers: { embedded: {} }, handlers: { embedded: telling } });
    session.didOpen("a.red");
    expect(await answering("a.red")).toBe("embedded 1");
    missing.pop();
    later(3);
    session.didChange("a.red", "x");
    expect(await answering("a.red")).toBe("embedded 1");
    session.didOpen("b.red");
    expect(await answering("b.red")).toBe("redls b.red");
    expect(await answering("a.red")).toBe("embedded 1");
    session.didClose("a.red");
    session.didOpen("a.red");
    expect(await answering("a.red")).toBe("redls a.red");
    const embedded = await session.backend("embedded");
    expect(embedded.heard.at(-1)).toBe("didClose a.red");
  });
});

describe("a process", () => {
  test("It gets its own root, and the options of servers.json and the client", async () => {
    session = routedSession({
      folders: ["x", "y"],
      files: { "y/a.red": "" },
      servers: { redls: { initializationOptions: { deep: { a: 1, b: 2 } }, env: { RED: "1" }, install: "get it" } },
    });
    await session.request("initialize", {
      processId: 1,
      workspaceFolders: [session.folder("x"), session.folder("y")],
      capabilities: { own: { thing: 1 } },
      initializationOptions: { redls: { deep: { b: 3 } }, greenls: {} },
      clientInfo: { name: "the client" },
    });
    session.notify("initialized", {});
    await session.hover("y/a.red");
    const red = await session.backend("redls");
    expect((await red.got("initialize")).params).toMatchObject({
      processId: process.pid,
      rootUri: session.uri("y"),
      workspaceFolders: [session.folder("y")],
      initializationOptions: { deep: { a: 1, b: 3 } },
      clientInfo: { name: "the client" },
      capabilities: { own: { thing: 1 }, general: { positionEncodings: ["utf-16"] } },
    });
    expect(red.how).toMatchObject({ env: { RED: "1" }, install: "get it" });
    expect(red.how.cwd).toMatch(/y$/);
  });

  test("A remote server gets no process id", async () => {
    await open({ servers: { redls: { remote: true } } });
    await session.hover("a.red");
    expect((await (await session.backend("redls")).got("initialize")).params.processId).toBeNull();
  });

  test("One that requests its settings is not sent them before", async () => {
    await open({ servers: { redls: { settings: { red: 1 }, requestsSettings: true } } });
    session.didOpen("a.red", "one");
    const red = await session.backend("redls");
    expect((await session.hover("a.red")).error).toBeUndefined();
    expect(red.story.slice(0, 3)).toEqual(["initialize", "initialized", "didOpen a.red v1"]);
  });

  test("It gets its settings after initialized", async () => {
    await open({ servers: { redls: { settings: { red: 1 } } } });
    await session.hover("a.red");
    const red = await session.backend("redls");
    expect(red.story.slice(0, 3)).toEqual(["initialize", "initialized", "workspace/didChangeConfiguration"]);
    expect(red.all("workspace/didChangeConfiguration")[0]?.params).toEqual({ settings: { red: 1 } });
  });
});

describe("roots", () => {
  const markers = { servers: { redls: { rootMarkers: ["red.work", "red.mod"] } } };
  const folders = (...can: boolean[]): RoutedSessionOptions => ({
    can: {
      redls: can[0] ? { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } } : {},
    },
  });
  const files = { "x/red.mod": "", "x/a.red": "", "y/red.mod": "", "y/b.red": "" };

  test.each<[string, Record<string, string>, string]>([
    ["the outermost folder with a marker", { "x/red.mod": "", "x/y/red.mod": "", "x/y/z/a.red": "" }, "x"],
    ["the better marker, though further in", { "x/red.mod": "", "x/y/red.work": "", "x/y/z/a.red": "" }, "x/y"],
    ["the workspace folder where none has any", { "x/y/z/a.red": "" }, ""],
  ])("The root is right for %s", async (_what, files, root) => {
    await open({ ...markers, files });
    await session.hover("x/y/z/a.red");
    const red = await session.backend("redls");
    expect(red.folder).toBe(root);
  });

  const findsProjects = { servers: { redls: { rootMarkers: ["red.mod"], root: "workspace" as const } } };

  test("A server that finds its projects itself gets the workspace folder, whatever the markers", async () => {
    await open({ ...findsProjects, files });
    await session.hover("x/a.red");
    await session.hover("y/b.red");
    expect(session.started).toEqual(["redls"]);
    expect((await session.backend("redls")).folder).toBe("");
  });

  test("A server that finds its projects itself serves all workspace folders with one process", async () => {
    await open({ ...findsProjects, files, folders: ["x", "y"], handlers: tellingAll });
    expect([await answering("x/a.red"), await answering("y/b.red")]).toEqual(["redls 1", "redls 1"]);
    const { params } = await (await session.backend("redls")).got("initialize");
    expect(params.rootUri).toBe(session.uri("x"));
    expect(params.workspaceFolders).toEqual([session.folder("x"), session.folder("y")]);
  });

  test("A server is started with all roots that are known", async () => {
    const files = {
      "x/red.mod": "",
      "x/a.red": "",
      "y/red.mod": "",
      "y/b.red": "",
      "z/c.red": "",
      "x/in/red.work": "",
    };
    await open({ ...markers, ...folders(true), files, folders: ["x", "y", "z"], handlers: tellingAll });
    session.didOpen("x/a.red");
    session.didOpen("x/in/d.red");
    expect([await answering("x/a.red"), await answering("x/in/d.red")]).toEqual(["redls 1", "redls 1"]);
    const red = await session.backend("redls");
    const { params } = await red.got("initialize");
    // Nothing marks a root in z.
    expect(params.workspaceFolders.map(({ uri }: { uri: string }) => uri)).toEqual(
      ["x", "y", "x/in"].map((path) => session.uri(path)),
    );
    expect(await answering("z/c.red")).toBe("redls 1");
    expect(red.all("workspace/didChangeWorkspaceFolders").map(({ params }) => params.event.added)).toEqual([
      [session.folder("z")],
    ]);
  });

  test("Two roots have a process each", async () => {
    await open({ ...markers, files, handlers: tellingAll });
    expect([await answering("x/a.red"), await answering("y/b.red"), await answering("x/a.red")]).toEqual([
      "redls 1",
      "redls 2",
      "redls 1",
    ]);
    const both = [await session.backend("redls"), await session.backend("redls", 2)];
    expect(both.map(({ folder }) => folder)).toEqual(["x", "y"]);
  });

  test("A server that takes folders serves two roots with one process", async () => {
    await open({ ...markers, ...folders(true), files, handlers: tellingAll });
    session.didOpen("x/a.red");
    await session.hover("x/a.red");
    session.didOpen("y/b.red");
    session.didChange("y/b.red", "x");
    expect(await answering("y/b.red")).toBe("redls 1");
    expect(session.started).toEqual(["redls"]);
    const red = await session.backend("redls");
    expect(red.heard).toEqual([
      "didOpen x/a.red v1",
      "hover x/a.red",
      "workspace/didChangeWorkspaceFolders",
      "didOpen y/b.red v1",
      "didChange y/b.red v2",
      "hover y/b.red",
    ]);
    expect(red.all("workspace/didChangeWorkspaceFolders")[0]?.params.event).toEqual({
      added: [{ uri: session.uri("y"), name: "y" }],
      removed: [],
    });
  });

  test("A server that takes folders serves two roots needed at once with one process", async () => {
    await open({ ...markers, ...folders(true), files, handlers: tellingAll });
    session.didOpen("x/a.red");
    session.didOpen("y/b.red");
    expect([await answering("x/a.red"), await answering("y/b.red")]).toEqual(["redls 1", "redls 1"]);
    expect((await session.backend("redls")).heard).toEqual([
      "didOpen x/a.red v1",
      "hover x/a.red",
      "didOpen y/b.red v1",
      "hover y/b.red",
    ]);
  });

  test("A server without document sync gets no documents of a further folder", async () => {
    const can = { redls: { ...folders(true).can?.["redls"], textDocumentSync: 0 } };
    await open({ ...markers, can, files, handlers: tellingAll });
    session.didOpen("x/a.red");
    session.didOpen("y/b.red");
    expect([await answering("x/a.red"), await answering("y/b.red")]).toEqual(["redls 1", "redls 1"]);
    expect((await session.backend("redls")).heard.filter((line) => line.startsWith("did"))).toEqual([]);
  });

  test("A server with full sync gets each change in a further folder as the text at that time", async () => {
    const can = { redls: { ...folders(true).can?.["redls"], textDocumentSync: 1 } };
    await open({ ...markers, can, files, handlers: tellingAll });
    session.didOpen("x/a.red");
    session.didOpen("y/b.red", "one");
    for (const text of ["1", "2"]) {
      const start = { line: 0, character: 0 };
      session.didChange("y/b.red", { range: { start, end: start }, text });
    }
    await session.hover("y/b.red");
    const changes = (await session.backend("redls")).all("textDocument/didChange");
    expect(changes.map(({ params }) => params.contentChanges[0].text)).toEqual(["1one", "21one"]);
  });

  test("After an exit a process for two roots gets both folders and the documents of both", async () => {
    await open({ ...markers, ...folders(true), files, handlers: tellingAll });
    for (const path of ["x/a.red", "y/b.red"]) {
      session.didOpen(path);
      await session.hover(path);
    }
    (await session.backend("redls")).die();
    expect(await answering("y/b.red")).toBe("redls 2");
    const second = await session.backend("redls", 2);
    expect(second.folder).toBe("x");
    expect((await second.got("initialize")).params.workspaceFolders).toHaveLength(2);
    expect(second.heard).toEqual(["didOpen x/a.red v1", "didOpen y/b.red v1", "hover y/b.red"]);
  });

  test("A file outside of all folders goes to the existing process", async () => {
    await open({ ...markers, files, folders: ["x"], handlers: tellingAll });
    await session.hover("x/a.red");
    session.didOpen("y/b.red");
    expect(await answering("y/b.red")).toBe("redls 1");
    expect(session.started).toEqual(["redls"]);
  });

  test("A file outside of all folders, without a process, starts one for the nearest folder with a marker", async () => {
    await open({ ...markers, files: { "y/red.mod": "", "y/z/red.mod": "", "y/z/v/b.red": "" }, folders: ["x"] });
    await session.hover("y/z/v/b.red");
    expect((await session.backend("redls")).folder).toBe("y/z");
  });
});

describe("workspace folders that change", () => {
  const files = { "x/a.red": "", "y/b.red": "" };
  const change = (added: string[], removed: string[]) =>
    session.notify("workspace/didChangeWorkspaceFolders", {
      event: { added: added.map(session.folder), removed: removed.map(session.folder) },
    });

  test("A new folder gets a process of its own", async () => {
    await open({ files, folders: ["x"], handlers: tellingAll });
    await session.hover("x/a.red");
    change(["y"], []);
    expect(await answering("y/b.red")).toBe("redls 2");
    expect((await session.backend("redls", 2)).folder).toBe("y");
  });

  test("A new folder ends no process", async () => {
    await open({ files, folders: ["x"], handlers: tellingAll });
    await session.hover("x/a.red");
    change(["y"], []);
    expect(await answering("x/a.red")).toBe("redls 1");
    expect((await session.backend("redls")).isGone).toBe(false);
  });

  test("The process of a removed folder is ended without a message to the client", async () => {
    await open({ files, folders: ["x", "y"], handlers: tellingAll });
    for (const path of ["x/a.red", "y/b.red"]) {
      session.didOpen(path);
      await session.hover(path);
      session.didClose(path);
    }
    session.didOpen("x/a.red");
    change([], ["y"]);
    expect(await answering("x/a.red")).toBe("redls 1");
    await (await session.backend("redls", 2)).gone;
    await eventLoopTurns();
    expect(session.told).toEqual([]);
    // The capabilities of both are still registered.
    expect(session.registered).toContain("hover red");
  });

  test("The process of a removed folder goes on if it has open documents", async () => {
    await open({ files, folders: ["x", "y"], handlers: tellingAll });
    session.didOpen("y/b.red");
    await session.hover("y/b.red");
    change([], ["y"]);
    session.didChange("y/b.red", "x");
    expect(await answering("y/b.red")).toBe("redls 1");
    expect((await session.backend("redls")).heard.slice(-2)).toEqual(["didChange y/b.red v2", "hover y/b.red"]);
  });

  test("A document that belongs to another process is closed in the old and opened in the new one", async () => {
    await open({ files, folders: ["x"], handlers: tellingAll });
    await session.hover("x/a.red");
    session.didOpen("y/b.red");
    expect(await answering("y/b.red")).toBe("redls 1");
    change(["y"], []);
    session.didChange("y/b.red", "x");
    const who = await answering("y/b.red");
    expect(who).toBe("redls 2");
    await session.hover("x/a.red");
    expect((await session.backend("redls")).heard.filter((line) => line.includes("b.red"))).toEqual([
      "didOpen y/b.red v1",
      "hover y/b.red",
      "didClose y/b.red",
    ]);
    expect((await session.backend("redls", 2)).heard).toEqual([
      "didOpen y/b.red v1",
      "didChange y/b.red v2",
      "hover y/b.red",
    ]);
  });

  describe("when the first of two folders of one process is removed", () => {
    const workspaceFolders = { supported: true, changeNotifications: true };
    const both = async () => {
      const can = { redls: { workspace: { workspaceFolders } } };
      await open({ files, folders: ["x", "y"], can, handlers: tellingAll });
      await session.hover("x/a.red");
    };

    test("The other folder gets a process of its own", async () => {
      await both();
      expect(await answering("y/b.red")).toBe("redls 1");
      change([], ["x"]);
      expect(await answering("y/b.red")).toBe("redls 2");
      expect((await session.backend("redls", 2)).folder).toBe("y");
    });

    test("Open documents in the other folder are still served", async () => {
      await both();
      session.didOpen("y/b.red");
      await session.hover("y/b.red");
      change([], ["x"]);
      session.didChange("y/b.red", "x");
      expect(await answering("y/b.red")).toMatch(/^redls [12]$/);
      const serving = await session.backend("redls", session.started.length);
      expect(serving.heard.slice(-2)).toEqual(["didChange y/b.red v2", "hover y/b.red"]);
    });
  });

  test("A message just before the removal of a folder still reaches its process", async () => {
    useFakeTimers();
    await open({ files, folders: ["x", "y"], handlers: tellingAll });
    session.didOpen("y/b.red");
    await session.hover("y/b.red");
    const red = await session.backend("redls");
    const event = { added: [], removed: [session.folder("y")] };
    const together = [
      { method: "textDocument/didClose", params: { textDocument: { uri: session.uri("y/b.red") } } },
      { method: "workspace/didChangeWorkspaceFolders", params: { event } },
    ];
    session.input.write(
      Buffer.concat(together.map((message) => frameOf(JSON.stringify({ jsonrpc: "2.0", ...message })))),
    );
    // The message is sent without any delay.
    await red.got("shutdown");
    await red.gone;
    expect(red.story.slice(-3)).toEqual(["didClose y/b.red", "shutdown", "exit"]);
  });

  test("A removed further folder is removed from its process, even if that has open documents elsewhere", async () => {
    const workspaceFolders = { supported: true, changeNotifications: true };
    await open({
      files,
      folders: ["x", "y"],
      can: { redls: { workspace: { workspaceFolders } } },
      handlers: tellingAll,
    });
    session.didOpen("x/a.red");
    await session.hover("x/a.red");
    await session.hover("y/b.red");
    change([], ["y"]);
    await session.hover("x/a.red");
    const events = (await session.backend("redls")).all("workspace/didChangeWorkspaceFolders");
    expect(events.map(({ params }) => params.event)).toEqual([
      { added: [session.folder("y")], removed: [] },
      { added: [], removed: [session.folder("y")] },
    ]);
  });
});

describe("servers.json that changes", () => {
  beforeEach(() => {
    useFakeTimers();
  });

  const both = async (options: RoutedSessionOptions = {}) => {
    await open({ handlers: tellingAll, ...options });
    for (const path of ["a.red", "b.green"]) {
      session.didOpen(path, path);
      await session.hover(path);
    }
    return Promise.all([session.backend("redls"), session.backend("greenls")]);
  };

  /** Waits for the next poll of the file, and until `happened` returns true. */
  const rewrite = async (layer: TestServersLayer, happened: () => boolean) => {
    session.rewrite(layer);
    for (const until = performance.now() + 5000; !happened() && performance.now() < until; ) {
      await jest.advanceTimersByTimeAsync(100);
      await eventLoopTurns(10);
    }
    expect(happened()).toBe(true);
    await eventLoopTurns();
  };

  test("A server with a changed entry is ended, and its successor gets the open documents", async () => {
    const [red, green] = await both();
    session.didChange("a.red", "changed");
    await rewrite({ servers: { redls: { command: ["redls", "--new"] } } }, () => red.isGone);
    expect(await answering("a.red")).toBe("redls 2");
    const second = await session.backend("redls", 2);
    expect(second.process.command).toEqual(["redls", "--new"]);
    expect(second.heard).toEqual(["didOpen a.red v2", "hover a.red"]);
    expect(second.all("textDocument/didOpen")[0]?.params.textDocument.text).toBe("changed");
    expect(green.isGone).toBe(false);
    expect(green.heard).toEqual(["didOpen b.green v1", "hover b.green"]);
  });

  test("The client gets no message", async () => {
    const [red] = await both();
    const before = [session.told, session.registered];
    await rewrite({ servers: { redls: { command: ["redls", "--new"] } } }, () => red.isGone);
    await session.hover("a.red");
    expect([session.told, session.registered]).toEqual(before);
  });

  test("It gets shutdown before exit", async () => {
    const [red] = await both();
    await rewrite({ servers: { redls: { command: ["redls", "--new"] } } }, () => red.isGone);
    expect(red.story.slice(-2)).toEqual(["shutdown", "exit"]);
  });

  test("Its messages during the shutdown do not reach the client", async () => {
    const said = (backend: ScriptedBackend) => {
      const params = { uri: session.uri("a.red"), diagnostics: [] };
      const registrations = [{ id: "m", method: "textDocument/moniker" }];
      backend.send({ method: "textDocument/publishDiagnostics", params });
      backend.send({ id: 1, method: "client/registerCapability", params: { registrations } });
      backend.send({ id: 2, method: "window/showMessageRequest", params: { type: 3, message: "?" } });
      backend.send({ method: "window/logMessage", params: { type: 3, message: "bye" } });
      return null;
    };
    const [red] = await both({ handlers: { redls: { ...telling, shutdown: (_params, backend) => said(backend) } } });
    const before = [session.told, session.registered];
    await rewrite({ servers: { redls: { command: ["redls", "--new"] } } }, () => red.isGone);
    await session.hover("a.red");
    expect([session.told, session.registered]).toEqual(before);
  });

  test("A server without a language is ended", async () => {
    const [red, green] = await both();
    await rewrite({ languages: { red: { servers: ["greenls"] } } }, () => red.isGone);
    expect(red.story.slice(-2)).toEqual(["shutdown", "exit"]);
    expect(green.isGone).toBe(false);
    expect(session.registered).toEqual(
      ["definition", "documentSymbol", "hover", "rename"].map((method) => `${method} green red`),
    );
  });

  test("A server that still has a language goes on", async () => {
    const [red] = await both({
      servers: { redls: { languages: ["red", "blue"] } },
      languages: { blue: { servers: ["redls"] } },
    });
    await rewrite({ languages: { red: { servers: ["greenls"] } } }, () => red.heard.includes("didClose a.red"));
    expect(red.isGone).toBe(false);
    expect(await answering("c.blue")).toBe("redls 1");
  });

  test("Its pending requests are rejected", async () => {
    const [red] = await both({ handlers: { redls: { "textDocument/definition": () => noReply } } });
    const { answer } = session.asking("textDocument/definition", session.about("a.red"));
    await red.got("textDocument/definition");
    await rewrite({ servers: { redls: { command: ["redls", "--new"] } } }, () => red.isGone);
    expect((await answer).error).toMatchObject({ code: -32803, data: { kind: "backend_failed" } });
  });

  test("The documents of a language with another server move there", async () => {
    const [red, green] = await both();
    await rewrite({ languages: { red: { servers: ["greenls"] } } }, () => green.heard.length > 2);
    session.didChange("a.red", "changed");
    expect(await answering("a.red")).toBe("greenls 1");
    expect(red.heard).toEqual(["didOpen a.red v1", "hover a.red", "didClose a.red"]);
    expect(green.heard.slice(2)).toEqual(["didOpen a.red v1", "didChange a.red v2", "hover a.red"]);
  });

  test("A moved language is registered for its new server alone", async () => {
    const [, green] = await both({ can: { greenls: { monikerProvider: true } } });
    await rewrite({ languages: { red: { servers: ["greenls"] } } }, () => green.heard.length > 2);
    await session.hover("a.red");
    const hovers = session.registered.filter((line) => line.startsWith("hover"));
    expect(
      hovers
        .join(" ")
        .split(" ")
        .filter((word) => word === "red"),
    ).toHaveLength(1);
    expect(session.registered.filter((line) => line.startsWith("moniker")).join(" ")).toContain("red");
  });

  test("The new server of a language is started with the documents", async () => {
    const [red] = await both();
    await rewrite({ languages: { red: { servers: ["bluels"] } } }, () => session.started.includes("bluels"));
    expect(await answering("a.red")).toBe("bluels 1");
    expect((await session.backend("bluels")).heard).toEqual(["didOpen a.red v1", "hover a.red"]);
    expect(red.heard).toEqual(["didOpen a.red v1", "hover a.red", "didClose a.red"]);
  });

  test("A new server that is starting has the documents once it has started", async () => {
    await open({ handlers: { ...tellingAll, greenls: { ...telling, initialize: () => noReply } } });
    session.didOpen("a.red");
    await session.hover("a.red");
    session.didOpen("b.green");
    const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    await rewrite({ languages: { red: { servers: ["greenls"] } } }, () => red.heard.includes("didClose a.red"));
    const { answer } = session.asking("textDocument/hover", session.about("a.red"));
    green.answer(await green.got("initialize"), { capabilities: { textDocumentSync: 2, hoverProvider: true } });
    expect((await answer).result.contents).toBe("greenls 1");
    expect([...green.heard].sort()).toEqual(["didOpen a.red v1", "didOpen b.green v1", "hover a.red"]);
  });

  test("An old server that is starting never gets the documents", async () => {
    await open({ handlers: { ...tellingAll, redls: { ...telling, initialize: () => noReply } } });
    session.didOpen("b.green");
    await session.hover("b.green");
    session.didOpen("a.red");
    session.didOpen("c.red", "", "crimson");
    const [red, green] = await Promise.all([session.backend("redls"), session.backend("greenls")]);
    await rewrite({ languages: { red: { servers: ["greenls"] } } }, () => green.heard.includes("didOpen a.red v1"));
    red.answer(await red.got("initialize"), { capabilities: { textDocumentSync: 2, hoverProvider: true } });
    await red.got("initialized");
    await eventLoopTurns();
    expect(red.heard).toEqual([]);
  });

  test("A file opened only by the proxy is not opened twice at a server that stays", async () => {
    const [red, green] = await both({ files: { "c.green": "three" } });
    await session.request("locate/hover", { locate: "c.green@three" });
    await rewrite({ servers: { redls: { command: ["redls", "--new"] } } }, () => red.isGone);
    await session.request("locate/hover", { locate: "c.green@three" });
    expect(green.heard.filter((line) => line.includes("c.green"))).toEqual([
      "didOpen c.green v1",
      "hover c.green",
      "hover c.green",
    ]);
  });

  test("A server that was given up is tried again", async () => {
    await open({
      handlers: {
        redls: {
          ...telling,
          initialize: (_params, { nth }) => ({ ...(nth > 1 ? { capabilities: { hoverProvider: true } } : {}) }),
        },
      },
    });
    session.didOpen("a.red");
    expect((await session.hover("a.red")).error.data.kind).toBe("backend_failed");
    await rewrite({ servers: { redls: { command: ["redls", "--new"] } } }, () => session.started.length > 1);
    expect(await answering("a.red")).toBe("redls 2");
  });

  test("A language without a server is served from then on", async () => {
    await open({ handlers: tellingAll });
    session.didOpen("a.pink", "one", "pink");
    expect((await session.hover("a.pink")).result).toBeNull();
    await rewrite({ languages: { pink: { servers: ["redls"] } } }, () => session.started.length > 0);
    expect(await answering("a.pink")).toBe("redls 1");
    expect((await session.backend("redls")).heard).toEqual(["didOpen a.pink v1", "hover a.pink"]);
  });

  test("The documents of a language that loses its server are closed, and requests answered with null", async () => {
    const [red] = await both();
    await rewrite({ languages: { red: { servers: [] } } }, () => red.heard.includes("didClose a.red"));
    expect((await session.hover("a.red")).result).toBeNull();
  });
});

describe("A file that a server does not read again in time", () => {
  const servers = { redls: { restartOn: ["red.json"], rootMarkers: ["marker"] } };
  const supported = { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } };

  test.each<[string, () => void]>([
    ["a document is opened", () => session.didOpen("b.red")],
    ["one is saved", () => session.notify("textDocument/didSave", { textDocument: { uri: session.uri("a.red") } })],
    ["the client reports files", () => session.notify("workspace/didChangeWatchedFiles", { changes: [] })],
  ])("starts it again after a change, once %s", async (_when, act) => {
    await open({ servers, handlers: tellingAll, files: { "red.json": "1" } });
    session.didOpen("a.red");
    expect(await answering("a.red")).toBe("redls 1");
    session.write("red.json", "12");
    act();
    expect(await answering("a.red")).toBe("redls 2");
    session.write("other.json", "1");
    act();
    expect(await answering("a.red")).toBe("redls 2");
  });

  test("starts it again before a locate request that follows, when the file is made and when it goes", async () => {
    await open({ servers, handlers: tellingAll, files: { "a.red": "one" } });
    const answered = async () => {
      const params = { locate: { file_path: "a.red", find: "one" } };
      return (await session.request("locate/hover", params)).result;
    };
    expect(JSON.stringify(await answered())).toContain("redls 1");
    session.write("red.json", "1");
    expect(JSON.stringify(await answered())).toContain("redls 2");
    rmSync(join(session.root, "red.json"));
    expect(JSON.stringify(await answered())).toContain("redls 3");
    expect(session.logged).toContainEqual(expect.stringContaining("a file that configures it has changed"));
  });

  test("starts it again where it is in a root that the server of another root serves, too", async () => {
    const files = { "x/marker": "", "y/marker": "", "x/a.red": "one", "y/b.red": "one" };
    await open({ servers, handlers: tellingAll, can: { redls: supported }, files });
    for (const path of ["x/a.red", "y/b.red"]) session.didOpen(path);
    expect([await answering("x/a.red"), await answering("y/b.red")]).toEqual(["redls 1", "redls 1"]);
    session.write("y/red.json", "1");
    session.didOpen("y/c.red");
    expect([await answering("x/a.red"), await answering("y/b.red")]).toEqual(["redls 2", "redls 2"]);
  });
});
