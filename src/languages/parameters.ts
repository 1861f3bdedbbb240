/**
 * How languages write parameters: their comments, strings and defaults, and what callers leave out.
 */

/**
 * The lexical rules of parameter lists. All expressions are sticky, and match a whole comment or
 * string.
 */
export interface ParameterSyntax {
  readonly comment: RegExp;
  readonly string: RegExp;
  /** Whether `/…/` is a regular expression where a value may begin. */
  readonly hasRegexLiterals?: boolean;
  /** Whether `<` and `>` are brackets. */
  readonly hasAngleBrackets?: boolean;
  /** The operator before a default value. */
  readonly default?: "=" | "\\\\";
  /** The characters between parameters; a comma by default. */
  readonly separators?: string;
  /** Whether expressions like `lambda a, b: a` have commas of their own. */
  readonly hasLambdas?: boolean;
}

/**
 * How a language's parameters determine the arity. The expressions are matched against a
 * parameter's head.
 */
export interface ParameterFacts {
  /**
   * `list`: separated, in brackets; `vector`: forms in a vector of Lisp; `none`: calls have no
   * brackets and commas, or name their arguments.
   */
  readonly form: "list" | "vector" | "none";
  readonly syntax: ParameterSyntax;
  /** A first parameter for which callers write no argument. */
  readonly receiver?: RegExp;
  /** An entry of the list that is not a parameter. */
  readonly noArgument?: RegExp;
  /** A parameter that takes any number of arguments. */
  readonly variadic?: RegExp;
  /** A parameter that is optional without a default value. */
  readonly optional?: RegExp;
  /**
   * Whether arguments are matched by position alone: every parameter before a required one is
   * required.
   */
  readonly isPositional?: boolean;
  /** Whether a list, or a list of one name, may have no brackets: `def add a, b`, `x => x`. */
  readonly bare?: "list" | "name";
  /** Whether brackets in the list hold optional parameters: `f(a, {b})`. */
  readonly hasGroups?: boolean;
  /** Whether the rest of the arguments follows the last parameter without a comma: `a ...rest`. */
  readonly hasRemainder?: boolean;
  /** Whether further lists may follow the first, which takes the first arguments of a call. */
  readonly hasFurtherLists?: boolean;
  /** Whether stars before a name mark parameters that take several arguments, and are no types. */
  readonly hasStars?: boolean;
}

/** Pieces of lexical rules. */
export const doubleQuoted = String.raw`"(?:\\[^]|[^"\\])*"`;
export const singleQuoted = String.raw`'(?:\\[^]|[^'\\])*'`;
export const backQuoted = "`(?:\\\\[^]|[^`\\\\])*`";
/** A character literal; not the quote of a lifetime, nor a prime after a name. */
export const characterLiteral = String.raw`'(?:\\[^'\n][^'\n]*|\\'|[^'\\\n])'`;
export const tripleQuoted = '"""[^]*?"""';
export const tripleSingleQuoted = "'''[^]*?'''";
export const slashComment = String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`;
export const hashComment = String.raw`#[^\n]*`;

/** Returns an expression that matches one of the alternatives at its `lastIndex`. */
export function sticky(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join("|"), "yu");
}

export const ellipsis = /\.\.\./;

/** Comments and literals as in C. */
export const cLikeSyntax: ParameterSyntax = {
  comment: sticky(slashComment),
  string: sticky(doubleQuoted, characterLiteral),
};

/** The rules for a language whose file has none. */
export const commonParameters: ParameterFacts = {
  form: "list",
  syntax: { ...cLikeSyntax, default: "=" },
  variadic: /^\*|\.\.\./,
};
