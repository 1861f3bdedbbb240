/** Spies on functions of node:fs. */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Spies on a function, also for modules that import it by name, until the end of the test. */
export function spyOnFileSystem(name: "openSync" | "opendirSync" | "readdirSync" | "watch") {
  const spy = vi.spyOn(fs, name);
  syncBuiltinESMExports();
  onTestFinished(restoreFileSystem);
  return spy;
}

/** Removes the spies before the end of the test. */
export function restoreFileSystem(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}
