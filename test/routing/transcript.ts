/** Messages as lines of a transcript. */

import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Message } from "../session/pair.js";

/**
 * Formats a message: `didChange a.red v2`, `hover a.red`, `answer 1`. Paths are relative to `root`.
 */
export function lineOf({ id, method, params, error }: Message, root: string): string {
  if (method === undefined) return `${error ? "refusal" : "answer"} ${JSON.stringify(id)}`;
  const { uri, version } = params?.textDocument ?? params ?? {};
  const words = [method.replace(/^textDocument\//, "")];
  if (typeof uri === "string") words.push(uri.startsWith("file:") ? seenFrom(root, fileURLToPath(uri)) : uri);
  if (version !== undefined) words.push(`v${version}`);
  if (method === "$/cancelRequest") words.push(JSON.stringify(params.id));
  return words.join(" ");
}

function seenFrom(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

interface Registered {
  readonly id: string;
  readonly method: string;
  readonly registerOptions?: {
    readonly documentSelector?: readonly { readonly language?: string }[];
    readonly commands?: readonly string[];
    readonly watchers?: readonly { readonly globPattern: unknown }[];
  };
}

/**
 * Returns the registrations after these messages, sorted, a line each: `hover red`, `executeCommand
 * red.fix`.
 */
export function registeredBy(messages: readonly Message[]): readonly string[] {
  const lines = new Map<string, string>();
  for (const { method, params } of messages) {
    if (method === "client/registerCapability")
      for (const registered of params.registrations as Registered[]) lines.set(registered.id, wordsFor(registered));
    if (method === "client/unregisterCapability") for (const { id } of params.unregisterations) lines.delete(id);
  }
  return [...lines.values()].sort();
}

function wordsFor({ method, registerOptions = {} }: Registered): string {
  const { documentSelector = [], commands = [], watchers = [] } = registerOptions;
  const globs = watchers.map(({ globPattern }) => (typeof globPattern === "string" ? globPattern : "relative"));
  const words = [...documentSelector.map(({ language }) => language ?? "*"), ...commands, ...globs];
  return [method.split("/").at(-1), ...words].join(" ");
}
