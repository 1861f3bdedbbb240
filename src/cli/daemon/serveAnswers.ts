/** The shared session's end of the answers that it completes for a client's session. */

import type { MessageConnection } from "vscode-jsonrpc/node";
import { Cancellation } from "../../ask/cancellationToken.js";
import {
  ANSWER_BY_SYNTAX,
  ANSWER_COMPLETE,
  ANSWER_RELEASE,
  ANSWER_START,
  type SharedAnswer,
  type StartedAnswer,
} from "../../session/agent/answers/answerMessages.js";
import type { AnswerSources, CompletedResult } from "../../session/agent/answers/plainRequest.js";
import type { SharedQuestion } from "../../session/agent/answers/sharedAnswers.js";
import type { FolderSessions } from "./folderSessions.js";
import { findLinkedFolders } from "./linkedFolders.js";

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
  connection.onNotification(ANSWER_START, ({ id, question }: StartedAnswer) => {
    const cancellation = new Cancellation();
    const sources = openAnswer(question, cancellation, sessions);
    answers.set(id, { sources, cancellation });
    sources.then((opened) => opened.start()).catch(() => {});
  });
  connection.onRequest<SharedAnswer, void>(ANSWER_COMPLETE, async ({ id, result }: { id: number; result: string }) => {
    const bytes = Buffer.from(result);
    const completed = await (await sourcesOf(id)).complete(bytes);
    return bytes.equals(completed.result) ? findingsOf(completed) : toAnswer(completed);
  });
  connection.onRequest<SharedAnswer, void>(ANSWER_BY_SYNTAX, async ({ id }: { id: number }) =>
    toAnswer(await (await sourcesOf(id)).answerBySyntax()),
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
  // Places would be named as the folder is on disk, not as the client knows it.
  if (findLinkedFolders(question.folders) !== undefined) throw new Error("the folders are reached through links");
  const { router } = await sessions.get(question.folders);
  return router.openAnswer(question, token);
}

function findingsOf({ added, doubt }: CompletedResult): SharedAnswer {
  return { ...(added === undefined ? {} : { added }), ...(doubt === undefined ? {} : { doubt }) };
}

function toAnswer(completed: CompletedResult): SharedAnswer {
  return { ...findingsOf(completed), text: completed.result.toString("utf8") };
}
