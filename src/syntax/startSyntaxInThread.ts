/** The parser in the calling thread, in the form of a worker: for a process that ends soon. */

import { handleMessages, type SyntaxWorkerPort } from "./worker/handleMessages.js";
import { startInProcess } from "./worker/threadInProcess.js";
import type { SyntaxThread } from "./workerConnection.js";
import type { SyntaxWorkerOptions } from "./workerMessages.js";

/** A parser that hangs can't be ended. */
export function startSyntaxInThread(options: SyntaxWorkerOptions): SyntaxThread {
  return startInProcess((port) => handleMessages(port as unknown as SyntaxWorkerPort, options));
}
