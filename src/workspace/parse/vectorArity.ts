/** The arity of a Lisp function, read from its parameter vector: `[a [b c] & more]`. */

import type { Arity } from "../declaration.js";

const gap = /(?:[\s,]|;[^\n]*)+/y;
const string = /"(?:\\.|[^"\\])*"/sy;
const symbol = /\\?[^\s,()[\]{}";^]+/y;
/** Characters before a form that belong to it. */
const prefix = /[#'`~@]+(?=[([{"])/y;

/** Returns undefined if the text is not a whole vector. */
export function vectorArity(text: string): Arity | undefined {
  const reader = new FormReader(text);
  if (text[0] !== "[") return undefined;
  const forms = reader.formsIn(0);
  if (forms === undefined || forms.end !== text.length) return undefined;
  const rest = forms.forms.indexOf("&");
  return rest < 0
    ? { least: forms.forms.length, most: forms.forms.length }
    : { least: rest, most: Number.POSITIVE_INFINITY };
}

class FormReader {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the forms in the brackets that begin at `from`, without metadata, or undefined if they
   * are not closed.
   */
  formsIn(from: number): { readonly forms: readonly string[]; readonly end: number } | undefined {
    const forms: string[] = [];
    let isMetadata = false;
    for (let at = this.#endOfMatch(gap, from + 1); at < this.#text.length; at = this.#endOfMatch(gap, at)) {
      if (/[)\]}]/.test(this.#text[at] as string)) return { forms, end: at + 1 };
      if (this.#text[at] === "^") {
        isMetadata = true;
        at++;
        continue;
      }
      const end = this.#endOfForm(at);
      if (end === undefined) return undefined;
      if (!isMetadata) forms.push(this.#text.slice(at, end));
      isMetadata = false;
      at = end;
    }
    return undefined;
  }

  #endOfForm(from: number): number | undefined {
    const at = this.#endOfMatch(prefix, from);
    if (/[([{]/.test(this.#text[at] as string)) return this.formsIn(at)?.end;
    const end = Math.max(this.#endOfMatch(string, at), this.#endOfMatch(symbol, at));
    return end > at ? end : undefined;
  }

  #endOfMatch(expression: RegExp, at: number): number {
    expression.lastIndex = at;
    return expression.test(this.#text) ? expression.lastIndex : at;
  }
}
