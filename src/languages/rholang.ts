/** Rholang. */

import { type LanguageDefinition, wordsOf } from "./facts.js";
import { ellipsis } from "./parameters.js";

export const rholang: LanguageDefinition = {
  id: "rholang",
  extensions: ["rho", "rholang"],
  grammar: { name: "rholang" },
  identifier: { name: /^(?:[\p{L}']|_[\p{L}\p{N}_'])[\p{L}\p{N}_']*$/u, character: /[\p{L}\p{N}_']/u },
  reservedWords: wordsOf(`
    Bool ByteArray Int Nil Set String Uri and bundle bundle0 contract else false for if in let match matches new
    not or select true`),
  parameters: {
    form: "list",
    variadic: ellipsis,
    hasRemainder: true,
  },
  // Contracts of one name listen on one channel, whatever they take.
  overloads: "none",
  // A channel that `new` declares is its file's own.
  exportsOnlyCallables: true,
};
