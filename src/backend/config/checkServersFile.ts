/**
 * Checks a user's servers.json against the schema and removes invalid parts. Loaded only if there
 * is one.
 */

import { dirname, isAbsolute, join, resolve } from "node:path";
import type { ErrorObject } from "ajv";
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { isObject } from "../isObject.js";
import { type ConfigProblem, type ServersFile, suggestName } from "./servers.js";
import { validateServersFile } from "./serversSchema.js";

interface CheckedFile {
  readonly file: ServersFile;
  readonly problems: readonly ConfigProblem[];
  /** Returns the 1-based line of an entry, for problems found later. */
  readonly lineNumberOf: (keys: readonly string[]) => number;
}

/**
 * Checks the text of a file. An invalid field is skipped; a file that is not JSON is skipped as a
 * whole.
 */
export function checkServersFile(path: string, text: string, home: string | undefined): CheckedFile {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const firstError = errors[0];
  if (firstError !== undefined || tree === undefined) {
    const actual = firstError === undefined ? "nothing" : printParseErrorCode(firstError.error);
    const lineNumber = lineNumberAt(text, firstError?.offset ?? 0);
    const problem = configProblem(path, lineNumber, [], {
      expected: "JSON with comments",
      actual,
      skippedPart: "the file",
    });
    return { file: {}, problems: [problem], lineNumberOf: () => 1 };
  }
  const value: unknown = getNodeValue(tree);
  const problems: ConfigProblem[] = repeatedKeys(tree, []).map(({ keys, node }) => {
    const details = { expected: "each key once", actual: "it again", skippedPart: "the first value" };
    return configProblem(path, lineNumberAt(text, node.offset), keys, details);
  });
  for (const error of schemaErrors(value)) {
    const keys = keysOf(error);
    const node = nodeAt(tree, keys);
    const lineNumber = lineNumberAt(text, node.offset);
    const skippedPart = keys.length === 0 ? "the file" : `\`${keys.slice(0, 3).join(".")}\``;
    const advice = error.keyword === "additionalProperties" ? suggestName(keys.at(-1) ?? "", allowedKeys(error)) : "";
    const details = { expected: describeExpected(error), actual: quoteActual(text, node, error), skippedPart, advice };
    problems.push(configProblem(path, lineNumber, keys, details));
    removeInvalid(value, keys);
  }
  const file = isObject(value) ? (value as ServersFile) : {};
  return {
    file: withAbsolutePaths(file, dirname(path), home),
    problems,
    lineNumberOf: (keys) => lineNumberAt(text, nodeAt(tree, keys).offset),
  };
}

function schemaErrors(value: unknown): readonly ErrorObject[] {
  if (validateServersFile(value)) return [];
  // An error of `if` only repeats the errors of its branch.
  return (validateServersFile.errors ?? []).filter((error) => error.keyword !== "if");
}

/** Finds keys that an object repeats: JSON parsers silently take the last one. */
function repeatedKeys(node: Node, keys: readonly string[]): readonly { keys: readonly string[]; node: Node }[] {
  if (node.type !== "object") return [];
  const seen = new Set<string>();
  return (node.children ?? []).flatMap(({ children: [name, value] = [] }) => {
    if (name === undefined) return [];
    const path = [...keys, String(name.value)];
    const repeated = seen.has(String(name.value)) ? [{ keys: path, node: name }] : [];
    seen.add(String(name.value));
    return value === undefined ? repeated : [...repeated, ...repeatedKeys(value, path)];
  });
}

/**
 * Returns the path to the invalid value, such as `["servers", "pyright", "command"]`. It includes a
 * key that is not allowed.
 */
function keysOf(error: ErrorObject): string[] {
  const keys = error.instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (error.keyword === "additionalProperties") keys.push(String(error.params["additionalProperty"]));
  return keys;
}

function nodeAt(tree: Node, keys: readonly string[]): Node {
  let node = tree;
  for (const key of keys) {
    const next = findNodeAtLocation(node, [node.type === "array" ? Number(key) : key]);
    if (next === undefined) break;
    node = next;
  }
  return node;
}

function describeExpected(error: ErrorObject): string {
  const { params } = error;
  switch (error.keyword) {
    case "type":
      return [params["type"]].flat().join(" or ");
    case "enum":
      return (params["allowedValues"] as unknown[]).map((value) => JSON.stringify(value)).join(" or ");
    case "const":
      return JSON.stringify(params["allowedValue"]);
    case "additionalProperties":
      return `one of ${allowedKeys(error).join(", ")}`;
    case "format":
      return params["format"] === "regex" ? "a regular expression" : String(error.parentSchema?.["description"]);
    case "pattern":
    case "minLength":
      return String(error.parentSchema?.["description"]);
    default:
      return `a value that ${error.message ?? "fits the schema"}`;
  }
}

function allowedKeys({ parentSchema }: ErrorObject): readonly string[] {
  return Object.keys(parentSchema?.["properties"] ?? {});
}

function quoteActual(text: string, node: Node, error: ErrorObject): string {
  if (error.keyword === "additionalProperties") return `"${String(error.params["additionalProperty"])}"`;
  const source = text.slice(node.offset, node.offset + node.length).replace(/\s+/g, " ");
  return source.length > 60 ? `${source.slice(0, 60)}…` : source;
}

/** Removes the invalid field, entry or section, whichever the keys lead to. */
function removeInvalid(value: unknown, keys: readonly string[]): void {
  const parents = keys.slice(0, 3);
  const last = parents.pop();
  let parent = value;
  for (const key of parents) parent = isObject(parent) ? parent[key] : undefined;
  if (isObject(parent) && last !== undefined) Reflect.deleteProperty(parent, last);
}

/**
 * Resolves relative paths of commands, grammars and folders against the folder of the file. The
 * working directory may be an untrusted workspace.
 */
function withAbsolutePaths(file: ServersFile, folder: string, home: string | undefined): ServersFile {
  const absolute = (path: string): string =>
    home !== undefined && path.startsWith("~/") ? join(home, path.slice(2)) : resolve(folder, path);
  for (const server of Object.values(file.servers ?? {})) {
    for (const field of ["command", "check"] as const) {
      const [program, ...rest] = server?.[field] ?? [];
      if (server && program !== undefined && /[\\/]/.test(program) && !isAbsolute(program)) {
        Object.assign(server, { [field]: [absolute(program), ...rest] });
      }
    }
  }
  for (const server of Object.values(file.servers ?? {}))
    if (server?.paths) {
      const paths = server.paths.map(({ local, remote }) => ({ local: absolute(local), remote }));
      Object.assign(server, { paths });
    }
  if (file.folders) {
    const entries = Object.entries(file.folders).map(([path, entry]) => [absolute(path), entry]);
    Object.assign(file, { folders: Object.fromEntries(entries) });
  }
  for (const grammar of Object.values(file.grammars ?? {})) {
    if (grammar?.wasm) Object.assign(grammar, { wasm: absolute(grammar.wasm) });
    if (grammar?.queries) Object.assign(grammar, { queries: absolute(grammar.queries) });
  }
  return file;
}

export interface ProblemDetails {
  readonly expected: string;
  readonly actual: string;
  /** The part of the file that is skipped. */
  readonly skippedPart: string;
  /** A further sentence, or empty. */
  readonly advice?: string;
}

/** Builds a problem. `keys` is the path to the mistake; empty for the file as a whole. */
export function configProblem(
  file: string,
  lineNumber: number,
  keys: readonly string[],
  { expected, actual, skippedPart, advice = "" }: ProblemDetails,
): ConfigProblem {
  const key = keys.join(".");
  const what = keys.length === 0 ? "" : ` \`${key}\`:`;
  const message = `${file}:${lineNumber}:${what} expected ${expected}, found ${actual}; ${skippedPart} is left out. ${advice}`;
  return { file, lineNumber, key, expected, message: message.trimEnd() };
}

function lineNumberAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}
