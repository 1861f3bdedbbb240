import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lspMethods } from "../../../src/ask/methodTable.js";
import { afterTest } from "../../jest.js";
import { ErrorReply, type Pair, pair } from "../pair.js";
import { passTimeUntil, useFakeTimers } from "../passTime.js";

let session: Pair;
afterEach(() => session.close());

/** Every provider, so that all methods are supported. */
const providers = {
  ...Object.fromEntries(Object.values(lspMethods).map(({ provider }) => [provider.split(".")[0], true])),
  renameProvider: { prepareProvider: true },
  documentRangeFormattingProvider: { rangesSupport: true },
  semanticTokensProvider: { legend: { tokenTypes: [], tokenModifiers: [] }, range: true, full: { delta: true } },
};

/** Returns the params that reach the backend for a Locate in `text`. */
async function paramsSent(name: string, params: object, text: string, asks = lspMethods[name]?.requestMethod ?? name) {
  let seen: unknown;
  session = pair({
    files: { "a.ts": text },
    serverCapabilities: providers,
    handlers: {
      [`textDocument/${asks}`]: (given: unknown) => {
        seen = given;
        return ["something"];
      },
      ...(lspMethods[name]?.followUpMethod ? { [lspMethods[name].followUpMethod]: () => [] } : {}),
    },
  });
  await session.open();
  const { error } = await session.request(`locate/${name}`, params);
  expect(error).toBeUndefined();
  return seen as Record<string, unknown>;
}

const text = "let a = 1;\n  a + a;\n";
const textDocument = () => ({ uri: session.uri("a.ts") });
const at = (line: number, character: number) => ({ line, character });

test.each([
  ["locate/edit", { locate: "a.ts@a + a", operation: "replace", new_text: "x\0" }, "new_text holds a NUL"],
  ["locate/edit", { locate: "a.ts@a + a", operation: "insert_after", new_text: "\ud83d" }, "new_text holds half a"],
  ["locate/rename", { locate: "a.ts@let <|>a", newName: "x\0" }, "newName holds a NUL"],
  ["locate/rename", { locate: "a.ts@let <|>a", newName: "\udca3" }, "newName holds half a surrogate pair (U+DCA3)"],
])("%s refuses text that a file can't hold: %j", async (method, params, message) => {
  session = pair({ files: { "a.ts": text }, serverCapabilities: providers });
  await session.open();
  const { error } = await session.request(method, params);
  expect(error).toMatchObject({ data: { kind: "invalid_locate" }, message: expect.stringContaining(message) });
});

describe("follow_links", () => {
  test("With false, a file is refused that a link in the workspace leads to outside of it", async () => {
    const outside = mkdtempSync(join(tmpdir(), "outside-"));
    afterTest(() => rmSync(outside, { recursive: true }));
    writeFileSync(join(outside, "b.ts"), text);
    session = pair({ files: { "a.ts": text }, serverCapabilities: providers });
    const pathOf = (name: string) => fileURLToPath(session.uri(name));
    symlinkSync(join(outside, "b.ts"), pathOf("link.ts"));
    symlinkSync(pathOf("a.ts"), pathOf("own.ts"));
    await session.open();
    const ask = async (file_path: string, follow_links?: unknown) => {
      const { error } = await session.request("locate/resolve", { locate: { file_path, find: "a + a" }, follow_links });
      return error?.data.kind;
    };
    expect(await ask("link.ts", false)).toBe("file_unreadable");
    for (const follows of [true, null, undefined]) expect(await ask("link.ts", follows)).toBeUndefined();
    for (const path of ["a.ts", "own.ts", join(outside, "b.ts")]) expect(await ask(path, false)).toBeUndefined();
    expect(await ask("a.ts", "no")).toBe("invalid_locate");
  });

  test("It is not sent to the backend", async () => {
    expect(await paramsSent("hover", { locate: "a.ts@a + a", follow_links: false }, text)).toEqual({
      textDocument: textDocument(),
      position: at(1, 2),
    });
  });
});

describe("Each method sends the request of its row", () => {
  for (const [name, row] of Object.entries(lspMethods)) {
    test(`locate/${name} sends its place and the other params`, async () => {
      const params = await paramsSent(
        name,
        {
          locate: row.takes === "document" ? { file_path: "a.ts" } : "a.ts@a + a",
          extra: { kept: 1 },
          ...(row.requiredParam ? { [row.requiredParam]: "x" } : {}),
        },
        text,
      );
      expect(params).toMatchObject({
        textDocument: textDocument(),
        ...(row.followUpMethod ? {} : { extra: { kept: 1 } }),
      });
      expect(params).not.toHaveProperty("locate");
      const place = {
        point: { position: at(1, 2) },
        points: { positions: [at(1, 2)] },
        range: { range: { start: at(1, 2), end: at(1, 7) } },
        ranges: { ranges: [{ start: at(1, 2), end: at(1, 7) }] },
        document: {},
      }[row.takes];
      expect(params).toMatchObject(place);
    });
  }
});

describe("Params that the client leaves out get defaults", () => {
  test("references includes the declaration", async () => {
    expect((await paramsSent("references", { locate: "a.ts@a" }, text))["context"]).toEqual({
      includeDeclaration: true,
    });
  });
  test("references keeps the context that the client gives", async () => {
    const context = { includeDeclaration: false };
    expect((await paramsSent("references", { locate: "a.ts@a", context }, text))["context"]).toEqual(context);
  });
  test("completion is triggered as invoked", async () => {
    expect((await paramsSent("completion", { locate: "a.ts@a" }, text))["context"]).toEqual({ triggerKind: 1 });
  });
  test.each([
    ["if x:\n  y\n  z\n", { tabSize: 2, insertSpaces: true }],
    ["if x:\n    y\n        z\n", { tabSize: 4, insertSpaces: true }],
    ["if x:\n\ty\n\tz\n", { tabSize: 4, insertSpaces: false }],
    ["x\n", { tabSize: 4, insertSpaces: true }],
  ])("formatting uses the text's own indentation: %j", async (content, options) => {
    expect((await paramsSent("formatting", { locate: "a.ts" }, content))["options"]).toEqual(options);
  });
});

test("Several Locates become several positions", async () => {
  const params = await paramsSent("selectionRange", { locate: ["a.ts@a", "a.ts:2@a"] }, text);
  expect(params["positions"]).toEqual([at(0, 4), at(1, 2)]);
});

test("Several Locates become several ranges", async () => {
  const params = await paramsSent("rangesFormatting", { locate: ["a.ts:1", "a.ts:2"] }, text);
  expect(params["ranges"]).toEqual([
    { start: at(0, 0), end: at(0, 10) },
    { start: at(1, 0), end: at(1, 8) },
  ]);
});

test("place: true wraps the result, whose bytes stay", async () => {
  session = pair({ files: { "a.ts": text }, serverCapabilities: providers });
  session.handlers["textDocument/hover"] = () => ({ contents: "x" });
  await session.open();
  const { result } = await session.request("locate/hover", { locate: "a.ts@a", place: true });
  expect(result.result).toEqual({ contents: "x" });
  expect(result.place).toMatchObject({
    file_path: "a.ts",
    position: { line: 1, character: 5 },
    markdown: "Located `a.ts` at 1:5",
    target: { textDocument: textDocument(), position: at(0, 4) },
    match: { reading: "literal", count: 3, index: 0 },
  });
});

test("The bytes of a result are unchanged", async () => {
  session = pair({ files: { "a.ts": text } });
  await session.open();
  const answer = session.request("locate/hover", { locate: "a.ts@a" });
  session.handlers["textDocument/hover"] = (_params, id) => {
    session.fromBackend(
      `{"jsonrpc":"2.0", "result": { "contents":"\\u00e9\\/", "n":1.0, "big":9007199254740993 },"id":${JSON.stringify(id)}}`,
    );
    return new Promise(() => {});
  };
  await answer;
  expect(session.client.bodies.at(-1)).toContain(
    '"result":{ "contents":"\\u00e9\\/", "n":1.0, "big":9007199254740993 }',
  );
});

test("resolveRange returns the range", async () => {
  session = pair({ files: { "a.ts": text } });
  await session.open();
  const { result } = await session.request("locate/resolveRange", { locate: "a.ts@<|>a + a<|>" });
  expect(result).toMatchObject({
    range: { start: { line: 2, character: 3 }, end: { line: 2, character: 8 } },
    markdown: "Located `a.ts` range 2:3-2:8",
    target: { range: { start: at(1, 2), end: at(1, 7) } },
  });
});

describe("A two-step method", () => {
  const calls = async (items: unknown) => {
    const seen: unknown[] = [];
    session = pair({
      files: { "a.ts": text },
      serverCapabilities: providers,
      handlers: {
        "textDocument/prepareCallHierarchy": (params) => (seen.push(params), items),
        "callHierarchy/incomingCalls": (params) => (seen.push(params), ["calls"]),
      },
    });
    await session.open();
    const { result } = await session.request("locate/incomingCalls", { locate: "a.ts@a", partialResultToken: "t" });
    return { result, seen };
  };
  test("sends the second request about the first item, without a token for partial results", async () => {
    const { result, seen } = await calls([{ name: "f", data: 1 }, { name: "g" }]);
    expect(result).toEqual(["calls"]);
    expect(seen).toEqual([{ textDocument: textDocument(), position: at(0, 4) }, { item: { name: "f", data: 1 } }]);
  });
  test("sends no second request if the first result is empty", async () => {
    const { result, seen } = await calls(null);
    expect(result).toBeNull();
    expect(seen.every((params) => !("item" in (params as object)))).toBe(true);
  });
});

describe("A request with an empty result", () => {
  const positions = async (locate: string, content: string, name = "definition") => {
    const seen: unknown[] = [];
    session = pair({
      files: { "a.ts": content },
      serverCapabilities: { ...providers, textDocumentSync: 1 },
      command: ["vscode-json-language-server"],
      handlers: {
        [`textDocument/${name}`]: ({ position }: { position: { character: number } }) => (
          seen.push(position.character), null
        ),
      },
    });
    await session.open();
    await session.request(`locate/${name}`, { locate });
    return seen;
  };
  test("is repeated one character to the left at the end of a word", async () =>
    expect(await positions("a.ts@foo<|>(", "foo()")).toEqual([3, 2]));
  test("is repeated one character to the left at the end of the text", async () =>
    expect(await positions("a.ts@foo<|>", "foo")).toEqual([3, 2]));
  test("is repeated two code units to the left after a surrogate pair", async () =>
    expect(await positions("a.ts@𝒳<|>", "𝒳 = 1")).toEqual([2, 0]));
  test("is not repeated inside a word", async () => expect(await positions("a.ts@fo<|>o", "foo()")).toEqual([2]));
  test("is not repeated after an operator", async () => expect(await positions("a.ts@foo(<|>", "foo()")).toEqual([4]));
  test("is not repeated for completion", async () =>
    expect(await positions("a.ts@foo<|>", "foo", "completion")).toEqual([3]));
});

describe("A method that the backend does not support", () => {
  test("fails with unsupported, and the error lists the supported ones", async () => {
    session = pair({
      files: { "a.ts": text },
      handlers: { initialize: () => ({ capabilities: { hoverProvider: true, renameProvider: false } }) },
      command: ["vscode-json-language-server"],
    });
    await session.open();
    const { error } = await session.request("locate/rename", { locate: "a.ts:1:1", newName: "b" });
    expect(error).toMatchObject({
      code: -32803,
      data: { kind: "unsupported", method: "locate/rename", supported: ["locate/hover"] },
    });
    expect(error.message).toContain("hover");
  });
  test("works once the backend has registered it", async () => {
    session = pair({
      files: { "a.ts": text },
      handlers: { initialize: () => ({ capabilities: {} }), "textDocument/hover": () => ({ contents: "x" }) },
      command: ["vscode-json-language-server"],
    });
    await session.open();
    session.fromBackend({
      id: 1,
      method: "client/registerCapability",
      params: { registrations: [{ id: "h", method: "textDocument/hover" }] },
    });
    await session.client.until(({ method }) => method === "client/registerCapability", "the registration");
    expect((await session.request("locate/hover", { locate: "a.ts@a" })).result.contents).toBe("x");
  });
  test("fails with the backend's own error, code and data included, if it is sent", async () => {
    session = pair({
      files: { "a.ts": text },
      command: ["vscode-json-language-server"],
      handlers: { "textDocument/hover": () => new ErrorReply({ code: -32042, message: "no", data: { why: [1] } }) },
    });
    await session.open();
    expect((await session.request("locate/hover", { locate: "a.ts@a" })).error).toEqual({
      code: -32042,
      message: "no",
      data: { why: [1] },
    });
  });
  test.each([
    [-32801, "again"],
    [-32802, "again"],
    // tsserver closes a project while it is asked about its files.
    [-32603, "<semantic> TypeScript Server Error (6.0.3)\nNo Project.\nError: No Project.\n    at …"],
    [-32603, "<semantic> TypeScript Server Error (6.0.3)\nCould not find source file: '/project/a.ts'.\n"],
  ])("is sent again after error %s if it only reads: %j", async (code, message) => {
    useFakeTimers();
    let times = 0;
    session = pair({
      files: { "a.ts": text },
      command: ["typescript-language-server"],
      handlers: {
        "textDocument/hover": () => (times++ < 2 ? new ErrorReply({ code, message }) : { contents: "x" }),
      },
    });
    await session.open();
    expect((await passTimeUntil(session.request("locate/hover", { locate: "a.ts@a" }))).result.contents).toBe("x");
  });
  test("is not sent again if it changes text", async () => {
    session = pair({
      files: { "a.ts": text },
      command: ["vscode-json-language-server"],
      handlers: { "textDocument/rename": () => new ErrorReply({ code: -32801, message: "again" }) },
    });
    await session.open();
    expect((await session.request("locate/rename", { locate: "a.ts@let <|>a", newName: "b" })).error.code).toBe(-32801);
  });
  test("is not sent again after a partial result", async () => {
    session = pair({
      files: { "a.ts": text },
      command: ["vscode-json-language-server"],
      handlers: {
        "textDocument/definition": () => {
          session.fromBackend({ method: "$/progress", params: { token: "p", value: [1] } });
          return new ErrorReply({ code: -32801, message: "again" });
        },
      },
    });
    await session.open();
    expect((await session.request("locate/definition", { locate: "a.ts@a", partialResultToken: "p" })).error.code).toBe(
      -32801,
    );
  });
});

test.each([
  [{}, "locate"],
  [{ locate: null }, "locate"],
  [{ locate: 7 }, "locate"],
  [{ locate: "a.ts" }, undefined],
  [{ locate: "a.ts@a", place: "yes" }, "place"],
  [{ locate: [] }, undefined],
  [{ locate: { file_path: "a.ts", find: 3 } }, "find"],
  [{ locate: { file_path: "a.ts", text: "a" } }, "text"],
  ["params", "params"],
  [[1], "params"],
])("Invalid params are refused: %j", async (params, field) => {
  session = pair({ files: { "a.ts": text } });
  await session.open();
  const { error } = await session.request("locate/hover", params);
  expect(error).toMatchObject({ code: -32602, data: { kind: "invalid_locate", ...(field ? { field } : {}) } });
});

test("Locates of one request must be in one file", async () => {
  session = pair({ files: { "a.ts": "a", "b.ts": "b" } });
  await session.open();
  const { error } = await session.request("locate/selectionRange", { locate: ["a.ts@a", "b.ts@b"] });
  expect(error.data.kind).toBe("invalid_locate");
});

test("A method that changes text refuses a loose match", async () => {
  session = pair({ files: { "a.ts": "counter = 1" }, handlers: { "textDocument/rename": () => null } });
  await session.open();
  const { error } = await session.request("locate/rename", { locate: "a.ts@count", newName: "x" });
  expect(error).toMatchObject({ data: { kind: "inexact_write", reading: "partial" } });
});

test.each([
  [{ new_name: "y" }, "Write newName for new_name."],
  [{ newName: 5 }, "a string"],
  [{ newName: "" }, "not empty"],
])("A rename without a name is refused before a server gets it: %j", async (given, words) => {
  session = pair({ files: { "a.ts": "let z" }, handlers: { "textDocument/rename": () => null } });
  await session.open();
  const { error } = await session.request("locate/rename", { locate: "a.ts@z", ...given });
  expect(error).toMatchObject({ code: -32602, data: { kind: "invalid_locate", field: "newName" } });
  expect(error.message).toContain(words);
});

test("A method that the backend declares and does not know is unsupported", async () => {
  session = pair({ files: { "a.ts": "let z" }, serverCapabilities: { codeLensProvider: {} } });
  await session.open();
  const { error } = await session.request("locate/codeLens", { locate: { file_path: "a.ts" } });
  expect(error).toMatchObject({ code: -32803, data: { kind: "unsupported", method: "locate/codeLens" } });
  expect(error.data.supported).toContain("locate/hover");
  expect(error.data.supported).not.toContain("locate/codeLens");
});

test("A method about a whole file refuses a scope", async () => {
  session = pair({ files: { "a.ts": "let z" } });
  await session.open();
  const { error } = await session.request("locate/documentSymbol", { locate: "a.ts:z" });
  expect(error).toMatchObject({ code: -32602, data: { kind: "invalid_locate", field: "scope" } });
});

test("A Locate given as JSON text is read as the object", async () => {
  session = pair({ files: { "a.ts": text } });
  await session.open();
  const locate = { file_path: "a.ts", find: "a", find_index: 2 };
  const { result } = await session.request("locate/resolve", { locate: JSON.stringify(locate) });
  expect(result).toEqual((await session.request("locate/resolve", { locate })).result);
  expect(result.match).toMatchObject({ index: 2, count: 3 });
});
