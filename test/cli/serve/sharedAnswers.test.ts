/** Answers that the shared session completes for a client's session, between the two. */

import { type Duplex, duplexPair } from "node:stream";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import type { FolderSession } from "../../../src/cli/daemon/folderSessions.js";
import { serveAnswers } from "../../../src/cli/daemon/serveAnswers.js";
import { daemonAnswers } from "../../../src/cli/serve/serveWorkspace.js";
import type { Router } from "../../../src/router.js";
import type { AnswerSources } from "../../../src/session/agent/answers/plainRequest.js";
import type { SharedQuestion } from "../../../src/session/agent/answers/sharedAnswers.js";
import { afterTest } from "../../jest.js";

const question: SharedQuestion = {
  method: "textDocument/references",
  params: { position: { line: 0, character: 4 } },
  uri: "file:///shop/a.py",
  digest: "d",
  folders: [{ uri: "file:///shop", name: "shop" }],
};
const root = "file:///shop";

/** Connects to shared sessions that answer so, and notes what happens there. */
function connected(openAnswer: Router["openAnswer"], isLinked = false) {
  const events: string[] = [];
  const streams: Duplex[] = [];
  const sessions = { get: async () => ({ router: { openAnswer }, isLinked }) as unknown as FolderSession };
  const open = daemonAnswers(async (folder) => {
    events.push(`connects to ${folder}`);
    const [near, far] = duplexPair();
    streams.push(far);
    const connection = createMessageConnection(new StreamMessageReader(far), new StreamMessageWriter(far));
    const end = serveAnswers(connection, sessions);
    far.once("close", () => {
      end();
      connection.dispose();
      near.destroy();
    });
    afterTest(() => far.destroy());
    connection.listen();
    return near;
  });
  return { open, events, streams };
}

/** Sources that complete by this function, and note their start and release. */
function sourcesOf(events: string[], complete: AnswerSources["complete"]): AnswerSources {
  return {
    start: () => void events.push("starts"),
    complete,
    answerBySyntax: async () => ({ result: Buffer.from("[1]"), added: "by syntax" }),
    release: () => void events.push("is released"),
  };
}

/** Resolves once that many things have happened. */
async function until(events: readonly string[], count: number): Promise<readonly string[]> {
  while (events.length < count) await new Promise((resolve) => setImmediate(resolve));
  return events;
}

test("A question is started, completed and released there; a whole answer keeps the very bytes", async () => {
  const { open, events } = connected(async (asked) => {
    events.push(`is asked ${JSON.stringify(asked)}`);
    return sourcesOf(events, async (result) => ({ result: Buffer.from(result) }));
  });
  const answer = open(question, root);
  answer.start();
  const result = Buffer.from('[ {"é":1} ]');
  expect((await answer.complete(result)).result).toBe(result);
  answer.release();
  const asked = `is asked ${JSON.stringify(question)}`;
  expect(await until(events, 3)).toEqual(["connects to /shop", asked, "starts"]);
  // With the next question, so that it takes no message of its own.
  open(question, root).start();
  expect((await until(events, 5)).slice(3, 5)).toEqual(["is released", asked]);
});

test("What is added and what is doubted comes with the answer", async () => {
  const { open } = connected(async () =>
    sourcesOf([], async () => ({ result: Buffer.from("[1,2]"), added: "a", doubt: "d" })),
  );
  const answer = open(question, root);
  expect(await answer.complete(Buffer.from("[1]"))).toEqual({ result: Buffer.from("[1,2]"), added: "a", doubt: "d" });
  expect(await answer.answerBySyntax()).toEqual({ result: Buffer.from("[1]"), added: "by syntax" });
});

test("What the last answer has come to holds for the same result, without asking again", async () => {
  let completions = 0;
  const complete: AnswerSources["complete"] = async (result) => {
    completions++;
    return { result: Buffer.from(result), doubt: "new" };
  };
  const given = Buffer.from("[1]");
  const { open } = connected(async () => ({
    ...sourcesOf([], complete),
    last: async () => ({ given, completed: { result: Buffer.from("[1,2]"), doubt: "old" } }),
  }));
  const same = await open(question, root).complete(Buffer.from("[1]"));
  expect(same).toMatchObject({ result: Buffer.from("[1,2]"), doubt: "old" });
  expect(completions).toBe(0);
  const other = await open(question, root).complete(Buffer.from("[3]"));
  expect(other).toMatchObject({ result: Buffer.from("[3]"), doubt: "new" });
  expect(completions).toBe(1);
});

test("An answer that can't be had there is rejected, and so are all when the session ends", async () => {
  let isEnding = false;
  const { open, streams, events } = connected(async () => {
    if (!isEnding) throw new Error("the file has another text");
    streams[0]?.destroy();
    return sourcesOf([], async (result) => ({ result }));
  });
  await expect(open(question, root).complete(Buffer.from("[]"))).rejects.toThrow("another text");
  isEnding = true;
  await expect(open(question, root).complete(Buffer.from("[]"))).rejects.toThrow("no shared session");
  // The next question connects again.
  open(question, root).start();
  expect(await until(events, 2)).toEqual(["connects to /shop", "connects to /shop"]);
});

test("What a killed client has asked is cancelled and released", async () => {
  const { open, events, streams } = connected(async (_, token) => {
    token.onCancellationRequested(() => events.push("is cancelled"));
    return sourcesOf(events, () => new Promise(() => {}));
  });
  const answer = open(question, root).complete(Buffer.from("[]"));
  await until(events, 2);
  streams[0]?.destroy();
  await expect(answer).rejects.toThrow("no shared session");
  expect((await until(events, 4)).slice(2)).toEqual(["is cancelled", "is released"]);
});

test("Without a shared session all is rejected", async () => {
  const open = daemonAnswers(async () => undefined);
  await expect(open(question, root).complete(Buffer.from("[]"))).rejects.toThrow("no shared session");
});

test("Folders that are reached through links are not asked about there", async () => {
  const { open } = connected(async () => sourcesOf([], async (result) => ({ result })), true);
  await expect(open(question, root).complete(Buffer.from("[]"))).rejects.toThrow("through links");
});
