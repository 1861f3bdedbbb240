/**
 * Runs test files for jest, as plain modules in processes, without the VM contexts and the module
 * loader of jest's own runner, which take three quarters of its time.
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const worker = fileURLToPath(new URL("./runFile.mjs", import.meta.url));

/**
 * `options` of a project:
 * - `shareModules`: files run in the same processes, one after another. Otherwise each has its own.
 * - `extraProcesses`: how many processes to add to jest's `maxWorkers`.
 * - `execArgv`: options of Node for these processes.
 */
export default class ProcessRunner {
  #globalConfig;
  #options;

  constructor(globalConfig, _context, options) {
    this.#globalConfig = globalConfig;
    this.#options = options;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { maxWorkers } = this.#globalConfig;
    const waiting = [...tests];
    const runWaiting = async () => {
      let process;
      while (waiting.length > 0 && !watcher.isInterrupted()) {
        const test = waiting.shift();
        await onStart(test);
        process ??= this.#start();
        try {
          await onResult(test, await runFile(process, test, this.#globalConfig));
        } catch (error) {
          end(process);
          process = undefined;
          await onFailure(test, error);
        }
        if (process && !this.#options.shareModules) {
          end(process);
          process = undefined;
        }
      }
      if (process) end(process);
    };
    const count = maxWorkers === 1 ? 1 : maxWorkers + (this.#options.extraProcesses ?? 0);
    await Promise.all(Array.from({ length: Math.min(count, tests.length) }, runWaiting));
  }

  #start() {
    return fork(worker, {
      execArgv: this.#options.execArgv ?? [],
      // Errors and results hold more than JSON can.
      serialization: "advanced",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  }
}

/** Resolves with jest's result of the file. Rejects if it can't be loaded, or its process ends. */
async function runFile(process, { path, context }, { testNamePattern }) {
  const { rootDir, displayName, testMatch, testTimeout, fakeTimers, slowTestThreshold } = context.config;
  const settled = new AbortController();
  const ended = once(process, "exit", settled).then(([code, signal]) => {
    throw new Error(`The process of the test ended with ${signal ?? `exit code ${code}`}.`);
  });
  const answered = once(process, "message", settled);
  const config = { rootDir, displayName, testMatch, testTimeout, fakeTimers, slowTestThreshold };
  process.send({ path, testNamePattern, config });
  try {
    const [{ result, error }] = await Promise.race([answered, ended]);
    if (error) throw error;
    return result;
  } finally {
    ended.catch(() => {});
    answered.catch(() => {});
    settled.abort();
  }
}

/** The worker exits when it is disconnected; a test may have left a handle that keeps it alive. */
function end(process) {
  if (process.connected) process.disconnect();
}
