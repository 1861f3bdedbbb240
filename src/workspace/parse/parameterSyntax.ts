/** How languages write comments, strings and default values in parameter lists. */

import type { ParameterSyntax } from "./parameterList.js";

const double = String.raw`"(?:\\[^]|[^"\\])*"`;
const single = String.raw`'(?:\\[^]|[^'\\])*'`;
const back = "`(?:\\\\[^]|[^`\\\\])*`";
/** A character literal; not the quote of a lifetime, nor a prime after a name. */
const character = String.raw`'(?:\\[^'\n][^'\n]*|\\'|[^'\\\n])'`;
const triple = '"""[^]*?"""';
const tripleSingle = "'''[^]*?'''";
/** A binary: `<<a, b>>`. */
const binary = "<<[^]*?>>";
const slashes = String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`;

function sticky(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join("|"), "yu");
}

const cLike = { comment: sticky(slashes), string: sticky(double, character) };

export const parameterSyntaxes = {
  c: cLike,
  cpp: { ...cLike, hasAngleBrackets: true, default: "=" },
  java: { ...cLike, hasAngleBrackets: true },
  rust: { ...cLike, hasAngleBrackets: true },
  go: { comment: sticky(slashes), string: sticky(double, character, back) },
  csharp: {
    comment: sticky(slashes),
    string: sticky(triple, String.raw`\$?@\$?"(?:[^"]|"")*"`, double, character),
    hasAngleBrackets: true,
    default: "=",
  },
  kotlin: { comment: sticky(slashes), string: sticky(triple, double, character), hasAngleBrackets: true, default: "=" },
  scala: { comment: sticky(slashes), string: sticky(triple, double, character), default: "=" },
  dart: {
    comment: sticky(slashes),
    string: sticky(triple, tripleSingle, double, single),
    hasAngleBrackets: true,
    default: "=",
  },
  javascript: { comment: sticky(slashes), string: sticky(double, single, back), hasRegexLiterals: true, default: "=" },
  typescript: {
    comment: sticky(slashes),
    string: sticky(double, single, back),
    hasRegexLiterals: true,
    hasAngleBrackets: true,
    default: "=",
  },
  php: { comment: sticky(slashes, String.raw`#(?!\[)[^\n]*`), string: sticky(double, single), default: "=" },
  python: {
    comment: sticky(String.raw`#[^\n]*`),
    string: sticky(triple, tripleSingle, double, single),
    default: "=",
    hasLambdas: true,
  },
  ruby: {
    comment: sticky(String.raw`#[^\n]*`),
    string: sticky(double, single, back, String.raw`\?\\?[^\w\s]`),
    hasRegexLiterals: true,
    default: "=",
  },
  elixir: {
    comment: sticky(String.raw`#[^\n]*`),
    string: sticky(triple, double, single, String.raw`\?\\?[^\w\s]`, binary),
    default: "\\\\",
  },
  erlang: {
    comment: sticky(String.raw`%[^\n]*`),
    string: sticky(double, single, String.raw`\$(?:\\[^]|[^])`, binary),
  },
  julia: {
    comment: sticky("#=[^]*?=#", String.raw`#[^\n]*`),
    string: sticky(triple, double, character),
    default: "=",
    separators: ",;",
  },
  lua: { comment: sticky(String.raw`--\[\[[^]*?\]\]`, String.raw`--[^\n]*`), string: sticky(double, single) },
  r: { comment: sticky(String.raw`#[^\n]*`), string: sticky(double, single, back), default: "=" },
  /** For languages without an entry. */
  rholang: { comment: sticky(slashes), string: sticky(double, back) },
  fallback: { comment: sticky(slashes), string: sticky(double, character), default: "=" },
} satisfies Record<string, ParameterSyntax>;
