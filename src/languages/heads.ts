/** How declarations begin, by which those in a text that its grammar can't read are recovered. */

/** A head at the beginning of a line. */
export interface HeadPattern {
  /** What it declares, at the top level and in functions. */
  readonly kind: string;
  /** What it declares in a type; by default the same. */
  readonly memberKind?: string;
  /** Whether it is one in a type alone: a method without a word that says so. */
  readonly isMemberOnly?: boolean;
  /** Sticky, with indices; the group `name` is the declared name. */
  readonly pattern: RegExp;
}

interface Heads {
  /** The words that may be before the word of a declaration, as alternatives. */
  readonly modifiers: string;
  /** Patterns that end after the name, as alternatives, by kind. */
  readonly types?: Readonly<Record<string, string>>;
  readonly functions?: string;
  readonly variables?: string;
  /** Members without a word that says what they are. */
  readonly methods?: string;
  readonly properties?: string;
}

/** A name, captured. */
export const NAME = "(?<name>[\\p{L}_$][\\p{ID_Continue}$]*)";
/** A type before the name of what has it, which begins with no word of a statement. */
export const TYPE_BEFORE =
  "(?!(?:return|new|throw|if|else|for|while|switch|case|using|await|yield|goto|delete|var|in|is|as)\\b)[\\p{L}_][\\p{ID_Continue}:.<>,?*&\\[\\] ]*?[\\s>*&\\]]";

const ATTRIBUTES = "@[\\p{ID_Continue}:.]+(?:\\([^()\\n]*\\))?|\\[[^\\]\\n]*\\]";

/**
 * Returns the heads of a language, those of types first. Their patterns are built when they are
 * first read: each start of the program would pay for all of them.
 */
export function headsOf({ modifiers, types = {}, functions, variables, methods, properties }: Heads) {
  const before = `(?:(?:${ATTRIBUTES}|(?:${modifiers})(?![\\p{ID_Continue}]))\\s*)*`;
  const head = (kind: string, source: string, more: Partial<HeadPattern> = {}): HeadPattern => {
    let pattern: RegExp | undefined;
    return {
      kind,
      get pattern() {
        pattern ??= new RegExp(`${before}(?:${source})`, "dyu");
        return pattern;
      },
      ...more,
    };
  };
  return [
    ...Object.entries(types).map(([kind, source]) => head(kind, source)),
    ...(functions ? [head("function", functions, { memberKind: "method" })] : []),
    ...(variables ? [head("variable", variables, { memberKind: "property" })] : []),
    ...(methods ? [head("method", methods, { isMemberOnly: true })] : []),
    ...(properties ? [head("property", properties, { isMemberOnly: true })] : []),
  ];
}
