/**
 * Resolving a Locate in one text. The syntax tree adds nodes for an anchor and declarations for a
 * symbol.
 */

import { LocateError } from "../../error.js";
import type { Locate, PointOrRange } from "../../locate/locate.js";
import { stretchOfNode, wantedTypesOf } from "../../locate/nodes/ancestors.js";
import { findAnchors } from "../../locate/nodes/anchor.js";
import { isOfType, type NodeValue } from "../../locate/nodes/nodeValue.js";
import { selectNode, selectSibling } from "../../locate/nodes/selectNode.js";
import { type Purpose, type Resolved, type ResolveSource, resolve } from "../../locate/resolve/resolve.js";
import type { SymbolNode } from "../../locate/symbols/symbolNode.js";
import type { Stretch } from "../../text/stretch.js";
import type { SyntaxContext } from "../client/requestContext.js";
import { type DocumentVersion, syntaxViewOf, toSyntaxText } from "./syntaxView.js";

/** A text to resolve in, with its symbols if the scope is one. */
export interface ResolveInput extends DocumentVersion {
  readonly symbols: readonly SymbolNode[] | undefined;
}

interface ResolveMode {
  readonly as: PointOrRange;
  readonly purpose: Purpose;
  readonly newText?: string | undefined;
}

/**
 * Returns the place that a Locate without a handle means. Errors: those of lines, symbols, text and
 * nodes.
 */
export async function resolveInText(
  locate: Locate,
  where: ResolveInput,
  { as, purpose, newText }: ResolveMode,
  context: SyntaxContext,
): Promise<Resolved> {
  const source: ResolveSource = { document: where.text, languageId: where.languageId, symbols: where.symbols };
  const withDeclarations = async () => ({
    ...source,
    declarationAt: (await syntaxViewOf(where, context))?.declarationAt,
  });
  const hasSymbol = locate.scope !== undefined && "symbol_path" in locate.scope;
  if (locate.anchor_text !== undefined)
    return selectWithSyntax(locate, hasSymbol ? await withDeclarations() : source, where, as, context);
  if (!hasSymbol) return resolve(locate, source, as, purpose, newText);
  const hasFind = locate.find !== undefined && locate.find !== "";
  if (as === "range" && !hasFind) return resolve(locate, await withDeclarations(), as, purpose, newText);
  // Whole words found in the range that the backend gives are the same place with a syntax tree,
  // so there is no need to wait for it.
  const withoutTree = tryResolve(() => resolve(locate, source, as, purpose, newText));
  if (
    !hasFind ||
    (withoutTree.kind === "found" && !withoutTree.value.match?.isWidened) ||
    withoutTree.kind === "no symbol"
  )
    return outcomeOf(withoutTree);
  return resolve(locate, await withDeclarations(), as, purpose, newText);
}

type Attempt =
  | { readonly kind: "found"; readonly value: Resolved }
  | { readonly kind: "no symbol" | "not found"; readonly error: LocateError };

function tryResolve(work: () => Resolved): Attempt {
  try {
    return { kind: "found", value: work() };
  } catch (error) {
    if (!(error instanceof LocateError)) throw error;
    return { kind: error.kind.startsWith("symbol_") ? "no symbol" : "not found", error };
  }
}

function outcomeOf(attempt: Attempt): Resolved {
  if (attempt.kind === "found") return attempt.value;
  throw attempt.error;
}

async function selectWithSyntax(
  locate: Locate,
  source: ResolveSource,
  where: DocumentVersion,
  as: PointOrRange,
  context: SyntaxContext,
): Promise<Resolved> {
  const { occurrences, scopeName } = findAnchors(locate, source);
  const syntax = await context.syntax();
  const text = toSyntaxText(where, syntax, context.servers);
  const chains = await syntax.coveringNodes(text, occurrences, { targetTypes: wantedTypesOf(locate) });
  const selected = selectNode(occurrences, chains, { locate, source, scopeName, as });
  const { sibling: distance } = locate;
  const node =
    distance === undefined
      ? selected.node
      : selectSibling(selected, await syntax.findSibling(text, selected.node, selected.type, distance), {
          locate,
          source,
        });
  const { from, to } = stretchOfNode(node, where.text, as);
  if (as === "range" || node.name) return { from, to };
  // The outline knows the name of a declaration whose node has no field for it.
  const view = await syntaxViewOf(where, context);
  const point = view?.nameOf(stretchOfNode(node, where.text, "range")) ?? from;
  return { from: point, to: point };
}

/**
 * Returns the present range of a tracked place: of a symbol or a node as it is now, since text
 * typed at its end may belong to it; of text as it was tracked.
 */
export async function currentRange(
  locate: Locate,
  { point, range }: { readonly point: Stretch; readonly range: Stretch },
  where: DocumentVersion,
  context: SyntaxContext,
): Promise<Stretch> {
  const { scope, find, anchor_text } = locate;
  const types = wantedTypesOf(locate);
  if (anchor_text !== undefined && types.length > 0) {
    const syntax = await context.syntax();
    const source = toSyntaxText(where, syntax, context.servers);
    const [chain = []] = await syntax.coveringNodes(source, [{ from: range.from, to: range.from }], {
      targetTypes: types,
    });
    const isWanted = (node: NodeValue) => types.some((type) => isOfType(node, type));
    const ranges = chain.filter(isWanted).map((node) => stretchOfNode(node, where.text, "range"));
    const near = ranges.filter(({ from }) => from === range.from);
    return near.sort((a, b) => Math.abs(a.to - range.to) - Math.abs(b.to - range.to))[0] ?? range;
  }
  if (scope === undefined || !("symbol_path" in scope) || find !== undefined) return range;
  const declared = (await syntaxViewOf(where, context))?.declarationAt(point.from, scope.symbol_path.at(-1));
  return declared ? { from: declared.codeFrom, to: declared.to } : range;
}
