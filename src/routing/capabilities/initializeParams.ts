/**
 * Builds a backend's `initialize` from the client's: the same bytes, except for the members that
 * differ for this backend. Unknown members are passed on as they are.
 */

import { clientCapabilities } from "../../backend/capabilities/clientCapabilities.js";
import type { Server } from "../../backend/config/servers.js";
import { mergeOptions, safeguardsOf } from "../../backend/config/settings.js";
import type { RequiredCapability } from "../../backend/readiness/readyRule.js";
import { SNIPPET_SUPPORT } from "../../session/client/plainCompletions.js";
import { restrictInitialize } from "../../session/client/restrictedSettings.js";
import { pathOfUri, type WorkspaceFolder } from "../../uri.js";
import { findValue, putValue, removeValue } from "../../wire/json.js";
import { buildRequest } from "../../wire/messages.js";
import { withId } from "../idTags.js";

export interface InitializeOptions {
  /** The id of the new request, as JSON text. */
  readonly id: string;
  readonly server: Server;
  readonly root: WorkspaceFolder;
  /** The workspace folders of this backend, its root among them. */
  readonly folders: readonly WorkspaceFolder[];
  /** The process id of the proxy. */
  readonly processId: number;
  /** The client capabilities that its readiness rule needs. */
  readonly needs: readonly RequiredCapability[];
}

/**
 * Builds the body of a backend's `initialize` from the body of the client's. Where the client has
 * null or `[]` in place of an object, or no params, that is replaced.
 */
export function buildInitialize(clientInitialize: Buffer, options: InitializeOptions): Buffer {
  const { id, server, root, folders, processId, needs } = options;
  const ownChanges: readonly Change[] = [
    [["processId"], server.remote ? null : processId],
    [["rootUri"], root.uri],
    [["rootPath"], pathOfUri(root.uri) ?? null],
    [["workspaceFolders"], folders.map(({ uri, name }) => ({ uri, name }))],
    [["initializationOptions"], optionsFor(server, clientInitialize)],
    // The client has got its response already, and one token is not for several backends.
    [["workDoneToken"], undefined],
  ];
  return applyChanges(clientInitialize, id, [
    ...ownChanges,
    ...encodingChanges(clientInitialize),
    ...featureChanges(clientInitialize),
    ...(server.needsSnippets ? [snippetChange] : []),
    ...capabilityChanges(needs),
  ]);
}

/**
 * Returns the body of a client's `initialize` as a server gets it that others share: with one set
 * of capabilities, and without what is the client's own but for its options. A server with
 * documents in no file names these to clients alone that can read them.
 */
export function buildSharedInitialize(clientInitialize: Buffer, { contents = [] }: Pick<Server, "contents">): Buffer {
  const { params } = JSON.parse(clientInitialize.toString("utf8")) as {
    readonly params?: { readonly initializationOptions?: unknown };
  };
  const { initializationOptions } = params ?? {};
  const shared = buildRequest("0", "initialize", {
    clientInfo: { name: "lsp-locate" },
    initializationOptions,
    capabilities: clientCapabilities,
  });
  return contents.length === 0 || readsContents(clientInitialize) ? shared : removeValue(shared, CONTENTS_CAPABILITY);
}

const CONTENTS_CAPABILITY = ["params", "capabilities", "workspace", "textDocumentContent"];

/** Whether a client, by the body of its `initialize`, reads documents that are in no file. */
export function readsContents(body: Buffer): boolean {
  return findValue(body, CONTENTS_CAPABILITY) !== undefined;
}

/**
 * Returns the settings in servers.json for a server, with those that make it name documents in no
 * file where the client can read these.
 */
export function settingsInFile({ contents = [], settings }: Server, clientInitialize: Buffer): Server["settings"] {
  const added = contents.flatMap((rule) => rule.settings ?? []);
  if (added.length === 0 || !readsContents(clientInitialize)) return settings;
  return added.reduce((merged: unknown, each) => mergeOptions(each, merged), settings) as Server["settings"];
}

interface SingleInitializeOptions {
  readonly server: Server;
  readonly needs: readonly RequiredCapability[];
  readonly folders: readonly WorkspaceFolder[];
}

/**
 * Does the same for the only backend of a session: it gets the client's options, and the present
 * workspace folders.
 */
export function buildSingleInitialize(
  clientInitialize: Buffer,
  id: string,
  { server, needs, folders }: SingleInitializeOptions,
): Buffer {
  const given = findValue(clientInitialize, ["params", "workspaceFolders"]);
  const folderChanges: readonly Change[] =
    given && clientInitialize[given.from] === OPEN_ARRAY ? [[["workspaceFolders"], folders]] : [];
  return applyChanges(restrictInitialize(clientInitialize, server), id, [
    ...folderChanges,
    ...encodingChanges(clientInitialize),
    ...capabilityChanges(needs),
  ]);
}

const OPEN_ARRAY = 0x5b;

function applyChanges(clientInitialize: Buffer, id: string, changes: readonly Change[]): Buffer {
  const initialize = changes.reduce(
    (json, [path, value]) =>
      value === undefined ? removeValue(json, ["params", ...path]) : putValue(json, ["params", ...path], value),
    clientInitialize,
  );
  return withId(initialize, id);
}

/** A path below `params` and its new value; `undefined` removes the member. */
type Change = readonly [path: readonly string[], value: unknown];

/**
 * Merges the options in servers.json with those that the client gives under the name of the server.
 * The client's win, except over those that an untrusted workspace requires.
 */
function optionsFor(server: Server, body: Buffer): unknown {
  const { name, contents = [] } = server;
  const initializationOptions = (readsContents(body) ? contents : []).reduce(
    (options: unknown, rule) => mergeOptions(rule.initializationOptions, options),
    server.initializationOptions,
  );
  const span = findValue(body, ["params", "initializationOptions", name]);
  const fromClient: unknown = span ? JSON.parse(body.toString("utf8", span.from, span.to)) : null;
  if (fromClient === null) return initializationOptions;
  return mergeOptions(mergeOptions(initializationOptions, fromClient), safeguardsOf(server)?.initializationOptions);
}

/** Offers only utf-16, which is the encoding agreed on with the client. */
function encodingChanges(body: Buffer): readonly Change[] {
  const general: Change = [["capabilities", "general", "positionEncodings"], ["utf-16"]];
  // An older member for the same, which clangd prefers.
  const older: readonly string[] = ["capabilities", "offsetEncoding"];
  return findValue(body, ["params", ...older]) ? [general, [older, ["utf-16"]]] : [general];
}

/** Capabilities that the proxy implements for clients without them, or needs for itself. */
const requiredCapabilities: readonly string[] = [
  "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport",
  "window.workDoneProgress",
  "workspace.configuration",
  "workspace.workspaceFolders",
  "workspace.didChangeWatchedFiles.dynamicRegistration",
  "workspace.didChangeWatchedFiles.relativePatternSupport",
];

/**
 * Features that servers lack for a client which does not declare them: hierarchies, which every
 * client is announced, and diagnostics, on which verdicts on changes rest.
 */
const addedFeatures = ["callHierarchy", "typeHierarchy", "publishDiagnostics"] as const;

function featureChanges(body: Buffer): readonly Change[] {
  return addedFeatures.flatMap((name): readonly Change[] => {
    const keys = ["capabilities", "textDocument", name];
    const span = findValue(body, ["params", ...keys]);
    const isDeclared = span !== undefined && body.toString("latin1", span.from, span.to) !== "null";
    return isDeclared ? [] : [[keys, {}]];
  });
}

/** A client without snippets gets plain text (`session/client/plainCompletions.ts`). */
const snippetChange: Change = [["capabilities", ...SNIPPET_SUPPORT.split(".")], true];

function capabilityChanges(needs: readonly RequiredCapability[]): readonly Change[] {
  return [...requiredCapabilities, ...needs].map((path) => [["capabilities", ...path.split(".")], true]);
}
