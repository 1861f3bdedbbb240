/** Counts the results of test runs, and words the end of their report. */

/** How many files may pass only the second time before a run in CI fails: more are no chance. */
export const MAX_UNSTABLE_FILES = 2;
/** How many files run a second time: if more fail, it is not due to a busy machine. */
const MAX_FILES_AGAIN = 5;

/**
 * Counts the tests of each file in what jest has written as JSON. "0 failed" must hide no failure:
 * a file that failed without a failed test counts as one, and so does a run that failed without
 * either, such as by an error outside of any test. Skipped tests are their reasons, or titles.
 */
export function countResults({ testResults }, hasSucceeded, toRelative) {
  const files = new Map(
    testResults.map(({ name, status, message, assertionResults }) => {
      const titles = (wanted) => assertionResults.filter((result) => wanted.includes(result.status));
      const failed = titles(["failed"]).map(({ fullName }) => fullName);
      if (status === "failed" && failed.length === 0) failed.push(message.trim().split("\n")[0]);
      const skipped = titles(["pending", "todo"]).map(({ title }) => reasonOf(title));
      return [toRelative(name), { passed: titles(["passed"]).length, failed, skipped }];
    }),
  );
  const hasFailure = [...files.values()].some(({ failed }) => failed.length > 0);
  return { files, hasOtherFailure: !hasSucceeded && !hasFailure };
}

/** A run that has written no results. */
export const noResults = { files: new Map(), hasOtherFailure: true };

/** Returns the files to run a second time, because a busy machine may have made them fail. */
export function filesToRunAgain(results) {
  const failed = failedFiles(results);
  return failed.length <= MAX_FILES_AGAIN ? failed : [];
}

/** Returns the results with those of the second run, and the files that passed only then. */
export function combineRuns(first, second = { files: new Map(), hasOtherFailure: false }) {
  const files = new Map([...first.files, ...second.files]);
  const unstable = failedFiles(first).filter((file) => second.files.get(file)?.failed.length === 0);
  return {
    files,
    hasOtherFailure: first.hasOtherFailure || second.hasOtherFailure,
    unstable: unstable.map((file) => ({ file, failed: first.files.get(file).failed })),
  };
}

/**
 * Returns the last lines of the report, the very last one with the numbers alone, and the number of
 * failures. `failedSteps` are those besides the tests; each counts as one failure. `causes` are the
 * known causes of unstable files.
 */
export function reportRun({ files, hasOtherFailure, unstable }, failedSteps, causes) {
  const all = [...files.values()];
  const passed = all.reduce((sum, { passed }) => sum + passed, 0);
  const failures = all.flatMap(({ failed }) => failed).length + Number(hasOtherFailure) + failedSteps.length;
  const skipped = all.flatMap(({ skipped }) => skipped);
  const lines = [...new Set(skipped)].sort().map((reason) => {
    const { length } = skipped.filter((other) => other === reason);
    return `skipped: ${reason}${length > 1 ? ` (${length} tests)` : ""}`;
  });
  for (const step of failedSteps) lines.push(`failed: ${step}`);
  for (const { file, failed } of unstable)
    lines.push(`passed the second time: ${file}: ${failed.join("; ")} (${causes[file] ?? "cause unknown"})`);
  if (unstable.length > 0) lines.push(`${unstable.length} of the files passed only the second time`);
  lines.push(`${passed} passed, ${failures} failed, ${skipped.length} skipped`);
  return { lines, failures };
}

function failedFiles({ files }) {
  return [...files].filter(([, { failed }]) => failed.length > 0).map(([file]) => file);
}

/** A title ends with the reason: see test/jest.ts. */
function reasonOf(title) {
  return / \(skipped: (.*)\)$/.exec(title)?.[1] ?? title;
}
