/** Syntax without a thread: the same messages, through a channel in this one. */

import { MessageChannel } from "node:worker_threads";
import type { OwnGrammar } from "../../src/syntax/grammars/grammars.js";
import type { EngineOptions } from "../../src/syntax/messages.js";
import { Syntax, type Thread } from "../../src/syntax/syntax.js";
import { answerOn, type Port } from "../../src/syntax/worker/handleMessages.js";
import { engineWasm, PackagedGrammars } from "./packagedGrammars.js";

export function channel(options: EngineOptions): Thread {
  const { port1, port2 } = new MessageChannel();
  answerOn(port2 as unknown as Port, options);
  port1.unref();
  port2.unref();
  const on = (event: "message" | "error", listener: (value: never) => void) => {
    if (event === "message") port1.on("message", listener as (message: unknown) => void);
    // A listener alone would keep the process waiting.
    port1.unref();
  };
  return { postMessage: (message) => port1.postMessage(message), on, terminate: () => port1.close() };
}

/** Syntax of the shipped grammars and a user's own. */
export function syntaxHere(own?: ReadonlyMap<string, OwnGrammar>): Syntax {
  return new Syntax({
    grammars: new PackagedGrammars(own),
    engine: engineWasm,
    start: channel,
    log: () => {},
  });
}
