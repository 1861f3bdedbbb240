/** `lsp-locate daemon …`: the shared sessions of this user. */

import { UsageError } from "../options.js";
import type { CommandCall } from "./commandCall.js";

/** Resolves with the exit code. Throws UsageError. */
export async function run({ words, options }: CommandCall): Promise<number> {
  const [action, key, extraWord] = words;
  if (action === "serve" && key !== undefined && extraWord === undefined) {
    const { serveDaemon } = await import("../serve/serveDaemon.js");
    return serveDaemon(key, options);
  }
  throw new UsageError("daemon takes one of: status, stop, restart, log.");
}
