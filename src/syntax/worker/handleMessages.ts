/** The worker's end: handles messages in order, each completely before the next. */

import { errorMessage } from "../../error.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { MAX_WASM_BYTES } from "../grammars/grammars.js";
import { assertInstalled } from "../grammars/installedFiles.js";
import { setHeartbeat } from "../heartbeat.js";
import { ParseLimitError } from "../trees/parsedText.js";
import type {
  SyntaxAnswers,
  SyntaxRequest,
  SyntaxWorkerMessage,
  SyntaxWorkerOptions,
  SyntaxWorkerResponse,
} from "../workerMessages.js";
import { Engine } from "./engine.js";

/** One end of a channel between threads. */
export interface SyntaxWorkerPort {
  postMessage(message: SyntaxWorkerResponse): void;
  on(event: "message", listener: (message: SyntaxWorkerMessage) => void): unknown;
}

/** Handles the messages of a port for as long as it is open. */
export function handleMessages(
  port: SyntaxWorkerPort,
  { treeSitterWasm: wasm, shippedGrammars, heartbeat }: SyntaxWorkerOptions,
): void {
  assertInstalled([wasm]);
  const { bytes } = readWholeFileSync(wasm, { maxBytes: MAX_WASM_BYTES });
  setHeartbeat(heartbeat);
  const engine = new Engine(bytes, (name) => shippedGrammars[name]);
  let previous: Promise<void> = Promise.resolve();
  port.on("message", (message) => {
    previous = previous.then(async () => {
      switch (message.kind) {
        case "open":
          return engine.open(message.key, message.grammar, message.text);
        case "edit":
          return engine.edit(message.key, message.stretch, message.insert);
        case "close":
          return engine.close(message.key);
        case "request":
          return port.postMessage(await handleRequest(message, engine));
      }
    });
  });
}

async function handleRequest(
  { id, query, key, parameters }: SyntaxRequest,
  answers: SyntaxAnswers,
): Promise<SyntaxWorkerResponse> {
  try {
    const result: unknown = await Reflect.apply(answers[query], answers, [key, ...parameters]);
    return { id, result };
  } catch (error) {
    return { id, error: errorMessage(error), reason: failureReason(error) };
  }
}

function failureReason(error: unknown): "limit" | "fatal" | "refused" {
  if (error instanceof ParseLimitError) return "limit";
  // A WebAssembly error may have corrupted memory that other grammars use. It is recognised by
  // name, because it may come from another realm.
  return (error as Error | undefined)?.name === "RuntimeError" ? "fatal" : "refused";
}
