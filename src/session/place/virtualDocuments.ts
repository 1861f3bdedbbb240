/**
 * Documents that are in no file: a server names their URIs and gives their texts, which are only
 * read (`servers.<name>.contents`, or `workspace/textDocumentContent` of LSP 3.18).
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: servers.json has such

import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { ResponseError } from "vscode-jsonrpc/node";
import { ask } from "../../ask/ask.js";
import { type Backend, ensureBackend } from "../../ask/backend/backend.js";
import { rowOf } from "../../ask/methodTable.js";
import type { ContentRule, Servers } from "../../backend/config/servers.js";
import { LocateError } from "../../error.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { MAX_TEXT_BYTES } from "../../files/readFileSync.js";
import { languageOfPath } from "../../languages/languages.js";
import { clip, echoPath, MAX_ECHO_LENGTH } from "../../locate/errorText.js";
import { escapeName } from "../../text/printable.js";
import { isUri, isVirtualName, pathOfUri, uriOfPath, virtualScheme } from "../../uri.js";
import type { RequestContext } from "../client/requestContext.js";
import { answerPermission, foldersOf, namesFile } from "../documents/filePaths.js";

type VirtualContext = Pick<
  RequestContext,
  "backends" | "servers" | "documents" | "token" | "client" | "diskChanges" | "unopenedFiles" | "index"
>;

/** The rule of servers that have the standard request. */
const standardRule: Omit<ContentRule, "scheme"> = {
  method: "workspace/textDocumentContent",
  params: { uri: "${uri}" },
  result: "text",
};

/** The scheme of URIs by which a server may name files that there are not. */
const FILE_SCHEME = "file";

/** Whether a server names documents that are in no file. */
export function hasVirtualDocuments({ serverEntry, capabilities }: Backend): boolean {
  return serverEntry?.contents !== undefined || schemesOf(capabilities).length > 0;
}

/**
 * Returns the URI of the document in no file that a `file_path` names; undefined for another.
 * Errors, for a `<library>!<path>`: `file_not_found` where no answer has named such a document,
 * `file_ambiguous`.
 */
export function virtualUri(
  filePath: string,
  context: Pick<VirtualContext, "servers" | "backends" | "client" | "documents">,
): string | undefined {
  if (isVirtualName(filePath)) return namesFile(filePath, context) ? undefined : uriOfName(filePath, context);
  const { backends } = context;
  const { servers } = context.servers;
  const hasRule = (fits: (rule: ContentRule) => boolean) =>
    [...servers.values()].some(({ contents = [] }) => contents.some(fits));
  const scheme = virtualScheme(filePath);
  if (scheme !== undefined) {
    const isKnown =
      hasRule((rule) => rule.scheme === scheme) || backends.all().some((backend) => announcesScheme(scheme, backend));
    return isKnown ? filePath : undefined;
  }
  const uri = isUri(filePath) ? filePath : isAbsolute(filePath) ? uriOfPath(filePath, []) : undefined;
  if (uri === undefined || existsSync(pathOfUri(uri) ?? "")) return undefined;
  return hasRule((rule) => isOf(rule, { uri, scheme: FILE_SCHEME })) ? uri : undefined;
}

/**
 * Reads a virtual document from the server that has it, started if need be. Errors: the server's,
 * `file_not_found` where no server has such documents, `file_unreadable` where it gives no text.
 */
export async function readVirtualDocument(uri: string, context: VirtualContext): Promise<OpenDocument> {
  const scheme = virtualScheme(uri) ?? FILE_SCHEME;
  const failures: unknown[] = [];
  for (const { backend, rule } of await sourcesOf({ uri, scheme }, context)) {
    try {
      const text = await requestText(uri, backend, rule, context);
      if (text === undefined) continue;
      await loadProjectFile(backend, context);
      return context.unopenedFiles.keepText({ uri, languageId: languageOf(uri, backend), text });
    } catch (error) {
      if (context.token.isCancellationRequested) throw error;
      failures.push(error);
    }
  }
  if (failures[0] instanceof LocateError) throw failures[0];
  const [refusal] = failures.filter((error) => error instanceof ResponseError);
  const why =
    refusal === undefined
      ? "its server gives no text for it"
      : `its server refuses to read it: ${clip(refusal.message, MAX_ECHO_LENGTH)}`;
  throw new LocateError(
    "file_unreadable",
    `${echoPath(uri)} can't be read: ${why}. Ask for the definition again: the place may have another URI now.`,
    { path: clip(uri, MAX_ECHO_LENGTH), why },
  );
}

interface TextSource {
  readonly backend: Backend;
  readonly rule: Omit<ContentRule, "scheme">;
}

/** Returns the running servers with such documents; where there are none, one that is started. */
async function sourcesOf(named: VirtualName, context: VirtualContext): Promise<readonly TextSource[]> {
  const { uri, scheme } = named;
  const running = context.backends.all().flatMap((backend) => {
    const rule = ruleOf(named, backend);
    return rule ? [{ backend, rule }] : [];
  });
  if (running.length > 0) return running;
  for (const { languages } of serversOf(named, context.servers))
    for (const languageId of languages) {
      const backend = context.backends.find({ uri, languageId });
      if (backend === undefined || ruleOf(named, backend) === undefined) continue;
      await ensureBackend({ uri, languageId }, context.backends);
      const rule = ruleOf(named, backend);
      if (rule) return [{ backend, rule }];
    }
  throw new LocateError(
    "file_not_found",
    `${echoPath(uri)} is in no file, and no server that runs here has documents of the scheme ${scheme}. Ask for a definition first, which starts the server.`,
    { path: clip(uri, MAX_ECHO_LENGTH), similar: [] },
  );
}

/** A URI with its scheme. */
interface VirtualName {
  readonly uri: string;
  readonly scheme: string;
}

function serversOf(named: VirtualName, { servers }: Servers) {
  return [...servers.values()].filter(({ contents = [] }) => contents.some((rule) => isOf(rule, named)));
}

function isOf({ scheme, uriPattern }: ContentRule, named: VirtualName): boolean {
  return scheme === named.scheme && (uriPattern === undefined || expressionOf(uriPattern).test(named.uri));
}

const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern);
  expressions.set(pattern, known);
  return known;
}

/** Returns how a server gives the text of a document; undefined where it has no such. */
function ruleOf(named: VirtualName, backend: Backend): TextSource["rule"] | undefined {
  const { contents = [] } = backend.serverEntry ?? {};
  const own = contents.find((rule) => isOf(rule, named));
  if (own || contents.some(({ scheme }) => scheme === named.scheme)) return own;
  return announcesScheme(named.scheme, backend) ? standardRule : undefined;
}

function announcesScheme(scheme: string, { capabilities }: Backend): boolean {
  return schemesOf(capabilities).includes(scheme);
}

function schemesOf(capabilities: Backend["capabilities"]): readonly unknown[] {
  const { workspace } = capabilities as { readonly workspace?: { readonly textDocumentContent?: unknown } };
  const { schemes } = (workspace?.textDocumentContent ?? {}) as { readonly schemes?: unknown };
  return Array.isArray(schemes) ? schemes : [];
}

/** Returns the URI of the only document with a name for people that an answer has named. */
function uriOfName(name: string, { client }: Pick<VirtualContext, "client">): string {
  const [uri, ...others] = client.roots.virtualNames?.urisOf(name) ?? [];
  if (uri === undefined)
    throw new LocateError(
      "file_not_found",
      `There is no file ${echoPath(name)}, and no answer of this session has named a document in a library by it. Ask for a definition that leads there first, or write its URI.`,
      { path: clip(name, MAX_ECHO_LENGTH), similar: [] },
    );
  if (others.length === 0) return uri;
  const files = [uri, ...others];
  const message = `${echoPath(name)} names several documents. Write one of: ${files.map(escapeName).join(", ")}.`;
  throw new LocateError("file_ambiguous", message, { path: clip(name, MAX_ECHO_LENGTH), files });
}

async function requestText(
  uri: string,
  backend: Backend,
  { method, params, result, uriPattern }: TextSource["rule"],
  context: VirtualContext,
): Promise<string | undefined> {
  const filled = fill(params ?? { uri: "${uri}" }, placeholdersOf(uri, uriPattern)) as object;
  const answer: unknown = (
    await ask({ method, policy: rowOf("documentSymbol"), backend, params: () => () => filled }, context)
  ).parse();
  const text = result === undefined ? answer : (answer as Readonly<Record<string, unknown>> | null)?.[result];
  // jdtls answers with an empty text for a URI that it does not know.
  if (typeof text !== "string" || text === "") return undefined;
  if (text.length <= MAX_TEXT_BYTES) return text;
  const why = `it has ${text.length} characters, and at most ${MAX_TEXT_BYTES} are read`;
  throw new LocateError("file_unreadable", `${echoPath(uri)} is not read: ${why}.`, { path: uri, why });
}

/** Returns the values of placeholders. A name that a pattern finds has its parts in folders. */
function placeholdersOf(uri: string, pattern: string | undefined): Readonly<Record<string, string>> {
  const groups = pattern === undefined ? {} : (expressionOf(pattern).exec(uri)?.groups ?? {});
  const named = Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text).replaceAll("/", ".")]);
  return { ...Object.fromEntries(named), uri };
}

/** Fills placeholders such as `${uri}` in the texts of a value. */
function fill(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === "string") return value.replace(/\$\{(\w+)\}/g, (written, name) => values[name] ?? written);
  if (Array.isArray(value)) return value.map((each) => fill(each, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, values)]));
}

/** How long is looked for a file to open. */
const FILES_TIMEOUT_MS = 5_000;

/**
 * Asks a server that has no document open about a file of the project, as whoever named the
 * document has done: Deno knows what one declares only once it has loaded a module.
 */
async function loadProjectFile(backend: Backend, context: VirtualContext): Promise<void> {
  const { documents, unopenedFiles, backends, client, index } = context;
  const open = [...documents.all(), ...unopenedFiles.openDocuments()];
  if (open.some((document) => backends.find(document) === backend)) return;
  const [folder] = foldersOf(client.roots);
  const languages = backend.serverEntry?.languages ?? [];
  if (folder === undefined || languages.length === 0) return;
  try {
    const workspace = await index.get(client.roots, documents);
    const { answer } = await workspace.findPaths(folder, AbortSignal.timeout(FILES_TIMEOUT_MS));
    const path = answer.paths.find((each) => languages.includes(languageOfPath(each)));
    if (path === undefined) return;
    const document = await unopenedFiles.read(path, answerPermission(client.roots));
    const params = { textDocument: { uri: document.uri }, position: { line: 0, character: 0 } };
    const question = { method: "textDocument/hover", policy: rowOf("hover"), backend, document: () => document };
    await ask({ ...question, params: () => () => params }, context);
  } catch {
    // The document can be read without it.
  }
}

/** Returns the language of a document: by the end of its name, or the server's. */
function languageOf(uri: string, { serverEntry }: Backend): string {
  return languageOfPath(uri.split(/[?#]/, 1)[0] ?? "") || (serverEntry?.languages[0] ?? "plaintext");
}
