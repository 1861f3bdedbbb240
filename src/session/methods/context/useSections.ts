/** The sections of `locate/context` about uses: callers, and what uses the symbol otherwise. */

import type { CallHierarchyIncomingCall, Location } from "vscode-languageserver-protocol";
import { keyOfUri } from "../../../uri.js";
import type { ListSection } from "./section.js";
import { isItself, type SymbolQuestions } from "./symbolQuestions.js";
import { groupUses, type SymbolUse, type UsesInSymbol } from "./usesBySymbol.js";

/** Kinds of symbols that are called. */
const calledKinds: ReadonlySet<string> = new Set(
  "function method constructor class struct variable constant property field".split(" "),
);

export async function callersOf(questions: SymbolQuestions): Promise<ListSection | undefined> {
  if (!calledKinds.has(questions.symbol.kind)) return undefined;
  const calls = await callsOf(questions);
  if (calls.length === 0) return undefined;
  return usesSection("callers", "Callers", "incomingCalls", calls, questions);
}

export async function referencesOf(questions: SymbolQuestions): Promise<ListSection | undefined> {
  const { place, result, enclosing, unconfirmed } = await questions.ask<readonly Location[] | null>("references");
  // What calls it is no other use of it.
  const isCalled = calledKinds.has(questions.symbol.kind);
  const calls = isCalled ? await callsOf(questions).catch(() => []) : [];
  const start = place.target.position;
  const declaration = { uri: questions.place.document().uri, range: { start, end: start } };
  const listed = new Set([declaration, ...calls].map(keyOfLine));
  const uses = (result ?? []).map(({ uri, range }, n): SymbolUse => ({ uri, range, enclosing: enclosing?.[n] }));
  const others = uses.filter((use) => !listed.has(keyOfLine(use)) && !isItself(use.enclosing, questions));
  const left = unconfirmed?.count ?? 0;
  const more = unconfirmed?.more ? " or more" : "";
  const note =
    left > 0 ? `Also in the text, not in the server's answer: ${left}${more}; references lists them.` : undefined;
  const title = calls.length > 0 ? "Other uses" : "Uses";
  if (others.length === 0 && note === undefined && calls.length > 0) return undefined;
  return usesSection("references", title, "references", others, questions, note);
}

/** Returns the calls of the symbol. Rejects where the server can't say. */
async function callsOf(questions: SymbolQuestions): Promise<readonly SymbolUse[]> {
  const { result, enclosing } = await questions.ask<readonly CallHierarchyIncomingCall[] | null>("incomingCalls");
  return (result ?? []).flatMap(({ from: { uri }, fromRanges }, n) =>
    fromRanges.map((range) => ({ uri, range, enclosing: enclosing?.[n] })),
  );
}

function keyOfLine({ uri, range }: SymbolUse): string {
  return `${range.start.line}:${keyOfUri(uri)}`;
}

async function usesSection(
  kind: "callers" | "references",
  name: string,
  method: string,
  uses: readonly SymbolUse[],
  questions: SymbolQuestions,
  note?: string,
): Promise<ListSection> {
  const groups = groupUses(uses, { askedUri: questions.place.document().uri, pathOf: questions.pathOf });
  const items = await Promise.all(groups.map(questions.itemOf));
  return { kind, title: titleOf(name, groups), items, method, ...(note !== undefined && { note }) };
}

/** Returns `Callers, 5 and 3 in tests`. */
function titleOf(name: string, groups: readonly UsesInSymbol[]): string {
  const tests = groups.filter(({ isTest }) => isTest).length;
  if (groups.length === 0) return `${name}: none`;
  const counts = [
    ...(groups.length > tests ? [`${groups.length - tests}`] : []),
    ...(tests > 0 ? [`${tests} in tests`] : []),
  ];
  return `${name}, ${counts.join(" and ")}`;
}
