/** Words as each language writes its names: which characters they are of, and which signs stand before them. */

import type { Stretch } from "../../text/stretch.js";
import type { SourceText } from "./documents.js";

interface IdentifierSyntax {
  /** A whole name. */
  readonly name: RegExp;
  /** One character of it. */
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
  ruby: withQuestionMark,
  scss: withDashes,
  terraform: withDashes,
};

function syntaxOf(languageId: string): IdentifierSyntax {
  return Object.hasOwn(syntaxByLanguage, languageId) ? (syntaxByLanguage[languageId] ?? defaultSyntax) : defaultSyntax;
}

/** Whether a text is one name of the language, signs before it left aside. */
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

/** The sign before a name that tells what kind it is and does not count into it; empty where there is none. In most languages `$` is a letter. */
export function sigilOf(text: string, languageId: string): string {
  const sigil = Object.hasOwn(sigils, languageId) ? sigils[languageId] : undefined;
  return sigil?.exec(text)?.[0] ?? "";
}

/** Longer words are none. */
const MAX_WORD_LENGTH = 200;

/** The word around an offset, or ending or beginning there; empty where there is none. */
export function wordAt({ document, languageId }: SourceText, offset: number): Stretch {
  const { source } = syntaxOf(languageId).character;
  const textBefore = document.slice(offset - MAX_WORD_LENGTH, offset);
  const textAfter = document.slice(offset, offset + MAX_WORD_LENGTH);
  const lengthBefore = new RegExp(`(?:${source})*$`, "u").exec(textBefore)?.[0].length ?? 0;
  const lengthAfter = new RegExp(`^(?:${source})*`, "u").exec(textAfter)?.[0].length ?? 0;
  return { from: offset - lengthBefore, to: offset + lengthAfter };
}
