/** The text of a parameter list taken apart. What stands in brackets, strings and comments can't be mistaken for what parts it. */

export interface Parameter {
  /** What stands before the default value, without comments; of brackets and strings only the outermost signs: `cb: () => void`. */
  readonly head: string;
  readonly hasDefault: boolean;
  /** As written, from its first sign to its last. */
  readonly text: string;
}

/** How a language writes. All expressions are sticky, and match what they are for from beginning to end. */
export interface ParameterSyntax {
  readonly comment: RegExp;
  readonly string: RegExp;
  /** `/…/` is an expression where a value may stand. */
  readonly hasRegexLiterals?: boolean;
  /** `<` and `>` are brackets. */
  readonly hasAngleBrackets?: boolean;
  /** What stands before a default value. */
  readonly default?: "=" | "\\\\";
  /** Signs between parameters. */
  readonly separators?: string;
  /** `lambda a, b: a` has commas of its own. */
  readonly hasLambdas?: boolean;
}

const closingBrackets: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const wordPattern = /[\p{ID_Continue}$]+(?:'[\da-fA-F]+(?![\p{ID_Continue}']))*/uy;
const regexLiteralPattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
/** What may stand behind the brackets of a type's arguments where a value stands. */
const afterTypeArguments = /\s*(?:[(){}[\],;:.=]|$)/y;

/** Each is looked for up to the end: what has more is no list that somebody wrote. */
const MAX_COMPARISONS = 50;

/** The parameters inside the brackets that begin here; undefined where they do not end. */
export function readParameters(
  text: string,
  from: number,
  syntax: ParameterSyntax,
): { readonly parameters: readonly Parameter[]; readonly end: number } | undefined {
  const close = closingBrackets[text[from] ?? ""];
  const scanner = new Scanner(text, syntax);
  const separators = syntax.separators ?? ",";
  const parameters: Parameter[] = [];
  let at = from + 1;
  while (at < text.length) {
    const { parameter, end } = scanner.readParameter(at, separators + close);
    if (parameter.head !== "" || parameter.hasDefault) parameters.push(parameter);
    if (text[end] === close) return { parameters, end: end + 1 };
    at = end + 1;
  }
  return undefined;
}

/** Where the brackets end that begin here; undefined where they do not. */
export function endOfBrackets(text: string, from: number, syntax: ParameterSyntax): number | undefined {
  const scanner = new Scanner(text, syntax);
  return text[from] === "<" ? scanner.endOfAngles(from, true) : scanner.endOfGroup(from);
}

class Scanner {
  readonly #text: string;
  readonly #syntax: ParameterSyntax;
  /** `<` that turned out to be no bracket. */
  #comparisons = 0;

  constructor(text: string, syntax: ParameterSyntax) {
    this.#text = text;
    this.#syntax = syntax;
  }

  /** Reads up to one of the signs that end a parameter. */
  readParameter(from: number, terminators: string): { readonly parameter: Parameter; readonly end: number } {
    const text = this.#text;
    let head = "";
    let hasDefault = false;
    let isInLambda = false;
    let at = from;
    for (let end = at; at < text.length; at = end) {
      const sign = text[at] as string;
      if (terminators.includes(sign) && !(isInLambda && sign === ",")) break;
      end = this.#endOf(at, !hasDefault);
      const read = text.slice(at, end);
      if (isInLambda ? read === ":" : read === "lambda" && this.#syntax.hasLambdas) isInLambda = !isInLambda;
      if (read === this.#syntax.default) hasDefault = true;
      if (!hasDefault) head += this.#headTextOf(at, read);
    }
    const parameter = { head: head.replace(/\s+/g, " ").trim(), hasDefault, text: text.slice(from, at).trim() };
    return { parameter, end: at };
  }

  /** Where the brackets end that begin here. */
  endOfGroup(from: number): number | undefined {
    const open: string[] = [];
    for (let at = from; at < this.#text.length; ) {
      const sign = this.#text[at] as string;
      const skipped = this.#endOfLiteral(at);
      if (skipped === undefined && Object.hasOwn(closingBrackets, sign)) open.push(closingBrackets[sign] as string);
      else if (sign === open.at(-1)) open.pop();
      at = skipped ?? at + 1;
      if (open.length === 0) return at;
    }
    return undefined;
  }

  /** Where `<…>` ends that begins here, if it is no comparison. */
  endOfAngles(from: number, isType: boolean): number | undefined {
    let depth = 0;
    for (let at = from; at < this.#text.length; ) {
      const sign = this.#text[at] as string;
      const isArrow = /[-=]/.test(sign) && this.#text[at + 1] === ">";
      if (/[;)\]}]/.test(sign) || (sign === "=" && !isType && !isArrow)) return undefined;
      if (sign === "<") depth++;
      if (sign === ">") depth--;
      if (depth === 0) return isType || this.#match(afterTypeArguments, at + 1) !== undefined ? at + 1 : undefined;
      at = isArrow ? at + 2 : (this.#endOfLiteral(at) ?? this.#endOfAny(at));
    }
    return undefined;
  }

  /** What a parameter's head says of what was read. */
  #headTextOf(at: number, read: string): string {
    const first = read[0] as string;
    if (this.#match(this.#syntax.comment, at) !== undefined) return " ";
    if (read.length > 1 && (first in closingBrackets || (first === "<" && read.endsWith(">"))))
      return first + read.at(-1);
    return this.#match(this.#syntax.string, at) === undefined ? read : '""';
  }

  /** Where that ends which begins here: a comment, a string, a word, brackets with all they hold, an operator, one sign. */
  #endOf(at: number, isType: boolean): number {
    const literal = this.#endOfLiteral(at);
    if (literal !== undefined) return literal;
    return this.#endOfPair(at, isType) ?? this.#match(operatorPattern, at) ?? this.#endOfAny(at);
  }

  #endOfPair(at: number, isType: boolean): number | undefined {
    const mayBe = this.#text[at] === "<" && this.#syntax.hasAngleBrackets && this.#comparisons < MAX_COMPARISONS;
    const end = mayBe ? this.endOfAngles(at, isType) : undefined;
    if (mayBe && end === undefined) this.#comparisons++;
    return end;
  }

  /** What is not closed reaches to the end. */
  #endOfAny(at: number): number {
    if (!Object.hasOwn(closingBrackets, this.#text[at] as string)) return at + 1;
    return this.endOfGroup(at) ?? this.#text.length;
  }

  #endOfLiteral(at: number): number | undefined {
    const { comment, string, hasRegexLiterals } = this.#syntax;
    const end = this.#match(comment, at) ?? this.#match(string, at) ?? this.#match(wordPattern, at);
    if (end !== undefined || !hasRegexLiterals || this.#text[at] !== "/" || !this.#isBeforeValue(at)) return end;
    return this.#match(regexLiteralPattern, at);
  }

  #isBeforeValue(at: number): boolean {
    let before = at - 1;
    while (before >= 0 && /\s/.test(this.#text[before] as string)) before--;
    return before < 0 || "=(,:?[{!&|".includes(this.#text[before] as string);
  }

  #match(expression: RegExp, at: number): number | undefined {
    expression.lastIndex = at;
    return expression.test(this.#text) ? expression.lastIndex : undefined;
  }
}

/** Those that would be taken for the sign before a default value, or for an end. */
const operatorPattern = /=[=>]|[!<>]=|<<|->|\\\\/y;
