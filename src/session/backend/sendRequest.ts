/** One request of ours to the backend: sent between two frames of the client's, asked again where that helps, never waited for forever. */

import { type CancellationToken, CancellationTokenSource, ResponseError } from "vscode-jsonrpc/node";
import { codes, LocateError } from "../../error.js";
import type { RawJson } from "../../wire/conversation.js";
import type { Backend } from "./backend.js";
import { Lost } from "./backendConversation.js";

/** How long a backend may think. Servers that load say so by progress and are waited for elsewhere; this is for those that hang. */
const PATIENCE_MS = 120_000;
/** How long the answer to what was cancelled is waited for. */
const PARTING_MS = 5_000;
/** `ContentModified` and `ServerCancelled` mean "ask again": so often, with growing pauses. */
const MOST_RETRIES = 5;
const FIRST_PAUSE_MS = 100;

export interface Question {
  readonly method: string;
  /** Makes the params in the very turn in which they are written: positions in them are valid in the text that the backend has then. */
  params(): unknown;
  /** False where asking twice is not the same as asking once, or part of the answer has gone to the client already. */
  repeatable(): boolean;
}

/** The result, as the bytes it came in. Rejects with the backend's own error (ResponseError), `backend_timeout`, or whatever `params` throws. */
export async function ask(question: Question, backend: Backend, token: CancellationToken): Promise<RawJson> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await askOnce(question, backend, token);
    } catch (error) {
      const isOver = attempt >= MOST_RETRIES || token.isCancellationRequested || !question.repeatable();
      if (error instanceof Lost) {
        if (isOver) throw error.why;
        continue; // the next one waits until it is back
      }
      const again =
        error instanceof ResponseError &&
        (error.code === codes.contentModified || error.code === codes.serverCancelled);
      if (!again || isOver) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** attempt));
    }
  }
}

async function askOnce({ method, params }: Question, backend: Backend, token: CancellationToken): Promise<RawJson> {
  const { session, link, questions } = backend;
  const stop = new CancellationTokenSource();
  let timer: NodeJS.Timeout | undefined;
  const relayed = token.onCancellationRequested(() => {
    stop.cancel();
    // Nobody waits any longer; one that does not even answer that it has stopped must not hold what was watched for it.
    clearTimeout(timer);
    timer = setTimeout(
      () => give(new ResponseError(codes.requestCancelled, "Cancelled by the client.")),
      PARTING_MS,
    ).unref();
  });
  let give: (why: Error) => void = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    give = reject;
    const patience = link.patienceMs() ?? PATIENCE_MS;
    timer = setTimeout(() => {
      stop.cancel();
      reject(timedOut(method, backend, patience));
    }, patience).unref();
  });
  let answered = () => {};
  const asked = async (): Promise<RawJson> => {
    await link.awake();
    answered = link.question();
    const { connection } = await questions.conversation();
    return new Promise((resolve, reject) => {
      link.between(() => {
        try {
          session.documents.settle();
          resolve(connection.sendRequest<RawJson>(method, params(), stop.token));
        } catch (error) {
          reject(error);
        }
      });
    });
  };
  try {
    return await questions.awaiting(Promise.race([asked(), late]));
  } finally {
    clearTimeout(timer);
    relayed.dispose();
    answered();
  }
}

function timedOut(method: string, backend: Backend, milliseconds: number): LocateError {
  const seconds = milliseconds / 1000;
  return new LocateError(
    "backend_timeout",
    `${backend.name} has not answered ${method} for ${seconds} s. It may be busy or stuck: try again, or restart it.`,
    { method, backend: backend.name, seconds },
  );
}
