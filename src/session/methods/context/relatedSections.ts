/** The sections of `locate/context` about other symbols: those called, implementations, types. */

import type { CallHierarchyOutgoingCall, Location, LocationLink } from "vscode-languageserver-protocol";
import { ask } from "../../../ask/ask.js";
import { type Backend, ensureBackend } from "../../../ask/backend/backend.js";
import { rowOf } from "../../../ask/methodTable.js";
import { isInPackage } from "../../../files/readPermission.js";
import { isWordAt } from "../../../locate/find/characters.js";
import { compareRanges, offsetToPosition } from "../../../text/position.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { FilePosition } from "../../completeness/enclosingSymbols.js";
import { queryDeclarations } from "../../place/declarationQueries.js";
import type { Place } from "../../place/resolvePlace.js";
import type { ListSection, SectionItem } from "./section.js";
import { isItself, type SymbolQuestions } from "./symbolQuestions.js";

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
  return !/^(?:[\\/]|[A-Za-z]:[\\/]|[\w-]+:)/.test(path) && !isInPackage(path);
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

/** Kinds of declarations that are types in every language that has them. */
const typeKinds: ReadonlySet<string> = new Set(["class", "struct", "interface", "enum"]);
/** Kinds under which some outlines have type aliases; by custom, these begin with a capital. */
const aliasKinds: ReadonlySet<string> = new Set(["variable", "constant", "module", "object"]);
const ALIAS_NAME = /^\p{Lu}\w*\p{Ll}/u;

/** Names in the symbol that are looked up, and those that the server is asked about. */
const MAX_TYPE_NAMES = 200;
const MAX_TYPES = 12;

/** Returns where the types that a symbol's own code names are declared, in order of their use. */
async function findUsedTypes(place: Place, ownName: string, context: RequestContext): Promise<readonly FilePosition[]> {
  const document = place.document();
  const backend = await ensureBackend(document, context.backends);
  const uses = [...namesIn(place)].filter(([name]) => name !== ownName).slice(0, MAX_TYPE_NAMES);
  const declared = await Promise.all(uses.map(([name]) => queryDeclarations([name], undefined, context)));
  const isType = (name: string, kind: string) => typeKinds.has(kind) || (aliasKinds.has(kind) && ALIAS_NAME.test(name));
  const types = uses.filter(([name], n) => declared[n]?.declarations.some(({ kind }) => isType(name, kind)));
  const asked = types.slice(0, MAX_TYPES).map(([, offset]) => definitionAt(offset, place, backend, context));
  const found = (await Promise.all(asked)).flatMap((each) => each ?? []);
  const keyOf = ({ uri, position }: FilePosition) => `${position.line}:${position.character}:${uri}`;
  return [...new Map(found.map((each) => [keyOf(each), each])).values()];
}

/** Returns each name in a place, with the offset of its first use. */
function namesIn(place: Place): ReadonlyMap<string, number> {
  const { from, to } = place.now();
  const text = place.document().text.slice(from, to);
  const names = new Map<string, number>();
  for (const { 0: name, index } of text.matchAll(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu))
    if (!names.has(name) && !isWordAt(text, index - 1)) names.set(name, from + index);
  return names;
}

/** Returns the definition of what stands at an offset; undefined where the server knows none. */
async function definitionAt(
  offset: number,
  place: Place,
  backend: Backend,
  context: RequestContext,
): Promise<FilePosition | undefined> {
  const { uri, text } = place.document();
  const position = offsetToPosition(text, offset, backend.encoding);
  const params = () => () => ({ textDocument: { uri }, position });
  const question = { method: "textDocument/definition", policy: rowOf("definition"), backend, params };
  try {
    const answer = (await ask({ ...question, document: place.document }, context)).parse();
    const [first] = (Array.isArray(answer) ? answer : [answer]) as readonly Definition[];
    const target = first?.targetUri ?? first?.uri;
    const start = (first?.targetSelectionRange ?? first?.range)?.start;
    return target !== undefined && start ? { uri: target, position: start } : undefined;
  } catch (error) {
    if (context.token.isCancellationRequested) throw error;
    return undefined;
  }
}

/** A Location or a LocationLink. */
interface Definition {
  readonly uri?: string;
  readonly targetUri?: string;
  readonly range?: { readonly start: FilePosition["position"] };
  readonly targetSelectionRange?: { readonly start: FilePosition["position"] };
}
