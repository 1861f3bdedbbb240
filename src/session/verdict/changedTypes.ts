/**
 * The types to which a change of a text gives other members: their users may break without naming
 * these.
 */

import { factsOf } from "../../languages/languages.js";
import { headInText } from "../../locate/symbols/fitConstraint.js";
import { type SymbolEntry, symbolIndexOf } from "../../locate/symbols/symbolIndex.js";
import { callableSymbolKinds, type SymbolNode, symbolKindsNamed } from "../../locate/symbols/symbolNode.js";
import type { Document } from "../../text/document.js";
import { getOrInsert } from "../../text/list.js";

export interface DeclaringText {
  readonly languageId: string;
  readonly text: Document;
  readonly symbols: readonly SymbolNode[];
}

/**
 * Returns the names of the types whose members have other heads in one text than in the other, or
 * are in one alone. Code that gives such a type for an interface names the type, and no member.
 */
export function changedTypes(before: DeclaringText, after: DeclaringText): readonly string[] {
  const [membersBefore, membersAfter] = [membersOf(before), membersOf(after)];
  const types = new Set([...membersBefore.keys(), ...membersAfter.keys()]);
  const headsIn = (members: typeof membersBefore, type: string) => members.get(type)?.sort().join("\n");
  return [...types].filter((type) => headsIn(membersBefore, type) !== headsIn(membersAfter, type));
}

/** Returns the heads of members, by the names of their types. */
function membersOf({ languageId, text, symbols }: DeclaringText): ReadonlyMap<string, string[]> {
  const members = new Map<string, string[]>();
  for (const entry of symbolIndexOf(symbols, factsOf(languageId).nameRule).entries) {
    const types = entry.node.isLocal ? [] : typesOf(entry);
    if (types.length === 0) continue;
    const head = JSON.stringify(headInText(entry, text, languageId));
    for (const type of types) getOrInsert(members, type, () => []).push(head);
  }
  return members;
}

/** The kinds of symbols with names inside that are used without them. */
const spaceKinds = symbolKindsNamed("file", "module", "namespace", "package");

/** Returns the names of the types that a symbol is a member of, by its name or its place. */
function typesOf({ name, parent }: SymbolEntry): readonly string[] {
  const isInType = parent && !spaceKinds.has(parent.node.kind) && !callableSymbolKinds.has(parent.node.kind);
  const outer = isInType ? parent.name.plain.slice(-1) : [];
  return [...name.plain.slice(0, -1), ...outer].filter((each) => /^[\p{ID_Continue}$]+$/u.test(each));
}
