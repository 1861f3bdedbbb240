/** The index in the calling thread, in the form of a thread: for a process that ends soon. */

import { startInProcess } from "../../syntax/worker/threadInProcess.js";
import type { ThreadPort } from "../threadPort.js";
import type { FromIndex, IndexOptions, ToIndex } from "./indexMessages.js";
import { serveIndex } from "./serveIndex.js";
import type { IndexThread } from "./startIndex.js";
import { startParseThread } from "./startThreads.js";

/** Files are parsed in threads. An index that the file system holds up can't be ended. */
export function startIndexInProcess(options: IndexOptions): IndexThread {
  return startInProcess((port) =>
    serveIndex(port as unknown as ThreadPort<FromIndex, ToIndex>, options, startParseThread),
  );
}
