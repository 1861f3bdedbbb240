/** Starts the workspace index of a session, with a cache in the user's cache folder. */

import type { Servers } from "../../backend/config/servers.js";
import { homeFolder } from "../../backend/config/userFolder.js";
import type { Logger } from "../../error.js";
import type { WorkspaceIndex } from "../../workspace/workspaceIndex.js";
import { VERSION } from "./program.js";
import { createGrammars, engineFile } from "./syntaxLoader.js";

/**
 * Returns a function that loads the index and starts it for these folders (absolute paths). For a
 * session that ends soon, it runs in this thread and watches nothing.
 */
export function createIndexLoader(
  servers: Servers,
  log: Logger,
  { endsSoon = false } = {},
): (folders: readonly string[]) => Promise<WorkspaceIndex> {
  return async (roots) => {
    const [{ startIndex }, startThread, { indexedGrammars }, { cachePathOf }] = await Promise.all([
      import("../../workspace/thread/startIndex.js"),
      endsSoon
        ? import("../../workspace/thread/startIndexInProcess.js").then((module) => module.startIndexInProcess)
        : import("../../workspace/thread/startThreads.js").then((module) => module.startIndexThread),
      import("../../workspace/parse/indexedGrammars.js"),
      import("../../workspace/cache/cacheFolder.js"),
    ]);
    const file = cachePathOf(roots.join("\0"), homeFolder());
    return startIndex({
      roots,
      languages: {
        byFilename: servers.byFilename,
        byExtension: servers.byExtension,
        readsNotebooks: servers.readsNotebooks === true,
      },
      grammars: indexedGrammars(createGrammars(servers)),
      treeSitterWasm: engineFile,
      ...(file && { cache: { file, version: VERSION } }),
      isWatching: !endsSoon,
      startThread,
      log,
    });
  };
}
