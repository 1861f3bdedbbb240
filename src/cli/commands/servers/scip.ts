/** `lsp-locate scip`: a language server over SCIP indexes on stdio. */

import { resolve } from "node:path";
import { homeFolder } from "../../../backend/config/userFolder.js";
import { serveScip } from "../../../scip/server.js";
import { cacheFolder } from "../../../workspace/cache/cacheFolder.js";
import { UsageError } from "../../options.js";
import { openOwnSession } from "../../serve/embeddedSession.js";
import type { CommandCall } from "../commandCall.js";
import { serveStdio } from "./embedded.js";

/** Runs until the client sends `exit`, closes the streams or ends; resolves with the exit code. */
export async function run({ options, words }: CommandCall): Promise<number> {
  if (words.length === 0) throw new UsageError("scip needs an index: lsp-locate scip <index.scip>.");
  const own = {
    indexPaths: [...new Set(words.map((word) => resolve(word)))],
    commit: options.commit,
    cacheFolder: cacheFolder(homeFolder()),
  };
  return serveStdio(options, async (session) =>
    openOwnSession(session, (streams) => serveScip({ ...streams, ...own })),
  );
}
