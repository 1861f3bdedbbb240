/** One call of a tool: whom it asks, and how what comes back is named and read. */

import { createColors } from "picocolors";
import type { Servers } from "../../../backend/config/servers.js";
import { displayPath } from "../../../session/documents/filePaths.js";
import { uriOfPath, type WorkspaceFolder } from "../../../uri.js";
import type { Client } from "../../client/inProcessClient.js";
import type { Answered } from "../../methods/methodAnswer.js";
import { type Command, commands } from "../../methods/methodTable.js";
import { askInTurn } from "../../methods/tryReadings.js";
import { type PlaceReport, rangeOf } from "../../show/resolvedPlace.js";
import type { View } from "../../show/view.js";
import { readSources } from "../../sourceFiles.js";
import { existsIn } from "../session/workspaceFolders.js";
import { readPlace, readUniquePlace } from "./readToolLocates.js";

export interface Call {
  /** What is asked of it is cancelled with the call. */
  readonly client: Client;
  /** Aborted when the call is cancelled. */
  readonly signal: AbortSignal;
  readonly folders: readonly WorkspaceFolder[];
  /** As servers.json has them now. */
  servers(): Promise<Servers>;
  /** For every question: the token to report progress under. */
  readonly params: { readonly workDoneToken: string };
  /** Work that must not meet another of its kind. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Asks `locate/<name>` about what the model has written, and where else its find stands. Rejects as Client.request does. */
export function askAbout(
  name: string,
  written: unknown,
  { client, folders, params }: Call,
  beside: Readonly<Record<string, unknown>> = {},
): Promise<Answered> {
  const command = commandOf(name);
  const places = [(command.changesFiles ? readUniquePlace : readPlace)(written, existsIn(folders))];
  const asked = { ...params, ...beside };
  // File paths stay as they were written: the session knows the folders that they begin in.
  const where = { workingDirectory: "", root: undefined };
  return askInTurn({ command, places, params: asked, file: undefined }, { client, params: asked, root: "/", where });
}

function commandOf(name: string): Command {
  const command = commands.get(name);
  if (command === undefined) throw new TypeError(`there is no command ${name}`);
  return command;
}

/** A path (absolute) as a model is to write it. */
export function pathIn(folders: readonly WorkspaceFolder[]): (path: string) => string {
  return (path) => displayPath(uriOfPath(path, folders), { folders, others: [] });
}

/** Columns of a line of source. */
const width = 160;

export function viewOf(place: PlaceReport, { client, folders }: Call): View {
  return {
    colours: createColors(false),
    width,
    encoding: client.encoding,
    uri: place.target.textDocument.uri,
    at: rangeOf(place),
    pathOf: (uri) => displayPath(uri, { folders, others: [] }),
    documentOf: readSources(),
  };
}
