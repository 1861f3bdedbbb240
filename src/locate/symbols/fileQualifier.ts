/**
 * File qualifiers: leading names of a symbol path that only say which file is meant, by its name,
 * module or package.
 */
import { type SymbolNode, symbolKindsNamed } from "./symbolNode.js";

/**
 * The length of the head of a file that is searched for the name of its module or package, in
 * UTF-16 code units.
 */
export const FILE_HEAD_LENGTH = 4_000;

export interface DocumentFile {
  readonly path?: string | undefined;
  /** The text of the file. Only its head is used. */
  readonly text?: string | undefined;
  readonly roots: readonly SymbolNode[];
}

/** Checks whether the names only say which file is meant, so that a path may omit them. */
export function isFileQualifier(names: readonly string[], context: DocumentFile): boolean {
  // Rust's words for the crate and the module itself.
  const own = /^(?:crate|self|super)$/.test(names[0] ?? "") ? names.slice(1) : names;
  const written = own.join("/");
  return written === "" || qualifiersOf(context).some((place) => place === written || place.endsWith(`/${written}`));
}

const qualifierCache = new WeakMap<readonly SymbolNode[], { key: string; places: readonly string[] }>();

/** Returns the possible names of the file, outermost first, joined by `/`. */
function qualifiersOf({ path = "", text = "", roots }: DocumentFile): readonly string[] {
  const head = text.slice(0, FILE_HEAD_LENGTH);
  const key = `${path}\0${head}`;
  const before = qualifierCache.get(roots);
  if (before?.key === key) return before.places;
  const found = [
    ...qualifiersOfPath(path),
    ...declaredPackages(head),
    ...roots.filter(isPackage).map((root) => root.name),
  ];
  const all = found.map((place) => place.split(nameSeparators).filter(Boolean).join("/")).filter(Boolean);
  qualifierCache.set(roots, { key, places: all });
  return all;
}

const nameSeparators = /::|[./\\]/;

function qualifiersOfPath(path: string): string[] {
  const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  const file = parts.pop();
  if (file === undefined) return [];
  const folder = parts.join("/");
  const stem = file.replace(/\.[^.]*$/, "");
  return [folder, `${folder}/${stem}`, `${folder}/${file}`];
}

/** Matches `package com.acme;`, `namespace App\Models;`, `module Foo` at the head of a file. */
function declaredPackages(head: string): string[] {
  const found = head.matchAll(/^[ \t]*(?:package|namespace|module|defmodule)[ \t]+([\p{ID_Continue}.:\\/-]+)/gmu);
  return [...found].slice(0, 8).map((match) => match[1] ?? "");
}

const moduleKinds = symbolKindsNamed("module", "namespace", "package");

/** Checks for a package or namespace without children: some servers list it next to its members. */
function isPackage(node: SymbolNode): boolean {
  return moduleKinds.has(node.kind) && node.children.length === 0;
}
