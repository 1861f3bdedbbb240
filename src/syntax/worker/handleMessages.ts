/** The worker's side of the conversation: messages in their order, each finished before the next is looked at. */

import { readFileSync } from "node:fs";
import type { Asking, EngineOptions, FromWorker, QuestionKind, Questions, ToWorker } from "../messages.js";
import { ParseTimeout } from "../trees/parsedText.js";
import { Engine } from "./engine.js";

/** One end of a channel between threads. */
export interface Port {
  postMessage(message: FromWorker): void;
  on(event: "message", listener: (message: ToWorker) => void): unknown;
}

type Answers = {
  readonly [Kind in QuestionKind]: (asked: Questions[Kind]["asked"]) => Promise<Questions[Kind]["answer"]>;
};

/** Answers on a port, for as long as it is open. */
export function answerOn(port: Port, { engine: wasm, shipped }: EngineOptions): void {
  const engine = new Engine(readFileSync(wasm), (name) => shipped[name]);
  const answers: Answers = {
    outline: ({ key }) => engine.outline(key),
    covering: ({ key, stretches, options }) => engine.covering(key, stretches, options),
    nameAt: ({ key, offset }) => engine.nameAt(key, offset),
    visibleAt: ({ key, offset, ofSelf }) => engine.visibleAt(key, offset, ofSelf),
    occurrencesOf: ({ key, name }) => engine.occurrencesOf(key, name),
    folds: ({ key }) => engine.folds(key),
    around: ({ key, offsets }) => engine.around(key, offsets),
    faults: ({ key }) => engine.faults(key),
    faultsAfter: ({ key, stretch, insert }) => engine.faultsAfter(key, stretch, insert),
  };
  let last: Promise<void> = Promise.resolve();
  port.on("message", (message) => {
    last = last.then(async () => {
      switch (message.kind) {
        case "open":
          return engine.open(message.key, message.grammar, message.text);
        case "edit":
          return engine.edit(message.key, message.stretch, message.insert);
        case "close":
          return engine.close(message.key);
        case "ask":
          return port.postMessage(await answer(message, answers));
      }
    });
  });
}

async function answer({ id, question, asked }: Asking, answers: Answers): Promise<FromWorker> {
  try {
    const ask = answers[question] as (asked: unknown) => Promise<unknown>;
    return { id, answer: await ask(asked) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { id, failure, why: reasonOf(error) };
  }
}

function reasonOf(error: unknown): "timeout" | "fatal" | "refused" {
  if (error instanceof ParseTimeout) return "timeout";
  // A grammar that has written where it should not may have broken what other grammars read. By name: the error may come from another realm.
  return (error as Error | undefined)?.name === "RuntimeError" ? "fatal" : "refused";
}
