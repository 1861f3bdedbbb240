/** The sections of `locate/context` about other symbols: those called, implementations, types. */

import type { CallHierarchyOutgoingCall, Location, LocationLink } from "vscode-languageserver-protocol";
import type { RequestContext } from "../../client/requestContext.js";
import type { FilePosition } from "../../completeness/enclosingSymbols.js";
import type { ListSection, SectionItem } from "./section.js";
import { isItself, type SymbolQuestions } from "./symbolQuestions.js";
import { findUsedTypes } from "./usedTypes.js";
import { compareRanges } from "./usesBySymbol.js";

/** Kinds of symbols that call others. */
const callingKinds: ReadonlySet<string> = new Set("function method constructor variable constant property".split(" "));
/** Kinds of symbols that can be implemented or overridden. */
const implementedKinds: ReadonlySet<string> = new Set("class interface method property struct".split(" "));

/** The functions of the workspace that it calls; those of libraries are named. */
export async function calleesOf(questions: SymbolQuestions): Promise<ListSection | undefined> {
  if (!callingKinds.has(questions.symbol.kind)) return undefined;
  const { result } = await questions.ask<readonly CallHierarchyOutgoingCall[] | null>("outgoingCalls");
  const calls = [...(result ?? [])].sort((one, other) => compareRanges(firstOf(one), firstOf(other)));
  const own = calls.filter(({ to }) => isOfWorkspace(to.uri, questions));
  const names = [...new Set(calls.filter((call) => !own.includes(call)).map(({ to }) => to.name))];
  if (calls.length === 0) return undefined;
  const positions = own.map(({ to: { uri, selectionRange } }) => ({ uri, position: selectionRange.start }));
  const items = await declarationItems(positions, questions);
  const note =
    names.length === 0
      ? undefined
      : `Of libraries: ${names.slice(0, MAX_NAMES).join(", ")}${names.length > MAX_NAMES ? " …" : ""}`;
  const title = items.length === 0 ? "Calls" : `Calls, ${items.length}`;
  return { kind: "callees", title, items, method: "outgoingCalls", ...(note !== undefined && { note }) };
}

/** The maximum number of functions of libraries that are named. */
const MAX_NAMES = 20;

function firstOf({ fromRanges: [first], to }: CallHierarchyOutgoingCall) {
  return first ?? to.selectionRange;
}

/** Whether a file is the workspace's own. */
function isOfWorkspace(uri: string, { pathOf }: SymbolQuestions): boolean {
  const path = pathOf(uri);
  return !/^(?:[\\/]|[A-Za-z]:[\\/]|[\w-]+:)|(?:^|[\\/])(?:node_modules|site-packages)[\\/]/.test(path);
}

export async function implementationsOf(questions: SymbolQuestions): Promise<ListSection | undefined> {
  if (!implementedKinds.has(questions.symbol.kind)) return undefined;
  const { result } = await questions.ask<Location | readonly (Location | LocationLink)[] | null>("implementation");
  const links = (Array.isArray(result) ? result : result ? [result] : []) as readonly (Location | LocationLink)[];
  const positions = links.map(
    (link): FilePosition =>
      "targetUri" in link
        ? { uri: link.targetUri, position: (link.targetSelectionRange ?? link.targetRange).start }
        : { uri: link.uri, position: link.range.start },
  );
  const items = await declarationItems(positions, questions);
  if (items.length === 0) return undefined;
  return {
    kind: "implementations",
    title: `Implementations, ${items.length}`,
    items,
    method: "implementation",
  };
}

export async function typesOf(questions: SymbolQuestions, context: RequestContext): Promise<ListSection | undefined> {
  const found = await findUsedTypes(questions.place, questions.symbol.path.at(-1) ?? "", context);
  const items = await declarationItems(
    found.filter(({ uri }) => isOfWorkspace(uri, questions)),
    questions,
  );
  if (items.length === 0) return undefined;
  return { kind: "types", title: `Types used, ${items.length}`, items };
}

/** Returns an entry for each symbol that is declared at a position, but for the symbol itself. */
async function declarationItems(
  positions: readonly FilePosition[],
  questions: SymbolQuestions,
): Promise<readonly SectionItem[]> {
  const symbols = await questions.symbolsAt(positions);
  const items = new Map<string, SectionItem>();
  for (const [n, { uri, position }] of positions.entries()) {
    const enclosing = symbols[n];
    if (isItself(enclosing, questions)) continue;
    const range = { start: position, end: position };
    const item = await questions.itemOf({ uri, ...(enclosing && { enclosing }), ranges: [range] });
    const key = JSON.stringify(item.locate);
    if (!items.has(key)) items.set(key, item);
  }
  return [...items.values()];
}
