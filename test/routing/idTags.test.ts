import {
  buildProgressEnd,
  ProgressTokens,
  tagId,
  untagId,
  withId,
  withTaggedCancel,
} from "../../src/routing/idTags.js";
import { findTrailingId } from "../../src/wire/envelope.js";
import { law, pick, randomText } from "../text/random.js";

/** JSON text as the envelope reads it off the wire: one character per byte. */
const wire = (text: string) => Buffer.from(text).toString("latin1");

const ids = [
  "7",
  '"7"',
  "-1",
  "9007199254740993",
  "1.50",
  "null",
  '""',
  '"a\\"b"',
  '"a\\\\"',
  '"\\u0041\\/"',
  '"a:b#c@d%0022"',
  '"💣é"',
  '"\\ud83d"',
];

test.each(ids)("The id %s comes back unchanged", (id) => {
  expect(untagId(tagId(wire(id), "pyright#2.1"))).toEqual({ tag: "pyright#2.1", id: wire(id) });
});

test.each(["pyright#2.1", 'my server: "x"', "日本#1.0", "a@b"])("The tag %s comes back unchanged", (tag) => {
  expect(untagId(tagId("7", tag))).toEqual({ tag, id: "7" });
});

law("Any id comes back from a client that escapes strings in its own way", 50, (random) => {
  const id = wire(JSON.stringify(randomText(random, 8)));
  const tag = `${pick(random, ["pyright", "clangd", "a b"])}#${random(3)}.${random(3)}`;
  const seen = JSON.parse(tagId(id, tag)) as string;
  const escapes = [...seen].map((character) =>
    random(3) === 0
      ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
      : JSON.stringify(character).slice(1, -1),
  );
  expect(untagId(`"${escapes.join("")}"`)).toEqual({ tag, id });
});

test.each([
  '"7"',
  "7",
  "null",
  '"lsp-locate:k3j2:1"',
  '"lsp-locate@:7"',
  '"lsp-locate@a:"',
  '"x lsp-locate@a#1:7"',
  '"',
  "",
])("%s is no tagged id", (id) => expect(untagId(id)).toBeUndefined());

test("Ids of two backends are never equal", () => {
  const all = ["a#1.0", "a#1.1", "a", "a#1.0:1"].flatMap((tag) => ids.map((id) => tagId(wire(id), tag)));
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  ['{"id":7,"method":"m"}', '{"id":"x","method":"m"}'],
  ['{ "method" : "m", "params" : {"id":7}, "id" : 7 }', '{ "method" : "m", "params" : {"id":7}, "id" : "x" }'],
  ['{"\\u0069d":7}', '{"\\u0069d":"x"}'],
  ['{"id":1,"id":2}', '{"id":"x","id":"x"}'],
  ['{"method":"m"}', '{"method":"m"}'],
  ['{"id":"a\\",\\"id\\":3","x":"é💣"}', '{"id":"x","x":"é💣"}'],
])("Every top-level id of %s is replaced", (body, expected) => {
  expect(withId(Buffer.from(body), '"x"').toString()).toBe(expected);
});

test("An id that is not ASCII comes back byte for byte", () => {
  const asked = Buffer.from('{"jsonrpc":"2.0","id":"é💣","method":"workspace/applyEdit"}');
  const id = findTrailingId(asked) as string;
  const own = untagId(findTrailingId(withId(asked, tagId(id, "a#1.0"))) as string);
  expect(withId(withId(asked, tagId(id, "a#1.0")), own?.id as string).equals(asked)).toBe(true);
});

test("A backend's cancellation has the tagged id of its request", () => {
  const body = Buffer.from('{"method":"$/cancelRequest","params":{"id":3}}');
  expect(withTaggedCancel(body, "a#1.0").toString()).toBe(
    `{"method":"$/cancelRequest","params":{"id":${tagId("3", "a#1.0")}}}`,
  );
});

describe("tokens", () => {
  const create = (token: string) =>
    Buffer.from(`{"id":1,"method":"window/workDoneProgress/create","params":{"token": ${token} }}`);
  const progress = (token: string, kind: string) =>
    Buffer.from(`{"method":"$/progress","params":{"value":{"kind":"${kind}","token":0},"token":${token}}}`);

  test.each(ids)("The token %s is tagged and comes back", (token) => {
    const tokens = new ProgressTokens("a#1.0");
    const own = tagId(wire(token), "a#1.0");
    expect(tokens.tagCreate(create(token)).toString()).toBe(create(own).toString());
    expect(tokens.tagProgress(progress(token, "begin")).toString()).toBe(progress(own, "begin").toString());
    expect(ProgressTokens.untagCancel(create(own))).toEqual({ tag: "a#1.0", body: create(token) });
  });

  test("A token that the backend has not created is the client's", () => {
    const tokens = new ProgressTokens("a#1.0");
    tokens.tagCreate(create("1"));
    for (const token of ["2", '"1"']) {
      const body = progress(token, "report");
      expect(tokens.tagProgress(body)).toBe(body);
    }
    expect(ProgressTokens.untagCancel(create('"2"'))).toBeUndefined();
  });

  test("A token is open from begin to end", () => {
    const tokens = new ProgressTokens("a#1.0");
    tokens.tagCreate(create("1"));
    tokens.tagCreate(create("2"));
    expect(tokens.openTokens()).toEqual([]);
    tokens.tagProgress(progress("1", "begin"));
    expect(tokens.openTokens()).toEqual([tagId("1", "a#1.0")]);
    tokens.tagProgress(progress("1", "report"));
    expect(tokens.openTokens()).toHaveLength(1);
    tokens.tagProgress(progress("1", "end"));
    expect(tokens.openTokens()).toEqual([]);
    const late = progress("1", "report");
    expect(tokens.tagProgress(late)).toBe(late);
  });

  test("The built end of progress has the form of the backend's own", () => {
    expect(JSON.parse(buildProgressEnd(tagId('"t"', "a#1.0")).toString())).toEqual({
      jsonrpc: "2.0",
      method: "$/progress",
      params: { token: JSON.parse(tagId('"t"', "a#1.0")), value: { kind: "end" } },
    });
  });

  test.each(["{", "[]", '{"params":null}', '{"params":{"token":'])("The body %s passes unchanged", (text) => {
    const tokens = new ProgressTokens("a#1.0");
    tokens.tagCreate(create("1"));
    const body = Buffer.from(text);
    expect([tokens.tagCreate(body), tokens.tagProgress(body), withId(body, "1"), withTaggedCancel(body, "a")]).toEqual([
      body,
      body,
      body,
      body,
    ]);
    expect(ProgressTokens.untagCancel(body)).toBeUndefined();
  });
});
test("Of more than 10,000 tokens the oldest are forgotten", () => {
  const tokens = new ProgressTokens("a#1.0");
  for (let n = 0; n < 10_001; n++) {
    tokens.tagCreate(Buffer.from(`{"params":{"token":${n}}}`));
    tokens.tagProgress(Buffer.from(`{"params":{"token":${n},"value":{"kind":"begin"}}}`));
  }
  expect(tokens.openTokens()).toHaveLength(10_000);
});
