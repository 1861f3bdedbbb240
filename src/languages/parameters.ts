/** The syntax of parameters by language: defaults, and parameters that callers leave out. */

/**
 * How a language's parameters determine the arity. The expressions are matched against a
 * parameter's head: its text before a default value, without comments and the contents of brackets.
 */
export interface ParameterFacts {
  /**
   * `list`: separated, in brackets; `vector`: forms in a vector of Lisp; `none`: calls have no
   * brackets and commas, or name their arguments.
   */
  readonly form: "list" | "vector" | "none";
  /** The operator before a default value. */
  readonly default?: "=" | "\\\\";
  /** The characters between parameters; a comma by default. */
  readonly separators?: string;
  /** A first parameter for which callers write no argument. */
  readonly receiver?: RegExp;
  /** A receiver that is the type itself: a call at the type passes it, too. */
  readonly typeReceiver?: RegExp;
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
  /** The sign between the name of an argument and its value, where calls may have names. */
  readonly argumentName?: "=" | " = " | ": ";
  /** A parameter whose argument always has its name. */
  readonly named?: RegExp;
  /** An entry after which the arguments of all parameters have their names. */
  readonly namedAfter?: RegExp;
  /** Whether a parameter may have a name for callers before its own, which arguments have. */
  readonly hasLabels?: boolean;
  /** An argument that stands for any number of them. */
  readonly spread?: RegExp;
  /** Matches a parameter up to its label, by which calls name it: its first group. */
  readonly label?: RegExp;
  /** Whether stars before a name mark parameters that take several arguments, and are no types. */
  readonly hasStars?: boolean;
}

export const ellipsis = /\.\.\./;

/** The rules for a language whose file has none. */
export const commonParameters: ParameterFacts = {
  form: "list",
  default: "=",
  variadic: /^\*|\.\.\./,
  spread: /^\.\.\.|\.\.\.$/,
};
