/** Answers of a backend that are deep or long: each request gets a result or a proper error. */

import { noReply, type Pair, pair } from "./pair.js";

let session: Pair;
afterEach(() => session.close());

const DEPTH = 20_000;
const zero = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
const [head, tail] = JSON.stringify({ name: "a", kind: 5, range: zero, selectionRange: zero, children: ["┃"] }).split(
  '"┃"',
) as [string, string];

/** Has the backend answer a method with JSON text. */
function answerWith(method: string, json: string): Pair {
  session = pair({ files: { "a.txt": "one two" } });
  session.handlers[method] = (_params, id) => {
    session.fromBackend(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`);
    return noReply;
  };
  return session;
}

const deepSymbols = `[${head.repeat(DEPTH)}${tail.repeat(DEPTH)}]`;

const symbolRequests: readonly (readonly [string, object])[] = [
  ["locate/outline", { file_path: "a.txt" }],
  ["locate/outline", { file_path: "a.txt", depth: 2 }],
  ["locate/resolve", { locate: "a.txt:a" }],
  ["locate/resolve", { locate: "a.txt:a.a.a@one" }],
  ["locate/resolve", { locate: "a.txt:b" }],
  ["locate/resolve", { locate: "a.txt@one" }],
  ["locate/hover", { locate: "a.txt:a" }],
  ["locate/track", { locate: "a.txt:a" }],
  ["locate/edit", { locate: "a.txt:a@one", operation: "delete" }],
  ["locate/documentSymbol", { locate: "a.txt" }],
  ["locate/search", { symbol_path: "a" }],
];

test.each(symbolRequests)("%s %j is answered where the symbols are 20,000 deep", async (method, params) => {
  answerWith("textDocument/documentSymbol", deepSymbols);
  await session.open();
  const { error } = await session.request(method, params);
  expect(error?.code).not.toBe(-32603);
  expect(session.logged).toEqual([]);
});

test("An outline without a depth is refused where the symbols are too deep", async () => {
  answerWith("textDocument/documentSymbol", deepSymbols);
  await session.open();
  const { error } = await session.request("locate/outline", { file_path: "a.txt" });
  expect(error).toMatchObject({
    code: -32602,
    message: "The symbols of `a.txt` are nested more than 200 levels deep. Write a depth of at most 200.",
  });
});

const place = { locate: "a.txt@one" };
const deepJson = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const deepObject = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
const requests: readonly (readonly [string, object])[] = [
  ["hover", place],
  ["completion", place],
  ["definition", place],
  ["references", place],
  ["rename", { ...place, newName: "x" }],
  ["documentSymbol", { locate: "a.txt" }],
  ["selectionRange", place],
  ["formatting", { locate: "a.txt" }],
];
const results: readonly (readonly [string, string])[] = [
  ["an array 10^5 deep", deepJson],
  ["an object 10^5 deep", deepObject],
  ["an array with such an object", `[${deepObject}]`],
  ["an array of 10^6 numbers", `[${"1,".repeat(999_999)}1]`],
];

describe.each(results)("a result that is %s", (_title, json) => {
  test.each(requests)("locate/%s is answered", async (name, params) => {
    answerWith(`textDocument/${name}`, json);
    await session.open();
    const answer = await session.request(`locate/${name}`, params);
    expect(answer.error?.code).not.toBe(-32603);
    expect(session.logged).toEqual([]);
  });

  test("A client without hierarchical symbols gets an answer", async () => {
    session = pair({ files: { "a.txt": "one two" }, capabilities: {} });
    session.handlers["textDocument/documentSymbol"] = (_params, id) => {
      session.fromBackend(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}`);
      return noReply;
    };
    await session.open();
    const params = { textDocument: { uri: session.uri("a.txt") } };
    const answer = await session.request("textDocument/documentSymbol", params);
    expect(answer.id).toBeDefined();
  });
});

test("Notifications with deep and long params pass, and later requests are answered", async () => {
  answerWith("textDocument/hover", "null");
  await session.open();
  const methods = [
    "$/progress",
    "textDocument/publishDiagnostics",
    "window/logMessage",
    "client/registerCapability",
    "workspace/applyEdit",
    "experimental/serverStatus",
  ];
  for (const method of methods) {
    for (const json of [deepJson, deepObject, `{"token":${deepJson},"uri":${deepJson},"diagnostics":${deepJson}}`])
      session.fromBackend(`{"jsonrpc":"2.0","method":"${method}","params":${json}}`);
  }
  expect((await session.request("locate/hover", place)).error).toBeUndefined();
  expect(session.logged).toEqual([]);
});
