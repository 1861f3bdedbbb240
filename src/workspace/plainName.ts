/** The name that other files use for what an outline calls by more: `Serve` of `(*Server).Serve`, which is declared in `Server`. */

export interface PlainName {
  readonly name: string;
  /** What stood before it and says where it belongs, the outermost first. */
  readonly qualifiers: readonly string[];
}

/**
 * `written` is what stands in the text where the outline's name is. Undefined where nobody can use the name: a block (`impl Display for Foo`), a callback, what
 * has none and is called by what it is (`(anonymous struct)`), a place in a list.
 */
export function plainNameOf(outlineName: string, written: string): PlainName | undefined {
  const name = written.replace(/\s+/g, " ").trim();
  if (name === "") return undefined;
  const isWhole = outlineName === name;
  if (!isWhole && !outlineName.endsWith(name)) return undefined;
  const before = isWhole ? "" : outlineName.slice(0, -name.length);
  if (/[\s\p{ID_Continue}]$/u.test(before)) return undefined;
  const qualifiers = withoutArguments(before).match(/[\p{ID_Continue}$]+/gu) ?? [];
  return { name: withoutOwnArguments(name), qualifiers };
}

/** `Box<T>`, `Box[K]`: whose they are is told without them. */
function withoutArguments(qualifier: string): string {
  return qualifier.replace(/<[^<>]*>|\[[^[\]]*\]/g, "");
}

/** A specialisation (`hash<Key>`) is used by the name of what it specialises. */
function withoutOwnArguments(name: string): string {
  return /^([\p{ID_Continue}$]+)<.*>$/su.exec(name)?.[1] ?? name;
}
