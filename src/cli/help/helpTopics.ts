/** What there is help for: methods, subcommands, and more; by name, or by a word that people try instead. */

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

/** What can be written first, in the order of lists: methods, then subcommands. */
export const helpTopics: readonly (HelpTopic & { readonly kind: "method" | "subcommand" })[] = [
  ...sortForHelp(methodCommands.values()).map((command) => ({
    kind: "method" as const,
    name: command.name,
    command,
    help: methodHelp[command.name] ?? { group: "more", summary: "as LSP has it", examples: [] },
  })),
  ...Object.entries(subcommandHelp).map(([name, help]) => ({ kind: "subcommand" as const, name, help })),
];

/** By the name as it is written in LSP too: `textDocument/hover`. */
export function topicOf(word: string): HelpTopic | undefined {
  const name = methodName(word);
  const other = otherTopics.find((each) => each === name);
  if (other !== undefined) return { kind: "other", name: other };
  return helpTopics.find((topic) => topic.name === name);
}

/** A method's name without what LSP has in front of it. */
export function methodName(word: string): string {
  return word.replace(/^(?:locate|textDocument|callHierarchy|typeHierarchy)\//, "");
}

/** The names that were likely meant, best first; none where none is like it. */
export function suggestTopics(word: string): readonly string[] {
  const name = methodName(word);
  const lower = name.toLowerCase();
  const exact = helpTopics.filter(({ name, help }) => name.toLowerCase() === lower || help.aliases?.includes(lower));
  if (exact.length > 0) return exact.map(({ name }) => name);
  return suggestNames(name, [...helpTopics.map(({ name }) => name), ...Object.keys(sessionMethods)]);
}

/** What options are checked against. */
export function optionSubjectOf(topic: HelpTopic): OptionSubject {
  return topic.kind === "method" ? topic : { kind: "subcommand", name: topic.name };
}

function sortForHelp(all: Iterable<MethodCommand>): readonly MethodCommand[] {
  const order = Object.keys(methodHelp);
  const placeOf = ({ name }: MethodCommand) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...all].sort((left, right) => placeOf(left) - placeOf(right));
}
