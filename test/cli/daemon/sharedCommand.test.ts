/** Which commands a shared session answers, and which backends it ends. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSharedCommand } from "../../../src/cli/daemon/answerShared.js";
import { chooseUnneeded, readGroupMemory } from "../../../src/cli/daemon/backendLimits.js";
import { withoutMarks } from "../../../src/routing/requests/itemOrigins.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();
writeFileSync(join(folder, "a.py"), "");
writeFileSync(join(folder, "b:c.py"), "");

test.each([
  [["hover", "a.py:f"], "a.py"],
  [["hover", "a.py"], "a.py"],
  [["hover", "a.py:f@x:y@z"], "a.py"],
  [["hover", "b:c.py@x"], "b:c.py"],
  [["hover", '{"file_path":"a.py","find":"x"}'], "a.py"],
  [["hover", "nothere.py:f"], undefined],
  [["search", "a.py"], undefined],
  [["edit", "a.py:f", "--replace=-"], "a.py"],
  [["edit", '--edits=[{"locate":"a.py:f","operation":"delete"}]'], "a.py"],
  [["diagnostic", "--changed"], "."],
])("A session answers %j, which names %s", (argv, file) => {
  const command = readSharedCommand(argv, folder);
  expect(command).toMatchObject({ root: undefined });
  expect(command?.file).toBe(file && join(folder, file));
});

test.each([
  [["hover", "a.py", "--", "pyright-langserver", "--stdio"]],
  [["hover", "a.py", "--language=python"]],
  [["hover", "a.py", "--timeout=31"]],
  [["hover", "a.py", "--log=x"]],
  [["hover", "--help"]],
  [["hover"]],
  [["track", "a.py:f"]],
  [["doctor", "python"]],
])("A session does not answer %j", (argv) => {
  expect(readSharedCommand(argv, folder)).toBeUndefined();
});

const MINUTE_MS = 60_000;

test("A backend ends after ten minutes without a request, unless it may be needed now", () => {
  const uses = [
    { backend: "used", idleMs: 9 * MINUTE_MS, isBusy: false, bytes: 1 },
    { backend: "idle", idleMs: 11 * MINUTE_MS, isBusy: false, bytes: 1 },
    { backend: "busy", idleMs: 12 * MINUTE_MS, isBusy: true, bytes: 1 },
  ];
  expect(chooseUnneeded(uses, { bytes: 1, maxBytes: 100 })).toEqual(["idle"]);
});

test("Of more than eight backends the ones that were not used for the longest time end", () => {
  const uses = Array.from({ length: 10 }, (_, at) => ({
    backend: at,
    idleMs: at,
    isBusy: at === 9,
    bytes: undefined,
  }));
  expect(chooseUnneeded(uses, { bytes: 1, maxBytes: 100 })).toEqual([8, 7]);
});

test("Backends end until the session takes no more memory than it may", () => {
  const uses = [30, 20, 10].map((bytes, at) => ({ backend: at, idleMs: at, isBusy: false, bytes }));
  expect(chooseUnneeded(uses, { bytes: 40, maxBytes: 70 })).toEqual([2, 1]);
  expect(chooseUnneeded(uses, { bytes: 40, maxBytes: 100 })).toEqual([]);
});

test("The memory of a process group is that of its processes", () => {
  expect(readGroupMemory("  12   100\n  12 50\n 7 1\n\n")).toEqual(
    new Map([
      [12, 150 * 1024],
      [7, 1024],
    ]),
  );
});

test("Items lose the marks of their backends", () => {
  const items = [
    { label: "a", data: { "lsp-locate": "x#2", data: { id: 1 } } },
    { label: "b", data: { "lsp-locate": "x#2" } },
    { label: "c", data: { "lsp-locate-within": "x#2", id: 3 } },
    { label: "d", data: { "lsp-locate": "its own", id: 4 } },
  ];
  expect(withoutMarks({ items })).toEqual({
    items: [
      { label: "a", data: { id: 1 } },
      { label: "b" },
      { label: "c", data: { id: 3 } },
      { label: "d", data: { "lsp-locate": "its own", id: 4 } },
    ],
  });
  const unmarked = { items: [{ label: "a", data: { id: 1 } }, null] };
  expect(withoutMarks(unmarked)).toBe(unmarked);
});
