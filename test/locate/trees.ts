/** Syntax trees of small sources as the Locate language sees them: chains of nodes, and symbols of whatever declares a name. */
import { readFileSync } from "node:fs";
import { Language, type Node, Parser, type Tree } from "web-tree-sitter";
import type { NodeChain, NodeValue } from "../../src/locate/nodeValue.js";
import type { SymbolNode } from "../../src/locate/symbols.js";
import type { Stretch } from "../../src/text/stretch.js";
import { engineWasm, wasmOf } from "../syntax/grammar.js";

const grammars = new Set([
  "c",
  "cpp",
  "css",
  "go",
  "javascript",
  "json",
  "php",
  "python",
  "rust",
  "swift",
  "typescript",
]);

let ready: Promise<void> | undefined;
const languages = new Map<string, Promise<Language>>();

export function hasGrammar(language: string): boolean {
  return grammars.has(language);
}

export async function parse(language: string, text: string): Promise<Tree> {
  ready ??= Parser.init({ wasmBinary: readFileSync(engineWasm) });
  await ready;
  let loading = languages.get(language);
  // Bytes, not a path: loading by path does not work under jest.
  loading ??= Language.load(readFileSync(wasmOf(language)));
  languages.set(language, loading);
  const parser = new Parser();
  parser.setLanguage(await loading);
  const tree = parser.parse(text);
  parser.delete();
  if (tree === null) throw new Error(`${language} did not parse`);
  return tree;
}

/** The nodes that cover a stretch, the smallest first. */
export function chainIn(tree: Tree, { from, to }: Stretch): NodeChain {
  const chain: NodeValue[] = [];
  let node: Node | null = tree.rootNode;
  let field: string | null = null;
  while (node !== null) {
    const name: Node | null = node.childForFieldName("name") ?? node.childForFieldName("key");
    chain.unshift({
      type: node.type,
      ...(field === null ? {} : { field }),
      from: node.startIndex,
      to: node.endIndex,
      named: node.isNamed,
      ...(name === null ? {} : { name: { from: name.startIndex, to: name.endIndex } }),
    });
    const inner: number = node.children.findIndex(
      (child) =>
        child !== null && child.startIndex <= from && to <= child.endIndex && child.startIndex < child.endIndex,
    );
    field = inner < 0 ? null : node.fieldNameForChild(inner);
    node = inner < 0 ? null : (node.children[inner] ?? null);
  }
  return chain;
}

const kinds: readonly (readonly [string, number])[] = [
  ["class", 5],
  ["struct", 23],
  ["interface", 11],
  ["enum", 10],
  ["impl", 19],
  ["method", 6],
  ["function", 12],
  ["pair", 7],
  ["field", 8],
  ["const", 14],
  ["variable", 13],
];

/** A rough outline of any tree: each node that has a name, or a key, and a type that sounds like a declaration. */
export function outlineOf(node: Node): SymbolNode[] {
  return node.namedChildren.flatMap((child) => {
    if (child === null) return [];
    const children = outlineOf(child);
    const name = child.childForFieldName("name") ?? child.childForFieldName("key");
    const kind = kinds.find(([word]) => child.type.includes(word))?.[1];
    if (name === null || kind === undefined || /parameter|call|reference|expression|attribute/.test(child.type))
      return children;
    const { startIndex: from, endIndex: to } = child;
    return [{ name: name.text, kind, from, to, nameFrom: name.startIndex, nameTo: name.endIndex, children }];
  });
}
