/** Starts the workspace index of a session: in threads, with a cache in the user's cache folder. */

import { homeFolder } from "../../backend/config/homeFolder.js";
import type { Servers } from "../../backend/config/servers.js";
import type { Logger } from "../../error.js";
import type { WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import { createGrammars, engineFile } from "./syntaxLoader.js";
import { VERSION } from "./version.js";

/** Returns a function that loads the index and starts it for these folders (absolute paths). */
export function createIndexLoader(
  servers: Servers,
  log: Logger,
  { isWatching = true } = {},
): (folders: readonly string[]) => Promise<WorkspaceIndex> {
  return async (roots) => {
    const [{ startIndex }, { startIndexThread }, { indexedGrammars }, { cachePathOf }] = await Promise.all([
      import("../../workspace/thread/startIndex.js"),
      import("../../workspace/thread/startThreads.js"),
      import("../../workspace/parse/indexedGrammars.js"),
      import("../../workspace/cache/cachePath.js"),
    ]);
    const file = cachePathOf(roots.join("\0"), homeFolder());
    return startIndex({
      roots,
      languages: { byFilename: [...servers.byFilename], byExtension: [...servers.byExtension] },
      grammars: indexedGrammars(createGrammars(servers)),
      treeSitterWasm: engineFile,
      ...(file && { cache: { file, version: VERSION } }),
      isWatching,
      startThread: startIndexThread,
      log,
    });
  };
}
