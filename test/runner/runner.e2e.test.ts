/** Tests of the runner: any kind of failure is reported, names its line, and ends with its test. */

import { join } from "node:path";

interface Result {
  readonly testResults: readonly { readonly title: string; readonly status: string }[];
  readonly failureMessage: string | null;
}

const { default: Runner } = await import(new URL("runner.mjs", import.meta.url).href);

/** Runs samples one after another, in one process if none ends it. */
async function run(...names: readonly string[]): Promise<readonly (Result | Error)[]> {
  const results: (Result | Error)[] = [];
  const context = { config: { rootDir: import.meta.dirname, testMatch: [], testTimeout: 60_000, fakeTimers: {} } };
  const tests = names.map((name) => ({ path: join(import.meta.dirname, "samples", `${name}.ts`), context }));
  const add = (_test: unknown, result: Result | Error) => results.push(result);
  const runner = new Runner({ maxWorkers: 1 }, {}, { shareModules: true });
  await runner.runTests(tests, { isInterrupted: () => false }, () => {}, add, add);
  return results;
}

test("Each test has its outcome, and a failure its reason and its line in the source", async () => {
  const [result] = (await run("outcomes")) as readonly Result[];
  expect(result?.testResults.map(({ title, status }) => `${status}: ${title}`)).toEqual([
    "passed: passes",
    "failed: fails",
    "failed: hangs",
    "failed: has an error that nothing waits for",
    "failed: exits",
    "passed: cleans up",
    "passed: is cleaned up",
    "failed: fails to clean up",
    "pending: finds out that it can't run (skipped: no server)",
    "pending: can't run (skipped: no Linux)",
    "pending: can't run with a (skipped: no Windows)",
    "pending: can't run with b (skipped: no Windows)",
    "passed: has rows of 1 values",
    "passed: has rows of 1 values",
  ]);
  const message = result?.failureMessage ?? "";
  for (const reason of ["Exceeded timeout of 50 ms", "from a timer", "process.exit(3)", "from the clean-up"])
    expect(message).toContain(reason);
  for (const line of [15, 18, 22, 27, 46]) expect(message).toMatch(new RegExp(`samples/outcomes\\.ts:${line}:`));
});

test("After a file that can't be loaded, and one whose process ends, the next one runs", async () => {
  const [broken, killed, outcomes] = await run("broken", "killed", "outcomes");
  expect(broken).toMatchObject({ message: "while it is loaded", stack: expect.stringMatching(/broken\.ts:3:/) });
  expect(killed).toEqual(new Error("The process of the test ended with SIGKILL."));
  if (outcomes instanceof Error) throw outcomes;
  expect(outcomes?.testResults).toHaveLength(14);
});
