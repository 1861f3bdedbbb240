import { ItemOrigins } from "../../../src/routing/requests/itemOrigins.js";
import { itemRequests, itemResponses } from "../../../src/routing/requests/resolvableItems.js";
import { findValue } from "../../../src/wire/json.js";
import { law, pick, type Random, randomText } from "../../text/random.js";

/** Makes origins in which `first` has sent one item of every kind. */
function session(): ItemOrigins {
  const origins = new ItemOrigins();
  for (const method of itemResponses.keys()) origins.markResponse(method, "first", inAnswer(method, "{}"));
  return origins;
}

const inFrom = new Set(["callHierarchy/incomingCalls"]);
const inTo = new Set(["callHierarchy/outgoingCalls"]);
const alone = /\/resolve$/;

/** Builds a response to the method with this one item. */
function inAnswer(method: string, item: string): Buffer {
  const entry = inFrom.has(method) ? `{"from":${item}}` : inTo.has(method) ? `{ "to" : ${item} }` : item;
  return Buffer.from(`{"jsonrpc":"2.0","id":1,"result": ${alone.test(method) ? entry : `[ ${entry} ]`} }`);
}

/** Builds the client's request about an item. */
function about(method: string, item: string): Buffer {
  const path = itemRequests.get(method)?.item ?? [];
  return Buffer.from(`{"id":2,"params":${path.length > 1 ? `{ "item" : ${item} }` : item},"method":"${method}"}`);
}

function onlyItem(method: string, answer: Buffer): string {
  const path = inFrom.has(method) ? ["from"] : inTo.has(method) ? ["to"] : [];
  const result = findValue(answer, ["result"]) as { from: number; to: number };
  const text = answer.toString("utf8", result.from, result.to);
  const entry = Buffer.from(alone.test(method) ? text : text.slice(1, -1));
  const span = findValue(entry, path) as { from: number; to: number };
  return entry.toString("utf8", span.from, span.to).trim();
}

const asked = (kind: string) =>
  [...itemRequests].flatMap(([method, question]) => (question.kind === kind ? [method] : []));

describe.each([...itemResponses].map(([method, { kind }]) => [method, kind] as const))("%s", (method, kind) => {
  test.each([
    "{}",
    "{ }",
    '{"label":"x"}',
    '{\n  "label" : "x",\n  "data" : { "n" : 1.0, "s":"\\/é💣" }\n}',
    '{"data":null,"label":"x"}',
    '{"\\u0064ata":9007199254740993,"label":"data"}',
    '{"data":{"data":{"data":1}}}',
    '{"data":1,"data":[2]}',
    '{"label":"}]\\"","data":"\\"data\\":"}',
    '{"data":{"lsp-locate":"elsewhere","data":1}}',
    '{"data":{"lsp-locate":7}}',
    '{"command":{"command":"run","title":""}}',
  ])("A request about %s goes back to the second backend unchanged", (item) => {
    const origins = session();
    const theirs = onlyItem(method, origins.markResponse(method, "second", inAnswer(method, item)));
    expect(theirs).not.toBe(item);
    for (const question of asked(kind)) {
      const { key, body } = origins.resolve(question, about(question, theirs));
      expect(key).toBe("second");
      expect(body.toString()).toBe(about(question, item).toString());
    }
  });

  test("The bytes of the first backend stay", () => {
    const origins = session();
    const body = inAnswer(method, '{"data":1}');
    expect(origins.markResponse(method, "first", body)).toBe(body);
    for (const question of asked(kind)) {
      const request = about(question, '{"data":1}');
      expect(origins.resolve(question, request)).toEqual({ key: "first", body: request });
    }
  });

  test("An item that no backend has sent stays as it is", () => {
    const [question = ""] = asked(kind);
    const request = about(question, "{}");
    expect(new ItemOrigins().resolve(question, request)).toEqual({ key: undefined, body: request });
  });

  test.each([
    '{"id":1,"result":null}',
    '{"id":1,"result":[]}',
    '{"id":1,"result":[null,1,"a",[{}]]}',
    '{"id":1,"result":"{}"}',
    '{"id":1,"error":{"code":1,"data":{"data":[{}]}}}',
    '{"id":1,"result":[{"data":1},{"from":{},"to":{}',
    '{"id":1,"result":{"data":',
    '{"id":1}',
    "[]",
    "",
  ])("The response %s passes, and its backend counts as the first if no other has answered", (text) => {
    const body = Buffer.from(text);
    expect(session().markResponse(method, "second", body)).toBe(body);
    const origins = new ItemOrigins();
    expect(origins.markResponse(method, "second", body)).toBe(body);
    const [question = ""] = asked(kind);
    expect(origins.resolve(question, about(question, "{}")).key).toBe("second");
  });
});

const second = (method: string, result: string) => {
  const body = session()
    .markResponse(method, "B", Buffer.from(`{"id":1,"result":${result}}`))
    .toString();
  return body.slice('{"id":1,"result":'.length, -1);
};

test.each([
  [
    "textDocument/completion",
    '{"items":[{"data":1},{}]}',
    '{"items":[{"data":{"lsp-locate":"B","data":1}},{"data":{"lsp-locate":"B"}}]}',
  ],
  // An array and a list are the same, and the last duplicate counts.
  [
    "textDocument/completion",
    '{"items":[{}],"items":[{"a":1}]}',
    '{"items":[{}],"items":[{"data":{"lsp-locate":"B"},"a":1}]}',
  ],
  ["textDocument/completion", '{"isIncomplete":true}', '{"isIncomplete":true}'],
  // Commands are no items.
  [
    "textDocument/codeAction",
    '[{"command":"c","title":"t"},{"title":"t"}]',
    '[{"command":"c","title":"t"},{"data":{"lsp-locate":"B"},"title":"t"}]',
  ],
  [
    "callHierarchy/incomingCalls",
    '[{"from":{"data":1},"fromRanges":[{}]}]',
    '[{"from":{"data":{"lsp-locate":"B","data":1}},"fromRanges":[{}]}]',
  ],
  [
    "callHierarchy/outgoingCalls",
    '[{"to":{"data":1},"to":{}}]',
    '[{"to":{"data":1},"to":{"data":{"lsp-locate":"B"}}}]',
  ],
  // A command or text edit inside an item is no item.
  [
    "textDocument/codeLens",
    '[{"command":{"data":1},"data":2}]',
    '[{"command":{"data":1},"data":{"lsp-locate":"B","data":2}}]',
  ],
])("Of the second backend the response to %s %s becomes %s", (method, result, marked) =>
  expect(second(method, result)).toBe(marked),
);

test.each([
  // An item without data takes the defaults, which are marked.
  [
    '{"itemDefaults":{"data":1},"items":[{"a":1},{"data":2}]}',
    '{"itemDefaults":{"data":{"lsp-locate":"B","data":1}},"items":[{"a":1},{"data":{"lsp-locate":"B","data":2}}]}',
  ],
  [
    '{"items":[{},{"data":null}],"itemDefaults":{"data":{}}}',
    '{"items":[{},{"data":null}],"itemDefaults":{"data":{"lsp-locate":"B","data":{}}}}',
  ],
  ['{"itemDefaults":{"x":1},"items":[{}]}', '{"itemDefaults":{"x":1},"items":[{"data":{"lsp-locate":"B"}}]}'],
  // The client merges the two, so the mark is a further member.
  [
    '{"itemDefaults":{"data":{"a":1}},"applyKind":{"data":2},"items":[{"data":{"b":2}},{}]}',
    '{"itemDefaults":{"data":{"lsp-locate-within":"B","a":1}},"applyKind":{"data":2},"items":[{"data":{"b":2}},{}]}',
  ],
  [
    '{"applyKind":{"data":1},"itemDefaults":{"data":{}},"items":[{}]}',
    '{"applyKind":{"data":1},"itemDefaults":{"data":{"lsp-locate":"B","data":{}}},"items":[{}]}',
  ],
])("The defaults of a completion list %s become %s", (result, marked) =>
  expect(second("textDocument/completion", result)).toBe(marked),
);

test.each([
  ['{"data":{"lsp-locate-within":"B","a":1,"b":2}}', '{"data":{"a":1,"b":2}}'],
  ['{"data":{"b":2,"lsp-locate-within":"B"}}', '{"data":{"b":2}}'],
  ['{"data":{"lsp-locate-within":"B"}}', '{"data":{}}'],
])("A mark merged into item data is removed again: %s", (item, own) => {
  const origins = session();
  origins.markResponse("textDocument/completion", "B", Buffer.from('{"result":[{}]}'));
  const { key, body } = origins.resolve("completionItem/resolve", about("completionItem/resolve", item));
  expect([key, body.toString()]).toEqual(["B", about("completionItem/resolve", own).toString()]);
});

test.each([
  ['{"data":{"data":{"n":1},"lsp-locate":"B"}}', '{"data":{"n":1}}'],
  ['{ "a":1, "data" : { "lsp\\u002dlocate" : "\\u0042" } }', '{ "a":1 }'],
  ['{ "data" : { "lsp-locate" : "B" } , "a":1 }', '{  "a":1 }'],
])("A mark written as %s is recognised", (item, own) => {
  const origins = session();
  origins.markResponse("textDocument/codeLens", "B", Buffer.from('{"result":[{}]}'));
  const { key, body } = origins.resolve("codeLens/resolve", about("codeLens/resolve", item));
  expect([key, body.toString()]).toEqual(["B", about("codeLens/resolve", own).toString()]);
});

test("An item with a mark of an unknown key goes to the first backend unchanged", () => {
  const request = about("codeLens/resolve", '{"data":{"lsp-locate":"B","data":1}}');
  expect(session().resolve("codeLens/resolve", request)).toEqual({ key: "first", body: request });
});

test("A partial result is marked like a whole one", () => {
  const part = (value: string) => Buffer.from(`{"method":"$/progress","params":{"token":1,"value":${value}}}`);
  const origins = session();
  const marked = (method: string, value: string) => origins.markPartialResult(method, "B", part(value)).toString();
  expect(marked("textDocument/codeLens", '[{"data":1}]')).toBe(
    part('[{"data":{"lsp-locate":"B","data":1}}]').toString(),
  );
  expect(marked("textDocument/completion", '{"items":[{}]}')).toBe(
    part('{"items":[{"data":{"lsp-locate":"B"}}]}').toString(),
  );
  expect(marked("textDocument/codeLens", '{"kind":"begin"}')).toBe(part('{"kind":"begin"}').toString());
  const first = new ItemOrigins();
  first.markPartialResult("textDocument/codeLens", "A", part("[{}]"));
  expect(first.resolve("codeLens/resolve", about("codeLens/resolve", "{}")).key).toBe("A");
});

test("Responses to other methods pass unchanged", () => {
  const body = Buffer.from('{"result":[{"data":1}]}');
  const origins = session();
  expect(origins.markResponse("textDocument/hover", "B", body)).toBe(body);
  expect(origins.resolve("textDocument/hover", body)).toEqual({ key: undefined, body });
});

law("Items of three backends go back unchanged, however their JSON is written", 60, (random) => {
  const origins = new ItemOrigins();
  const keys = ["a#1", "b b#2", "日#3"];
  const method = pick(random, [...itemResponses.keys()]);
  const { kind } = itemResponses.get(method) as { kind: string };
  const owned = keys.map((key) => {
    const items = Array.from({ length: 1 + random(3) }, () => anyItem(random));
    return {
      key,
      items,
      theirs: items.map((item) => onlyItem(method, origins.markResponse(method, key, inAnswer(method, item)))),
    };
  });
  for (const { key, items, theirs } of owned) {
    for (const [n, item] of items.entries()) {
      const question = pick(random, asked(kind));
      const exact = origins.resolve(question, about(question, theirs[n] as string));
      expect([exact.key, exact.body.toString()]).toEqual([key, about(question, item).toString()]);
      const rewritten = JSON.stringify(JSON.parse(theirs[n] as string));
      const again = origins.resolve(question, about(question, rewritten));
      expect(again.key).toBe(key);
      expect(JSON.parse(again.body.toString())).toEqual(JSON.parse(about(question, item).toString()));
    }
  }
});

/** Makes an item in any JSON layout, with or without data, with misleading strings. */
function anyItem(random: Random): string {
  const space = () => pick(random, ["", "", " ", "\n  ", "\t", "\r\n"]);
  const string = () =>
    JSON.stringify(randomText(random, 6)).replaceAll("x", () => pick(random, ["x", "\\/", "\\u007d"]));
  const value = (depth: number): string => {
    const members = () =>
      Array.from({ length: random(3) }, () => `${space()}${string()}${space()}:${value(depth - 1)}`);
    switch (random(depth > 0 ? 6 : 4)) {
      case 0:
        return pick(random, ["null", "true", "1e2", "-0.50", "9007199254740993"]);
      case 4:
        return `{${members().join(",")}${space()}}`;
      case 5:
        return `[${Array.from({ length: random(3) }, () => space() + value(depth - 1)).join(`${space()},`)}${space()}]`;
      default:
        return space() + string() + space();
    }
  };
  const keys = ["label", "data", "\\u0064etail", "command\\u0000"].filter(() => random(2) === 0);
  if (keys.length > 0 && random(4) === 0) keys.push(pick(random, keys));
  const members = keys.map((key) => `${space()}"${key}"${space()}:${space()}${value(3)}`);
  return `{${members.join(`${space()},`)}${space()}}`;
}
