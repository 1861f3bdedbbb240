/** Diagnostics of one document, published by the server of a test. */

import { agentPair } from "../../session/agent/agentServers.js";
import type { Pair } from "../../session/pair.js";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
export const problem = (message: string) => ({ range, message });

/** Publishes diagnostics of `a.txt`, one for each message. */
export const publish = (session: Pair, version: number | null | undefined, ...messages: readonly string[]) =>
  session.fromBackend({
    method: "textDocument/publishDiagnostics",
    params: {
      uri: session.uri("a.txt"),
      ...(version === undefined ? {} : { version }),
      diagnostics: messages.map(problem),
    },
  });

interface Published {
  readonly version: number;
  readonly messages: readonly string[];
}

/** Returns what the client has got about `a.txt`. */
export const published = (session: Pair): readonly Published[] =>
  session.client.messages
    .filter(({ method, params }) => method === "textDocument/publishDiagnostics" && params.uri === session.uri("a.txt"))
    .map(({ params: { version, diagnostics } }) => ({
      version,
      messages: diagnostics.map(({ message }: { message: string }) => message),
    }));

export const untilPublished = (session: Pair, message: string) =>
  session.client.until(
    ({ method, params }) =>
      method === "textDocument/publishDiagnostics" &&
      params.diagnostics.some((one: { message: string }) => one.message === message),
    `the diagnostic ${message}`,
  );

/** Resolves when the backend has had everything that the client sent before. */
export const roundTrip = (session: Pair) => session.request("custom/echo", {});

/** Opens a session with `a.txt` open. */
export async function opened(options: Parameters<typeof agentPair>[0] = {}): Promise<Pair> {
  const session = agentPair({ files: { "a.txt": "one" }, ...options });
  await session.open();
  session.didOpen("a.txt", "one");
  await roundTrip(session);
  return session;
}
