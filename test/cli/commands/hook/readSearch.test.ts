/** Which searches of a harness look like those for a symbol. */

import { readSearch } from "../../../../src/cli/commands/hook/readSearch.js";

const read = (tool_input: object) =>
  readSearch(JSON.stringify({ hook_event_name: "PostToolUse", cwd: "/w", tool_name: "x", tool_input }));

test.each<[string, string, boolean]>([
  ["getUser", "getUser", true],
  ["total", "total", false],
  ["def total", "total", true],
  ["class\\s+Cart", "Cart", true],
  ["\\bCart\\b", "Cart", false],
  ["total\\(", "total", true],
  ["Cart\\.total", "Cart.total", true],
  ["Cart::new", "Cart::new", true],
  ["^export async function run", "run", true],
  ["größe_in", "größe_in", true],
])("The pattern %s searches for the symbol %s", (pattern, symbol, isSurelyCode) => {
  expect(read({ pattern })).toEqual({ event: "PostToolUse", symbol, isSurelyCode, workingDirectory: "/w" });
});

test.each(["TODO|FIXME", "foo.*bar", "no such file", "ab", "import .* from", "", "\\d+", "a".repeat(300)])(
  "The pattern %s does not",
  (pattern) => expect(read({ pattern })).toBeUndefined(),
);

test.each<[string, string | undefined]>([
  ["grep -rn getUser src", "getUser"],
  [`cd src && grep -rn "get_user" . | head`, "get_user"],
  ["rg -n --type ts 'def total' ", undefined],
  ["rg 'def total' src", "total"],
  ["git grep -n makeResponse", "makeResponse"],
  ["ls | grep -v node_modules", "node_modules"],
  ["sed -n 1,5p getUser.ts", undefined],
  ["echo getUser", undefined],
  ["grep", undefined],
])("Of the command %s, the symbol is %s", (command, symbol) => expect(read({ command })?.symbol).toBe(symbol));

test.each(["", "garbage", "null", "[]", '{"tool_input": 3}', '{"tool_input": {"pattern": "getUser"}}'])(
  "Other input is no search: %s",
  (input) => expect(readSearch(input)).toBeUndefined(),
);
