/** The index's side of the conversation: messages in their order, questions answered whenever their answer is known. */

import type { DeclaringOptions } from "../parse/parseJobs.js";
import type { DeclaringThread } from "../parse/workerPool.js";
import type { Port } from "../threadPort.js";
import { Indexing } from "./indexer.js";
import type { Asking, FromIndex, IndexOptions, QuestionKind, Questions, ToIndex } from "./indexMessages.js";

type Answers = {
  readonly [Kind in QuestionKind]: (
    asked: Questions[Kind]["asked"],
    signal: AbortSignal,
  ) => Promise<Questions[Kind]["answer"]>;
};

/** Indexes, and answers on a port, until it is told to end. */
export function indexOn(
  port: Port<FromIndex, ToIndex>,
  options: IndexOptions,
  startDeclaring: (options: DeclaringOptions, log: (line: string) => void) => DeclaringThread,
): void {
  const log = (line: string) => port.postMessage({ kind: "log", line });
  const indexing = new Indexing(options, {
    log,
    state: (state) => port.postMessage({ kind: "state", state }),
    startDeclaring: (declaring) => startDeclaring(declaring, log),
  });
  const answers: Answers = {
    named: (query, signal) => indexing.named(query, signal),
    matching: ({ text, limit }, signal) => indexing.matching(text, limit, signal),
    near: ({ name, limit }, signal) => indexing.near(name, limit, signal),
    filesWith: ({ word, languageIds }, signal) => indexing.filesWith(word, languageIds, signal),
    complete: (_, signal) => indexing.complete(signal),
  };
  const asked = new Map<number, AbortController>();
  port.on("message", (message) => {
    switch (message.kind) {
      case "ask": {
        const controller = new AbortController();
        asked.set(message.id, controller);
        void answer(message, answers, controller.signal).then((answered) => {
          asked.delete(message.id);
          if (!controller.signal.aborted) port.postMessage(answered);
        });
        return;
      }
      case "abort":
        return asked.get(message.id)?.abort();
      case "open":
        return indexing.open(message.path, message.languageId, message.text);
      case "close":
        return indexing.close(message.path);
      case "changed":
        return indexing.changed(message.paths);
      case "end":
        for (const controller of asked.values()) controller.abort();
        void indexing.end().then(() => port.postMessage({ kind: "ended" }));
    }
  });
}

async function answer({ id, question, asked }: Asking, answers: Answers, signal: AbortSignal): Promise<FromIndex> {
  try {
    const ask = answers[question] as (asked: unknown, signal: AbortSignal) => Promise<unknown>;
    return { kind: "answer", id, answer: await ask(asked, signal) };
  } catch (error) {
    return { kind: "failure", id, failure: error instanceof Error ? error.message : String(error) };
  }
}
