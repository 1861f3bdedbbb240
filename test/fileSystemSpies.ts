/** Spies on functions of node:fs. */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterTest } from "./jest.js";

/** Spies on a function, also for modules that import it by name, until the end of the test. */
export function spyOnFileSystem(name: "openSync" | "opendirSync" | "readdirSync" | "watch") {
  const spy = jest.spyOn(fs, name);
  syncBuiltinESMExports();
  afterTest(restoreFileSystem);
  return spy;
}

/** Removes the spies before the end of the test. */
export function restoreFileSystem(): void {
  jest.restoreAllMocks();
  syncBuiltinESMExports();
}
