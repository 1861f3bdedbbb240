/**
 * Proof that the diagnostics which a server has published are complete: those that tsserver answers
 * with, through a command that servers.json names. Without such a command only a quiet period
 * tells.
 */

import type { CancellationToken } from "vscode-jsonrpc/node";
import type { Diagnostic } from "vscode-languageserver-protocol";
import { getOrInsert } from "../../text/list.js";
import { pathOfUri } from "../../uri.js";
import type { Backend } from "../backend/backend.js";
import { originOf } from "../backend/companionDocuments.js";
import { sendRepeatable } from "../backend/sendRepeatable.js";

/** The diagnostics are complete if they equal those that tsserver answered with. */
export interface CompletenessProof {
  /** `published` is what the server has published. */
  isComplete(published: readonly Diagnostic[]): boolean;
  /**
   * Whether what the server has published for the text is all that it will, as it has been silent
   * for so long since. What it has left out is not expected of it any more.
   */
  isAllPublished(published: readonly Diagnostic[], silentMs: number): boolean;
}

interface ProofContext {
  applyPending(): void;
}

/** The requests of tsserver whose responses together are the diagnostics of a file. */
const TSSERVER_REQUESTS = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync", "suggestionDiagnosticsSync"];
const SUGGESTIONS = 2;

/**
 * After this silence, the server is taken to leave out suggestions, as many do; and errors, which
 * only settings leave out, or to publish them differently.
 */
const SUGGESTIONS_SILENCE_MS = 8_000;
const ERRORS_SILENCE_MS = 20_000;

/** Codes of diagnostics that a server has filtered out, as its settings may say, by backend. */
const filteredCodes = new WeakMap<Backend, Set<unknown>>();

/** A place in a file as tsserver writes it. Lines and offsets are 1-based, offsets are UTF-16. */
interface TsserverLocation {
  readonly line: number;
  readonly offset: number;
}

/** A diagnostic of tsserver. */
export interface TsserverDiagnostic {
  readonly start: TsserverLocation;
  readonly end: TsserverLocation;
  readonly text: string;
  readonly code: number;
  readonly category?: string;
}

/** Requests the proof for the text that the backend has. Rejects if the server can't give it. */
export async function requestProof(uri: string, backend: Backend, documents: ProofContext): Promise<CompletenessProof> {
  const answers = await requestFromTsserver(TSSERVER_REQUESTS, uri, backend, { documents });
  const expected = answers.flatMap((diagnostics, index) =>
    diagnostics.map(({ start, text, code }) => ({
      code,
      key: keyOf(start.line - 1, start.offset - 1, code, text),
      isSuggestion: index === SUGGESTIONS,
    })),
  );
  const filtered = getOrInsert(filteredCodes, backend, () => new Set());
  const isComplete: CompletenessProof["isComplete"] = (all) => {
    const published = all.filter((diagnostic) => originOf(diagnostic) === undefined);
    for (const { code } of published) filtered.delete(code);
    const keys = published.map(({ range: { start }, code, message }) =>
      keyOf(start.line, start.character, code, message),
    );
    const wanted = expected.filter(({ code }) => !filtered.has(code)).map(({ key }) => key);
    return keys.length === wanted.length && keys.sort().join() === wanted.sort().join();
  };
  return {
    isComplete,
    isAllPublished(published, silentMs) {
      const codes = new Set<unknown>(published.map(({ code }) => code));
      const missing = expected.filter(({ code }) => !codes.has(code));
      const isOver = silentMs >= ERRORS_SILENCE_MS;
      for (const { code, isSuggestion } of missing)
        if (isOver || (isSuggestion && silentMs >= SUGGESTIONS_SILENCE_MS)) filtered.add(code);
      return isOver || isComplete(published);
    },
  };
}

/**
 * Sends requests to tsserver through the backend's command for it, and returns the diagnostics that
 * each is answered with, for the text that the backend has. Rejects if one is not.
 */
export async function requestFromTsserver(
  requests: readonly string[],
  uri: string,
  backend: Backend,
  context: { readonly documents: ProofContext; readonly token?: CancellationToken },
): Promise<readonly (readonly TsserverDiagnostic[])[]> {
  const command = backend.serverEntry?.diagnostics?.tsserverCommand ?? "";
  const file = (pathOfUri(uri) ?? "").replaceAll("\\", "/");
  const answers = requests.map(async (name) => {
    const params = { command, arguments: [name, { file }] };
    const answer = await sendRepeatable("workspace/executeCommand", params, backend, context);
    const { body } = (answer ?? {}) as { body?: unknown };
    if (!Array.isArray(body)) throw new Error("tsserver has not answered with diagnostics");
    return body as readonly TsserverDiagnostic[];
  });
  return Promise.all(answers);
}

function keyOf(line: number, character: number, code: unknown, message: unknown): string {
  return JSON.stringify([line, character, code, message]);
}
