/**
 * Splits the text of a parameter list into parameters. Separators inside of brackets, strings and
 * comments don't count.
 */

import type { ParameterSyntax } from "../../languages/parameters.js";

export interface Parameter {
  /**
   * The text before the default value, without comments and without the contents of brackets and
   * strings: `cb: () => void`.
   */
  readonly head: string;
  readonly hasDefault: boolean;
  /** The source text of the parameter, trimmed. */
  readonly text: string;
}

const closingBrackets: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const wordPattern = /[\p{ID_Continue}$]+(?:'[\da-fA-F]+(?![\p{ID_Continue}']))*/uy;
const regexLiteralPattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
/** What may follow type arguments in an expression. */
const afterTypeArguments = /\s*(?:[(){}[\],;:.=]|$)/y;

/**
 * Each `<` is searched for its bracket up to the end of the text. Texts with more of them are not
 * parameter lists.
 */
const MAX_COMPARISONS = 50;

/**
 * Returns the parameters in the brackets that begin at `from` and the offset after them, or
 * undefined if they are not closed.
 */
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

/**
 * Returns the offset after the brackets that begin at `from`, or undefined if they are not closed.
 */
export function endOfBrackets(text: string, from: number, syntax: ParameterSyntax): number | undefined {
  const scanner = new Scanner(text, syntax);
  return text[from] === "<" ? scanner.endOfAngles(from, true) : scanner.endOfGroup(from);
}

class Scanner {
  readonly #text: string;
  readonly #syntax: ParameterSyntax;
  /** The number of `<` found not to be brackets. */
  #comparisons = 0;

  constructor(text: string, syntax: ParameterSyntax) {
    this.#text = text;
    this.#syntax = syntax;
  }

  /** Reads one parameter, up to one of the terminators. */
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

  /**
   * Returns the offset after the brackets that begin at `from`, or undefined if they are not
   * closed.
   */
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

  /**
   * Returns the offset after the `<…>` that begins at `from`, or undefined if it is a comparison.
   */
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

  /** Returns what a token contributes to the head of a parameter. */
  #headTextOf(at: number, read: string): string {
    const first = read[0] as string;
    if (this.#match(this.#syntax.comment, at) !== undefined) return " ";
    if (read.length > 1 && (first in closingBrackets || (first === "<" && read.endsWith(">"))))
      return first + read.at(-1);
    return this.#match(this.#syntax.string, at) === undefined ? read : '""';
  }

  /**
   * Returns the end of the token at `at`: a comment, string, word, operator, character, or brackets
   * with their contents.
   */
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

  /**
   * Returns the end of the brackets or the character at `at`. Brackets that are not closed reach to
   * the end of the text.
   */
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

/** Operators that contain the operator before a default value, or a bracket. */
const operatorPattern = /=[=>]|[!<>]=|<<|->|\\\\/y;
