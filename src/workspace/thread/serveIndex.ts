/** The index's side of the conversation: messages in their order, questions answered whenever their answer is known. */

import { errorMessage, type Logger } from "../../error.js";
import type { ParseWorkerOptions } from "../parse/parseJobs.js";
import type { ParseThread } from "../parse/workerPool.js";
import type { ThreadPort } from "../threadPort.js";
import { Indexer } from "./indexer.js";
import type {
  FromIndex,
  IndexOptions,
  IndexQueryKind,
  IndexQueryMessage,
  IndexQueryTypes,
  ToIndex,
} from "./indexMessages.js";

type QueryHandlers = {
  readonly [Kind in IndexQueryKind]: (
    asked: IndexQueryTypes[Kind]["asked"],
    signal: AbortSignal,
  ) => Promise<IndexQueryTypes[Kind]["answer"]>;
};

/** Indexes, and answers on a port, until it is told to end. */
export function serveIndex(
  port: ThreadPort<FromIndex, ToIndex>,
  options: IndexOptions,
  startParseThread: (options: ParseWorkerOptions, log: Logger) => ParseThread,
): void {
  const log = (line: string) => port.postMessage({ kind: "log", line });
  const indexer = new Indexer(options, {
    log,
    onState: (state) => port.postMessage({ kind: "state", state }),
    startParseThread: (workerOptions) => startParseThread(workerOptions, log),
  });
  const handlers: QueryHandlers = {
    named: (query, signal) => indexer.findByName(query, signal),
    matching: ({ text, limit }, signal) => indexer.findMatching(text, limit, signal),
    near: ({ name, limit }, signal) => indexer.findSimilar(name, limit, signal),
    filesWith: ({ word, languageIds }, signal) => indexer.findFilesWith(word, languageIds, signal),
    complete: (_, signal) => indexer.waitUntilComplete(signal),
  };
  const pendingQueries = new Map<number, AbortController>();
  port.on("message", (message) => {
    switch (message.kind) {
      case "ask": {
        const controller = new AbortController();
        pendingQueries.set(message.id, controller);
        void runQuery(message, handlers, controller.signal).then((response) => {
          pendingQueries.delete(message.id);
          if (!controller.signal.aborted) port.postMessage(response);
        });
        return;
      }
      case "abort":
        return pendingQueries.get(message.id)?.abort();
      case "open":
        return indexer.open(message.path, message.languageId, message.text);
      case "close":
        return indexer.close(message.path);
      case "changed":
        return indexer.notifyChanges(message.paths);
      case "end":
        for (const controller of pendingQueries.values()) controller.abort();
        void indexer.end().then(() => port.postMessage({ kind: "ended" }));
    }
  });
}

async function runQuery(
  { id, question, asked }: IndexQueryMessage,
  handlers: QueryHandlers,
  signal: AbortSignal,
): Promise<FromIndex> {
  try {
    const handle = handlers[question] as (asked: unknown, signal: AbortSignal) => Promise<unknown>;
    return { kind: "answer", id, answer: await handle(asked, signal) };
  } catch (error) {
    return { kind: "failure", id, failure: errorMessage(error) };
  }
}
