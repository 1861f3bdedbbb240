/**
 * Validation of a Locate's fields: each on its own, then together. Values come from outside and may
 * be anything.
 */

import { inlineCode, isPrintable } from "../../text/printable.js";
import { clip, describeValue, invalidLocate, quoteCode } from "../errorText.js";
import {
  type LineScope,
  type Locate,
  locateFields,
  MAX_FIND_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NODE_TYPES,
  MAX_PATH_LENGTH,
  MAX_PATH_NAMES,
  type PlaceOrDocument,
  type Scope,
  type SymbolScope,
  scopeFields,
} from "../locate.js";
import { hintForField } from "./fieldHints.js";
import { readOtherNotation } from "./otherNotations.js";
import { parseScope } from "./scopeNotation.js";
import { formatSymbolPath, parseSymbolPath } from "./symbolPath.js";

/** LSP's largest uinteger: no line number and no index is larger. */
const MAX_UINTEGER = 2_147_483_647;

interface FieldOptions {
  readonly takes?: PlaceOrDocument;
  readonly field?: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Draft<T> = { -readonly [Name in keyof T]: T[Name] };

/** Reads a checked Locate from an object. Throws `invalid_locate`. */
export function readFields(value: unknown, { takes = "place", field = "" }: FieldOptions = {}): Locate {
  const whole = field || "locate";
  const fields = asFields(value, whole, "an object, or a string such as `foo.py:MyClass.run@return <|>x`");
  const fieldPath = (name: string) => (field ? `${field}.${name}` : name);
  rejectUnknownFields(fields, locateFields, "locate", fieldPath);

  const locate: Draft<Locate> = {};
  const text = (name: "file_path" | "anchor_text" | "handle", maxLength: number) => {
    if (fields[name] != null) locate[name] = readText(fields[name], fieldPath(name), maxLength);
  };
  text("file_path", MAX_PATH_LENGTH);
  if (locate.file_path?.includes("\0"))
    throw invalidLocate({
      field: fieldPath("file_path"),
      problem: "contains a NUL character",
      expected: "a path or a URI",
    });
  text("anchor_text", MAX_FIND_LENGTH);
  const nodeType = readNodeType(fields["ancestor_node_type"], fieldPath("ancestor_node_type"));
  if (nodeType !== undefined) locate.ancestor_node_type = nodeType;
  const sibling = readSibling(fields["sibling"], fieldPath("sibling"));
  if (sibling !== undefined) locate.sibling = sibling;
  text("handle", MAX_NAME_LENGTH);
  const scope = readScope(fields["scope"], fieldPath("scope"));
  if (scope !== undefined) locate.scope = scope;
  if (fields["find"] != null && fields["find"] !== "")
    locate.find = readText(fields["find"], fieldPath("find"), MAX_FIND_LENGTH);
  const index = readIndex(fields["find_index"], fieldPath("find_index"));
  // 0 is not the default everywhere: a change needs a find that occurs once, or an index.
  const isCounted = locate.find !== undefined || locate.anchor_text !== undefined;
  if (index !== undefined && (index !== 0 || isCounted)) locate.find_index = index;
  if (readBoolean(fields["fuzzy"], fieldPath("fuzzy"))) locate.fuzzy = true;

  if (locate.handle !== undefined) checkHandleAlone(locate, fieldPath);
  else {
    checkCombinations(locate, fieldPath);
    checkPlace(locate, takes, whole, fieldPath);
  }
  return locate;
}

/** Reads own fields only: the sender did not write what a prototype has. */
function asFields(value: unknown, field: string, expected: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).filter(([, given]) => given !== undefined));
  }
  throw invalidLocate({ field, problem: `is ${describeValue(value)}`, expected });
}

function rejectUnknownFields(
  fields: Fields,
  allowed: readonly string[],
  kind: "locate" | "scope",
  fieldPath: (name: string) => string,
): void {
  const unknown = Object.keys(fields).filter((name) => !allowed.includes(name));
  const first = unknown[0];
  if (first === undefined) return;
  const hints = unknown.slice(0, 3).flatMap((name) => hintForField(kind, name, fields[name]) ?? []);
  throw invalidLocate({
    field: fieldPath(clip(first)),
    problem: `is not a field that ${kind === "locate" ? "a Locate" : "a scope"} has`,
    expected: `only ${allowed.join(", ")}`,
    suggestion: hints.length > 0 ? hints.join("; ") : undefined,
  });
}

function readText(value: unknown, field: string, maxLength: number): string {
  const expected = `a string of 1 to ${maxLength} characters`;
  if (typeof value !== "string") throw invalidLocate({ field, problem: `is ${describeValue(value)}`, expected });
  if (value === "") throw invalidLocate({ field, problem: "is empty", expected: `${expected}, or no such field` });
  if (value.length > maxLength) throw invalidLocate({ field, problem: `has ${value.length} characters`, expected });
  return value;
}

/** Reads one type, or a list of them. A list of one is that type. */
function readNodeType(value: unknown, field: string): string | readonly string[] | undefined {
  if (value == null) return undefined;
  if (!Array.isArray(value)) return readText(value, field, MAX_NAME_LENGTH);
  if (value.length === 0 || value.length > MAX_NODE_TYPES)
    throw invalidLocate({
      field,
      problem: value.length === 0 ? "is empty" : `has ${value.length} types`,
      expected: `a node type, or 1 to ${MAX_NODE_TYPES} of them in order of preference`,
    });
  const [first, ...more] = Array.from(value, (item, index) => readText(item, `${field}[${index}]`, MAX_NAME_LENGTH));
  return more.length === 0 ? first : [first ?? "", ...more];
}

function readSibling(value: unknown, field: string): number | undefined {
  if (value == null) return undefined;
  if (isIntegerFrom(value, -MAX_UINTEGER) && value !== 0) return value;
  throw invalidLocate({
    field,
    problem: `is ${describeValue(value)}`,
    expected: "a whole number other than 0: 1 is the next sibling of that type, -1 the previous one",
    suggestion: value === 0 ? "no sibling, for the node itself" : undefined,
  });
}

function readIndex(value: unknown, field: string): number | "only" | undefined {
  if (value == null) return undefined;
  if (value === "only" || isIntegerFrom(value, 0)) return value === 0 ? 0 : value;
  throw invalidLocate({
    field,
    problem: `is ${describeValue(value)}`,
    expected: 'a whole number from 0 (0 is the first match), or "only"',
    suggestion: typeof value === "string" && /^\d{1,9}$/.test(value) ? `${value}, without quotes` : undefined,
  });
}

function readBoolean(value: unknown, field: string): boolean {
  if (value == null) return false;
  if (typeof value === "boolean") return value;
  throw invalidLocate({ field, problem: `is ${describeValue(value)}`, expected: "true or false" });
}

function readScope(value: unknown, field: string): Scope | undefined {
  if (value == null) return undefined;
  if (typeof value === "string") {
    const scope = parseScope(value, field);
    return scope && readScope(scope, field);
  }
  if (typeof value === "number") return { line: readLine(value, field) };
  if (Array.isArray(value)) {
    if (value.length > 0 && value.length <= MAX_PATH_NAMES && value.every((item) => typeof item === "string")) {
      const suggestion = `${field}: { "symbol_path": ${describeValue(value)} }`;
      throw invalidLocate({ field, problem: "is an array of names", expected: "lines or an object", suggestion });
    }
    return { line: readLine(value, field) };
  }
  const fields = asFields(
    value,
    field,
    'an object, a line, two lines [first, last], or a string such as "MyClass.run"',
  );
  rejectUnknownFields(fields, scopeFields, "scope", (name) => `${field}.${name}`);
  const hasLine = fields["line"] != null;
  const hasPath = fields["symbol_path"] != null;
  if (hasLine && hasPath)
    throw invalidLocate({
      field,
      problem: "has both line and symbol_path",
      expected: "one of them",
      suggestion: "the one that is surer; symbol_path outlives edits",
    });
  if (hasPath) return readSymbolScope(fields, field);
  if (hasLine) return readLineScope(fields, field);
  throw invalidLocate({
    field,
    problem: fields["character"] == null ? "has neither line nor symbol_path" : "has a character but no line",
    expected: "one of line and symbol_path",
  });
}

function readLineScope(fields: Fields, field: string): LineScope {
  const line = readLine(fields["line"], `${field}.line`);
  const character = fields["character"];
  if (character == null) return { line };
  if (typeof line !== "number")
    throw invalidLocate({
      field: `${field}.character`,
      problem: "goes with one line, not with two",
      expected: "no character, or one line",
    });
  if (isIntegerFrom(character, 1)) return { line, character };
  const expected = "a whole number from 1 (the first character of a line is 1, counted in UTF-16 code units)";
  throw invalidLocate({ field: `${field}.character`, problem: `is ${describeValue(character)}`, expected });
}

function readLine(value: unknown, field: string): LineScope["line"] {
  const expected = "a line number from 1 (lines are 1-based), or two, [first, last], last 0 for the end of the file";
  if (isIntegerFrom(value, 1)) return value;
  if (Array.isArray(value) && value.length === 2) {
    const [first, last]: readonly unknown[] = value;
    if (isIntegerFrom(first, 1) && isIntegerFrom(last, 0)) {
      // JSON can express -0, which is 0 here.
      if (last === 0) return [first, 0];
      if (last >= first) return [first, last];
      const suggestion = `\`${first}:${last}\` for a line and a character; for lines [${last}, ${first}], or \`${last}-${first}\` in the notation`;
      throw invalidLocate({ field, problem: `${describeValue(value)} ends before it starts`, expected, suggestion });
    }
  }
  throw invalidLocate({ field, problem: `is ${describeValue(value)}`, expected, suggestion: lineHint(value) });
}

/** Returns a suggestion for lines written as text inside an object. */
function lineHint(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const numbers = /^\s*L?(\d{1,9})(?:\s*[-,]\s*L?(\d{1,9}))?\s*$/.exec(value);
  if (numbers === null) return undefined;
  return numbers[2] === undefined ? `${numbers[1]}, without quotes` : `[${numbers[1]}, ${numbers[2]}]`;
}

function readSymbolScope(fields: Fields, field: string): SymbolScope {
  if (fields["character"] != null)
    throw invalidLocate({
      field: `${field}.character`,
      problem: "is given together with symbol_path",
      expected: "a character only beside a line",
    });
  const path = fields["symbol_path"];
  const name = `${field}.symbol_path`;
  const expected = 'the names that lead to the symbol, outermost first: ["MyClass", "run"]';
  if (typeof path === "string")
    throw invalidLocate({ field: name, problem: `is ${describeValue(path)}`, expected, suggestion: symbolHint(path) });
  if (!Array.isArray(path)) throw invalidLocate({ field: name, problem: `is ${describeValue(path)}`, expected });
  if (path.length === 0) throw invalidLocate({ field: name, problem: "is empty", expected });
  if (path.length > MAX_PATH_NAMES)
    throw invalidLocate({ field: name, problem: `has ${path.length} names`, expected: `at most ${MAX_PATH_NAMES}` });
  return { symbol_path: Array.from(path, (item, index) => readText(item, `${name}[${index}]`, MAX_NAME_LENGTH)) };
}

function symbolHint(text: string): string | undefined {
  const path = parseSymbolPath(text);
  if (path === null || path.length > 10) return undefined;
  return `"symbol_path": ${JSON.stringify(path.map((name) => clip(name)))}, or "scope": ${JSON.stringify(clip(text))}`;
}

/** A handle is a complete place, so no other field may be next to it. */
function checkHandleAlone(locate: Locate, fieldPath: (name: string) => string): void {
  const other = Object.keys(locate).find((name) => name !== "handle");
  if (other !== undefined)
    throw invalidLocate({
      field: fieldPath(other),
      problem: "is given together with handle",
      expected: "a handle alone",
      suggestion: "either handle, or the other fields",
    });
}

/** Checks that the Locate says where, and in which file. */
function checkPlace(locate: Locate, takes: PlaceOrDocument, whole: string, fieldPath: (name: string) => string): void {
  const { file_path, scope, find, anchor_text } = locate;
  if (takes === "place" && scope === undefined && find === undefined && anchor_text === undefined)
    throw invalidLocate({
      field: whole,
      problem: "has neither scope nor find",
      expected: "a scope, a find, or both",
      suggestion: file_path === undefined ? undefined : placeHint(file_path),
    });
  if (file_path !== undefined) return;
  if (scope !== undefined && "symbol_path" in scope) return;
  throw invalidLocate({
    field: fieldPath("file_path"),
    problem: "is missing",
    expected: "a file, which may be left out only where the scope is a symbol",
  });
}

/** Returns a suggestion for the notations of other tools, and for a symbol in place of the file. */
function placeHint(path: string): string | undefined {
  const other = readOtherNotation(path);
  if (other !== undefined) return inlineCode(`${other.file_path}:${other.scope}`);
  if (!isPrintable(path))
    return `${inlineCode('{ "file_path": …, "scope": "MyClass.run" }')} for a path with line ends or control characters`;
  const examples = `\`${clip(path)}:42\`, \`${clip(path)}:MyClass.run\` or \`${clip(path)}@text to find\``;
  const isName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:(?:\.|::)[\p{ID_Start}_$][\p{ID_Continue}$]*)*$/u.test(path);
  return isName ? `${examples}; where it is a symbol, ${quoteCode(`:${path}`)}` : examples;
}

/** Checks which fields exclude or require each other. */
function checkCombinations(locate: Locate, fieldPath: (name: string) => string): void {
  const { scope, find, find_index, anchor_text, ancestor_node_type, sibling } = locate;
  if (find !== undefined && anchor_text !== undefined)
    throw invalidLocate({
      field: fieldPath("anchor_text"),
      problem: "is given together with find",
      expected: "one of them: find for a place in text, anchor_text with ancestor_node_type for a syntax node",
    });
  if (ancestor_node_type !== undefined && anchor_text === undefined)
    throw invalidLocate({
      field: fieldPath("ancestor_node_type"),
      problem: "is given without anchor_text",
      expected: "an anchor_text inside the node, to climb from",
    });
  if (sibling !== undefined && anchor_text === undefined)
    throw invalidLocate({
      field: fieldPath("sibling"),
      problem: "is given without anchor_text",
      expected: "an anchor_text and an ancestor_node_type, which lead to the node whose sibling is meant",
    });
  if (typeof find_index === "number" && find === undefined && anchor_text === undefined)
    throw invalidLocate({
      field: fieldPath("find_index"),
      problem: "counts the matches of find or anchor_text, and there is neither",
      expected: "find_index only beside find or anchor_text",
      suggestion:
        scope !== undefined && "symbol_path" in scope
          ? `${quoteCode(`${formatSymbolPath(scope.symbol_path.slice(-1))}[${find_index}]`)} for one of several symbols of that name`
          : undefined,
    });
  if (scope === undefined || !("line" in scope) || scope.character === undefined) return;
  if (find === undefined && anchor_text === undefined) return;
  const other = find === undefined ? "anchor_text" : "find";
  throw invalidLocate({
    field: fieldPath("scope.character"),
    problem: `is ${scope.character} beside ${other}`,
    expected: `a line and character without ${other}, or the line alone with it`,
    suggestion: `\`${scope.line}@${clip(find ?? anchor_text ?? "")}\` without the character, or \`${scope.line}:${scope.character}\` without ${other}`,
  });
}

function isIntegerFrom(value: unknown, min: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= MAX_UINTEGER;
}
