/** Renders what `setup` finds, would write, and has written. */

import { maxOf } from "../../text/list.js";
import type { SetupClient, SetupScope } from "./clientFile.js";

/** A client on this machine. */
export interface FoundClient {
  readonly client: SetupClient;
  /** The program or folder by which it was found; undefined if it was not. */
  readonly found: string | undefined;
  /** Whether lsp-locate is set up in it; or why that can't be said. */
  readonly state: string;
}

/** Renders the list of clients. */
export function renderClients(all: readonly FoundClient[]): string {
  const found = all.filter((each) => each.found !== undefined);
  const others = all.filter((each) => each.found === undefined).map(({ client }) => client.name);
  const columns = (rows: readonly (readonly [string, string, string])[]) => {
    const widths = [0, 1].map((column) => maxOf(rows.map((row) => row[column]?.length ?? 0)));
    return rows.map(
      ([name, state, where]) => `  ${name.padEnd(widths[0] ?? 0)}  ${state.padEnd(widths[1] ?? 0)}  ${where}`,
    );
  };
  return [
    found.length === 0 ? "No client was found on this machine." : "Clients on this machine:",
    ...columns(found.map(({ client, state, found: where = "" }) => [client.name, state, where] as const)),
    ...(others.length === 0 ? [] : ["", `Not found: ${others.join(", ")}.`]),
    "",
    "lsp-locate setup <client> shows what is to be written, and writes it with --write.",
  ].join("\n");
}

/** A file in the answer of `setup <client>`. */
export interface FileReport {
  readonly path: string;
  /** What is in the file now, or what happened to it. */
  readonly state: string;
  /** What belongs into the file. */
  readonly text: string;
}

/** Renders the files and what belongs into them. */
export function renderSnippets(
  { name, title, summary }: SetupClient,
  scope: SetupScope,
  files: readonly FileReport[],
  notes: readonly string[],
): string {
  const parts = files.map(({ path, state, text }) => `${path}${state === "present" ? " has this:" : ":"}\n\n${text}`);
  const command = `lsp-locate setup ${name}${scope === "project" ? " --project" : ""} --write`;
  const isDone = files.every(({ state }) => state === "present");
  return [
    `${title}: ${summary}.`,
    "",
    ...parts,
    isDone ? `To take it back: ${command.replace("--write", "--remove")}` : `To write it: ${command}`,
    ...notes,
  ].join("\n");
}

/** Renders what happened to the files. */
export function renderChanges(files: readonly FileReport[], notes: readonly string[]): string {
  return [...files.map(({ path, state }) => `${state} ${path}`), ...notes].join("\n");
}
