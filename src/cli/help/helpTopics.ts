/** What there is help for: methods, subcommands, and more; by name, or by a word that people try instead. */

import { type Command, commands, ofSessions } from "../methods/methodTable.js";
import { nearest } from "../options.js";
import { type MethodHelp, methodHelp } from "./methodHelp.js";
import type { Subject } from "./optionRules.js";
import { otherTopics, type SubcommandHelp, subcommandHelp } from "./subcommandHelp.js";

export type Topic =
  | { readonly kind: "method"; readonly name: string; readonly command: Command; readonly help: MethodHelp }
  | { readonly kind: "subcommand"; readonly name: string; readonly help: SubcommandHelp }
  | { readonly kind: "other"; readonly name: (typeof otherTopics)[number] };

/** What can be written first, in the order of lists: methods, then subcommands. */
export const topics: readonly (Topic & { readonly kind: "method" | "subcommand" })[] = [
  ...inOrder(commands.values()).map((command) => ({
    kind: "method" as const,
    name: command.name,
    command,
    help: methodHelp[command.name] ?? { group: "more", summary: "as LSP has it", examples: [] },
  })),
  ...Object.entries(subcommandHelp).map(([name, help]) => ({ kind: "subcommand" as const, name, help })),
];

/** By the name as it is written in LSP too: `textDocument/hover`. */
export function topicOf(word: string): Topic | undefined {
  const name = methodName(word);
  const other = otherTopics.find((each) => each === name);
  if (other !== undefined) return { kind: "other", name: other };
  return topics.find((topic) => topic.name === name);
}

/** A method's name without what LSP has in front of it. */
export function methodName(word: string): string {
  return word.replace(/^(?:locate|textDocument|callHierarchy|typeHierarchy)\//, "");
}

/** The names that were likely meant, best first; none where none is like it. */
export function meantTopics(word: string): readonly string[] {
  const name = methodName(word);
  const lower = name.toLowerCase();
  const exact = topics.filter(({ name, help }) => name.toLowerCase() === lower || help.also?.includes(lower));
  if (exact.length > 0) return exact.map(({ name }) => name);
  return nearest(name, [...topics.map(({ name }) => name), ...Object.keys(ofSessions)]);
}

/** What options are checked against. */
export function subjectOf(topic: Topic): Subject {
  return topic.kind === "method" ? topic : { kind: "subcommand", name: topic.name };
}

function inOrder(all: Iterable<Command>): readonly Command[] {
  const order = Object.keys(methodHelp);
  const placeOf = ({ name }: Command) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...all].sort((left, right) => placeOf(left) - placeOf(right));
}
