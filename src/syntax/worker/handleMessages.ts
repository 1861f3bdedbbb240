/** The worker's end: handles messages in order, each completely before the next. */

import { errorMessage } from "../../error.js";
import { readWholeFileSync } from "../../files/readFileSync.js";
import { MAX_WASM_BYTES } from "../grammars/grammars.js";
import { assertInstalled } from "../grammars/installedFiles.js";
import { setHeartbeat } from "../heartbeat.js";
import type {
  SyntaxRequest,
  SyntaxRequestKind,
  SyntaxRequests,
  SyntaxWorkerMessage,
  SyntaxWorkerOptions,
  SyntaxWorkerResponse,
} from "../messages.js";
import { ParseLimitError } from "../trees/parsedText.js";
import { Engine } from "./engine.js";

/** One end of a channel between threads. */
export interface SyntaxWorkerPort {
  postMessage(message: SyntaxWorkerResponse): void;
  on(event: "message", listener: (message: SyntaxWorkerMessage) => void): unknown;
}

type RequestHandlers = {
  readonly [Kind in SyntaxRequestKind]: (
    params: SyntaxRequests[Kind]["params"],
  ) => Promise<SyntaxRequests[Kind]["result"]>;
};

/** Handles the messages of a port for as long as it is open. */
export function handleMessages(
  port: SyntaxWorkerPort,
  { treeSitterWasm: wasm, shippedGrammars, heartbeat }: SyntaxWorkerOptions,
): void {
  assertInstalled([wasm]);
  const { bytes } = readWholeFileSync(wasm, { maxBytes: MAX_WASM_BYTES });
  setHeartbeat(heartbeat);
  const engine = new Engine(bytes, (name) => shippedGrammars[name]);
  const handlers: RequestHandlers = {
    outline: ({ key }) => engine.outline(key),
    codeOutline: ({ key }) => engine.codeOutline(key),
    coveringNodes: ({ key, stretches, options }) => engine.coveringNodes(key, stretches, options),
    findSibling: ({ key, node, type, distance }) => engine.findSibling(key, node, type, distance),
    nameAt: ({ key, offset }) => engine.nameAt(key, offset),
    visibleNamesAt: ({ key, offset, ofSelf }) => engine.visibleNamesAt(key, offset, ofSelf),
    usesOf: ({ key, word, max, withSubtypes }) => engine.usesOf(key, word, max, withSubtypes),
    callsIn: ({ key, stretch, max }) => engine.callsIn(key, stretch, max),
    namesInHead: ({ key, offset }) => engine.namesInHead(key, offset),
    valueAt: ({ key, offset }) => engine.valueAt(key, offset),
    declaredAt: ({ key, stretch }) => engine.declaredAt(key, stretch),
    moduleFacts: ({ key }) => engine.moduleFacts(key),
    folds: ({ key }) => engine.folds(key),
    enclosingStretches: ({ key, offsets }) => engine.enclosingStretches(key, offsets),
    records: ({ key, from, count }) => engine.records(key, from, count),
    syntaxErrors: ({ key }) => engine.syntaxErrors(key),
    syntaxErrorsAfterEdit: ({ key, stretch, insert }) => engine.syntaxErrorsAfterEdit(key, stretch, insert),
    lineKindsAfterEdit: ({ key, stretch, insert }) => engine.lineKindsAfterEdit(key, stretch, insert),
    factsAt: ({ key, stretch }) => engine.factsAt(key, stretch),
    listAfterEdit: ({ key, stretch, insert, elements }) => engine.listAfterEdit(key, stretch, insert, elements),
  };
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
          return port.postMessage(await handleRequest(message, handlers));
      }
    });
  });
}

async function handleRequest(
  { id, method, params }: SyntaxRequest,
  handlers: RequestHandlers,
): Promise<SyntaxWorkerResponse> {
  try {
    const handle = handlers[method] as (params: unknown) => Promise<unknown>;
    return { id, result: await handle(params) };
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
