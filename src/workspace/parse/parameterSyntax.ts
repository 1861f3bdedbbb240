/** How languages write comments and strings, as far as parameter lists have them. */

import type { Notation } from "./parameterList.js";

const double = String.raw`"(?:\\[^]|[^"\\])*"`;
const single = String.raw`'(?:\\[^]|[^'\\])*'`;
const back = "`(?:\\\\[^]|[^`\\\\])*`";
/** A character, and not the sign before a lifetime or behind a name. */
const character = String.raw`'(?:\\[^'\n][^'\n]*|\\'|[^'\\\n])'`;
const triple = '"""[^]*?"""';
const tripleSingle = "'''[^]*?'''";
/** `<<a, b>>` */
const binary = "<<[^]*?>>";
const slashes = String.raw`\/\/[^\n]*|\/\*[^]*?\*\/`;

function sticky(...alternatives: readonly string[]): RegExp {
  return new RegExp(alternatives.join("|"), "yu");
}

const cLike = { comment: sticky(slashes), string: sticky(double, character) };

export const notations = {
  c: cLike,
  cpp: { ...cLike, hasAngles: true, default: "=" },
  java: { ...cLike, hasAngles: true },
  rust: { ...cLike, hasAngles: true },
  go: { comment: sticky(slashes), string: sticky(double, character, back) },
  csharp: {
    comment: sticky(slashes),
    string: sticky(triple, String.raw`\$?@\$?"(?:[^"]|"")*"`, double, character),
    hasAngles: true,
    default: "=",
  },
  kotlin: { comment: sticky(slashes), string: sticky(triple, double, character), hasAngles: true, default: "=" },
  scala: { comment: sticky(slashes), string: sticky(triple, double, character), default: "=" },
  dart: {
    comment: sticky(slashes),
    string: sticky(triple, tripleSingle, double, single),
    hasAngles: true,
    default: "=",
  },
  javascript: { comment: sticky(slashes), string: sticky(double, single, back), hasPatterns: true, default: "=" },
  typescript: {
    comment: sticky(slashes),
    string: sticky(double, single, back),
    hasPatterns: true,
    hasAngles: true,
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
    hasPatterns: true,
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
  /** Of a language that is not known. */
  usual: { comment: sticky(slashes), string: sticky(double, character), default: "=" },
} satisfies Record<string, Notation>;
