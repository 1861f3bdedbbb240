/**
 * The index thread's end of the conversation: handles messages in order, and answers queries when
 * their results are known.
 */

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
    params: IndexQueryTypes[Kind]["params"],
    signal: AbortSignal,
  ) => Promise<IndexQueryTypes[Kind]["result"]>;
};

/** Runs an index that is controlled through a port, until an `end` message. */
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
    findByName: (query, signal) => indexer.queries.findByName(query, signal),
    findMatching: ({ text, limit }, signal) => indexer.queries.findMatching(text, limit, signal),
    findSimilar: ({ name, limit }, signal) => indexer.queries.findSimilar(name, limit, signal),
    findFilesWith: ({ word, languageIds }, signal) => indexer.queries.findFilesWith(word, languageIds, signal),
    findByPattern: (query, signal) => indexer.queries.findByPattern(query, signal),
    findText: (query, signal) => indexer.queries.findText(query, signal),
    findPaths: ({ folder }, signal) => indexer.queries.findPaths(folder, signal),
    revision: ({ languageId }, signal) => indexer.revision(languageId, signal),
    waitUntilComplete: (_, signal) => indexer.waitUntilComplete(signal),
  };
  const pendingQueries = new Map<number, AbortController>();
  port.on("message", (message) => {
    switch (message.kind) {
      case "query": {
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
      case "start":
        return indexer.start();
      case "open":
        return indexer.open(message.path, message, message.isOutlined);
      case "outlined":
        return indexer.setResult(message.path, message.result);
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
  { id, query, params }: IndexQueryMessage,
  handlers: QueryHandlers,
  signal: AbortSignal,
): Promise<FromIndex> {
  try {
    const handle = handlers[query] as (params: unknown, signal: AbortSignal) => Promise<unknown>;
    return { kind: "answer", id, answer: await handle(params, signal) };
  } catch (error) {
    return { kind: "failure", id, failure: errorMessage(error) };
  }
}
