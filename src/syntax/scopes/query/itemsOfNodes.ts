/** Makes scope items from nodes and the properties of the patterns that match them. */

import type { Node, QueryMatch } from "web-tree-sitter";
import type { Stretch } from "../../../text/stretch.js";
import { nodeStretch, nodeText } from "../../trees/nodeText.js";
import { type DefinitionItem, type MemberItem, namespaces, type ReferenceItem, type ScopeItem } from "../scopeItems.js";
import { fieldsByTypeOf, lastWordOf, nameOfNode, type PatternProperties } from "./namesOfNodes.js";

/** Returns a scope item. The properties of all patterns that match one node are combined. */
export function scopeItemOf(
  node: Node,
  properties: PatternProperties,
  before: ScopeItem | undefined,
  type: string | undefined,
): ScopeItem {
  const { kind } = properties;
  const said = kind === "function" || kind === "class" ? kind : "block";
  return {
    item: "scope",
    ...nodeStretch(node),
    kind: before && before.kind !== "block" ? before.kind : said,
    isClosed: "closed" in properties || before?.isClosed === true,
    hides: new Set([...(before?.hides ?? []), ...(properties["hides"]?.split(" ") ?? [])]),
    hasOwnSelf: "self" in properties || before?.hasOwnSelf === true,
    isOpaque: "opaque" in properties || before?.isOpaque === true,
    type: type ?? before?.type,
    isWithin: "within" in properties || before?.isWithin === true,
    isJoined: "joined" in properties || before?.isJoined === true,
    isOpen: ("open" in properties && properties["open"] !== "outside") || before?.isOpen === true,
    isOpenOutside: properties["open"] === "outside" || before?.isOpenOutside === true,
    only: "only" in properties ? new Set(properties["only"]?.split(" ")) : before?.only,
  };
}

export function typeNameOf({ captures, setProperties }: QueryMatch, text: string): string | undefined {
  const path = captures
    .filter(({ name }) => name === "type")
    .map(({ node }) => nameOfNode(node, setProperties ?? {}, text).name);
  return path.length === 0 ? undefined : path.join("::");
}

const definitionTargets = ["scope", "parent", "function", "class", "file", "known", "seen", "nowhere"] as const;

export function definitionItemOf(
  named: Stretch & { readonly name: string },
  kind: string,
  properties: PatternProperties,
  { visibleAfter, type }: { readonly visibleAfter: Node | undefined; readonly type: string },
): DefinitionItem {
  const { again, rename } = properties;
  return {
    item: "definition",
    ...named,
    kind,
    kindInClass: properties[`member.${kind}`] ?? properties["member"] ?? kind,
    isMemberInClass: "member" in properties,
    in: definitionTargets.find((place) => place === (properties[`in.${kind}`] ?? properties["in"])) ?? "scope",
    visibleFrom: visibleAfter ? visibleAfter.endIndex : "after" in properties ? named.to : undefined,
    isHoistedAtTop: properties["after"] === "inside",
    isOrderedOnlyInClass: properties["after"] === "class",
    namespaces: namespacesOf(properties),
    again: again === "shadow" || again === "use" ? again : "merge",
    rename: rename === "no" || rename === "inside" ? rename : "yes",
    otherwise: undefined,
    isPrivate: "private" in properties && properties["private"] !== "file",
    isPrivateToFile: properties["private"] === "file",
    isSelf: "self" in properties,
    import: undefined,
    rewrite: properties[`rewrite.${type}`] ?? properties["rewrite"] ?? undefined,
  };
}

export function referenceTraitsOf(properties: PatternProperties) {
  return {
    namespaces: namespacesOf(properties),
    isType: "type" in properties || properties["namespace"] === "type",
    isOfSelf: properties["of"] === "self",
    isWrite: "write" in properties,
    isFixed: false,
    isTentative: "tentative" in properties,
    rewrite: properties["rewrite"] ?? undefined,
  };
}

export function fallbackReferenceOf(
  name: Stretch & { readonly name: string },
  { otherwise }: PatternProperties,
): ReferenceItem | undefined {
  if (!otherwise) return undefined;
  return { item: "reference", ...name, ...referenceTraitsOf({ namespace: otherwise }) };
}

/** Returns the item of a member of a receiver of unknown type. */
export function memberItemOf(name: Stretch & { readonly name: string }, receiver: Node, text: string): MemberItem {
  return {
    item: "member",
    ...name,
    receiver: lastWordOf(receiver, text),
    of: undefined,
    namespaces: namespaces.member,
  };
}

export function memberOwnerOf(receiver: Node, { of: kind }: PatternProperties, text: string): MemberItem["of"] {
  return kind === "receiver" || kind === "type" ? { name: nodeText(receiver, text), kind } : undefined;
}

export function namespacesOf(properties: PatternProperties): number {
  const said = properties["namespace"];
  if (!said) return namespaces.value | namespaces.type;
  return said.split(" ").reduce((sum, name) => sum | (namespaces[name as keyof typeof namespaces] ?? 0), 0);
}

/**
 * Returns the source of an import in a tree of imports: the texts of a field of the nodes around
 * its name, from the outermost inward, while their types are listed in `around`. A field that
 * contains the name is skipped.
 */
export function importSourceOf(name: Node, around: string, joint: string, text: string): string {
  const ways = fieldsByTypeOf(around);
  const parts: string[] = [];
  for (let node = name.parent; node; node = node.parent) {
    const fields = ways.get(node.type);
    if (fields === undefined) break;
    for (const field of fields) {
      const said = node.childForFieldName(field);
      if (said && !(said.startIndex <= name.startIndex && name.endIndex <= said.endIndex))
        parts.unshift(nodeText(said, text));
    }
  }
  return parts.join(joint);
}
