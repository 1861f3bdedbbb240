/** The imports and exports of a text, and the package it is part of. */

import type { Stretch } from "../../text/stretch.js";
import { runQuery } from "../grammars/runQuery.js";
import { nodeStretch, nodeText } from "../trees/nodeText.js";
import type { ParsedText } from "../trees/parsedText.js";
import { textsWithNames } from "../trees/templates/templateTexts.js";
import { boundNamesOf } from "./boundNames.js";
import type { Binding } from "./lexicalScope.js";
import type { ImportOrigin } from "./nameInfo.js";
import { importSourceOf } from "./query/itemsOfNodes.js";
import { unquote } from "./query/namesOfNodes.js";

/** An import that names what it takes; the stretch is that of the name under which it is known. */
export interface NamedImport extends Stretch {
  readonly name: string;
  readonly import: ImportOrigin;
  /** Where it is known under another name: that of the name in the module. */
  readonly originalAt?: Stretch;
  /** Where the name is visible. */
  readonly scope: Stretch;
  /** All declarations of the name in its scope: this one, or those in branches of a condition. */
  readonly definitions: readonly Stretch[];
  /** All other occurrences in the text. */
  readonly uses: readonly Stretch[];
}

/** The name of a module as it is written in an import, without quotes. */
export interface ImportSource extends Stretch {
  readonly source: string;
}

/** An import of all names of a module, package or type. `scope` is where they are visible. */
export interface WildcardImport {
  readonly source: string;
  readonly from: number;
  readonly scope: Stretch;
  /** It takes the members of a type: `import static a.B.*`. */
  readonly isOfType: boolean;
  /** Its names can be imported from this module in turn. */
  readonly isExported: boolean;
  /** The source is a path of a file whose text is taken: Rust's `include!`. */
  readonly isFile?: true;
}

/** A name under which others import something: of this text, or of the module `source`. */
export interface NamedExport {
  readonly name: string;
  readonly original: string;
  readonly from: number;
  /** Where the name is written that others import. */
  readonly nameFrom: number;
  readonly source?: string;
}

/** A call of a macro where items can be; the stretch is that of its name. */
export interface MacroCall extends Stretch {
  readonly arguments: Stretch;
  /** Where the items that it declares are visible. */
  readonly scope: Stretch;
}

export interface ModuleFacts {
  readonly imports: readonly NamedImport[];
  /** In source order. */
  readonly sources: readonly ImportSource[];
  readonly wildcards: readonly WildcardImport[];
  readonly exports: readonly NamedExport[];
  readonly macroCalls: readonly MacroCall[];
  /** The name of the package or namespace of the whole text, as written. */
  readonly package?: string;
  /** The place up to its name where a text says what package or namespace it belongs to. */
  readonly clause?: Stretch;
  /** The files of submodules that are not where their name says, by the offset of the name. */
  readonly paths: readonly { readonly from: number; readonly path: string }[];
}

const TIMEOUT_MS = 5_000;

/** Returns what the query `modules` and the scopes find. */
export function moduleFactsOf(parsed: ParsedText): ModuleFacts {
  const imports: NamedImport[] = [];
  const sources = new Map<number, ImportSource>();
  const wildcards: WildcardImport[] = [];
  const exports: NamedExport[] = [];
  const macroCalls: MacroCall[] = [];
  const paths: { from: number; path: string }[] = [];
  let packageName: string | undefined;
  let clause: Stretch | undefined;
  for (const text of textsWithNames(parsed)) {
    const bound = boundNamesOf(text);
    let written: { readonly name: string; readonly at: Stretch } | undefined;
    for (const { item, binding } of bound?.names ?? []) {
      const { from, to } = item;
      if (item.item === "original" && item.import.original !== undefined)
        written = { name: item.import.original, at: { from, to } };
      if (item.item === "original" && item.import.original === undefined)
        sources.set(from, { from, to, source: item.import.source });
      if (item.item !== "definition" || !item.import || !binding) continue;
      // The last word of a module's name may declare it: `import os`, `import "net/http"`.
      const { source, original } = item.import;
      const isLast = original === undefined && source.endsWith(text.document.slice(from, to));
      if (isLast) sources.set(to - source.length, { from: to - source.length, to, source });
      const isAliased = original !== undefined && original !== item.name && written?.name === original;
      const originalAt = isAliased && written ? { originalAt: written.at } : {};
      imports.push({ name: item.name, from, to, import: item.import, ...originalAt, ...placesOf(binding) });
    }
    const query = text.grammar.query("modules");
    if (query === undefined) continue;
    const source = text.document.text;
    for (const { captures, setProperties } of runQuery(query, text.tree.rootNode, TIMEOUT_MS).matches) {
      const properties = setProperties ?? {};
      const nodeOf = (capture: string) => captures.find(({ name }) => name === capture)?.node;
      const wildcard = nodeOf("wildcard");
      if (wildcard) {
        const { around } = properties;
        const joint = properties["joint"] ?? "";
        const before = around ? importSourceOf(wildcard, around, joint, source) : "";
        const own = nodeText(wildcard, source);
        const parts = [before, own === "*" ? "" : unquote(own)].filter((part) => part !== "");
        const at = ("file" in properties ? wildcard.parent?.parent : wildcard)?.startIndex ?? wildcard.startIndex;
        const scope = bound ? stretchOf(bound.scopeAt(at)) : { from: 0, to: source.length };
        const isOfType = "static" in properties;
        const isExported = "exported" in properties;
        const isFile = "file" in properties ? { isFile: true as const } : {};
        wildcards.push({
          source: parts.join(joint),
          from: wildcard.startIndex,
          scope,
          isOfType,
          isExported,
          ...isFile,
        });
      }
      const exported = nodeOf("export");
      if (exported) {
        const name = "name" in properties ? (properties["name"] ?? "") : unquote(nodeText(exported, source));
        const original = nodeOf("original");
        const from = nodeOf("source");
        exports.push({
          name,
          original: "whole" in properties ? "" : original ? nodeText(original, source) : nodeText(exported, source),
          from: (original ?? exported).startIndex,
          nameFrom: exported.startIndex,
          ...(from ? { source: unquote(nodeText(from, source)) } : {}),
        });
      }
      const [macro, given] = [nodeOf("macro"), nodeOf("arguments")];
      if (macro && given)
        macroCalls.push({
          ...nodeStretch(macro),
          arguments: nodeStretch(given),
          scope: bound ? stretchOf(bound.scopeAt(macro.startIndex)) : { from: 0, to: source.length },
        });
      const named = nodeOf("package");
      if (named) packageName ??= nodeText(named, source).replace(/\s+/g, "");
      const belonging = named ?? nodeOf("namespace");
      if (belonging) clause ??= { from: (belonging.parent ?? belonging).startIndex, to: belonging.endIndex };
      const [path, module] = [nodeOf("path"), nodeOf("module")];
      if (path && module) paths.push({ from: module.startIndex, path: unquote(nodeText(path, source)) });
    }
  }
  const written = [...sources.values()].filter((each) => parsed.document.slice(each.from, each.to) === each.source);
  return {
    imports,
    sources: written.sort((one, other) => one.from - other.from),
    wildcards,
    exports,
    macroCalls,
    paths,
    ...(packageName === undefined ? {} : { package: packageName }),
    ...(clause === undefined ? {} : { clause }),
  };
}

function placesOf(binding: Binding): Pick<NamedImport, "scope" | "definitions" | "uses"> {
  const declaring = new Set(binding.definitions.map(({ from }) => from));
  return {
    scope: stretchOf(binding.scope),
    definitions: binding.definitions.map(stretchOf),
    uses: binding.occurrences.filter(({ from }) => !declaring.has(from)).map(stretchOf),
  };
}

function stretchOf({ from, to }: Stretch): Stretch {
  return { from, to };
}
