/** The embedded server answers what a document's own server lacks. */

import { type RoutedSessionOptions, routedSession } from "../../../routing/routedSession.js";
import { ErrorReply } from "../../pair.js";

const METHOD_NOT_FOUND = -32601;

const answers = (name: string) => ({
  "textDocument/typeDefinition": ({ textDocument }: { readonly textDocument: { readonly uri: string } }) => [
    { uri: textDocument.uri, range: { start: { line: 0, character: 0 }, end: { line: 0, character: name.length } } },
  ],
});

/** A session in which files of red go to redls, which has no types; `embedded` has them. */
async function start(options: RoutedSessionOptions = {}) {
  const session = routedSession({
    languages: { red: { servers: ["redls"] } },
    servers: { embedded: { command: ["embedded"] } },
    embedded: ["red"],
    files: { "a.red": "one two" },
    can: { embedded: { typeDefinitionProvider: true } },
    ...options,
    handlers: { embedded: answers("one"), ...options.handlers },
  });
  await session.open();
  return session;
}

const question = { locate: "a.red@two", place: true };
const ofEmbedded = { by: "embedded", instead_of: "redls", result: [{ range: { end: { character: 3 } } }] };

test("A method that a server lacks is answered by the embedded server, and marked", async () => {
  const session = await start();
  expect((await session.request("locate/typeDefinition", question)).result).toMatchObject(ofEmbedded);
  const hover = await session.request("locate/hover", { locate: "a.red@two" });
  expect(hover.result).toEqual({ contents: "redls a.red" });
  await session.close();
});

test("So is one that a server announces and doesn't know", async () => {
  const unknown = () => new ErrorReply({ code: METHOD_NOT_FOUND, message: "unknown" });
  const session = await start({
    can: { redls: { typeDefinitionProvider: true }, embedded: { typeDefinitionProvider: true } },
    handlers: { redls: { "textDocument/typeDefinition": unknown } },
  });
  expect((await session.request("locate/typeDefinition", question)).result).toMatchObject(ofEmbedded);
  await session.close();
});

test.each<readonly [why: string, options: RoutedSessionOptions, opened: boolean]>([
  ["what is open, which may be another text than on disk", {}, true],
  ["what the embedded server lacks, too", { can: {} }, false],
  ["a language that it does not serve", { embedded: [] }, false],
  ["a session whose user has named the server", { wish: { command: ["redls"] } }, false],
])("The server's lack is the answer to %s", async (_why, options, isOpened) => {
  const session = await start(options);
  if (isOpened) session.didOpen("a.red");
  const { error } = await session.request("locate/typeDefinition", question);
  expect(error?.message).toMatch(/^redls can't do typeDefinition\. It can do: /);
  await session.close();
});

test("References in the script of a component are asked of the server that sees its template", async () => {
  const at = (line: number) => ({
    "textDocument/references": ({ textDocument: { uri } }: { readonly textDocument: { readonly uri: string } }) => [
      { uri, range: { start: { line, character: 0 }, end: { line, character: 1 } } },
    ],
  });
  const session = routedSession({
    languages: {
      vue: { extensions: [".vue"], servers: [] },
      javascript: { extensions: [".js"], servers: ["redls"] },
    },
    servers: { embedded: { command: ["embedded"] }, redls: { languages: ["javascript"] } },
    embedded: ["vue"],
    files: { "a.vue": "<script>\nconst size = 1;\n</script>\n<template>\n<p>{{ size }}</p>\n</template>\n" },
    can: { embedded: { referencesProvider: true }, redls: { referencesProvider: true } },
    handlers: { embedded: at(4), redls: at(1) },
  });
  await session.open();
  const { result } = await session.request("locate/references", {
    ...{ locate: "a.vue@const size", context: { includeDeclaration: true } },
  });
  expect(result).toMatchObject([{ range: { start: { line: 4 } } }]);
  await session.close();
});
