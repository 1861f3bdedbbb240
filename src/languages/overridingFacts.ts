/** Which members override others, and who calls them by their names. */

export interface OverridingFacts {
  /** Whether types name the types that they extend. */
  readonly namesSupertypes: boolean;
  /** Whether a type that has the members of an interface can take its place. */
  readonly isStructural: boolean;
  /** Whether a member is overridden only if it is `virtual`, or the other `override` or `final`. */
  readonly isMarked: boolean;
  /** Matches the modifier of a member that overrides another's, where it must have one. */
  readonly requiredWord: RegExp | undefined;
  /** Whether only methods that are not `static` override others: fields never do. */
  readonly isOfMethods: boolean;
  /** Matches the names of members that no other type can override. */
  readonly privateName: RegExp | undefined;
  /** Matches the modifiers of members that override nothing and that no other type can override. */
  readonly privateWord: RegExp;
  /**
   * Matches the head, with the name, of the only members that may override or implement what is
   * declared outside of the workspace; undefined where each may that is not private.
   */
  readonly outsideHead: RegExp | undefined;
  /** Whether a member overrides another whatever its modifiers and parameters. */
  readonly isByNameAlone: boolean;
  /** Matches the names by which the language, or what comes with it, calls members of any type. */
  readonly calledName: RegExp | undefined;
  /** Matches what is called of these, from the name on; undefined where each is. */
  readonly calledHead: RegExp | undefined;
  /** Matches names that usual interfaces of the library have, which types satisfy unsaid. */
  readonly interfaceName: RegExp | undefined;
  /** Types of the library whose members are those of `calledName` alone. */
  readonly plainTypes: ReadonlySet<string>;
}

/** Whether the language calls a member by its name, as it is declared in `text` at `from`. */
export function isCalledByName(
  { calledName, calledHead }: OverridingFacts,
  { text, from, to }: { readonly text: string; readonly from: number; readonly to: number },
): boolean {
  if (!calledName?.test(text.slice(from, to))) return false;
  return calledHead === undefined || calledHead.test(text.slice(from, to + MAX_HEAD_LENGTH));
}

/** How much of a declaration is read after its name, in UTF-16 units. */
const MAX_HEAD_LENGTH = 200;

/** The rules for what a language leaves out. */
export const commonOverriding: OverridingFacts = {
  namesSupertypes: true,
  isStructural: false,
  isMarked: false,
  requiredWord: undefined,
  isOfMethods: false,
  privateName: undefined,
  privateWord: /\bprivate\b/,
  outsideHead: undefined,
  isByNameAlone: false,
  calledName: undefined,
  calledHead: undefined,
  interfaceName: undefined,
  plainTypes: new Set(),
};
