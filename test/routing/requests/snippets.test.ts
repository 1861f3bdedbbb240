/** Completions of servers that need a client with snippets, in a session with many servers. */

import { fullClient, minimalClient, type RoutedSession, routedSession } from "../routedSession.js";

let session: RoutedSession;
afterEach(() => session.close());

const item = { label: "f", insertText: "f($1)", insertTextFormat: 2 };
const plainItem = { label: "f", insertText: "f()", insertTextFormat: 1 };
const withSnippets = {
  ...fullClient,
  textDocument: { ...fullClient.textDocument, completion: { completionItem: { snippetSupport: true } } },
};

/** A session whose servers complete with snippets; redls needs a client that takes them. */
async function open(capabilities: object): Promise<void> {
  const handlers = { "textDocument/completion": () => [item], "completionItem/resolve": () => item };
  const can = { completionProvider: { resolveProvider: true } };
  session = routedSession({
    capabilities,
    files: { "a.red": "one", "b.green": "one" },
    servers: { redls: { needsSnippets: true } },
    can: { redls: can, greenls: can },
    handlers: { redls: handlers, greenls: handlers },
  });
  await session.open();
  session.didOpen("a.red", "one");
  session.didOpen("b.green", "one");
}

const complete = async (path: string) => (await session.request("textDocument/completion", session.about(path))).result;

test("A client without snippets gets plain text, in completions and in resolved items", async () => {
  await open(minimalClient);
  expect(await complete("a.red")).toEqual([plainItem]);
  expect((await session.request("completionItem/resolve", plainItem)).result).toEqual(plainItem);
});

test("locate/completion has plain text, too", async () => {
  await open(minimalClient);
  const { result } = await session.request("locate/completion", { locate: "a.red@one" });
  expect(result).toEqual([plainItem]);
});

test("A client with snippets gets them", async () => {
  await open(withSnippets);
  expect(await complete("a.red")).toEqual([item]);
});

test("What another server completes passes as it is", async () => {
  await open(minimalClient);
  expect(await complete("b.green")).toEqual([item]);
});
