/** The topics of help: methods, subcommands and others, by name or by a similar word. */

import type { MethodCommand } from "../methods/methodCommand.js";
import { methodCommands, sessionMethods } from "../methods/methodTable.js";
import { suggestNames } from "../options.js";
import { type MethodHelp, methodHelp } from "./methodHelp.js";
import type { OptionSubject } from "./optionRules.js";
import { otherTopics, type SubcommandHelp, subcommandHelp } from "./subcommandHelp.js";

export type HelpTopic =
  | { readonly kind: "method"; readonly name: string; readonly command: MethodCommand; readonly help: MethodHelp }
  | { readonly kind: "subcommand"; readonly name: string; readonly help: SubcommandHelp }
  | { readonly kind: "other"; readonly name: (typeof otherTopics)[number] };

/** The words that can be written first, in the order of lists: methods, then subcommands. */
export const helpTopics: readonly (HelpTopic & { readonly kind: "method" | "subcommand" })[] = [
  ...sortForHelp(methodCommands.values()).map((command) => ({
    kind: "method" as const,
    name: command.name,
    command,
    help: methodHelp[command.name] ?? { group: "more", summary: "as in LSP", examples: [] },
  })),
  ...Object.entries(subcommandHelp).map(([name, help]) => ({ kind: "subcommand" as const, name, help })),
];

/** Returns the topic of a name, which may be that of LSP: `textDocument/hover`. */
export function topicOf(word: string): HelpTopic | undefined {
  const name = methodName(word);
  const other = otherTopics.find((each) => each === name);
  if (other !== undefined) return { kind: "other", name: other };
  return helpTopics.find((topic) => topic.name === name);
}

/** Returns a method's name without LSP's prefix. */
export function methodName(word: string): string {
  return word.replace(/^(?:locate|textDocument|callHierarchy|typeHierarchy)\//, "");
}

/** Returns the names that were likely meant, best first. */
export function suggestTopics(word: string): readonly string[] {
  const name = methodName(word);
  const lower = name.toLowerCase();
  const exact = helpTopics.filter(({ name, help }) => name.toLowerCase() === lower || help.aliases?.includes(lower));
  if (exact.length > 0) return exact.map(({ name }) => name);
  return suggestNames(name, [...helpTopics.map(({ name }) => name), ...Object.keys(sessionMethods)]);
}

/** Returns what the options of a topic are checked against. */
export function optionSubjectOf(topic: HelpTopic): OptionSubject {
  return topic.kind === "method" ? topic : { kind: "subcommand", name: topic.name };
}

function sortForHelp(all: Iterable<MethodCommand>): readonly MethodCommand[] {
  const order = Object.keys(methodHelp);
  const placeOf = ({ name }: MethodCommand) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...all].sort((left, right) => placeOf(left) - placeOf(right));
}
