/** V8's optimisation of WebAssembly, which is controlled by a flag of the whole process. */

import { cachedDataVersionTag, setFlagsFromString } from "node:v8";

/** V8's own values, in Node 20 and in later versions. */
const DEFAULT_BUDGETS = [1_800_000, 13_000_000];
const UNREACHED_BUDGET = 2_000_000_000;

/**
 * Keeps V8 from optimising grammars, whose huge functions would take it seconds and delay the exit.
 * Unoptimised, they are hardly slower.
 */
export function disableWasmTiering(): void {
  setBudget(UNREACHED_BUDGET);
}

/**
 * Runs with V8's own value of the flag, and returns the result. `tag` is what
 * `cachedDataVersionTag` has returned at the start of the process, by which that value is
 * recognised. Does not run if it is unknown.
 */
export function withDefaultWasmTiering<Result>(tag: number, run: () => Result): Result | undefined {
  if (cachedDataVersionTag() === tag) return run();
  const isDefault = (budget: number) => {
    setBudget(budget);
    return cachedDataVersionTag() === tag;
  };
  try {
    return DEFAULT_BUDGETS.some(isDefault) ? run() : undefined;
  } finally {
    disableWasmTiering();
  }
}

function setBudget(budget: number): void {
  setFlagsFromString(`--wasm-tiering-budget=${budget}`);
}
