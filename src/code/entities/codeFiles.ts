/**
 * The files of the workspace as names are resolved in them; each is read and parsed once for a
 * request.
 */

import { dirname } from "node:path";
import type { ListedEntry } from "../../files/fileCalls.js";
import { familyOf } from "../../languages/languages.js";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { ModuleFacts } from "../../syntax/scopes/moduleFacts.js";
import type { NameInfo } from "../../syntax/scopes/nameInfo.js";
import type { Syntax } from "../../syntax/syntax.js";
import { Document } from "../../text/document.js";
import { positionToOffset } from "../../text/position.js";
import type { WorkspaceDeclaration } from "../../workspace/declaration.js";
import { EcmaPaths } from "../imports/ecmaPaths.js";
import { findModuleFile, importPathOf, listFolder } from "../imports/moduleFile.js";
import { type CodeFile, type DeclaredEntity, type Entity, isBlock } from "./entity.js";

/** What the resolution of names needs of the workspace. */
export interface CodeSources {
  readonly syntax: Syntax;
  /** Absolute paths. */
  readonly roots: readonly string[];
  /** Returns the text of a file, open or from disk; undefined without one. */
  read(path: string): Promise<CodeFile | undefined>;
  languageOf(path: string): string | undefined;
  /** Returns the declarations of a name, in all languages. */
  declarations(name: string): Promise<readonly WorkspaceDeclaration[]>;
  /** Returns the paths of the files that contain a word, in some languages. */
  filesWith(word: string, languageIds: readonly string[]): Promise<readonly string[]>;
}

export class CodeFiles {
  readonly sources: CodeSources;
  readonly #files = new Map<string, Promise<CodeFile | undefined>>();
  readonly #outlines = new Map<string, Promise<readonly OutlineSymbol[]>>();
  readonly #facts = new Map<string, Promise<ModuleFacts>>();
  readonly #names = new Map<string, Promise<NameInfo | undefined>>();
  readonly #declarations = new Map<string, Promise<readonly WorkspaceDeclaration[]>>();
  readonly #entities = new Map<string, Promise<readonly Entity[]>>();
  readonly #folders = new Map<string, Promise<readonly ListedEntry[]>>();
  readonly #ecmaPaths = new EcmaPaths();
  readonly #imported = new Map<string, Promise<string | undefined>>();
  readonly #importPaths = new Map<string, Promise<string | undefined>>();

  constructor(sources: CodeSources) {
    this.sources = sources;
  }

  /** Uses this text for its path, instead of reading it again. */
  add(file: CodeFile): void {
    if (!this.#files.has(file.path)) this.#files.set(file.path, Promise.resolve(file));
  }

  read(path: string): Promise<CodeFile | undefined> {
    return once(this.#files, path, () => this.sources.read(path));
  }

  outline(file: CodeFile): Promise<readonly OutlineSymbol[]> {
    return once(this.#outlines, file.path, () => this.#parsed(file, () => this.sources.syntax.outline(file), []));
  }

  facts(file: CodeFile): Promise<ModuleFacts> {
    return once(this.#facts, file.path, () => this.#parsed(file, () => this.sources.syntax.moduleFacts(file), nothing));
  }

  nameAt(file: CodeFile, offset: number): Promise<NameInfo | undefined> {
    return once(this.#names, `${file.path}:${offset}`, () =>
      this.#parsed(file, () => this.sources.syntax.nameAt(file, offset), undefined),
    );
  }

  /** Returns the path by which other folders import a file's package. */
  importPath({ path, languageId }: Pick<CodeFile, "path" | "languageId">): Promise<string | undefined> {
    return once(this.#importPaths, dirname(path), () => importPathOf(path, languageId));
  }

  /** Returns what is in a folder; nothing if it can't be read. */
  entriesOf(folder: string): Promise<readonly ListedEntry[]> {
    return once(this.#folders, folder, () => listFolder(folder));
  }

  /** Returns the file of a module, named as in an import of a file; undefined if there is none. */
  async imported(
    source: string,
    { path: from, languageId }: Pick<CodeFile, "path" | "languageId">,
  ): Promise<CodeFile | undefined> {
    const { roots, languageOf } = this.sources;
    const family = familyOf(languageId);
    const isReadable = (each: string) => family.includes(languageOf(each) ?? "");
    const entriesOf = (folder: string) => this.entriesOf(folder);
    const search = { from, languageId, roots, isReadable, entriesOf, ecmaPaths: this.#ecmaPaths };
    const found = await once(this.#imported, `${from}\n${source}`, () => findModuleFile(source, search));
    return found === undefined ? undefined : this.read(found);
  }

  /** Returns the declarations of a name in the languages that can use those of `languageId`. */
  async declarations(name: string, languageId: string): Promise<readonly WorkspaceDeclaration[]> {
    const family = familyOf(languageId);
    const all = await once(this.#declarations, name, () => this.sources.declarations(name));
    return all.filter((each) => family.includes(each.languageId));
  }

  /**
   * Returns the declarations of a name, with their symbols; those that have changed meanwhile are
   * left out.
   */
  declared(name: string, languageId: string): Promise<readonly Entity[]> {
    return once(this.#entities, `${languageId} ${name}`, async () => {
      const found: Entity[] = [];
      for (const each of (await this.declarations(name, languageId)).slice(0, MAX_DECLARATIONS)) {
        const entity = await this.#entityOf(each, name);
        if (entity) found.push(entity);
      }
      return found;
    });
  }

  /** Returns the symbols around an offset, outermost first. */
  async around(file: CodeFile, offset: number): Promise<readonly OutlineSymbol[]> {
    const found: OutlineSymbol[] = [];
    let level = await this.outline(file);
    for (;;) {
      // A parameter may declare a property of the type around its constructor.
      const inner =
        level.find(({ nameFrom, nameTo }) => nameFrom <= offset && offset < nameTo) ??
        level.find(({ from, to }) => from <= offset && offset < to);
      if (inner === undefined) return found;
      found.push(inner);
      level = inner.children;
    }
  }

  /** Returns what is declared at an offset; a local name if the outline does not have it. */
  async entityAt(file: CodeFile, from: number, to: number): Promise<DeclaredEntity> {
    const around = await this.around(file, from);
    const at = around.findLastIndex((each) => each.nameFrom <= from && to <= each.nameTo && !isBlock(each, file));
    if (at < 0) return { kind: "local", file, from, to, owners: around };
    return { kind: "symbol", file, from, to, symbol: around[at] as OutlineSymbol, owners: around.slice(0, at) };
  }

  async #entityOf({ path, line, character }: WorkspaceDeclaration, name: string): Promise<Entity | undefined> {
    const file = await this.read(path);
    if (file === undefined) return undefined;
    const at = positionToOffset(documentOf(file), { line, character }, "utf-16");
    // In some languages a sigil precedes the name.
    const from = [at, at + 1].find((each) => file.text.startsWith(name, each));
    return from === undefined ? undefined : this.entityAt(file, from, from + name.length);
  }

  async #parsed<Result>(file: CodeFile, read: () => Promise<Result>, otherwise: Result): Promise<Result> {
    if (!this.sources.syntax.hasGrammar(file.languageId)) return otherwise;
    return read().catch(() => otherwise);
  }
}

/** More declarations of one name are not compared. */
export const MAX_DECLARATIONS = 300;

const nothing: ModuleFacts = { imports: [], sources: [], wildcards: [], exports: [], macroCalls: [], paths: [] };

const documents = new WeakMap<CodeFile, Document>();

/** Returns the text of a file with its lines. */
export function documentOf(file: CodeFile): Document {
  const document = documents.get(file) ?? Document.of(file.text);
  documents.set(file, document);
  return document;
}

function once<Value>(cache: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
