/**
 * A process that runs test files with jest-circus. Each message names a file; the answer is jest's
 * result of it.
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { jestExpect as expect } from "@jest/expect";
import { createEmptyTestResult } from "@jest/test-result";
import * as circus from "jest-circus";
import { formatExecError, formatResultsErrors } from "jest-message-util";
import { compiledPath, root } from "./compiledPath.mjs";
import { defineGlobals, restoreGlobals } from "./globals.mjs";

const { exit } = process;

// Otherwise V8 spends seconds on optimising lexers that the tests run once.
setFlagsFromString("--wasm-tiering-budget=100000000");
process.setSourceMapsEnabled(true);
process.exit = (code) => {
  throw new Error(`A test called process.exit(${code ?? ""}).`);
};
process.on("disconnect", () => exit());
process.on("uncaughtException", addError);
process.on("unhandledRejection", addError);
circus.addEventHandler(handleEvent);

/** Shared with the tests. */
const { endTest, Skip } = await importCompiled("test/jest.ts");
const { foldersRemoved } = await importCompiled("test/removeFolder.ts");

// Messages that came before are delivered now.
process.on("message", async (request) => {
  try {
    process.send({ result: await runFile(request) });
  } catch (error) {
    process.send({ error: { message: error?.message ?? String(error), stack: withoutRunner(error?.stack ?? "") } });
  }
});

async function runFile({ path, testNamePattern, config }) {
  defineGlobals(config);
  circus.resetState();
  const state = circus.getState();
  state.testTimeout = config.testTimeout;
  state.testNamePattern = testNamePattern ? new RegExp(testNamePattern, "i") : null;
  expect.setState({ testPath: path });
  const start = Date.now();
  await import(pathToFileURL(compiledPath(path)));
  const result = await circus.run();
  await foldersRemoved();
  return toTestResult(result, { path, config, start });
}

/** Adds to jest-circus what jest's own runner does at the events of a test. */
async function handleEvent({ name, test }) {
  if (name === "test_start") {
    const currentTestName = namesOf(test).join(" ");
    expect.setState({ currentTestName, assertionCalls: 0, expectedAssertionsNumber: null, suppressedErrors: [] });
  }
  if (name !== "test_done") return;
  test.numPassingAsserts = expect.getState().assertionCalls;
  restoreGlobals();
  await endTest().catch((error) => test.errors.push(error));
  test.errors.push(...expect.getState().suppressedErrors);
  test.errors.push(...expect.extractExpectedAssertionsErrors().map(({ error }) => error));
  const [skip] = test.errors.flat();
  if (!(skip instanceof Skip)) return;
  test.errors = [];
  test.status = "skip";
  test.name += ` (skipped: ${skip.message})`;
}

/** An error outside of any call that a test waits for: it fails the test, or else the file. */
function addError(error) {
  const { currentlyRunningTest, unhandledErrors } = circus.getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push(error);
}

function toTestResult({ testResults, unhandledErrors }, { path, config, start }) {
  const options = { noStackTrace: false };
  const results = testResults.map((result) => {
    const { duration, errors, invocations, numPassingAsserts, testPath } = result;
    const names = testPath.slice(1);
    return {
      ancestorTitles: names.slice(0, -1),
      duration,
      failureDetails: [],
      failureMessages: errors.map(withoutRunner),
      fullName: names.join(" "),
      invocations,
      location: null,
      numPassingAsserts,
      status: result.status === "done" ? (errors.length > 0 ? "failed" : "passed") : statuses[result.status],
      title: names.at(-1),
    };
  });
  const count = (status) => results.filter((result) => result.status === status).length;
  const messages = [
    formatResultsErrors(results, config, options, path),
    ...unhandledErrors.map((error) => formatExecError(withoutRunner(error), config, options, path)),
  ];
  const end = Date.now();
  const runtime = end - start;
  const slow = runtime > config.slowTestThreshold * 1000;
  const empty = createEmptyTestResult();
  return {
    ...empty,
    displayName: config.displayName,
    failureMessage: messages.filter(Boolean).join("\n\n") || null,
    numFailingTests: count("failed"),
    numPassingTests: count("passed"),
    numPendingTests: count("pending"),
    numTodoTests: count("todo"),
    perfStats: { ...empty.perfStats, start, end, runtime, slow },
    ...(unhandledErrors.length > 0 && { testExecError: { message: "", stack: unhandledErrors.join("\n") } }),
    testFilePath: path,
    testResults: results,
  };
}

/** Removes the runner's lines from a stack trace, and the names of functions that have none. */
function withoutRunner(stack) {
  return stack.replace(/^ +at .*\/test\/runner\/\w+\.mjs:.*\n?/gm, "").replace(/ at <anonymous> \((.*)\)$/gm, " at $1");
}

const statuses = { skip: "pending", todo: "todo" };

/** Returns the names of a test and of the blocks around it, without the file's own block. */
function namesOf({ name, parent }) {
  return parent === undefined ? [] : [...namesOf(parent), name];
}

function importCompiled(source) {
  return import(pathToFileURL(compiledPath(join(root, source))));
}
