import { envelopeReader, isResponseWithoutId, readEnvelope } from "../../src/wire/envelope.js";

const read = (json: string, whole = true) => readEnvelope(Buffer.from(json), whole);
const none = undefined;

describe("The envelope of a whole body", () => {
  test.each([
    ['{"jsonrpc":"2.0","id":7,"method":"a/b","params":{}}', "a/b", "7"],
    ['{"method":"a/b","params":{"id":3},"id":7}', "a/b", none],
    ['{"params":{"method":"x","id":1},"id":"s","method":"a/b"}', "a/b", '"s"'],
    ['{"jsonrpc":"2.0","method":"$/x"}', "$/x", none],
    ['{"jsonrpc":"2.0","method":"a\\/b","id":1}', "a/b", "1"],
    ['{"jsonrpc":"2.0","\\u006dethod":"a/b","id":1}', "a/b", "1"],
    ['{"jsonrpc":"2.0","id":7,"result":{"method":"no","id":8}}', none, "7"],
    ['{"jsonrpc":"2.0","result":{"method":"no","id":8},"id":7}', none, "7"],
    ['{"jsonrpc":"2.0","result":[{"id":8}],"id":7}', none, "7"],
    ['{"jsonrpc":"2.0","result":null,"id":"a b"}', none, '"a b"'],
    ['{"jsonrpc":"2.0","result":"\\"id\\":9}","id":7}', none, "7"],
    ['{"jsonrpc":"2.0","id":7,"result":"x\\"id\\":9}"}', none, "7"],
    ['{"result":{"id":8},"id":7,"jsonrpc":"2.0"}', none, "7"],
    ['{"error":{"code":-1,"message":"m"},"id":7}', none, "7"],
    ['{"id":9007199254740993,"result":1}', none, "9007199254740993"],
    [' \n{ "id" : 7 , "method" : "m" }', "m", "7"],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":1}}', none, "null"],
  ])("The envelope of %s is read", (json, method, id) => expect(read(json)).toEqual({ method, id }));

  test.each(["", "[]", "null", '"method"', "{", '{"a":1', '{"a" 1}', "{]", "garbage", '{"method":'])(
    "%j has no envelope",
    (json) => expect(read(json)).toBeUndefined(),
  );
});

describe("The envelope of the first bytes", () => {
  const more = `"params":{"text":"${"x".repeat(600)}`;
  test("A request is known before its params", () => {
    expect(read(`{"jsonrpc":"2.0","id":7,"method":"m",${more}`, false)).toEqual({ method: "m", id: "7" });
  });
  test("A notification is known without its params", () => {
    expect(read(`{"jsonrpc":"2.0","method":"m",${more}`, false)).toEqual({ method: "m", id: undefined });
  });
  test("A response is known by its id", () => {
    expect(read(`{"jsonrpc":"2.0","id":7,"result":{"text":"${"x".repeat(600)}`, false)).toEqual({
      method: undefined,
      id: "7",
    });
    expect(read(`{"jsonrpc":"2.0","id":7,"result":"${"x".repeat(600)}`, false)).toEqual({ method: undefined, id: "7" });
  });
  test("Params before the method leave the envelope unknown", () => {
    expect(read(`{"jsonrpc":"2.0",${more}`, false)).toBeUndefined();
  });
  test("A result before the id is a response with an unknown id", () => {
    const head = `{"jsonrpc":"2.0","result":{"text":"${"x".repeat(600)}`;
    expect(read(head, false)).toBeUndefined();
    expect(isResponseWithoutId(Buffer.from(head))).toBe(true);
    expect(isResponseWithoutId(Buffer.from('{"jsonrpc":"2.0","params":{'))).toBe(false);
  });
});

test("The caching reader reads the same envelopes", () => {
  const bodies = [
    '{"jsonrpc":"2.0","method":"a/b","params":{"x":1}}',
    '{"jsonrpc":"2.0","method":"a/b","params":{"x":2}}',
    '{"jsonrpc":"2.0","method":"a/c","params":{"x":2}}',
    '{"jsonrpc":"2.0","method":"a/b","params":[]}',
    '{"jsonrpc":"2.0","id":1,"method":"a/b","params":{}}',
    '{"jsonrpc":"2.0","method":"a/b"}',
    '{"jsonrpc":"2.0","params":{"params":{}},"method":"a/b","id":3}',
    '{"jsonrpc":"2.0","params":{"params":{}},"method":"a/d"}',
    '{"jsonrpc":"2.0","id":7,"result":{"params":{}}}',
    '{"x":"\\"params\\":{","method":"a/e","params":{}}',
    '{"x":"\\"params\\":{","method":"a/f","params":{}}',
  ];
  for (const first of bodies) {
    for (const second of bodies) {
      const remember = envelopeReader();
      remember(Buffer.from(first), true);
      expect(remember(Buffer.from(second), true)).toEqual(readEnvelope(Buffer.from(second), true));
    }
  }
});
