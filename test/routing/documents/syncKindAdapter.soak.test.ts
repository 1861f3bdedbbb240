/** Changes beyond the 16 MB that are kept for a backend while it starts. */

import { noReply } from "../../session/pair.js";
import { type RoutedSession, routedSession } from "../routedSession.js";

let session: RoutedSession;
beforeEach(async () => {
  session = routedSession({ handlers: { redls: { initialize: () => noReply } } });
  await session.open();
});
afterEach(() => session.close());

const capabilities = { textDocumentSync: 2, hoverProvider: true };

test("Beyond 16 MB a new snapshot replaces the queue, and its requests get ContentModified", async () => {
  session.didOpen("a.red", "old");
  session.didOpen("b.red", "other");
  const red = await session.backend("redls");
  const { answer } = session.asking("textDocument/hover", session.about("a.red"));
  const megabyte = "x".repeat(1024 * 1024);
  for (let n = 0; n < 16; n++) session.didChange("a.red", `${n}${megabyte}`);
  expect((await answer).error.code).toBe(-32801);
  session.didChange("a.red", "last");
  red.answer(await red.got("initialize"), { capabilities });
  await session.hover("a.red");
  const opened = red.all("textDocument/didOpen").map(({ params }) => params.textDocument);
  expect(opened.map(({ uri, version }) => [uri, version])).toEqual([
    [session.uri("a.red"), 17],
    [session.uri("b.red"), 1],
  ]);
  expect(opened[0].text).toBe(`15${megabyte}`);
  const changes = red.all("textDocument/didChange").map(({ params }) => params.contentChanges);
  expect(changes).toMatchObject([[{ text: "last" }]]);
});

test("After an overflow of the queue it answers requests again", async () => {
  session.didOpen("a.red");
  const red = await session.backend("redls");
  session.didChange("a.red", "x".repeat(17 * 1024 * 1024));
  const { answer } = session.asking("textDocument/hover", session.about("a.red"));
  red.answer(await red.got("initialize"), { capabilities });
  expect((await answer).result.contents).toBe("redls a.red");
});
