/** The regular expressions of the sources, of the queries and of servers.json. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { files, root, text } from "./sourceTree.js";

export interface Expression {
  /** The file and the line, 1-based. */
  readonly where: string;
  readonly source: string;
  readonly flags: string;
  /** Whether it gets short texts only, of which the square of the length is no harm. */
  readonly isBounded?: boolean;
}

export interface SyntaxTreeNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Where a part of an expression is a value that only the running program has, such as a name. */
const PLACEHOLDER = "name";

/** Returns every literal in src/, and every argument of `new RegExp` as far as it is written. */
export function expressionsOfSources(): Expression[] {
  return files.flatMap((file) => {
    const code = text(file);
    const found: Expression[] = [];
    const constants = new Map<string, SyntaxTreeNode>();
    const { program } = parseSync(file, code);
    const add = ({ start }: SyntaxTreeNode, source: string, flags: string) =>
      found.push({ where: `src/${file}:${code.slice(0, start).split("\n").length}`, source, flags });
    visit(program, (node) => {
      const { id, init } = node as { id?: { name?: string }; init?: SyntaxTreeNode };
      if (node.type === "VariableDeclarator" && id?.name !== undefined && init) constants.set(id.name, init);
    });
    visit(program, (node) => {
      const { regex } = node as { regex?: { pattern: string; flags: string } };
      if (node.type === "Literal" && regex) add(node, regex.pattern, regex.flags);
      const callee = (node["callee"] as { name?: string } | undefined)?.name;
      if (!/^(?:New|Call)Expression$/.test(node.type) || callee !== "RegExp") return;
      const [source, flags] = node["arguments"] as SyntaxTreeNode[];
      if (source) add(node, textOf(source, constants), flags ? textOf(flags, constants) : "");
    });
    // Flags that are computed are one of two values.
    return found.map((each) =>
      /^[a-z]*$/.test(each.flags) && each.flags !== PLACEHOLDER ? each : { ...each, flags: "u" },
    );
  });
}

/** Returns the text of an expression of strings, with `PLACEHOLDER` for what is not constant. */
function textOf(node: SyntaxTreeNode, constants: ReadonlyMap<string, SyntaxTreeNode>): string {
  const of = (inner: unknown) => textOf(inner as SyntaxTreeNode, constants);
  switch (node.type) {
    case "Literal":
      return (node["regex"] as { pattern: string } | undefined)?.pattern ?? String(node["value"]);
    case "TemplateLiteral": {
      const quasis = node["quasis"] as { value: { cooked: string } }[];
      const inner = node["expressions"] as SyntaxTreeNode[];
      return quasis.map(({ value }, at) => value.cooked + (inner[at] ? of(inner[at]) : "")).join("");
    }
    case "TaggedTemplateExpression": {
      const { quasis } = node["quasi"] as { quasis: { value: { raw: string } }[] };
      return quasis.map(({ value }) => value.raw).join(PLACEHOLDER);
    }
    case "BinaryExpression":
      return of(node["left"]) + of(node["right"]);
    case "MemberExpression":
      return (node["property"] as { name?: string }).name === "source" ? of(node["object"]) : PLACEHOLDER;
    case "Identifier": {
      const value = constants.get(node["name"] as string);
      return value === undefined ? PLACEHOLDER : textOf(value, constants);
    }
    default:
      return PLACEHOLDER;
  }
}

/** Calls `use` for a node of a syntax tree and for all nodes in it, outer ones first. */
export function visit(value: unknown, use: (node: SyntaxTreeNode) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && "start" in value) use(value as SyntaxTreeNode);
  for (const each of Object.values(value)) visit(each, use);
}

/** Returns the expressions of predicates and properties in queries/. */
export function expressionsOfQueries(): Expression[] {
  const queries = readdirSync(join(root, "queries"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".scm"),
  );
  return queries.flatMap((file) => {
    const query = readFileSync(join(root, "queries", file), "utf8");
    const written =
      /\(#(?:any-)?(?:not-)?match\?\s+@[\w.]+\s+("(?:\\.|[^"\\])*")|\(#set!\s+(trim|each)\s+("(?:\\.|[^"\\])*")/g;
    return [...query.matchAll(written)].flatMap(({ index, 1: match, 2: property, 3: value }) => {
      const where = `queries/${file}:${query.slice(0, index).split("\n").length}`;
      // A string of a query escapes what a string of JSON does, and any other character.
      const read = (string: string) =>
        string.slice(1, -1).replace(/\\(.)/gs, (_, each) => ({ n: "\n", t: "\t", r: "\r" })[each as string] ?? each);
      if (match !== undefined) return [{ where, source: read(match), flags: "" }];
      const source = read(value as string);
      if (property === "each") return [{ where, source, flags: "dgu" }];
      return [`^(?:${source})`, `(?:${source})$`].map((each) => ({ where, source: each, flags: "u", isBounded: true }));
    });
  });
}

/** The fields of servers.json that hold regular expressions, as its schema says. */
export const patternFields: ReadonlySet<string> = new Set([
  "progress",
  "token",
  "log",
  "failure",
  "idle",
  "check",
  "workerExit",
  "brokenError",
  "transientError",
  "unresolved",
  "inFiles",
  "withText",
  "uriPattern",
]);

export function expressionsOfServers(): Expression[] {
  const found: Expression[] = [];
  const search = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const where = `${path}.${key}`;
      if (patternFields.has(key) && typeof inner === "string") found.push({ where, source: inner, flags: "" });
      else search(inner, where);
    }
  };
  search(JSON.parse(readFileSync(join(root, "servers.json"), "utf8")), "servers.json");
  return found;
}
