/**
 * Tests of the mode with one server, given by its command: the client sees that server, with
 * Locates added.
 */

import { noReply } from "../../../session/pair.js";
import { advanceTimers, useFakeTimers } from "../../fakeTimers.js";
import { eventLoopTurns, type RoutedSession, type RoutedSessionOptions, routedSession } from "../../routedSession.js";
import type { ScriptedBackend } from "../../scriptedBackend.js";

let session: RoutedSession;
beforeEach(() => useFakeTimers());
afterEach(() => session.close());

const files = { "x/a.red": "one two", "y/b.green": "three" };

/** The result of a hover has the number of the process. */
const telling = {
  "textDocument/hover": (_params: never, { nth }: ScriptedBackend) => ({ contents: `process ${nth}` }),
};

const open = async (options: RoutedSessionOptions = {}) => {
  session = routedSession({
    single: ["redls", "--stdio"],
    servers: { redls: { match: { words: ["redls"], serverInfo: [] } } },
    folders: ["x", "y"],
    files,
    handlers: { redls: telling },
    ...options,
  });
  const answer = await session.open();
  return { answer, red: await session.backend("redls") };
};
const contentsOf = async (path: string) => (await session.hover(path)).result.contents;
const change = (added: string[], removed: string[]) =>
  session.notify("workspace/didChangeWorkspaceFolders", {
    event: { added: added.map(session.folder), removed: removed.map(session.folder) },
  });
const foldersGiven = async (backend: ScriptedBackend) =>
  (await backend.got("initialize")).params.workspaceFolders.map(({ name }: { name: string }) => name);
/** Resolves with the next process, after the pause. */
const restarted = async (nth: number) => {
  await advanceTimers(1000);
  return session.backend("redls", nth);
};

test("The client gets the server's own response to initialize, with the Locate capability added", async () => {
  const capabilities = { hoverProvider: true, experimental: { own: 1 } };
  const { answer } = await open({
    handlers: { redls: { initialize: () => ({ capabilities, serverInfo: { name: "Red", version: "3" }, more: [1] }) } },
  });
  expect(answer.result).toMatchObject({ capabilities, serverInfo: { name: "Red", version: "3" }, more: [1] });
  expect(Object.keys(answer.result.capabilities).sort()).toEqual(["experimental", "hoverProvider"]);
  expect(answer.result.capabilities.experimental.locate.methods).toContain("locate/hover");
});

test("The only backend serves every language and gets the client's own initialize", async () => {
  const { red } = await open();
  for (const path of ["x/a.red", "y/b.green"]) {
    session.didOpen(path);
    expect(await contentsOf(path)).toBe("process 1");
  }
  expect(session.started).toEqual(["redls"]);
  expect(red.process.command).toEqual(["redls", "--stdio"]);
  const { params } = await red.got("initialize");
  expect(params).toMatchObject({
    processId: null,
    rootUri: session.uri("."),
    workspaceFolders: ["x", "y"].map(session.folder),
  });
});

test("After an exit the next process gets the open documents and the pending reads", async () => {
  const { red } = await open({
    handlers: { redls: { "textDocument/hover": (_params, { nth }) => (nth === 1 ? noReply : { contents: "again" }) } },
  });
  session.didOpen("x/a.red", "one two");
  session.didChange("x/a.red", "one two three");
  const { answer } = session.asking("textDocument/hover", session.about("x/a.red"));
  await red.got("textDocument/hover");
  red.die();
  const second = await restarted(2);
  expect((await answer).result.contents).toBe("again");
  expect(second.story).toEqual(["initialize", "initialized", "didOpen x/a.red v2", "hover x/a.red"]);
});

test("Locates are answered by the present process", async () => {
  const { red } = await open();
  const hover = () => session.asking("locate/hover", { locate: "x/a.red@two" });
  const first = hover();
  expect((await first.answer).result.contents).toBe("process 1");
  red.die();
  await eventLoopTurns();
  const second = hover();
  await restarted(2);
  expect((await second.answer).result.contents).toBe("process 2");
});

describe("workspace folders", () => {
  test("A change reaches the server once, in the client's bytes", async () => {
    const { red } = await open();
    change(["z"], ["y"]);
    const { params } = await red.got("workspace/didChangeWorkspaceFolders");
    expect(params.event).toEqual({ added: [session.folder("z")], removed: [session.folder("y")] });
    expect(red.all("workspace/didChangeWorkspaceFolders")).toHaveLength(1);
  });

  test("After a restart the server gets the present folders", async () => {
    const { red } = await open();
    session.didOpen("y/b.green");
    expect(await foldersGiven(red)).toEqual(["x", "y"]);
    change(["z"], ["x"]);
    await red.got("workspace/didChangeWorkspaceFolders");
    red.die();
    const second = await restarted(2);
    expect(await foldersGiven(second)).toEqual(["y", "z"]);
    expect(second.all("workspace/didChangeWorkspaceFolders")).toEqual([]);
  });

  test("Without the first folder there is still one process", async () => {
    const { red } = await open();
    session.didOpen("x/a.red");
    session.didOpen("y/b.green");
    expect(await contentsOf("x/a.red")).toBe("process 1");
    change([], ["x"]);
    expect([await contentsOf("y/b.green"), await contentsOf("x/a.red")]).toEqual(["process 1", "process 1"]);
    expect(session.started).toEqual(["redls"]);
    expect(red.isGone).toBe(false);
  });

  test("Without the first folder and without open documents there is still one process", async () => {
    // A backend without documents must not end with the folder that it was started for.
    const { red } = await open();
    change([], ["x"]);
    await advanceTimers(5000);
    expect(await contentsOf("y/b.green")).toBe("process 1");
    expect(session.started).toEqual(["redls"]);
    expect(red.isGone).toBe(false);
  });
});

test("Another entry for it in servers.json leaves the only backend running", async () => {
  const { red } = await open();
  session.didOpen("x/a.red");
  await contentsOf("x/a.red");
  session.rewrite({
    servers: { redls: { settings: { red: 1 }, languages: [] } },
    languages: { red: { servers: ["greenls"] } },
  });
  for (let n = 0; n < 100; n++) await advanceTimers(100);
  expect(await contentsOf("x/a.red")).toBe("process 1");
  expect(red.isGone).toBe(false);
  expect(session.started).toEqual(["redls"]);
});
