/** Progress of a rename, in fake time. */

import { startRenameProgress } from "../../../../src/session/completeness/rename/renameProgress.js";
import { useFakeTimersFor } from "../../../jest.js";

beforeEach(() => useFakeTimersFor("setTimeout", "clearTimeout"));

test("A rename that takes two seconds says what it does, and what it does next", () => {
  const values: object[] = [];
  const progress = startRenameProgress("sum", (value) => values.push(value));
  progress.note("searching");
  jest.advanceTimersByTime(1_999);
  expect(values).toEqual([]);
  jest.advanceTimersByTime(1);
  progress.note("checking");
  progress.note("checking");
  progress.end();
  expect(values).toEqual([
    { kind: "begin", title: "Renaming to sum", message: "searching" },
    { kind: "report", message: "checking" },
    { kind: "end" },
  ]);
});

test("A rename that ends sooner reports nothing", () => {
  const values: object[] = [];
  const progress = startRenameProgress("sum", (value) => values.push(value));
  progress.note("searching");
  progress.end();
  jest.advanceTimersByTime(5_000);
  expect(values).toEqual([]);
});
