/** A session whose scripted server answers requests for diagnostics, for tests of verdicts. */

import { afterTest } from "../../jest.js";
import { type RoutedSession, routedSession } from "../../routing/routedSession.js";
import type { ScriptedBackend } from "../../routing/scriptedBackend.js";

const wrong = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, message: "wrong" };

interface DiagnosticParams {
  readonly textDocument: { readonly uri: string };
}

/** A report with an error where the text has "new". */
const reportOn = (text: string) => ({ kind: "full", items: text.includes("new") ? [wrong] : [] });

/** Returns the text that a server has of its only document. */
export function textAt({ messages }: ScriptedBackend): string {
  const opened = messages.findLast(({ method }) => method === "textDocument/didOpen")?.params.textDocument.text;
  const changed = messages.findLast(({ method }) => method === "textDocument/didChange");
  return changed?.params.contentChanges.at(-1).text ?? opened ?? "";
}

/**
 * Opens a session with the file `a.py`, "old", and others. `answer` returns what the server reports
 * on the text that it has last, asked for the file `path`; undefined for an error where that text
 * has "new". `judge` asks for the verdict on "new", with further params.
 */
export async function judgedSession(
  answer: (text: string, server: ScriptedBackend, session: RoutedSession, path: string) => unknown,
  files: Readonly<Record<string, string>> = {},
) {
  const session = routedSession({
    isWatching: true,
    files: { "a.py": "old\n", ...files },
    languages: { python: { extensions: [".py"], servers: ["redls"] } },
    servers: { redls: { languages: ["python"], verdict: "overlay" } },
    can: { redls: { diagnosticProvider: { interFileDependencies: true }, textDocumentSync: 1 } },
    handlers: {
      redls: {
        "textDocument/diagnostic": async ({ textDocument: { uri } }: DiagnosticParams, server) => {
          const text = textAt(server);
          const path = uri.split("/").at(-1) ?? "";
          return (await answer(text, server, session, path)) ?? reportOn(text);
        },
      },
    },
  });
  afterTest(() => session.close());
  await session.open();
  const edit = { locate: "a.py@old", operation: "replace", new_text: "new", unit: "text", check: true };
  return { session, judge: (extra: object = {}) => session.asking("locate/edit", { ...edit, ...extra }) };
}
