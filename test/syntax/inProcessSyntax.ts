/** A Syntax without a thread: the same messages through a channel in this thread. */

import { MessageChannel } from "node:worker_threads";
import type { UserGrammar } from "../../src/syntax/grammars/grammars.js";
import type { SyntaxWorkerOptions } from "../../src/syntax/messages.js";
import { Syntax } from "../../src/syntax/syntax.js";
import { handleMessages, type SyntaxWorkerPort } from "../../src/syntax/worker/handleMessages.js";
import type { SyntaxThread } from "../../src/syntax/workerConnection.js";
import { engineWasm, PackagedGrammars } from "./packagedGrammars.js";

export function startInProcess(options: SyntaxWorkerOptions): SyntaxThread {
  const { port1, port2 } = new MessageChannel();
  handleMessages(port2 as unknown as SyntaxWorkerPort, options);
  port1.unref();
  port2.unref();
  const on = (event: "message" | "error", listener: (value: never) => void) => {
    if (event === "message") port1.on("message", listener as (message: unknown) => void);
    // A listener alone would keep the process alive.
    port1.unref();
  };
  return { postMessage: (message) => port1.postMessage(message), on, terminate: () => port1.close() };
}

/** Creates a Syntax of the shipped grammars and a user's own. */
export function createInProcessSyntax(own?: ReadonlyMap<string, UserGrammar>): Syntax {
  return new Syntax({
    grammars: new PackagedGrammars(own),
    treeSitterWasm: engineWasm,
    startWorker: startInProcess,
    log: () => {},
  });
}
