/** Set-up of all test files. Undoes after each test what it replaced: unit tests share modules. */

import { setFlagsFromString } from "node:v8";
import { foldersRemoved } from "./removeFolder.js";

// Otherwise V8 spends seconds on optimising lexers that the tests run once.
setFlagsFromString("--wasm-tiering-budget=100000000");

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

afterAll(foldersRemoved);
