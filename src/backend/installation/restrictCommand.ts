/** A command of the user in an untrusted workspace. */

import { LocateError } from "../../error.js";
import { recogniseServer } from "../config/recogniseServer.js";
import type { Server, Servers } from "../config/servers.js";
import { safeguardsOf } from "../config/settings.js";
import { findProgram } from "./findProgram.js";
import { withOwnModules } from "./ownModules.js";

export interface RestrictedCommand {
  readonly command: readonly string[];
  readonly server: Server;
}

/** Programs that run the package of the workspace in place of an installed one. */
const workspaceRunners: ReadonlySet<string> = new Set([
  ...["npx", "npm", "pnpm", "pnpx", "yarn", "bun", "bunx", "bundle", "uv", "poetry", "pipenv", "mise", "direnv"],
]);

/**
 * Returns the command with the safeguards of the server that it is recognised as; the error
 * `backend_failed` if there are none.
 */
export function restrictCommand(servers: Servers, command: readonly string[]): RestrictedCommand | LocateError {
  const words = command.flatMap((word) => word.trim().split(/\s+/));
  const runner = words.find((word) => workspaceRunners.has(word.replace(/^.*[\\/]/, "").replace(/\.\w+$/, "")));
  if (runner !== undefined) {
    const what = `\`${runner}\` runs a package of the workspace in place of an installed one`;
    return refusal(command, what, "Give the path of the server's own program.");
  }
  const entry = recogniseServer(servers, command);
  if (entry === undefined) {
    const advice = `Give the server an entry in your servers.json with its command and "untrusted".`;
    return refusal(command, "the server is unknown", advice);
  }
  const server = words.map((word) => withOwnModules(entry, programPath(word))).find(isStartable) ?? entry;
  const { restriction } = isStartable(server) ? server : withOwnModules(entry, programPath(words[0] ?? ""));
  if (restriction?.kind === "refused") return refusal(command, restriction.reason, "");
  return { command: [...command, ...(safeguardsOf(server)?.arguments ?? [])], server };
}

function isStartable({ restriction }: Server): boolean {
  return restriction?.kind !== "refused";
}

function programPath(word: string): string {
  const found = findProgram(word);
  return found.kind === "installed" ? found.path : word;
}

function refusal(command: readonly string[], reason: string, advice: string): LocateError {
  const message = `\`${command.join(" ")}\` is not started in an untrusted workspace: ${reason}. ${advice}`;
  return new LocateError("backend_failed", message.trimEnd(), { command, reason: "untrusted" });
}
