/** Outgoing calls, implementations and subtypes that a server leaves out. */

import os from "node:os";
import { Syntax } from "../../../src/syntax/syntax.js";
import { afterTest } from "../../jest.js";
import { type Pair, pair } from "../pair.js";

const files = {
  "src/base.ts": "export interface Shape { area(): number }\nexport class Box<T> {}\n",
  "src/circle.ts":
    'import { Box, type Shape } from "./base.js";\nexport class Circle implements Shape {\n  area() { return 3; }\n}\n' +
    "class Holder extends Box<Shape> {}\nfunction f(shape: Shape) {}\n",
  "src/other.ts": 'import { Shape } from "lodash";\nclass Other implements Shape { area() {} }\n',
  "src/log.ts": "export const logger = { info(text: string) {} };\nexport function helper() {}\n",
  "src/run.ts":
    'import { logger, helper } from "./log.js";\nexport function run(callback: () => void) {\n' +
    "  logger.info('a');\n  helper();\n  callback();\n  [].map(String);\n}\nhelper();\n",
};
const line = (number: number, from: number, to: number) => ({
  start: { line: number, character: from },
  end: { line: number, character: to },
});

async function sessionWith(handlers: (session: Pair) => Readonly<Record<string, () => unknown>>): Promise<Pair> {
  const session: Pair = pair({
    files,
    command: ["typescript-language-server", "--stdio"],
    serverCapabilities: { implementationProvider: true, typeHierarchyProvider: true },
    handlers: { "textDocument/documentSymbol": () => [] },
  });
  Object.assign(session.handlers, handlers(session));
  await session.open();
  session.reportLoaded();
  return session;
}

const placesOf = ({ places }: { places: readonly { file_path: string; line: number }[] }) =>
  places.map(({ file_path, line }) => `${file_path}:${line}`);

test("Calls in the body whose target the answer lacks come with outgoing calls", async () => {
  const session = await sessionWith((self) => ({
    "textDocument/prepareCallHierarchy": () => [
      { name: "run", kind: 12, uri: self.uri("src/run.ts"), range: line(1, 16, 19), selectionRange: line(1, 16, 19) },
    ],
    "callHierarchy/outgoingCalls": () => [
      {
        to: {
          name: "helper",
          kind: 12,
          uri: self.uri("src/log.ts"),
          range: line(1, 16, 22),
          selectionRange: line(1, 16, 22),
        },
        fromRanges: [line(3, 2, 8)],
      },
    ],
  }));
  const locate = { file_path: "src/run.ts", scope: { symbol_path: ["run"] } };
  const { result } = await session.request("locate/outgoingCalls", { locate, place: true });
  expect(result.result).toHaveLength(1);
  expect(result.unconfirmed.places).toEqual([{ file_path: "src/run.ts", line: 3, text: "logger.info('a');" }]);
  await session.close();
});

test("Outgoing calls that could not be searched for in time are said to be not searched", async () => {
  jest.spyOn(os, "loadavg").mockReturnValue([0, 0, 0]);
  const callsIn = jest.spyOn(Syntax.prototype, "callsIn").mockReturnValue(new Promise(() => {}));
  afterTest(() => callsIn.mockRestore());
  const session = await sessionWith((self) => ({
    "textDocument/prepareCallHierarchy": () => [
      { name: "run", kind: 12, uri: self.uri("src/run.ts"), range: line(1, 16, 19), selectionRange: line(1, 16, 19) },
    ],
    "callHierarchy/outgoingCalls": () => [],
  }));
  const locate = { file_path: "src/run.ts", scope: { symbol_path: ["run"] } };
  const { result } = await session.request("locate/outgoingCalls", { locate, place: true });
  expect(result.unconfirmed).toMatchObject({ count: 0, more: true, why: expect.stringContaining("within 3 s") });
  await session.close();
});

test("Types whose heads name the type are added to subtypes; type arguments and parameters are not", async () => {
  const session = await sessionWith((self) => ({
    "textDocument/prepareTypeHierarchy": () => [
      {
        name: "Shape",
        kind: 11,
        uri: self.uri("src/base.ts"),
        range: line(0, 17, 22),
        selectionRange: line(0, 17, 22),
      },
    ],
    "typeHierarchy/subtypes": () => [],
  }));
  const locate = { file_path: "src/base.ts", scope: { symbol_path: ["Shape"] } };
  const { result } = await session.request("locate/subtypes", { locate, place: true });
  expect(result.result).toMatchObject([
    { name: "Circle", kind: 5, uri: session.uri("src/circle.ts"), selectionRange: line(1, 13, 19) },
  ]);
  expect(placesOf({ places: result.completed })).toEqual(["src/circle.ts:2"]);
  expect(result.unconfirmed).toEqual({ count: 0, places: [] });
  await session.close();
});

test("Methods of the name in such types come with implementations of a method", async () => {
  const session = await sessionWith(() => ({ "textDocument/implementation": () => [] }));
  const locate = { file_path: "src/base.ts", scope: { symbol_path: ["Shape", "area"] } };
  const { result } = await session.request("locate/implementation", { locate, place: true });
  expect(placesOf(result.unconfirmed)).toEqual(["src/circle.ts:3"]);
  await session.close();
});

test("An implementation that the answer has is not left out, as a location or as a link", async () => {
  for (const make of [
    (uri: string) => ({ uri, range: line(1, 13, 19) }),
    (targetUri: string) => ({ targetUri, targetRange: line(1, 0, 19), targetSelectionRange: line(1, 13, 19) }),
  ]) {
    const session = await sessionWith((self) => ({
      "textDocument/implementation": () => [make(self.uri("src/circle.ts"))],
    }));
    const locate = { file_path: "src/base.ts", scope: { symbol_path: ["Shape"] } };
    const { result } = await session.request("locate/implementation", { locate, place: true });
    expect(result.unconfirmed).toEqual({ count: 0, places: [] });
    await session.close();
  }
});

test("A struct that embeds another one is no implementation of it", async () => {
  const session = pair({
    files: {
      "a.go": "package a\n\ntype Pump struct{}\n",
      "b.go": "package a\n\ntype Big struct {\n\tPump\n}\n",
    },
    command: ["gopls"],
    serverCapabilities: { implementationProvider: true },
    handlers: { "textDocument/documentSymbol": () => [], "textDocument/implementation": () => [] },
  });
  await session.open();
  const locate = { file_path: "a.go", scope: { symbol_path: ["Pump"] } };
  const { result } = await session.request("locate/implementation", { locate, place: true });
  expect(result.result).toEqual([]);
  expect(result.unconfirmed?.count ?? 0).toBe(0);
  await session.close();
});
