/**
 * How a backend is greeted: the client's own `initialize`, byte for byte, but for what is another thing for this backend. What we don't
 * know in it, the backend gets as the client sent it.
 */

import type { Server } from "../../backend/config/servers.js";
import type { RequiredCapability } from "../../backend/readiness.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { findValue, removeValue, setValue } from "../../wire/json.js";
import { withId } from "../idTags.js";

export interface InitializeOptions {
  /** Ours, as JSON text. */
  readonly id: string;
  readonly server: Server;
  /** The one folder that this backend is started for. */
  readonly root: WorkspaceFolder;
  /** Our own. */
  readonly processId: number;
  /** What its readiness rule needs the client to declare. */
  readonly needs: readonly RequiredCapability[];
}

/** The body of a backend's `initialize`, made from the body of the client's. Where the client's is odd (null or `[]` for an object, no params), it is mended. */
export function buildInitialize(clientInitialize: Buffer, options: InitializeOptions): Buffer {
  const { id, server, root, processId, needs } = options;
  const ownChanges: readonly Change[] = [
    [["processId"], server.remote ? null : processId],
    [["rootUri"], root.uri],
    [["rootPath"], pathOfUri(root.uri) ?? null],
    [["workspaceFolders"], [{ uri: root.uri, name: root.name }]],
    [["initializationOptions"], optionsFor(server, clientInitialize)],
    // The client was answered long ago, and its token is not for several to speak under.
    [["workDoneToken"], undefined],
  ];
  return applyChanges(clientInitialize, id, [
    ...ownChanges,
    ...encodingChanges(clientInitialize),
    ...capabilityChanges(needs),
  ]);
}

/** The same for the only backend of a session: the client's options are its own, and so are its folders, as they are by now. */
export function buildSingleInitialize(
  clientInitialize: Buffer,
  id: string,
  { needs, folders }: { readonly needs: readonly RequiredCapability[]; readonly folders: readonly WorkspaceFolder[] },
): Buffer {
  const given = findValue(clientInitialize, ["params", "workspaceFolders"]);
  const folderChanges: readonly Change[] =
    given && clientInitialize[given.from] === OPEN_ARRAY ? [[["workspaceFolders"], folders]] : [];
  return applyChanges(clientInitialize, id, [
    ...folderChanges,
    ...encodingChanges(clientInitialize),
    ...capabilityChanges(needs),
  ]);
}

const OPEN_ARRAY = 0x5b;

function applyChanges(clientInitialize: Buffer, id: string, changes: readonly Change[]): Buffer {
  const initialize = changes.reduce(
    (json, [path, value]) =>
      value === undefined ? removeValue(json, ["params", ...path]) : putReplacing(json, ["params", ...path], value),
    clientInitialize,
  );
  return withId(initialize, id);
}

/** A path from `params` on, and what is to stand there; undefined for nothing at all. */
type Change = readonly [path: readonly string[], value: unknown];

/** The client's initializationOptions are meant for us. Those under the name of a server are meant for it, and laid over those in servers.json. */
function optionsFor({ name, initializationOptions }: Server, body: Buffer): unknown {
  const span = findValue(body, ["params", "initializationOptions", name]);
  const fromClient: unknown = span ? JSON.parse(body.toString("utf8", span.from, span.to)) : null;
  return fromClient === null ? initializationOptions : mergeOptions(initializationOptions, fromClient);
}

/** Objects are laid over each other key by key, however deep; anything else takes the place of what was there. */
function mergeOptions(base: unknown, override: unknown): unknown {
  if (!isObject(base) || !isObject(override)) return override;
  const merged = Object.entries(override).map(([key, value]) => [key, mergeOptions(base[key], value)]);
  return { ...base, ...Object.fromEntries(merged) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All backends of a session count in utf-16, as it has been announced to the client. */
function encodingChanges(body: Buffer): readonly Change[] {
  const general: Change = [["capabilities", "general", "positionEncodings"], ["utf-16"]];
  // An older word for the same, which clangd prefers.
  const older: readonly string[] = ["capabilities", "offsetEncoding"];
  return findValue(body, ["params", ...older]) ? [general, [older, ["utf-16"]]] : [general];
}

/** What we do for clients that can't, or need for ourselves. */
const requiredCapabilities: readonly string[] = [
  "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport",
  "window.workDoneProgress",
  "workspace.configuration",
  "workspace.workspaceFolders",
  "workspace.didChangeWatchedFiles.dynamicRegistration",
  "workspace.didChangeWatchedFiles.relativePatternSupport",
];

function capabilityChanges(needs: readonly RequiredCapability[]): readonly Change[] {
  return [...requiredCapabilities, ...needs].map((path) => [["capabilities", ...path.split(".")], true]);
}

/** Puts a value where `path` leads, also where something that is no object stands in the way: PHP clients write `[]` for `{}`. */
function putReplacing(json: Buffer, path: readonly string[], value: unknown): Buffer {
  for (let depth = path.length; depth > 0; depth--) {
    const rest = path.slice(depth).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    const done = setValue(json, path.slice(0, depth), rest);
    if (done !== undefined) return done;
  }
  return json;
}
