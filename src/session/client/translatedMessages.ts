/**
 * Messages of the backend that the client gets changed: symbols flattened for a client without
 * hierarchical ones, versions of documents that only we have opened replaced by null, and in agent
 * mode edits kept to the worktree. A shared server was told of more than the client takes: links
 * become places, Markdown plain text, and versioned edits edits by file.
 */

import type { ClientCapabilities, LocationLink, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { type Backend, type BackendLink, messageFrame } from "../../ask/backend/backend.js";
import type { UnopenedFiles } from "../../ask/documents/unopenedFiles.js";
import {
  type IsWrongFile,
  keepEditsToWorktree,
  notServedTest,
  otherWorktreeTest,
} from "../../ask/documents/worktreeFilter.js";
import { isObject } from "../../backend/isObject.js";
import { LocateError } from "../../error.js";
import { keyOfUri, pathOfUri } from "../../uri.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import { type Decision, frameOf } from "../../wire/frames.js";
import { findValue, findValues, type Splice, splice, stringAt } from "../../wire/json.js";
import { buildError, buildResult } from "../../wire/messages.js";
import { type CapabilityShim, flattenSymbolsAt } from "./capabilityShim.js";
import type { ClientState } from "./clientState.js";
import { withJsonEdits } from "./notebookEdits.js";

/** By the id of a client's request (JSON text): the translation of its response. */
export type Translations = Map<string, Translation>;

/** Which documents only we have opened: the client knows no version of them. */
type OwnVersions = Pick<UnopenedFiles, "hasAny" | "isOnlyOurs">;

/** The parts of a session that messages are translated with. */
interface TranslationHost {
  readonly translations: Translations;
  readonly unopenedFiles: OwnVersions;
  /** Present in agent mode, in which edits are kept to the worktree. */
  readonly agent: object | undefined;
  readonly client: Pick<ClientState, "roots" | "capabilities" | "encoding">;
  readonly backends: { all(): readonly { readonly link: Pick<BackendLink, "isShared"> }[] };
  readonly documents: { all(): Iterable<{ readonly uri: string }> };
}

/** Requests whose results hold WorkspaceEdits, and the paths to these. */
const editPaths: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "textDocument/rename": [["result"]],
  "textDocument/codeAction": [["result", "*", "edit"]],
  "codeAction/resolve": [["result", "edit"]],
  "workspace/willRenameFiles": [["result"]],
  "workspace/willCreateFiles": [["result"]],
  "workspace/willDeleteFiles": [["result"]],
};

/** Step for client messages: records which responses have to be translated. */
export function recordTranslations(
  { method, id }: Envelope,
  session: TranslationHost & { readonly capabilityShim: CapabilityShim },
): Decision | undefined {
  if (method === undefined) return undefined;
  const { translations, capabilityShim } = session;
  const paths = Object.hasOwn(editPaths, method) ? editPaths[method] : undefined;
  if (paths) return recordTranslation(id, (request) => editTranslation(request, paths, session), translations);
  if (session.agent && isReadInParts(method)) {
    const translate = (answer: Buffer) =>
      hasShared(session) ? readableResult(method, answer, session.client.capabilities) : answer;
    return recordTranslation(id, () => translate, translations);
  }
  if (method !== "textDocument/documentSymbol" || !capabilityShim.needsFlatSymbols) return undefined;
  const flatten = (request: Buffer) => {
    const { uri, done } = capabilityShim.beginFlatSymbols(request);
    return (answer: Buffer) => {
      done();
      return flattenSymbolsAt(answer, ["result"], uri, { startsAtName: session.agent !== undefined });
    };
  };
  return recordTranslation(id, flatten, translations);
}

type Translation = (answer: Buffer) => Buffer;

/** Returns the translation of a response with WorkspaceEdits at these paths. */
function editTranslation(
  request: Buffer,
  paths: readonly (readonly string[])[],
  session: TranslationHost,
): Translation {
  const isWrongFile = session.agent && requestWorktreeTest(request, session);
  return (answer) => {
    const kept = isWrongFile ? keepEditsToWorktree(answer, paths, isWrongFile) : answer;
    const own = withoutOwnVersions(kept, paths, session.unopenedFiles);
    return hasShared(session)
      ? withReadableEdits(ofNotebooks(own, paths, session), paths, session.client.capabilities)
      : own;
  };
}

/** Returns a test for files in other worktrees than that of the file that a request is about. */
function requestWorktreeTest(request: Buffer, session: TranslationHost): IsWrongFile {
  const spans = filePaths.flatMap((path) => findValues(request, path));
  const uri = stringAt(request, spans[0]);
  // An action to be resolved names no file: it may be about any tree that is in use.
  return uri === undefined ? notServedTest(servedBy(undefined, session)) : otherWorktreeTest(pathOfUri(uri));
}

/** Where the requests of `editPaths` name a file. */
const filePaths = [
  ["params", "textDocument", "uri"],
  ["params", "files", "*", "oldUri"],
  ["params", "files", "*", "uri"],
];

/** Whether a server was told of more than the client takes, as others share it. */
function hasShared({ backends }: TranslationHost): boolean {
  return backends.all().some(({ link }) => link.isShared?.() === true);
}

function servedBy(backend: Pick<Backend, "link"> | undefined, { client, documents }: TranslationHost) {
  return { root: backend?.link.root, folders: client.roots.folders, documents: documents.all() };
}

function recordTranslation(
  id: string | undefined,
  translation: (request: Buffer) => Translation,
  translations: Translations,
): Decision {
  const see = (body: Buffer) => {
    const requestId = id ?? findTrailingId(body);
    if (requestId !== undefined) translations.set(requestId, translation(body));
  };
  return { kind: "see", see };
}

/** Step for backend messages: translates responses and edits. */
export function translateMessages(
  { method, id }: Envelope,
  { backend, session }: { readonly backend: Pick<Backend, "link">; readonly session: TranslationHost },
): Decision | undefined {
  const { translations, unopenedFiles, agent, client } = session;
  if (method === undefined) {
    if (id === undefined || !translations.has(id)) return undefined;
    return rewriteBody((body) => translateResponse(id, body, { translations }));
  }
  if (method !== "workspace/applyEdit" || (!agent && !unopenedFiles.hasAny)) return undefined;
  const edits = [["params", "edit"]];
  const translate = (body: Buffer) => {
    const kept = agent ? keepEditsToWorktree(body, edits, notServedTest(servedBy(backend, session))) : body;
    const own = withoutOwnVersions(kept, edits, unopenedFiles);
    return backend.link.isShared?.()
      ? withReadableEdits(ofNotebooks(own, edits, session), edits, client.capabilities)
      : own;
  };
  return rewriteBody(translate, ({ message }, body) => {
    const requestId = id ?? findTrailingId(body);
    if (requestId === undefined) return undefined;
    backend.link.respond(frameOf(buildResult(requestId, { applied: false, failureReason: message })));
    return messageFrame("warning", message);
  });
}

/**
 * Returns the body with null as version of each document in its WorkspaceEdits that only we have
 * opened; the same buffer where there is none.
 */
export function withoutOwnVersions(
  body: Buffer,
  editsAt: readonly (readonly string[])[],
  unopenedFiles: OwnVersions,
): Buffer {
  if (!unopenedFiles.hasAny) return body;
  const splices: Splice[] = [];
  for (const path of editsAt) {
    for (const document of findValues(body, [...path, "documentChanges", "*", "textDocument"])) {
      const uri = stringAt(body, findValue(body, ["uri"], document.from));
      const version = findValue(body, ["version"], document.from);
      if (uri === undefined || !version || !unopenedFiles.isOnlyOurs(keyOfUri(uri))) continue;
      splices.push({ ...version, bytes: Buffer.from("null") });
    }
  }
  return splices.length > 0 ? splice(body, splices) : body;
}

/** Returns a response as the client gets it; the same buffer where nothing changes. */
export function translateResponse(
  id: string,
  body: Buffer,
  { translations }: { readonly translations: Translations },
): Buffer {
  const translate = translations.get(id);
  translations.delete(id);
  try {
    return translate ? translate(body) : body;
  } catch (error) {
    if (error instanceof LocateError) return buildError(id, error);
    return body; // no JSON: the client will report it
  }
}

/** `refuse` returns the frame that the client gets instead of what can't be translated. */
function rewriteBody(
  translate: (body: Buffer) => Buffer,
  refuse?: (error: LocateError, body: Buffer) => Buffer | undefined,
): Decision {
  return {
    kind: "take",
    take: ({ bytes, body }) => {
      try {
        const changed = translate(body);
        return changed === body ? bytes : frameOf(changed);
      } catch (error) {
        if (refuse && error instanceof LocateError) return refuse(error, body);
        return bytes; // no JSON: the client will report it
      }
    },
  };
}

const HOVER = "textDocument/hover";

/** Requests whose result may have links, by the client's capability for it. */
const linkedFeatures = {
  "textDocument/definition": "definition",
  "textDocument/declaration": "declaration",
  "textDocument/typeDefinition": "typeDefinition",
  "textDocument/implementation": "implementation",
} as const;

/** Whether some clients can read only a part of the results of that method. */
function isReadInParts(method: string): boolean {
  return method === HOVER || Object.hasOwn(linkedFeatures, method);
}

/** Returns a response (body) of that method in a form that the client can read. */
export function readableResult(method: string, body: Buffer, { textDocument }: ClientCapabilities): Buffer {
  if (Object.hasOwn(linkedFeatures, method)) {
    const feature = linkedFeatures[method as keyof typeof linkedFeatures];
    return textDocument?.[feature]?.linkSupport ? body : withoutLinks(body);
  }
  const formats = method === HOVER ? textDocument?.hover?.contentFormat : undefined;
  return formats && !formats.includes("markdown") ? withoutMarkdown(body) : body;
}

/**
 * Returns a body with the edits of notebooks as edits of their JSON. Code actions that would change
 * one that can't be written are disabled. Throws `file_unwritable` for any other edit of one.
 */
function ofNotebooks(
  body: Buffer,
  paths: readonly (readonly string[])[],
  { client: { encoding, capabilities }, documents }: TranslationHost,
): Buffer {
  if (!body.includes(".ipynb")) return body;
  const open = new Set([...documents.all()].map(({ uri }) => keyOfUri(uri)));
  const convert = (edit: object) => withJsonEdits(edit, { encoding, isOpen: (uri) => open.has(keyOfUri(uri)) });
  const showsDisabled = capabilities.textDocument?.codeAction?.disabledSupport === true;
  const convertItem = (item: unknown) => {
    if (!isObject(item) || !isObject(item["edit"])) return [item];
    try {
      return [{ ...item, edit: convert(item["edit"]) }];
    } catch (error) {
      if (!(error instanceof LocateError)) throw error;
      const { edit: _, command: __, ...rest } = item;
      return showsDisabled ? [{ ...rest, disabled: { reason: error.message } }] : [];
    }
  };
  const isOfItems = paths.some((path) => path.includes("*"));
  return isOfItems
    ? replaceValues(body, [["result"]], (items) => (Array.isArray(items) ? items.flatMap(convertItem) : items))
    : replaceValues(body, paths, convert);
}

/** Returns a body with the WorkspaceEdits at these paths as the client can read them. */
export function withReadableEdits(
  body: Buffer,
  paths: readonly (readonly string[])[],
  { workspace }: ClientCapabilities,
): Buffer {
  if (workspace?.workspaceEdit?.documentChanges || !body.includes("documentChanges")) return body;
  return replaceValues(body, paths, (value) => {
    const { documentChanges, ...rest } = value as WorkspaceEdit;
    if (!documentChanges?.every((part): part is TextDocumentEdit => "edits" in part)) return value;
    const changes: Record<string, TextDocumentEdit["edits"]> = {};
    for (const { textDocument, edits } of documentChanges)
      changes[textDocument.uri] = [...(changes[textDocument.uri] ?? []), ...edits];
    return { ...rest, changes };
  });
}

function withoutLinks(body: Buffer): Buffer {
  if (!body.includes("targetUri")) return body;
  return replaceValues(body, [["result"]], (value) =>
    Array.isArray(value) ? value.map((each) => (isLink(each) ? placeOf(each) : each)) : value,
  );
}

function isLink(value: unknown): value is LocationLink {
  return isObject(value) && "targetUri" in value;
}

function placeOf({ targetUri, targetSelectionRange }: LocationLink) {
  return { uri: targetUri, range: targetSelectionRange };
}

/** Fences and escapes have no use in plain text; the rest of Markdown is readable as it is. */
function withoutMarkdown(body: Buffer): Buffer {
  return replaceValues(body, [["result", "contents"]], (value) => {
    if (!isObject(value) || value["kind"] !== "markdown") return value;
    const text = String(value["value"]).replace(/^ *(?:```|~~~).*\n?/gm, "");
    return { kind: "plaintext", value: text.replace(/\\([\\`*_{}[\]()#+.!<>|-])/g, "$1").trim() };
  });
}

/** Replaces the values at these paths; the same buffer where none is another one. */
function replaceValues(
  body: Buffer,
  paths: readonly (readonly string[])[],
  replace: (value: object) => unknown,
): Buffer {
  const splices: Splice[] = [];
  for (const { from, to } of paths.flatMap((path) =>
    path.includes("*") ? findValues(body, path) : (findValue(body, path) ?? []),
  )) {
    const value: unknown = JSON.parse(body.toString("utf8", from, to));
    const replaced = typeof value === "object" && value !== null ? replace(value) : value;
    if (replaced !== value) splices.push({ from, to, bytes: Buffer.from(JSON.stringify(replaced)) });
  }
  return splices.length > 0 ? splice(body, splices) : body;
}
