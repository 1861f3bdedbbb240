/** Agent mode in a session with many servers. */

import { type RoutedSession, routedSession } from "../routedSession.js";

let session: RoutedSession;
afterEach(() => session.close());

const ready = { notification: "test/status", where: { loaded: true }, from: "start" } as const;
const place = { uri: "file:///x", range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } };
const can = { referencesProvider: true };
const open = async (servers: object = {}) => {
  session = routedSession({
    agent: true,
    files: { "a.red": "one", "b.green": "one" },
    servers: { redls: { ready, diagnostics: { quiet: 0.03 } }, greenls: { diagnostics: { quiet: 0.03 } }, ...servers },
    can: { redls: can, greenls: can },
    handlers: {
      redls: { "textDocument/references": () => [place] },
      greenls: { "textDocument/references": () => [] },
    },
  });
  await session.open();
  session.didOpen("a.red", "one");
  session.didOpen("b.green", "one");
  return Promise.all([session.backend("redls"), session.backend("greenls")]);
};

test("A request waits for the server of its document alone", async () => {
  const [red] = await open();
  const references = session.asking("textDocument/references", session.about("a.red"));
  expect((await session.request("textDocument/references", session.about("b.green"))).result).toEqual([]);
  expect(red.all("textDocument/references")).toEqual([]);
  red.send({ method: "test/status", params: { loaded: true } });
  expect((await references.answer).result).toEqual([place]);
});

test("A file that changes on disk reaches the server of its document before the next request", async () => {
  const [, green] = await open();
  await session.request("textDocument/hover", session.about("b.green"));
  session.write("b.green", "of the disk");
  await session.request("textDocument/hover", session.about("b.green"));
  const changes = green.all("textDocument/didChange");
  expect(changes.map(({ params }) => params.contentChanges)).toEqual([[{ text: "of the disk" }]]);
});

test("Each server's diagnostics are settled by themselves", async () => {
  const [red, green] = await open();
  await session.request("textDocument/hover", session.about("b.green"));
  const publish = (backend: typeof red, path: string, ...diagnostics: readonly string[]) =>
    backend.send({ method: "textDocument/publishDiagnostics", params: { uri: session.uri(path), diagnostics } });
  publish(red, "a.red", "of a server that loads");
  publish(green, "b.green", "first");
  publish(green, "b.green", "first", "last");
  const { params } = await session.client.until(
    ({ method }) => method === "textDocument/publishDiagnostics",
    "the diagnostics",
  );
  expect(params).toEqual({ uri: session.uri("b.green"), version: 1, diagnostics: ["first", "last"] });
});

test("Settings that the client answers with an empty object are those of servers.json", async () => {
  const [, green] = await open({ greenls: { settings: { green: { level: 3 } } } });
  green.send({ id: "c", method: "workspace/configuration", params: { items: [{ section: "green" }] } });
  const { id } = await session.client.until(({ method }) => method === "workspace/configuration", "the request");
  session.fromClient({ id, result: [{}] });
  const { result } = await green.until((message) => message.id === "c" && !message.method, "the settings");
  expect(result).toEqual([{ level: 3 }]);
});
