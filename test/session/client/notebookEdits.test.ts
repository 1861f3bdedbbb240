import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientCapabilities, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { Backend } from "../../../src/ask/backend/backend.js";
import { withJsonEdits } from "../../../src/session/client/notebookEdits.js";
import {
  recordTranslations,
  translateMessages,
  translateResponse,
} from "../../../src/session/client/translatedMessages.js";
import { applyTextEdits } from "../../../src/text/edits/textEdits.js";
import { uriOfPath } from "../../../src/uri.js";
import { frameOf } from "../../../src/wire/frames.js";
import { temporaryFolder } from "../../folders.js";

const path = join(temporaryFolder(), "a.ipynb");
const uri = uriOfPath(path, []);
const json =
  '{"cells": [{"cell_type": "code", "source": ["x = \\"é\\"\\n", "load()"]}], "nbformat": 4, "nbformat_minor": 4}\n';
/** In the script: the name in its fourth line. */
const edits: TextEdit[] = [
  { range: { start: { line: 3, character: 0 }, end: { line: 3, character: 4 } }, newText: '"read"' },
];
const context = { encoding: "utf-16", isOpen: () => false } as const;

beforeEach(() => writeFileSync(path, json));

test.each<readonly [string, WorkspaceEdit, (edit: WorkspaceEdit) => readonly TextEdit[]]>([
  ["changes", { changes: { [uri]: edits } }, ({ changes }) => changes?.[uri] ?? []],
  [
    "documentChanges",
    { documentChanges: [{ textDocument: { uri, version: null }, edits }] },
    ({ documentChanges = [] }) =>
      documentChanges.flatMap((part) => ("edits" in part ? (part.edits as TextEdit[]) : [])),
  ],
])("Edits of a script in %s become edits of the JSON", (_form, edit, editsOf) => {
  const converted = editsOf(withJsonEdits(edit, context));
  expect(applyTextEdits(json, converted, "utf-16")).toBe(json.replace("load", '\\"read\\"'));
});

test("Edits of other files, and of a notebook that the client has open, stay as they are", () => {
  const edit = { changes: { [uri]: edits, "file:///b.py": edits } };
  expect(withJsonEdits(edit, { ...context, isOpen: () => true })).toBe(edit);
  expect(withJsonEdits({ changes: { "file:///b.py": edits } }, context)).toEqual({
    changes: { "file:///b.py": edits },
  });
  expect(withJsonEdits(edit, context).changes?.["file:///b.py"]).toEqual(edits);
});

test.each([
  ["{", "its JSON is broken in line 1"],
  [json.replace('"nbformat": 4', '"nbformat": 3'), "notebooks of format 3.4 are only read"],
])("Edits of the notebook %s are refused, with the reason", (text, why) => {
  writeFileSync(path, text);
  const edit = { changes: { [uri]: edits } };
  expect(() => withJsonEdits(edit, context)).toThrow(why);
  expect(answerTo("textDocument/rename", edit)).toMatchObject({
    error: { data: { kind: "file_unwritable" }, message: expect.stringContaining(why) },
  });
});

test("Edits of a notebook that overlap are refused", () => {
  expect(() => withJsonEdits({ changes: { [uri]: [...edits, ...edits] } }, context)).toThrow(
    /a\.ipynb can't be edited: .*overlap/,
  );
});

const brokenAction = { title: "fix", command: { title: "", command: "fix" }, edit: { changes: { [uri]: edits } } };
const goodAction = { title: "other", edit: { changes: { "file:///b.py": edits } } };

test.each([
  [true, [{ title: "fix", disabled: { reason: expect.stringContaining("broken") } }, goodAction]],
  [false, [goodAction]],
])("Code actions on such a notebook are disabled (%s), and left out for clients without", (disabledSupport, shown) => {
  writeFileSync(path, "{");
  const answer = answerTo("textDocument/codeAction", [brokenAction, goodAction], { codeAction: { disabledSupport } });
  expect(answer).toMatchObject({ result: shown });
});

test("An edit of such a notebook by a server is refused, and the client shown why", () => {
  writeFileSync(path, "{");
  const { answered, shown } = applyByServer({ changes: { [uri]: edits } });
  expect(answered).toMatchObject({
    id: 7,
    result: { applied: false, failureReason: expect.stringContaining("broken") },
  });
  expect(shown).toMatchObject({
    method: "window/showMessage",
    params: { type: 2, message: expect.stringContaining("a.ipynb can't be edited") },
  });
  writeFileSync(path, json);
  expect(applyByServer({ changes: { [uri]: edits } })).toMatchObject({
    answered: undefined,
    shown: { method: "workspace/applyEdit" },
  });
});

/** Returns the answer of a shared server to a request, as the client gets it. */
function answerTo(method: string, result: unknown, textDocument: ClientCapabilities["textDocument"] = {}): unknown {
  const { session } = openSession(textDocument);
  const decision = recordTranslations({ method, id: "1" }, session);
  if (decision?.kind === "see") decision.see(bodyOf({ id: 1, method, params: {} }));
  return JSON.parse(translateResponse("1", bodyOf({ id: 1, result }), session).toString("utf8"));
}

/** Returns what a server is answered to its own edit, and what the client gets. */
function applyByServer(edit: WorkspaceEdit): { readonly answered: unknown; readonly shown: unknown } {
  const { session, backend, responses } = openSession({});
  const method = "workspace/applyEdit";
  const body = bodyOf({ id: 7, method, params: { edit } });
  const decision = translateMessages({ method, id: "7" }, { backend, session });
  const shown = decision?.kind === "take" ? decision.take({ bytes: frameOf(body), body }) : undefined;
  return { answered: messageIn(responses[0]), shown: messageIn(shown) };
}

/** A session of an agent with a shared server. */
function openSession(textDocument: ClientCapabilities["textDocument"]) {
  const responses: Buffer[] = [];
  const link = { root: undefined, isShared: () => true, respond: (frame: Buffer) => responses.push(frame) };
  const backend = { link } as unknown as Backend;
  const session = {
    translations: new Map(),
    unopenedFiles: { hasAny: false, isOnlyOurs: () => false },
    agent: {},
    client: { roots: { folders: [], others: [] }, capabilities: { textDocument }, encoding: "utf-16" },
    backends: { all: () => [backend] },
    documents: { all: () => [] },
    capabilityShim: { needsFlatSymbols: false },
  } as unknown as Parameters<typeof recordTranslations>[1];
  return { session, backend, responses };
}

function bodyOf(message: object): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

function messageIn(frame: Buffer | undefined): unknown {
  return frame && JSON.parse(frame.toString("utf8").replace(/^[^{]*/, ""));
}
