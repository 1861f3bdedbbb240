/** The progress of a search: what is found so far, said to be partial. */

import type { RequestContext } from "../../../src/session/client/requestContext.js";
import { reportFoundSoFar } from "../../../src/session/methods/search/foundSoFar.js";
import type { SearchFilter } from "../../../src/session/methods/search/searchQuery.js";
import type { NameQuery } from "../../../src/workspace/workspaceIndex.js";
import { useFakeTimersFor } from "../../jest.js";

const everything: SearchFilter = { kinds: undefined, arity: undefined, usesServers: true };
const declaration = (path: string, line: number, kind = "function", container: readonly string[] = []) => ({
  ...{ name: "run", kind, container, line, character: 0, path: `/w/${path}`, languageId: "typescript" },
  arity: { least: 1, most: 1 },
});

/**
 * Runs a search that is over after some turns of 500 ms. The index has the declarations of each
 * turn in addition to those before. Returns the reports.
 */
async function reportsOf(
  turns: readonly (readonly object[])[],
  { path = ["run"], filter = everything, fails = false } = {},
): Promise<readonly object[]> {
  useFakeTimersFor("setTimeout", "clearTimeout");
  let turn = 0;
  const findByName = async ({ soFar }: NameQuery) => {
    expect(soFar).toBe(true);
    return { answer: turns.slice(0, ++turn).flat() };
  };
  const context = {
    backends: { all: () => [] },
    client: { roots: { folders: [{ uri: "file:///w", name: "w" }], others: [] } },
    index: { get: async () => ({ findByName }) },
  } as unknown as RequestContext;
  const reports: object[] = [];
  const search = {
    alternatives: [{ path, written: undefined }],
    filter,
    report: (value: object) => reports.push(value),
  };
  let settle = () => {};
  const work = new Promise<string>((resolve, reject) => {
    settle = () => (fails ? reject(new Error("not ready")) : resolve("all"));
  });
  const settled = reportFoundSoFar(work, search, context).catch((error: Error) => error.message);
  for (let count = 0; count < turns.length; count++) await jest.advanceTimersByTimeAsync(500);
  settle();
  expect(await settled).toBe(fails ? "not ready" : "all");
  await jest.advanceTimersByTimeAsync(5_000);
  expect(turn).toBe(turns.length);
  return reports;
}

test("Declarations are reported as they are found, the newest by their places", async () => {
  const many = [3, 4, 5, 6].map((line) => declaration("c.ts", line));
  const reports = await reportsOf([[], [declaration("b.ts", 1)], [], [declaration("a.ts", 2), ...many]]);
  expect(reports).toEqual([
    { kind: "begin", title: "Searching run", message: "partial: 1 so far, b.ts:2" },
    { kind: "report", message: "partial: 6 so far, a.ts:3, c.ts:4, c.ts:5" },
    { kind: "end" },
  ]);
});

test("A search that ends before anything is found reports nothing", async () => {
  expect(await reportsOf([])).toEqual([]);
  expect(await reportsOf([[], []])).toEqual([]);
});

test("The progress of a search that fails ends, too", async () => {
  const reports = await reportsOf([[declaration("a.ts", 0)]], { fails: true });
  expect(reports.at(-1)).toEqual({ kind: "end" });
});

test("Only what the search is for counts: its path, kinds and number of arguments", async () => {
  const found = [
    declaration("a.ts", 0, "function"),
    declaration("a.ts", 1, "method", ["Cart"]),
    declaration("a.ts", 2, "method", ["Shop"]),
  ];
  const placesOf = async (options: Parameters<typeof reportsOf>[1]) =>
    (await reportsOf([found], options)).flatMap((value) => ("message" in value ? [value.message] : []));
  expect(await placesOf({ path: ["Cart", "run"] })).toEqual(["partial: 1 so far, a.ts:2"]);
  expect(await placesOf({ filter: { ...everything, kinds: new Set(["function"]) } })).toEqual([
    "partial: 1 so far, a.ts:1",
  ]);
  expect(await placesOf({ filter: { ...everything, arity: 2 } })).toEqual([]);
});
