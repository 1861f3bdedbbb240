/** Verdicts whose caller waits for a limited time, goes away, or wants to know of an error. */

import { afterTest } from "../../jest.js";
import { routedSession } from "../../routing/routedSession.js";
import { noReply } from "../pair.js";
import { judgedSession } from "./judgedSession.js";

/** A server that answers about the new text once it is told to. */
async function slowJudge(files: Readonly<Record<string, string>> = {}) {
  let answer = () => {};
  const told = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const tried: string[] = [];
  const judged = await judgedSession(async (text, _server, _session, path) => {
    if (!text.includes("new")) return undefined;
    tried.push(path);
    await told;
    return undefined;
  }, files);
  return { ...judged, tried, answer };
}

test("A verdict that is not known in its caller's time goes on, and the same edit gets it", async () => {
  const { judge, tried, answer } = await slowJudge();
  const { diagnostics } = (await judge({ timeout_ms: 2_500 }).answer).result;
  const why = "the time for it was over; the same again goes on from there";
  expect(diagnostics).toMatchObject({ added: [], checked: "none", unchecked: 1, why });
  answer();
  expect((await judge().answer).result.diagnostics).toMatchObject({ added: [{ message: "wrong" }], unchecked: 0 });
  expect(tried).toEqual(["a.py"]);
});

test("A verdict that goes on is of no use once a text has changed", async () => {
  const { session, judge, tried, answer } = await slowJudge();
  await judge({ timeout_ms: 1_000 }).answer;
  answer();
  await session.write("a.py", "old + other\n");
  expect((await judge().answer).result.diagnostics).toMatchObject({ added: [{ message: "wrong" }] });
  expect(tried).toEqual(["a.py", "a.py"]);
});

test("A request that its server does not answer ends while its client still waits, and is cancelled", async () => {
  const session = routedSession({
    files: { "a.py": "old\n" },
    languages: { python: { extensions: [".py"], servers: ["redls"] } },
    servers: { redls: { languages: ["python"] } },
    handlers: { redls: { "textDocument/hover": () => noReply } },
  });
  afterTest(() => session.close());
  await session.open();
  const { answer } = session.asking("locate/hover", { locate: "a.py@old", timeout_ms: 500 });
  const { error } = await answer;
  expect(error).toMatchObject({
    message:
      "There is no answer after 0.5 s, and the client waits no longer. Ask again with more time: the server keeps what it has loaded.",
    data: { kind: "backend_timeout", method: "locate/hover" },
  });
  await (await session.backend("redls")).got("$/cancelRequest");
});

test.each([0, "soon", -1])("A time of %p is refused", async (timeout_ms) => {
  const { session } = await judgedSession(() => undefined);
  const { error } = await session.asking("locate/hover", { locate: "a.py@old", timeout_ms }).answer;
  expect(error?.message).toBe("timeout_ms must be a positive number of milliseconds.");
});

const dependents = Object.fromEntries(
  Array.from({ length: 9 }, (_, n) => [`user${n}.py`, "from a import old\n"] as const),
);

test("Of a verdict that is cancelled, the requests are cancelled and the documents closed", async () => {
  const files = { "a.py": "def old(): pass\n", "user.py": "from a import old\n" };
  const { session, judge } = await judgedSession((text) => (text.includes("new") ? noReply : undefined), files);
  const { id, answer } = judge();
  const server = await session.backend("redls");
  await server.got("textDocument/didChange");
  session.notify("$/cancelRequest", { id });
  await answer;
  await server.got("$/cancelRequest");
  const closed = await server.got("textDocument/didClose");
  expect(closed.params.textDocument.uri).toMatch(/\.py$/);
});

test("No dependent is opened once an error has refused the change", async () => {
  const asked = new Set<string>();
  const files = { "a.py": "def old(): pass\n", ...dependents };
  const { judge } = await judgedSession((_text, _server, _session, path) => void asked.add(path), files);
  const { diagnostics } = (await judge({ check: "clean" }).answer).result;
  expect(diagnostics).toMatchObject({
    ...{ added: [{ message: "wrong" }], checked: "some", unchecked: 9, why: "an error was found before that" },
  });
  expect([...asked]).toEqual(["a.py"]);
});

test("No dependent is opened once an error that nothing mends has refused a rename", async () => {
  const asked = new Set<string>();
  const users = Object.fromEntries(
    Object.keys(dependents).map((path) => [path, "def run(old): return old\n"] as const),
  );
  const files = { "a.py": "def old(): pass\n", ...users };
  const { session } = await judgedSession((_text, _server, _session, path) => void asked.add(path), files);
  const range = { start: { line: 0, character: 4 }, end: { line: 0, character: 7 } };
  session.handlers("redls")["textDocument/rename"] = () => ({
    changes: { [session.uri("a.py")]: [{ range, newText: "new" }] },
  });
  const { result } = await session.request("locate/rename", { locate: "a.py@old", newName: "new", place: true });
  expect(result.diagnostics).toMatchObject({ added: [{ message: "wrong" }], checked: "some", unchecked: 9 });
  expect([...asked]).toEqual(["a.py"]);
});

test("Without an error, all dependents are checked", async () => {
  const asked = new Set<string>();
  const files = { "a.py": "def old(): pass\n", ...dependents };
  const { judge } = await judgedSession((_text, _server, _session, path) => {
    asked.add(path);
    return { kind: "full", items: [] };
  }, files);
  const { diagnostics } = (await judge({ check: "clean" }).answer).result;
  expect(diagnostics).toMatchObject({ added: [], checked: "all", unchecked: 0 });
  expect(asked.size).toBe(10);
});
