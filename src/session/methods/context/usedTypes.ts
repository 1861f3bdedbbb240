/** The types of the workspace that a symbol uses: candidates by name, confirmed by the server. */

import { ask } from "../../../ask/ask.js";
import { type Backend, ensureBackend } from "../../../ask/backend/backend.js";
import { rowOf } from "../../../ask/policy.js";
import { isWordAt } from "../../../locate/find/characters.js";
import { offsetToPosition } from "../../../text/position.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { FilePosition } from "../../completeness/enclosingSymbols.js";
import { queryDeclarations } from "../../place/declarations.js";
import type { Place } from "../../place/resolvePlace.js";

/** Kinds of declarations that are types in every language that has them. */
const typeKinds: ReadonlySet<string> = new Set(["class", "struct", "interface", "enum"]);
/** Kinds under which some outlines have type aliases; by custom, these begin with a capital. */
const aliasKinds: ReadonlySet<string> = new Set(["variable", "constant", "module", "object"]);
const ALIAS_NAME = /^\p{Lu}\w*\p{Ll}/u;

/** Names in the symbol that are looked up, and those that the server is asked about. */
const MAX_NAMES = 200;
const MAX_TYPES = 12;

/** Returns where the types that a symbol's own code names are declared, in order of their use. */
export async function findUsedTypes(
  place: Place,
  ownName: string,
  context: RequestContext,
): Promise<readonly FilePosition[]> {
  const document = place.document();
  const backend = await ensureBackend(document, context.backends);
  const uses = [...namesIn(place)].filter(([name]) => name !== ownName).slice(0, MAX_NAMES);
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
