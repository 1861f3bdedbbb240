/** The syntax of names by language: their characters, and the sigils before them. */

import type { Stretch } from "../../text/stretch.js";
import type { SourceText } from "./documents.js";

interface IdentifierSyntax {
  /** Matches a whole name. */
  readonly name: RegExp;
  /** Matches one character of a name. */
  readonly character: RegExp;
}

const defaultSyntax: IdentifierSyntax = {
  name: /^[\p{L}\p{Nl}_$][\p{L}\p{M}\p{N}_$]*$/u,
  character: /[\p{L}\p{M}\p{N}_$]/u,
};
const withQuestionMark: IdentifierSyntax = {
  name: /^[\p{L}_][\p{L}\p{M}\p{N}_]*[?!]?$/u,
  character: /[\p{L}\p{M}\p{N}_?!]/u,
};
const withDashes: IdentifierSyntax = { name: /^[\p{L}_-][\p{L}\p{M}\p{N}_-]*$/u, character: /[\p{L}\p{M}\p{N}_-]/u };
const lispSyntax: IdentifierSyntax = {
  name: /^[^\s\d()[\]{}"';`,~@^\\:#][^\s()[\]{}"';`,~@^\\]*$/u,
  character: /[^\s()[\]{}"';`,~@^\\]/u,
};

const syntaxByLanguage: Readonly<Record<string, IdentifierSyntax>> = {
  clojure: lispSyntax,
  clojurescript: lispSyntax,
  css: withDashes,
  elixir: withQuestionMark,
  less: withDashes,
  nix: { name: /^[\p{L}_][\p{L}\p{M}\p{N}_'-]*$/u, character: /[\p{L}\p{M}\p{N}_'-]/u },
  r: { name: /^(?:[\p{L}]|\.(?!\d))[\p{L}\p{M}\p{N}_.]*$/u, character: /[\p{L}\p{M}\p{N}_.]/u },
  rholang: { name: /^(?:[\p{L}']|_[\p{L}\p{N}_'])[\p{L}\p{N}_']*$/u, character: /[\p{L}\p{N}_']/u },
  ruby: withQuestionMark,
  scss: withDashes,
  terraform: withDashes,
};

function syntaxOf(languageId: string): IdentifierSyntax {
  return Object.hasOwn(syntaxByLanguage, languageId) ? (syntaxByLanguage[languageId] ?? defaultSyntax) : defaultSyntax;
}

/** Whether a text, without its sigil, is one name of the language. */
export function isIdentifier(text: string, languageId: string): boolean {
  return syntaxOf(languageId).name.test(text);
}

const sigils: Readonly<Record<string, RegExp>> = {
  perl: /^[$@%&]/,
  php: /^\$/,
  powershell: /^\$/,
  ruby: /^(?:@@?|\$)/,
  shellscript: /^\$/,
  sh: /^\$/,
};

/**
 * Returns the sigil that a text begins with, such as `$` or `@`, or an empty string. A sigil is not
 * part of the name. In most languages `$` is a letter.
 */
export function sigilOf(text: string, languageId: string): string {
  const sigil = Object.hasOwn(sigils, languageId) ? sigils[languageId] : undefined;
  return sigil?.exec(text)?.[0] ?? "";
}

/** Characters looked at on each side of an offset. */
const MAX_WORD_LENGTH = 200;

/** Returns the word around an offset, or ending or beginning there. Empty if there is none. */
export function wordAt({ document, languageId }: SourceText, offset: number): Stretch {
  const { source } = syntaxOf(languageId).character;
  const textBefore = document.slice(offset - MAX_WORD_LENGTH, offset);
  const textAfter = document.slice(offset, offset + MAX_WORD_LENGTH);
  const lengthBefore = new RegExp(`(?:${source})*$`, "u").exec(textBefore)?.[0].length ?? 0;
  const lengthAfter = new RegExp(`^(?:${source})*`, "u").exec(textAfter)?.[0].length ?? 0;
  return { from: offset - lengthBefore, to: offset + lengthAfter };
}
