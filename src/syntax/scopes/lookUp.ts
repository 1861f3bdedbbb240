/** Which binding a name means: looked for from the innermost scope outward, or among the members of a type. */

import { type Binding, classAround, keeperOf, nothing, type Scope, typesAround } from "./lexicalScope.js";
import { type MemberItem, type NameItem, namespaces, type ReferenceItem } from "./scopeItems.js";

/** What a name that defines nothing means, if the text says it. */
export function meantBy(item: NameItem, scope: Scope): Binding | undefined {
  if (item.item === "reference") return lookUp(item, scope);
  if (item.item !== "member" || item.of === undefined) return undefined;
  const { of, from } = item;
  const isType = of.kind === "type";
  const asked = { name: of.name, namespaces: isType ? namespaces.type : namespaces.value, isOfSelf: false, from };
  const receiver = lookUp(asked, scope);
  if (isType) return receiver && onlyOne(receiver.scope.parts?.get(of.name), item);
  return receiver?.definitions[0]?.isSelf ? memberOf(receiver.scope, item) : undefined;
}

/**
 * The binding that a name has at an offset in a scope, from the innermost scope outward. Undefined where no scope has it, and where one
 * on the way may have it without saying so.
 */
export function lookUp(
  { name, namespaces: asked, isOfSelf, from }: Pick<ReferenceItem, "name" | "namespaces" | "isOfSelf" | "from">,
  start: Scope,
): Binding | undefined {
  if (isOfSelf) return memberOfSelf(name, asked, start);
  let wanted = asked;
  const hidden = new Set<string>();
  let isDirect = true;
  let member: Scope | undefined;
  let isOpaque = false;
  for (let scope: Scope | undefined = start; scope; scope = scope.parent) {
    const redirected = scope.redirects.get(name);
    const found = redirected
      ? lookUp({ name, namespaces: wanted, isOfSelf, from: Number.POSITIVE_INFINITY }, redirected)
      : scope.isClosed && !isDirect
        ? undefined
        : (visibleIn(scope, { name, wanted, from, hidden }) ?? typeItself(scope, name, wanted));
    if (found) return found;
    if (scope.isWithin) member = scope;
    isOpaque ||= scope.isOpaque;
    // What keeps only parameters is a part of what stands in it: its names hide those of the type.
    if (!scope.parent?.only) {
      const types = member && typesAround(member);
      for (const type of types ?? []) {
        const found =
          visibleIn(type, { name, wanted, from: Number.POSITIVE_INFINITY, hidden }) ?? typeItself(type, name, wanted);
        if (found) return found;
      }
      isOpaque ||= types !== undefined && (types.length === 0 || types.some((type) => type.isOpaque));
      member = undefined;
      // A macro is put in before anybody asks what is declared where.
      if (isOpaque) wanted &= namespaces.macro;
      if (wanted === 0) return undefined;
    }
    for (const kind of scope.hides) hidden.add(kind);
    isDirect &&= scope.kind === "outside";
  }
  return undefined;
}

/** A class knows its own name, whatever else it may not tell. */
function typeItself(scope: Scope, name: string, wanted: number): Binding | undefined {
  if (scope.kind !== "class" || scope.type !== name || !scope.parent) return undefined;
  const member = { name, wanted: wanted & namespaces.type, from: Number.POSITIVE_INFINITY, hidden: nothing };
  return visibleIn(keeperOf(scope.kind, scope.parent), member);
}

function memberOfSelf(name: string, wanted: number, start: Scope): Binding | undefined {
  const type = classAround(start);
  return type && memberOf(type, { name, namespaces: wanted });
}

/** What a scope declares of its type, or else the only other one that declares it. */
function memberOf(scope: Scope, member: Pick<MemberItem, "name" | "namespaces">): Binding | undefined {
  const own = onlyOne([scope], member);
  return own ?? (scope.type === undefined ? undefined : onlyOne(scope.parent?.parts?.get(scope.type), member));
}

/** What declares it, if that is only one of these scopes. */
function onlyOne(
  scopes: readonly Scope[] = [],
  { name, namespaces: wanted }: Pick<MemberItem, "name" | "namespaces">,
): Binding | undefined {
  const member = { name, wanted, from: Number.POSITIVE_INFINITY, hidden: nothing };
  const found = new Set(scopes.map((scope) => visibleIn(scope, member)).filter((binding) => binding !== undefined));
  return found.size === 1 ? [...found][0] : undefined;
}

interface Wanted {
  readonly name: string;
  readonly wanted: number;
  readonly from: number;
  readonly hidden: ReadonlySet<string>;
}

function visibleIn(scope: Scope, { name, wanted, from, hidden }: Wanted): Binding | undefined {
  return scope.bindings
    .get(name)
    ?.findLast(
      (binding) =>
        (binding.namespaces & wanted) !== 0 && (binding.visibleFrom ?? 0) <= from && !hidden.has(binding.kind),
    );
}
