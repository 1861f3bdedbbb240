/** The server of `--language`: the first installed one, else the embedded one. */

import { join } from "node:path";
import type { Writable } from "node:stream";
import { remoteRuleOf, resolveLanguageId, rootRuleOf, type Servers } from "../../backend/config/servers.js";
import { serversAt } from "../../backend/config/trust.js";
import { type SelectedServer, selectServer } from "../../backend/installation/selectServer.js";
import type { BackendProcess } from "../../backend/process.js";
import { LocateError } from "../../error.js";
import { workingFolderProblem } from "../../files/workingFolder.js";
import { findServerRoot } from "../../workspace/roots/serverRoot.js";
import { suggestNames, UsageError } from "../options.js";
import { embeddingOf } from "./embeddedServer.js";
import { startServerProcess } from "./startServerProcess.js";

export interface ServerChoice extends SelectedServer {
  /** The root of the server, in the workspace. */
  readonly root: string;
}

/**
 * Chooses the server of a language for a workspace (absolute), and no server beside it. Throws
 * `no_backend`, or UsageError for an unknown language.
 */
export function chooseServer(trusted: Servers, language: string, workspace: string): ServerChoice {
  const servers = serversAt(trusted, workspace);
  const languageId = resolveLanguage(servers, language);
  const selected = selectServer(servers, languageId, embeddingOf(servers), { companions: false });
  if (selected instanceof LocateError) throw selected;
  // The root is that of an assumed file.
  const { root } = findServerRoot(join(workspace, "?"), rootRuleOf(selected.server, servers), [workspace]);
  return { ...selected, root };
}

/** Starts the chosen server. `log` receives what it writes to stderr. */
export function startServer({ command, root, server }: ServerChoice, log: Writable): Promise<BackendProcess> {
  const { env, install } = server;
  const mapping = remoteRuleOf(server);
  // Some servers don't start in a folder that was deleted.
  const cwd = workingFolderProblem() === undefined ? { cwd: root } : {};
  const rest = { ...(env && { env }), ...(install && { install }), ...(mapping && { mapping }) };
  return startServerProcess(command, { log, ...cwd, ...rest });
}

/** Returns the id of a language given by id or alias. Throws UsageError with similar names. */
export function resolveLanguage(servers: Servers, language: string): string {
  const languageId = resolveLanguageId(servers, language);
  if (languageId !== undefined) return languageId;
  const near = suggestNames(language, servers.languages.keys());
  const advice = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : " `lsp-locate doctor` lists them.";
  throw new UsageError(`servers.json has no language ${language}.${advice}`);
}
