/** The records of a syntax index, printed page by page. */

import type { RequestClient } from "../../../src/cli/client/inProcessClient.js";
import { recordsCommand } from "../../../src/cli/methods/commandTable.js";
import { reportRecords } from "../../../src/cli/request/reportRecords.js";
import { detectTerminal } from "../../../src/cli/terminal.js";
import type { NodeRecord } from "../../../src/session/methods/nodes.js";

function recordOf(record: number): NodeRecord {
  const position = { line: record + 1, character: 1, offset: record };
  const node = { type: `t${record}`, depth: 0, start: position, end: position };
  const delta = { lines: 0, columns: 0, offset: 0 };
  const span = { lines: 0, columns: 1 };
  const lengths = { content_length: 1, syntactic_length: 1, descendants: 0 };
  return { ...node, record, delta, span, ...lengths, tree_sitter: node };
}

interface Report {
  /** The first record of each request, and each text that is printed, in their order. */
  readonly events: readonly (number | string)[];
  readonly printed: string;
}

/** Reports the records of a file that has `sizes[n]` records at the n-th request. */
async function report(limit: number, sizes: readonly number[], options: { readonly json?: boolean }): Promise<Report> {
  const events: (number | string)[] = [];
  let requestCount = 0;
  const client: RequestClient = {
    encoding: "utf-16",
    agreedEncoding: "utf-16",
    async request<Result>(_method: string, params?: unknown) {
      const { from, limit } = (params as { records: { from: number; limit: number } }).records;
      events.push(from);
      const count = sizes[Math.min(requestCount++, sizes.length - 1)] as number;
      const records = Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, at) =>
        recordOf(from + at),
      );
      return { records, count, difference: null } as Result;
    },
  };
  const answer = await recordsCommand.send([{ file_path: "a.py" }], { client, params: { limit } });
  if (answer.kind !== "records") throw new TypeError(`The answer is of kind ${answer.kind}.`);
  const code = await reportRecords(answer, options, {
    terminal: detectTerminal({}, {}),
    async print(text) {
      events.push(text);
    },
  });
  expect(code).toBe(0);
  const texts = events.filter((event) => typeof event === "string");
  return { events, printed: texts.join("\n") };
}

test("Each page of records is printed before the next one is requested", async () => {
  const { events } = await report(20_000, [12_000], {});
  expect(events.map((event) => (typeof event === "number" ? event : "page"))).toEqual([
    ...[0, "page", 5_000, "page", 10_000, "page"],
    "page",
  ]);
});

test("Pages of records have one header, and how many records there are at the end", async () => {
  const { printed } = await report(5_001, [12_000], {});
  const lines = printed.split("\n");
  expect(lines.length).toBe(1 + 5_001 + 2);
  expect(lines.filter((line) => line.startsWith("record "))).toHaveLength(1);
  expect(lines[5_001]).toMatch(/^5000 +t5000 /);
  expect(lines.slice(-2)).toEqual([
    "5001 of 12000 records; --limit=12000 shows all.",
    "All are where tree-sitter has them.",
  ]);
});

test.each([1, 5_000, 5_001])("With --json, %d records are printed as one object", async (limit) => {
  const { events, printed } = await report(limit, [12_000], { json: true });
  const records = Array.from({ length: limit }, (_, at) => recordOf(at));
  expect(printed === JSON.stringify({ records, count: 12_000, difference: null }, null, 2)).toBe(true);
  expect(events.filter((event) => typeof event === "number")).toHaveLength(Math.ceil(limit / 5_000));
});

test("A file that becomes shorter while its records are read ends them", async () => {
  const { printed } = await report(12_000, [12_000, 3_000], { json: true });
  expect(JSON.parse(printed).records).toHaveLength(5_000);
});
