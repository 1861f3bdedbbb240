/**
 * Packages that are folders: all their files share their names (https://go.dev/ref/spec#Packages).
 */

import { basename, dirname } from "node:path";
import { factsOf } from "../../languages/languages.js";
import type { ImportOrigin } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import { areBuiltTogether } from "../entities/builds.js";
import {
  type CodeFile,
  type DeclaredEntity,
  type Entity,
  type Resolution,
  shown,
  shownIfAny,
  unknown,
} from "../entities/entity.js";
import type { ModuleSystem, Resolving } from "../entities/resolving.js";

export class FolderPackages implements ModuleSystem {
  readonly #resolving: Resolving;
  readonly #languageId: string;

  constructor(resolving: Resolving, languageId: string) {
    this.#resolving = resolving;
    this.#languageId = languageId;
  }

  async importOf({ source, original }: ImportOrigin): Promise<Resolution> {
    const own: Entity = { kind: "package", name: source };
    if (original === undefined) return shown([own]);
    return shownIfAny(await this.memberOf(own, original));
  }

  /** Names of a package that begin in lower case are its own. */
  async memberOf(namespace: Entity, name: string): Promise<readonly Entity[]> {
    if (namespace.kind !== "package") return [];
    const { files } = this.#resolving;
    const exact: DeclaredEntity[] = [];
    const alike: DeclaredEntity[] = [];
    for (const each of await this.#topLevel(name)) {
      if (isTest(each.file)) continue;
      const path = await files.importPath(each.file);
      if (path === namespace.name) exact.push(each);
      // Without a module file, the folder has the last word of the path.
      else if (path === undefined && basename(dirname(each.file.path)) === basename(namespace.name)) alike.push(each);
    }
    return exact.length > 0 ? exact : alike;
  }

  async unboundAt(name: string, file: CodeFile, _at: number, _depth: number): Promise<Resolution> {
    const { files } = this.#resolving;
    const folder = dirname(file.path);
    const facts = await files.facts(file);
    const found: Entity[] = [];
    for (const each of await this.#topLevel(name)) {
      if (dirname(each.file.path) !== folder || (isTest(each.file) && !isTest(file))) continue;
      if ((await files.facts(each.file)).package !== facts.package) continue;
      // A file sees what it is built with: of twins, that of its own system.
      if (areBuiltTogether(file, each.file)) found.push(each);
    }
    if (found.length > 0) return shown(found);
    for (const { source } of facts.wildcards)
      appendAll(found, await this.memberOf({ kind: "package", name: source.replace(/^["`]|["`]$/g, "") }, name));
    if (found.length > 0) return shown(found);
    return facts.wildcards.length > 0 ? unknown : shown([]);
  }

  /** Returns the declarations of a name at the top level of files. */
  async #topLevel(name: string): Promise<readonly DeclaredEntity[]> {
    const all = await this.#resolving.files.declared(name, this.#languageId);
    return all.filter(
      (each): each is DeclaredEntity =>
        each.kind === "symbol" && each.owners.length === 0 && each.symbol?.name === name,
    );
  }
}

function isTest({ path, languageId }: CodeFile): boolean {
  return factsOf(languageId).entries.tests?.file.test(path) === true;
}
