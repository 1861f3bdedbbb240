/** The topics of help: methods, subcommands and others, by name or by a similar word. */

import { locateMethods } from "../../ask/methodTable.js";
import { methodCommands } from "../methods/commandTable.js";
import type { MethodCommand } from "../methods/methodCommand.js";
import { suggestNames } from "../options.js";
import { otherTopics, type SubcommandRow, subcommandRows } from "./subcommands.js";

/** What an option is used with, and what help has a page for. */
export type CommandTopic =
  | { readonly kind: "method"; readonly name: string; readonly row: MethodCommand }
  | { readonly kind: "subcommand"; readonly name: string; readonly row: SubcommandRow };

export type HelpTopic = CommandTopic | { readonly kind: "other"; readonly name: (typeof otherTopics)[number] };

/** The words that can be written first, in the order of lists: methods, then subcommands. */
export const commandTopics: readonly CommandTopic[] = [
  ...[...methodCommands].map(([name, row]) => ({ kind: "method" as const, name, row })),
  ...Object.entries(subcommandRows).map(([name, row]) => ({ kind: "subcommand" as const, name, row })),
];

/** Returns the topic of a name, which may be that of LSP: `textDocument/hover`. */
export function topicOf(word: string): HelpTopic | undefined {
  const name = methodName(word);
  const other = otherTopics.find((each) => each === name);
  if (other !== undefined) return { kind: "other", name: other };
  return commandTopics.find((topic) => topic.name === name);
}

/** Returns a method's name without LSP's prefix. */
export function methodName(word: string): string {
  return word.replace(/^(?:locate|textDocument|callHierarchy|typeHierarchy)\//, "");
}

/** Returns the names that were likely meant, best first. */
export function suggestTopics(word: string): readonly string[] {
  const name = methodName(word);
  const lower = name.toLowerCase();
  const exact = commandTopics.filter(({ name, row }) => name.toLowerCase() === lower || row.aliases?.includes(lower));
  if (exact.length > 0) return exact.map(({ name }) => name);
  // A method that needs a session has no topic; the error about it says what to do instead.
  return suggestNames(name, new Set([...commandTopics.map(({ name }) => name), ...locateMethods.map(methodName)]));
}
