/** The limits of what is logged about a workspace. */

import { ProblemLog } from "../../../src/workspace/thread/indexReports.js";

function createLog() {
  const lines: string[] = [];
  return { lines, log: new ProblemLog((line) => lines.push(line)) };
}

test("Each line is logged once, and of the files of one reason three", () => {
  const { lines, log } = createLog();
  for (const line of ["one", "two", "one"]) log.log(line);
  for (let n = 0; n < 9; n++) log.logFile(`/a${n}`, "broken grammar");
  log.logFile("/b", "too long");
  const files = [0, 1, 2].map((n) => `/a${n} is not indexed: broken grammar`);
  expect(lines).toEqual(["one", "two", ...files, "/b is not indexed: too long"]);
});

test("After 200 lines the log says that there are more, and ends", () => {
  const { lines, log } = createLog();
  for (let n = 0; n < 400; n++) log.logFile(`/a${n}`, `reason ${n}`);
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toBe("Too many problems in this workspace: further ones are not logged.");
});
