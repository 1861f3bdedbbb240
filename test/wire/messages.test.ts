/** The JSON-RPC messages that this program builds. */

import { buildCancel, buildError, buildNotification, buildRequest, buildResult } from "../../src/wire/messages.js";

test.each<[string, Buffer, string]>([
  ["a notification", buildNotification("a/b", { x: 1 }), '{"jsonrpc":"2.0","method":"a/b","params":{"x":1}}'],
  ["a notification without params", buildNotification("exit"), '{"jsonrpc":"2.0","method":"exit"}'],
  ["a request", buildRequest('"a"', "m", []), '{"jsonrpc":"2.0","id":"a","method":"m","params":[]}'],
  ["a request without params", buildRequest("7", "shutdown"), '{"jsonrpc":"2.0","id":7,"method":"shutdown"}'],
  ["a cancellation", buildCancel("7"), '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}'],
  ["a result", buildResult("9007199254740993", { é: 1 }), '{"jsonrpc":"2.0","id":9007199254740993,"result":{"é":1}}'],
  ["a result of raw JSON", buildResult("1", Buffer.from('{ "a": 1 }')), '{"jsonrpc":"2.0","id":1,"result":{ "a": 1 }}'],
  ["a result of undefined", buildResult("1", undefined), '{"jsonrpc":"2.0","id":1,"result":null}'],
  [
    "an error",
    buildError("null", { code: -32601, message: "no", data: [1] }),
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no","data":[1]}}',
  ],
])("The body of %s is valid JSON-RPC", (_title, body, expected) => expect(body.toString("utf8")).toBe(expected));
