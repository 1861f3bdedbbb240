/**
 * Symbol names as servers write them, and the plain names that people use. The rules come from a
 * survey of real servers.
 */

import type { NameRule } from "../../languages/facts.js";
import { setLatest } from "../../text/list.js";
import { closeOf, isCloser, isOpener } from "./codeBrackets.js";

export interface NameReading {
  /** The name as the server writes it. */
  readonly raw: string;
  /**
   * The plain names in it, outermost first: `["T", "M"]` for `(*T).M`. Empty for a
   * layer without a name of its own.
   */
  readonly plain: readonly string[];
  /** The part that distinguishes blocks of one plain name: the trait of `impl Display for Foo`. */
  readonly variant?: string;
}

/** The maximum length of a name that is read. */
const MAX_NAME_LENGTH = 2_000;

/**
 * Reads a name. Names in code are split; in data (CSS, JSON, YAML, Markdown …) they stay whole,
 * without quotes and heading marks.
 */
export function readName(name: string, rule: NameRule): NameReading {
  const isData = rule === "data";
  if (name.length <= MAX_CACHED_NAME_LENGTH) {
    const word = simpleNameOf(name, isData);
    if (word !== "") return { raw: name, plain: [word] };
  }
  if (isData) return readData(name);
  const reading = readingCache.get(name) ?? cacheReading(name, readCode(name));
  return rule === "code with marks" && /[$@]/.test(name) ? withoutMarks(reading) : reading;
}

/** Removes the marks of variables: `$name`, `@field`, `@@field`. */
function withoutMarks(reading: NameReading): NameReading {
  return { ...reading, plain: reading.plain.map((name) => name.replace(/^(?:\$|@@?)(?=\p{ID_Continue})/u, "")) };
}

/**
 * Returns the plain name of most names, quickly: a word, or in code a word followed by parameters
 * or a type, or a name that ends in an index. Empty where the name must be parsed.
 */
function simpleNameOf(name: string, isData: boolean): string {
  if (/^\w+$/.test(name)) return name === "callback" ? "" : name;
  const [start = "", suffix] = /^(?:\w|\.|::)+?(\(| : |\[\d+\]$)/.exec(name) ?? [];
  if (isData || suffix === undefined || /(?:callback|\s)$/.test(name.slice(-8))) return "";
  const word = start.slice(0, -suffix.length);
  if (/^(?:impl|anonymous|unknown|function|lambda|closure|unnamed)\b|operator/i.test(word)) return "";
  return suffix.endsWith("]") ? name : /^\w+$/.test(word) ? word : "";
}

/** Parsed names recur: in paths, as overloads, when a document is read again. */
const readingCache = new Map<string, NameReading>();
const MAX_CACHED_NAMES = 1_000;
const MAX_CACHED_NAME_LENGTH = 200;

function cacheReading(name: string, reading: NameReading): NameReading {
  if (name.length > MAX_CACHED_NAME_LENGTH) return reading;
  setLatest(readingCache, name, reading, MAX_CACHED_NAMES);
  return reading;
}

function readData(name: string): NameReading {
  const raw = name.slice(0, MAX_NAME_LENGTH).trim();
  return { raw, plain: [unquote(raw.replace(/^#{1,6}\s+/, ""))] };
}

function readCode(name: string): NameReading {
  const raw = name.slice(0, MAX_NAME_LENGTH).trim();
  if (isAnonymous(raw)) return { raw, plain: [] };
  // An operator, or the `{...}` of an initializer in Java.
  if (!/[\p{ID_Continue}"'`]/u.test(raw)) return { raw, plain: [raw] };
  const implementation = readImplementation(raw);
  if (implementation !== null) {
    const { plain, trait } = implementation;
    return { raw, plain, ...(trait !== undefined && { variant: trait }) };
  }
  const unquoted = unquote(raw);
  // A quoted name is one name, also with a dot in it, as `"App.vue"`.
  if (unquoted !== raw) return { raw, plain: [unquoted] };
  const plain = segmentsOf(withoutPrefix(raw));
  return { raw, plain: plain.every(isPlain) && plain.length > 0 ? plain : [raw] };
}

/**
 * Checks for a callback, an unnamed namespace, a singleton class, or a cell of a notebook: a layer
 * that a path may omit.
 */
function isAnonymous(name: string): boolean {
  return (
    name === "" ||
    name === "<< self" ||
    /^[<([{]*(?:anonymous|unknown|function|lambda|closure|unnamed|no name)\b[^)>\]}]*[>)\]}]+$/i.test(name) ||
    /(?:^| )callback$|^cell \d+$/.test(name)
  );
}

/**
 * Removes prefixes of a name: `(get) `, `def `, `self.`, `r#`; not `impl`, which is more than a
 * prefix.
 */
function withoutPrefix(name: string): string {
  return name
    .replace(/^\((?:get|set|gen|async|static|local)\)\s*/, "")
    .replace(
      /^(?:(?:pub|static|async|export|abstract|public|private|protected|local)\s+)*(?:defp?|defmacrop?|defmodule|defimpl|fn|func|function|class|struct|enum|trait|interface|module|mod|namespace|type|macro|let|const|var|val|mut)\s+(?=[^\s(=:])/,
      "",
    )
    .replace(/^(?:self|Self|cls)\s*[.:]{1,2}\s*(?=\S)/, "")
    .replace(/^\.\.\.|^[&*]+(?=\p{ID_Continue})|^r#(?=\p{ID_Start})/u, "");
}

export interface Implementation {
  /** The plain names of the type. */
  readonly plain: readonly string[];
  readonly type: string;
  /** With its type arguments, and `!` where it is negated; undefined for `impl Type`. */
  readonly trait?: string;
}

/**
 * Reads Rust's `impl<T> Trait for Foo<T> where …`, which belongs to Foo and is one of several such
 * blocks; null for any other name.
 */
export function readImplementation(raw: string): Implementation | null {
  if (!/^(?:default\s+)?(?:unsafe\s+)?impl\b/.test(raw)) return null;
  const head = raw.replace(/^(?:default\s+)?(?:unsafe\s+)?impl\s*(?:const\s+)?/, "");
  const [rest = head] = withoutLeadingGenerics(head).split(/(?<!\s)\s*\{|(?<!\s)\s+where\s/, 1);
  const at = findFor(rest);
  const type = (at < 0 ? rest : rest.slice(at + 5))
    .trim()
    .replace(/^(?:&(?:'\w+\s+)?|\*(?:const|mut)\s+|mut\s+|dyn\s+)+/, "");
  const plain = segmentsOf(type);
  if (plain.length === 0 || !plain.every(isPlain)) return null;
  return at < 0 ? { plain, type } : { plain, type, trait: rest.slice(0, at).trim() };
}

function withoutLeadingGenerics(text: string): string {
  return text.startsWith("<") ? text.slice(closeOf(text, 0) + 1).trim() : text;
}

/** Returns the offset of the first ` for ` outside of brackets, or -1. `for<'a>` does not count. */
function findFor(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (isOpener(text, at)) depth++;
    else if (isCloser(text, at)) depth--;
    else if (depth === 0 && text.startsWith(" for ", at)) return at;
  }
  return -1;
}

/**
 * Splits a name at its separators and drops argument lists, generic arguments, types and arity.
 * Empty where the name ends in an index, as `f[1]` is one name.
 */
function segmentsOf(name: string): string[] {
  const [, receiver, member = ""] = /^\(([^()]+)\)\s*\.(.+)$/.exec(name) ?? [];
  if (receiver !== undefined) {
    const type = receiver
      .trim()
      .replace(/^\w+\s+/, "")
      .replace(/^\*\s*/, "");
    return [...segmentsOf(type), ...segmentsOf(member)];
  }
  const alone = /^\(\s*(?:\*\s*)?(\p{ID_Start}[^()]*)\)$/u.exec(name);
  if (alone !== null) return segmentsOf(alone[1] ?? "");
  const segments: string[] = [];
  let segment = "";
  let at = 0;
  while (at < name.length) {
    const isOperator = segment === "" && /^operator(?!\p{ID_Continue})/u.test(name.slice(at, at + 9));
    if (isOperator) {
      const operator = /^operator\s*(?:\(\s*\)|[^(]*)/.exec(name.slice(at))?.[0] ?? "";
      return [...segments, operator.trim()];
    }
    const character = name[at] ?? "";
    if (/["'`]/.test(character) && segment === "" && name.indexOf(character, at + 1) > 0) {
      const close = name.indexOf(character, at + 1);
      segment = name.slice(at + 1, close);
      at = close + 1;
    } else if (character === "(" && segment.trim() !== "") break;
    else if (/^\[(?:\d+|"[^"]*"|'[^']*')\]/.test(name.slice(at, at + 200))) return [];
    else if ((character === "<" || character === "[") && segment.trim() !== "") at = closeOf(name, at) + 1;
    else if (/^\s*:(?!:)\s/.test(name.slice(at, at + 8)) || /^\s+(?:->|=>|=|\{|where\s)/.test(name.slice(at, at + 8)))
      break;
    else {
      const separator = /^(?:::|->|[.:#\\])/.exec(name.slice(at, at + 2))?.[0];
      if (
        separator === undefined ||
        (segment === "" && segments.length === 0 && separator !== "::" && separator !== "\\")
      ) {
        segment += character;
        at++;
        continue;
      }
      if (segment !== "") segments.push(plainSegment(segment));
      segment = "";
      at += separator.length;
    }
  }
  if (segment !== "") segments.push(plainSegment(segment));
  return segments;
}

/** Removes the number of arguments: `f/1`. */
function plainSegment(segment: string): string {
  return segment
    .trim()
    .replace(/^(?:self|Self)\.(?=.)/, "")
    .replace(/\/\d+$/, "");
}

/** Checks whether a name looks like one in code. Selectors, headings and sentences stay whole. */
function isPlain(segment: string): boolean {
  return /^(?:operator\b.*|[~#@$]?[\p{ID_Continue}$@-]+[?!=]?|[^\p{ID_Continue}\s.:]{1,3})$/u.test(segment);
}

/** Removes the quotes around a name. */
export function unquote(name: string): string {
  return /^(["'`])(?:(?!\1).)+\1$/su.test(name) ? name.slice(1, -1) : name;
}
