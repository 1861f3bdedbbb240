/** Words as each language writes its names: which characters they are of, and which signs stand before them. */

import type { Stretch } from "../../text/stretch.js";
import type { Source } from "./documents.js";

interface Spelling {
  /** A whole name. */
  readonly name: RegExp;
  /** One character of it. */
  readonly character: RegExp;
}

const plain: Spelling = { name: /^[\p{L}\p{Nl}_$][\p{L}\p{M}\p{N}_$]*$/u, character: /[\p{L}\p{M}\p{N}_$]/u };
const asking: Spelling = { name: /^[\p{L}_][\p{L}\p{M}\p{N}_]*[?!]?$/u, character: /[\p{L}\p{M}\p{N}_?!]/u };
const dashed: Spelling = { name: /^[\p{L}_-][\p{L}\p{M}\p{N}_-]*$/u, character: /[\p{L}\p{M}\p{N}_-]/u };
const lispy: Spelling = {
  name: /^[^\s\d()[\]{}"';`,~@^\\:#][^\s()[\]{}"';`,~@^\\]*$/u,
  character: /[^\s()[\]{}"';`,~@^\\]/u,
};

const spellings: Readonly<Record<string, Spelling>> = {
  clojure: lispy,
  clojurescript: lispy,
  css: dashed,
  elixir: asking,
  less: dashed,
  nix: { name: /^[\p{L}_][\p{L}\p{M}\p{N}_'-]*$/u, character: /[\p{L}\p{M}\p{N}_'-]/u },
  r: { name: /^(?:[\p{L}]|\.(?!\d))[\p{L}\p{M}\p{N}_.]*$/u, character: /[\p{L}\p{M}\p{N}_.]/u },
  ruby: asking,
  scss: dashed,
  terraform: dashed,
};

function spellingOf(languageId: string): Spelling {
  return Object.hasOwn(spellings, languageId) ? (spellings[languageId] ?? plain) : plain;
}

/** Whether a text is one name of the language, signs before it left aside. */
export function isName(text: string, languageId: string): boolean {
  return spellingOf(languageId).name.test(text);
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
const longestWord = 200;

/** The word around an offset, or ending or beginning there; empty where there is none. */
export function wordAt({ document, languageId }: Source, offset: number): Stretch {
  const { source } = spellingOf(languageId).character;
  const before = document.slice(offset - longestWord, offset);
  const behind = document.slice(offset, offset + longestWord);
  const ahead = new RegExp(`(?:${source})*$`, "u").exec(before)?.[0].length ?? 0;
  const rest = new RegExp(`^(?:${source})*`, "u").exec(behind)?.[0].length ?? 0;
  return { from: offset - ahead, to: offset + rest };
}
