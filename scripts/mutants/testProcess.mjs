/** A process that runs test files with mutated sources. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import config from "../../jest.config.mjs";
import { root } from "../../test/runner/compiledPath.mjs";

const [unit] = config.projects;
const [, { execArgv }] = unit.runner;
const { testTimeout, fakeTimers } = unit;
const preload = new URL("preload.mjs", import.meta.url).href;
const runner = join(root, "test/runner/runFile.mjs");

export class TestProcess {
  #child;

  /** `sources` is the path of the mutated sources; `mutant` the id to switch on, or undefined. */
  constructor(sources, mutant) {
    this.#child = fork(runner, {
      execArgv: [...execArgv, "--max-old-space-size=2048", "--import", preload],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: { ...process.env, MUTATED_SOURCES: sources, ...(mutant !== undefined && { MUTANT: String(mutant) }) },
    });
  }

  /**
   * Runs a test file. `outcome` is "passed", "failed", "ended" if the process has ended, or
   * "timeout"; after the last two it must be closed.
   */
  async run(file, timeoutMs) {
    const start = performance.now();
    const aborted = new AbortController();
    const { signal } = aborted;
    const timer = setTimeout(() => aborted.abort(), timeoutMs);
    const path = join(root, file);
    const settings = {
      rootDir: root,
      displayName: { name: "unit", color: "white" },
      testMatch: [],
      testTimeout,
      fakeTimers,
    };
    try {
      const answered = once(this.#child, "message", { signal });
      const ended = once(this.#child, "exit", { signal });
      ended.catch(() => {});
      this.#child.send({ path, testNamePattern: undefined, config: settings });
      const [answer] = await Promise.race([answered, ended.then(() => [undefined])]);
      const durationMs = performance.now() - start;
      if (typeof answer !== "object" || answer === null) return { outcome: "ended", durationMs, reached: [] };
      const { result, error, reached } = answer;
      const isPassed = error === undefined && result.numFailingTests === 0 && result.testExecError === undefined;
      const failure = error?.message ?? result?.testResults.find(({ status }) => status === "failed")?.fullName;
      return { outcome: isPassed ? "passed" : "failed", failure, durationMs, reached };
    } catch (error) {
      if (error.name !== "AbortError") throw error;
      return { outcome: "timeout", durationMs: timeoutMs, reached: [] };
    } finally {
      clearTimeout(timer);
      aborted.abort();
    }
  }

  close() {
    this.#child.removeAllListeners("error");
    this.#child.on("error", () => {});
    this.#child.kill("SIGKILL");
  }
}
