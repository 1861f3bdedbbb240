/** Which answers the shared session completes, and which are completed in the client's own. */

import type { Backend } from "../../../src/ask/backend/backend.js";
import { Cancellation } from "../../../src/ask/cancellationToken.js";
import { PlainAnswer } from "../../../src/session/agent/answers/plainAnswer.js";
import type { AnswerSources, PlainRequest } from "../../../src/session/agent/answers/plainRequest.js";
import { type SharedQuestion, shareAnswer } from "../../../src/session/agent/answers/sharedAnswers.js";
import type { RequestContext } from "../../../src/session/client/requestContext.js";
import { Document } from "../../../src/text/document.js";

const uri = "file:///shop/a.py";
const folders = [{ uri: "file:///shop", name: "shop" }];
const request: PlainRequest = {
  method: "textDocument/references",
  params: { position: { line: 0, character: 4 } },
  uri,
  token: new Cancellation(),
};
const backend = (isShared: boolean) =>
  ({ link: { root: "file:///shop", isShared: () => isShared } }) as unknown as Backend;

function contextOf(texts: Readonly<Record<string, string>> = { [uri]: "x" }, encoding = "utf-16", roots = { folders }) {
  const documents = { get: (each: string) => texts[each] !== undefined && { text: Document.of(texts[each]) } };
  return { client: { encoding, roots }, documents } as unknown as RequestContext;
}

/** Returns the question that is asked of the shared session; undefined if none is. */
function asked(
  changes: Partial<PlainRequest>,
  backends: readonly Backend[] = [backend(true)],
  context: RequestContext = contextOf(),
): SharedQuestion | undefined {
  let question: SharedQuestion | undefined;
  shareAnswer({ ...request, ...changes }, backends, context, (each) => {
    question = each;
    return sources(async () => ({ result: Buffer.from("[]") }));
  });
  return question;
}

function sources(complete: AnswerSources["complete"]): AnswerSources {
  return { start() {}, complete, answerBySyntax: () => complete(Buffer.from("[]")), release() {} };
}

test("A question goes there with the digest of the text that the client has open", () => {
  const { digest, ...question } = asked({}) ?? {};
  const { token: _, ...own } = request;
  expect(question).toEqual({ ...own, folders });
  expect(digest).toMatch(/=$/);
  expect(asked({}, undefined, contextOf({ [uri]: "y" }))?.digest).not.toBe(digest);
  expect(asked({}, undefined, contextOf({}))).toMatchObject({ uri });
});

test.each<[string, Partial<PlainRequest>, (readonly Backend[])?, RequestContext?]>([
  ["a rename", { method: "textDocument/rename" }],
  ["the symbols of a file", { method: "textDocument/documentSymbol" }],
  ["an item that is marked with its server", { params: { item: { data: { "lsp-locate": "pyright" } } } }],
  ["a server of the session's own", {}, [backend(false)]],
  ["one shared server and one that is not", { uri: undefined }, [backend(true), backend(false)]],
  ["no server", {}, []],
  ["a client without a folder", {}, [backend(true)], contextOf({}, "utf-16", { folders: [] })],
  ["a client that counts bytes", {}, [backend(true)], contextOf({}, "utf-8")],
])("A question is answered in the session itself: %s", (_, changes, backends, context) => {
  expect(asked(changes, backends, context)).toBeUndefined();
});

/** Completes an answer that the session itself leaves as it is. */
async function completed(result: string, shared: AnswerSources) {
  const about = { method: "workspace/symbol", params: {}, uri: undefined, token: new Cancellation() };
  const answer = new PlainAnswer(about, contextOf(), shared);
  return String((await answer.complete(Buffer.from(result))).result);
}

test("The answer of the shared session counts, unless it fails or has marks of its own", async () => {
  expect(
    await completed(
      "[1]",
      sources(async () => ({ result: Buffer.from("[1,2]") })),
    ),
  ).toBe("[1,2]");
  expect(
    await completed(
      "[1]",
      sources(() => Promise.reject(new Error("gone"))),
    ),
  ).toBe("[1]");
  const marked = '[{"data":{"lsp-locate":"pyright"}}]';
  expect(
    await completed(
      "[1]",
      sources(async () => ({ result: Buffer.from(marked) })),
    ),
  ).toBe("[1]");
  expect(
    await completed(
      marked,
      sources(async () => ({ result: Buffer.from("[2]") })),
    ),
  ).toBe(marked);
});
