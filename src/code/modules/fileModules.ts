/** Modules that are files, and pass on what they import or export. */

import { factsOf } from "../../languages/languages.js";
import type { ImportOrigin } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import {
  type CodeFile,
  type Entity,
  keyOf,
  type ModuleEntity,
  type Resolution,
  shown,
  unknown,
} from "../entities/entity.js";
import { MAX_DEPTH, type ModuleSystem, type Resolving } from "../entities/resolving.js";
import { pairedPath } from "../entities/stubs.js";
import { isFolderIndex, submoduleName } from "../imports/moduleName.js";
import { componentMembersAt, propsOfComponent } from "./componentMembers.js";

export class FileModules implements ModuleSystem {
  readonly #resolving: Resolving;

  constructor(resolving: Resolving) {
    this.#resolving = resolving;
  }

  async importOf(
    { source, original, isRequired }: ImportOrigin,
    file: CodeFile,
    _at: number,
    depth: number,
  ): Promise<Resolution> {
    if (depth > MAX_DEPTH) return unknown;
    const module = await this.#moduleOf(source, file);
    if (original === undefined) return module ? (isRequired ? unknown : shown([module])) : shown([]);
    if (module) {
      const found = await this.#exportOf(module, original, depth);
      if (found.length > 0) return shown(found);
    }
    const { hasNamedModules } = factsOf(file.languageId);
    const submodule = hasNamedModules ? await this.#moduleOf(submoduleName(source, original), file) : undefined;
    if (submodule) return shown([submodule]);
    return module ? unknown : shown([]);
  }

  async memberOf(module: Entity, name: string, depth: number): Promise<readonly Entity[]> {
    return module.kind === "module" ? this.#exportOf(module, name, depth) : [];
  }

  async unboundAt(name: string, file: CodeFile, at: number, depth: number): Promise<Resolution> {
    const own = await componentMembersAt(name, file, at, this.#resolving.files);
    if (own.length > 0) return shown(own);
    const { wildcards } = await this.#resolving.files.facts(file);
    let isOpen = false;
    for (const { source } of wildcards.toReversed()) {
      const module = await this.#moduleOf(source.replace(/^["'`]|["'`]$/g, ""), file);
      isOpen ||= module === undefined;
      if (module === undefined) continue;
      const found = await this.#exportOf(module, name, depth + 1);
      if (found.length > 0) return shown(found);
    }
    const { unimportedUse } = factsOf(file.languageId);
    return unimportedUse === "star import" && !isOpen ? shown([]) : unknown;
  }

  /** Returns what a module has under a name; modules that import each other pass it on once. */
  #exportOf(module: ModuleEntity, name: string, depth: number): Promise<readonly Entity[]> {
    const find = () => this.#memberOf(module, name, depth, new Set());
    return this.#resolving.memo.get<readonly Entity[]>(`export ${keyOf(module)} ${name}`, [], find);
  }

  async #memberOf(module: ModuleEntity, name: string, depth: number, seen: Set<string>): Promise<readonly Entity[]> {
    const key = `${keyOf(module)} ${name}`;
    if (depth > MAX_DEPTH || seen.has(key)) return [];
    seen.add(key);
    const { files } = this.#resolving;
    const { file } = module;
    const facts = await files.facts(file);
    const found: Entity[] = [];
    for (const each of facts.exports) {
      if (each.name !== name) continue;
      if (each.source === undefined) appendAll(found, await this.#own(file, each.original));
      else {
        const from = await this.#moduleOf(each.source, file);
        if (from && each.original === "") found.push(from);
        else if (from) appendAll(found, await this.#memberOf(from, each.original, depth + 1, seen));
      }
    }
    if (found.length > 0) return found;
    appendAll(found, await propsOfComponent(name, file, files));
    if (found.length > 0) return found;
    if (name === "default") appendAll(found, await this.#defaultOf(file));
    else appendAll(found, await this.#own(file, name));
    for (const each of facts.imports) {
      const isTopLevel = each.scope.from === 0 && each.scope.to >= file.text.length;
      if (each.name !== name || !isTopLevel || seen.has(`${file.path}:${each.from}`)) continue;
      seen.add(`${file.path}:${each.from}`);
      appendAll(found, (await this.importOf(each.import, file, each.from, depth + 1)).entities);
    }
    if (found.length > 0) return found;
    for (const { source, isExported } of facts.wildcards) {
      if (!isExported) continue;
      const from = await this.#moduleOf(source.replace(/^["'`]|["'`]$/g, ""), file);
      if (from) appendAll(found, await this.#memberOf(from, name, depth + 1, seen));
    }
    if (found.length > 0) return found;
    const submodule = await this.#moduleOf(`./${name}`, file, true);
    if (submodule) return [submodule];
    const stub = await this.#stubOf(file);
    return stub ? this.#memberOf({ kind: "module", file: stub }, name, depth + 1, seen) : [];
  }

  /** Returns the stub of a module, or the module of a stub. */
  async #stubOf({ path }: CodeFile): Promise<CodeFile | undefined> {
    const other = pairedPath(path);
    return other === undefined ? undefined : this.#resolving.files.read(other);
  }

  /**
   * Returns what a file declares at its top level: the last of several declarations in one scope.
   */
  async #own(file: CodeFile, name: string): Promise<readonly Entity[]> {
    const { files } = this.#resolving;
    const own = (await files.outline(file)).filter((symbol) => symbol.name === name && !symbol.isLocal);
    const taken = factsOf(file.languageId).hasRebinding ? own.slice(-1) : own;
    return Promise.all(taken.map(({ nameFrom, nameTo }) => files.entityAt(file, nameFrom, nameTo)));
  }

  /** Returns a default export without a name, or else the file. */
  async #defaultOf(file: CodeFile): Promise<readonly Entity[]> {
    const { files } = this.#resolving;
    const symbol = (await files.outline(file)).find(({ name }) => name === "default");
    return symbol ? [await files.entityAt(file, symbol.nameFrom, symbol.nameTo)] : [{ kind: "module", file }];
  }

  async #moduleOf(source: string, importer: CodeFile, isSubmodule = false): Promise<ModuleEntity | undefined> {
    const hasSubmodules = factsOf(importer.languageId).hasNamedModules && isFolderIndex(importer.path);
    if (source === "" || (isSubmodule && !hasSubmodules)) return undefined;
    const file = await this.#resolving.files.imported(source, importer);
    return file && { kind: "module", file };
  }
}
