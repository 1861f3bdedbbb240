/** The global index for a session of this command: in threads of their own, kept in the user's cache between sessions. */

import type { Servers } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import type { WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import { createGrammars, engineFile } from "./syntaxLoader.js";
import { VERSION } from "./version.js";

/** Loads what indexes when it is called; then starts an index of these folders, absolute paths. */
export function createIndexLoader(
  servers: Servers,
  log: Logger,
): (folders: readonly string[]) => Promise<WorkspaceIndex> {
  return async (roots) => {
    const [{ startIndex }, { startIndexThread }, { indexedGrammars }, { cachePathOf }] = await Promise.all([
      import("../../workspace/thread/startIndex.js"),
      import("../../workspace/thread/startThreads.js"),
      import("../../workspace/parse/indexedGrammars.js"),
      import("../../workspace/cache/cachePath.js"),
    ]);
    return startIndex({
      roots,
      languages: { byFilename: [...servers.byFilename], byExtension: [...servers.byExtension] },
      grammars: indexedGrammars(createGrammars(servers)),
      engine: engineFile,
      cache: { file: cachePathOf(roots.join("\0")), version: VERSION },
      startThread: startIndexThread,
      log,
    });
  };
}
