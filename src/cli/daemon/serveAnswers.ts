/** The shared session's end of the answers that it completes for a client's session. */

import type { MessageConnection } from "vscode-jsonrpc/node";
import { Cancellation } from "../../ask/cancellationToken.js";
import {
  ANSWER_BY_SYNTAX,
  ANSWER_COMPLETE,
  ANSWER_RELEASE,
  ANSWER_START,
  type LastSharedAnswer,
  type SharedAnswer,
  type StartedAnswer,
} from "../../session/agent/answers/answerMessages.js";
import type { AnswerSources, CompletedResult } from "../../session/agent/answers/plainRequest.js";
import { digestOf, type SharedQuestion } from "../../session/agent/answers/sharedAnswers.js";
import type { FolderSessions } from "./folderSessions.js";

interface OpenAnswer {
  readonly sources: Promise<AnswerSources>;
  readonly cancellation: Cancellation;
}

/** Serves one connection. The returned function ends what is open, when the client is gone. */
export function serveAnswers(connection: MessageConnection, sessions: Pick<FolderSessions, "get">): () => void {
  const answers = new Map<number, OpenAnswer>();
  const release = (id: number) => {
    const answer = answers.get(id);
    if (!answer) return;
    answers.delete(id);
    answer.cancellation.cancel();
    void answer.sources.then((sources) => sources.release()).catch(() => {});
  };
  const sourcesOf = async (id: number): Promise<AnswerSources> => {
    const answer = answers.get(id);
    if (!answer) throw new Error("there is no such answer");
    return answer.sources;
  };
  connection.onRequest<LastSharedAnswer | null, void>(ANSWER_START, async (started: StartedAnswer) => {
    const { id, question, released } = started;
    for (const each of released) release(each);
    const cancellation = new Cancellation();
    const sources = openAnswer(question, cancellation, sessions);
    answers.set(id, { sources, cancellation });
    try {
      const opened = await sources;
      opened.start();
      const last = await opened.last?.();
      return last ? { ...answerTo(last.given, last.completed), digest: digestOf(last.given) } : null;
    } catch {
      return null; // as `complete` will say
    }
  });
  connection.onRequest<SharedAnswer, void>(ANSWER_COMPLETE, async ({ id, result }: { id: number; result: string }) => {
    const bytes = Buffer.from(result);
    return answerTo(bytes, await (await sourcesOf(id)).complete(bytes));
  });
  connection.onRequest<SharedAnswer, void>(ANSWER_BY_SYNTAX, async ({ id }: { id: number }) =>
    answerTo(undefined, await (await sourcesOf(id)).answerBySyntax()),
  );
  connection.onNotification(ANSWER_RELEASE, ({ id }: { id: number }) => release(id));
  return () => {
    for (const id of [...answers.keys()]) release(id);
  };
}

async function openAnswer(
  question: SharedQuestion,
  token: Cancellation,
  sessions: Pick<FolderSessions, "get">,
): Promise<AnswerSources> {
  const { router, isLinked } = await sessions.get(question.folders);
  // Places would be named as the folder is on disk, not as the client knows it.
  if (isLinked) throw new Error("the folders are reached through links");
  return router.openAnswer(question, token);
}

/** Returns what a result has come to; without its text if that is the one given. */
function answerTo(given: Buffer | undefined, { result, added, doubt }: CompletedResult): SharedAnswer {
  return {
    ...(given?.equals(result) ? {} : { text: result.toString("utf8") }),
    ...(added === undefined ? {} : { added }),
    ...(doubt === undefined ? {} : { doubt }),
  };
}
