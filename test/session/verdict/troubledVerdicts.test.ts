/** Verdicts whose server fails, asks or never answers, and whose file changes meanwhile. */

import type { RoutedSession } from "../../routing/routedSession.js";
import type { ScriptedBackend } from "../../routing/scriptedBackend.js";
import { ErrorReply, noReply } from "../pair.js";
import { judgedSession, textAt } from "./judgedSession.js";

/** What the server does when it is asked for the diagnostics of the text as it would be. */
type Trouble = (server: ScriptedBackend, session: RoutedSession) => unknown;

async function judge(trouble: Trouble) {
  const judged = await judgedSession((text, server, session) =>
    text.includes("new") ? trouble(server, session) : undefined,
  );
  return { session: judged.session, ...judged.judge() };
}

test("A verdict has what the server reports of the new text, which then gets the old one back", async () => {
  const { session, answer } = await judge(() => undefined);
  const { diagnostics } = (await answer).result;
  expect(diagnostics).toMatchObject({ added: [{ message: "wrong" }], removed: [], unchecked: 0 });
  const server = await session.backend("redls");
  await session.heardFrom(server);
  expect(textAt(server)).toBe("old\n");
});

test("A server that asks something amid the verdict is answered", async () => {
  const { answer } = await judge(async (server, session) => {
    server.send({ id: 7, method: "workspace/configuration", params: { items: [{ section: "python" }] } });
    const { id } = await session.client.got("workspace/configuration");
    session.fromClient({ id, result: [null] });
    await server.until((message) => message.id === 7 && "result" in message, "the answer");
  });
  expect((await answer).result.diagnostics).toMatchObject({ added: [{ message: "wrong" }] });
});

test("Of a server that dies amid the verdict, it is said that nothing was checked", async () => {
  const { session, answer } = await judge((server) => {
    server.die();
    return noReply;
  });
  const { result } = await answer;
  expect(result).toMatchObject({ diagnostics: { added: [], checked: "none", unchecked: 1 } });
  expect(result.markdown).toMatch(/Not checked: The language server `redls` has ended, .*[^.]\.$/);
  session.asking("locate/hover", { locate: "a.py@old" });
  const next = await session.backend("redls", 2);
  await next.got("textDocument/didOpen");
  expect(textAt(next)).toBe("old\n");
});

test("Of a server that never reports, nothing is checked once the request is cancelled", async () => {
  const { session, answer, id } = await judge(() => noReply);
  const server = await session.backend("redls");
  await server.got("textDocument/didChange");
  session.notify("$/cancelRequest", { id });
  await answer;
  await server.got("textDocument/didChange", 2);
  expect(textAt(server)).toBe("old\n");
});

test("A file that changes amid the verdict has its new text at the server afterwards", async () => {
  const { session, answer } = await judge((_server, own) => own.write("a.py", "other\n"));
  await answer;
  await session.request("locate/hover", { locate: "a.py@other" });
  expect(textAt(await session.backend("redls"))).toBe("other\n");
});

test("A file of more than a megabyte is not opened for a verdict, which says that it was not checked", async () => {
  const large = `from a import old\n${"# more\n".repeat(200_000)}`;
  const { session, judge } = await judgedSession(() => ({ kind: "full", items: [] }), {
    "large.py": large,
    "small.py": "from a import old\n",
  });
  const { diagnostics } = (await judge().answer).result;
  expect(diagnostics).toMatchObject({ checked: "some", unchecked: 1, why: "no files of more than 1 MB are checked" });
  const { messages } = await session.backend("redls");
  const opened = messages.flatMap(({ method, params }) =>
    method === "textDocument/didOpen" ? [params.textDocument.uri.split("/").at(-1)] : [],
  );
  expect(opened.sort()).toEqual(["a.py", "small.py"]);
});

const failed = new ErrorReply({ code: -32803, message: "not now" });

test("A server that has reported on no text as it is is not waited for to be free", async () => {
  const { session, judge } = await judgedSession(
    (_text, _server, _session, path) => (path === "slow.py" ? noReply : failed),
    { "slow.py": "slow\n" },
  );
  session.asking("textDocument/diagnostic", { textDocument: { uri: session.uri("slow.py") } });
  await (await session.backend("redls")).got("textDocument/diagnostic");
  const { diagnostics } = (await judge().answer).result;
  const why = "redls has not checked them in time";
  expect(diagnostics).toMatchObject({ added: [], checked: "none", unchecked: 1, why });
});

test("What refers to a change is judged with the new text, of which the old one was not reported on", async () => {
  const { session, judge } = await judgedSession(
    (_text, _server, _session, path) => (path === "a.py" ? failed : undefined),
    { "use.py": "from a import old\n" },
  );
  const { diagnostics } = (await judge().answer).result;
  expect(diagnostics).toMatchObject({ added: [{ file_path: "use.py" }], checked: "some", unchecked: 1 });
  expect(textAt(await session.backend("redls"))).toBe("old\n");
});
