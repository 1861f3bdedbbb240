/** The globals of test files: those of jest that work without its module loader. */

import { jestExpect as expect } from "@jest/expect";
import { ModernFakeTimers } from "@jest/fake-timers";
import * as circus from "jest-circus";
import { bind } from "jest-each";
import { ModuleMocker } from "jest-mock";

const TIMEOUT = Symbol.for("TEST_TIMEOUT_SYMBOL");
const mocker = new ModuleMocker(globalThis);
let timers;

/** Defines the globals for the next file. */
export function defineGlobals(config) {
  timers = new ModernFakeTimers({ config, global: globalThis });
  globalThis[TIMEOUT] = undefined;
  const { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } = circus;
  Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test });
}

/** Undoes what a test has replaced. */
export function restoreGlobals() {
  timers.useRealTimers();
  mocker.restoreAllMocks();
}

const jest = {
  setTimeout(timeoutMs) {
    globalThis[TIMEOUT] = timeoutMs;
    return jest;
  },
  mocked: (value) => value,
};
for (const name of ["fn", "spyOn", "replaceProperty"]) jest[name] = mocker[name].bind(mocker);
for (const name of ["clearAllMocks", "resetAllMocks", "restoreAllMocks"]) {
  jest[name] = () => {
    mocker[name]();
    return jest;
  };
}
for (const name of ["useFakeTimers", "useRealTimers", "setSystemTime", "clearAllTimers"]) {
  jest[name] = (...args) => {
    timers[name](...args);
    return jest;
  };
}
for (const kind of ["ByTime", "ToNextTimer"]) forwardToTimers(`advanceTimers${kind}`, `advanceTimers${kind}Async`);
forwardToTimers("getTimerCount", "now", "runAllTicks");
for (const kind of ["runAllTimers", "runOnlyPendingTimers"]) forwardToTimers(kind, `${kind}Async`);

function forwardToTimers(...names) {
  for (const name of names) jest[name] = (...args) => timers[name](...args);
}

/**
 * Rows may be shorter than the parameters of their test. Without `false`, jest-each would pass a
 * callback for the first missing value, and wait for its call.
 */
for (const define of [circus.test, circus.test.only, circus.test.skip]) define.each = bind(define, false);
