/**
 * One call of a tool: how it sends requests, and how paths and documents are read for its answer.
 */

import { createColors } from "picocolors";
import type { Servers } from "../../../backend/config/servers.js";
import { LocateError } from "../../../error.js";
import type { ReadPermission } from "../../../files/readPermission.js";
import type { Locate } from "../../../locate/locate.js";
import { parseLocateReadings, writeLocate } from "../../../locate/notation/notation.js";
import { readLocate } from "../../../locate/notation/readLocate.js";
import { displayPath } from "../../../session/documents/filePaths.js";
import { uriOfPath, type WorkspaceFolder } from "../../../uri.js";
import { createSourceReader } from "../../client/answerFiles.js";
import type { RequestClient } from "../../client/inProcessClient.js";
import { methodCommands } from "../../methods/commandTable.js";
import type { MethodAnswer, MethodCommand } from "../../methods/methodCommand.js";
import { readWholeFile } from "../../methods/readLocates.js";
import { tryReadings } from "../../methods/tryReadings.js";
import { type ResolvedPlace, rangeOf } from "../../show/resolvedPlace.js";
import type { View } from "../../show/view.js";
import { existsIn } from "../session/workspaceFolders.js";

export interface ToolCall {
  /** Its requests are cancelled with the call. */
  readonly client: RequestClient;
  /** Aborted when the call is cancelled. */
  readonly signal: AbortSignal;
  readonly folders: readonly WorkspaceFolder[];
  /** The connection, which undoes its own writes. */
  readonly connection: string;
  /** Which of the files that answers name may be read; absent for all. */
  readonly permission: ReadPermission | undefined;
  /** Loads the current servers.json. */
  servers(): Promise<Servers>;
  /** The params of every request: the token of progress reports. */
  readonly params: { readonly workDoneToken: string };
  /** Runs work after all earlier work that was passed here. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Sends `locate/<name>` with the Locate of the call, or an array of them. Rejects as
 * `InProcessClient.request` does.
 */
export function sendToolRequest(
  name: string,
  locate: unknown,
  { client, folders, params }: ToolCall,
  extraParams: Readonly<Record<string, unknown>> = {},
): Promise<MethodAnswer> {
  const command = methodCommandOf(name);
  const read = command.changesFiles ? readUniqueLocates : readToolLocates;
  if (command.takes === "paths") return command.send([], { client, params: { ...params, ...extraParams } });
  const exists = existsIn(folders);
  const places = (Array.isArray(locate) ? locate : [locate]).map((each) => {
    const whole = readWholeFile(command, each, exists);
    return whole === undefined ? read(each, exists) : [whole];
  });
  // File paths stay as they were written: the session resolves them in its folders.
  return tryReadings(command, places, { client, params: { ...params, ...extraParams } });
}

/** Returns the method of a name that the tools use. */
export function methodCommandOf(name: string): MethodCommand {
  const command = methodCommands.get(name);
  if (command === undefined) throw new TypeError(`there is no method ${name}`);
  return command;
}

/** Returns a function that writes an absolute path as a model should write it. */
export function createPathWriter(folders: readonly WorkspaceFolder[]): (path: string) => string {
  return (path) => displayPath(uriOfPath(path, folders), { folders, others: [] });
}

/** The maximum of columns of a line of source. */
const LINE_WIDTH = 160;

export function createToolView(place: ResolvedPlace, { client, folders, permission }: ToolCall): View {
  return {
    colours: createColors(false),
    isBrief: true,
    width: LINE_WIDTH,
    encoding: client.encoding,
    uri: place.target.textDocument.uri,
    at: rangeOf(place),
    pathOf: (uri) => displayPath(uri, { folders, others: [] }),
    documentOf: createSourceReader(permission),
    writeLocate: (locate) => writeLocate(locate),
  };
}

/**
 * Returns every reading, likeliest first. An object may be JSON in a text, as some clients send it.
 * Throws `invalid_locate`.
 */
export function readToolLocates(value: unknown, exists: (path: string) => boolean): readonly Locate[] {
  const isObject = typeof value === "object" && value !== null;
  const locates = isObject ? [readLocate(value, { exists })] : parseLocateReadings(String(value), { exists });
  if (locates.some(({ handle }) => handle !== undefined))
    throw new LocateError("invalid_locate", NO_HANDLES_MESSAGE, {
      field: "handle",
      expected: "a file, a scope or a find",
    });
  return locates;
}

const NO_HANDLES_MESSAGE =
  "Handles come from locate/track, which is not a tool here. To find a place again, keep its Locate: the file, the symbol path, the text.";

/** Reads the Locate of a change: its find must match once, unless it has a `find_index`. */
export function readUniqueLocates(value: unknown, exists: (path: string) => boolean): readonly Locate[] {
  return readToolLocates(value, exists).map((locate) =>
    locate.find_index !== undefined || locate.find === undefined ? locate : { ...locate, find_index: "only" },
  );
}
