/** Packages and namespaces with names of words: what they have is where a file says that it is. */

import { factsOf } from "../../languages/languages.js";
import type { ImportOrigin } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import { areForOtherBuilds } from "../entities/builds.js";
import {
  type CodeFile,
  type DeclaredEntity,
  type Entity,
  isSymbol,
  isType,
  keyOf,
  type Resolution,
  shown,
  shownIfAny,
} from "../entities/entity.js";
import type { ModuleSystem, Resolving } from "../entities/resolving.js";
import { ComposerPaths } from "./composerPaths.js";

export class QualifiedNames implements ModuleSystem {
  readonly #resolving: Resolving;
  readonly #languageId: string;
  readonly #composerPaths = new ComposerPaths();

  constructor(resolving: Resolving, languageId: string) {
    this.#resolving = resolving;
    this.#languageId = languageId;
  }

  async importOf({ source, original }: ImportOrigin, _file: CodeFile, _at: number, depth: number): Promise<Resolution> {
    const name = wordsOf(source);
    if (original === undefined) {
      const taken = await this.#typeOrPackage(name);
      // What is imported may be a function.
      const declared = taken.kind === "package" ? await this.#declared(name.split(".").at(-1) ?? "", name) : [];
      return shown(declared.length > 0 ? declared : [taken]);
    }
    // Kotlin's sources end with the name itself.
    const outer = name.endsWith(`.${original}`)
      ? name.slice(0, -original.length - 1)
      : name === original
        ? ""
        : undefined;
    const ways = outer === undefined ? [name] : [outer, name];
    for (const way of ways) {
      const declared = await this.#membersIn(way, original, depth);
      if (declared.length > 0) return shown(declared);
    }
    return shown([]);
  }

  async #membersIn(name: string, original: string, depth: number): Promise<readonly Entity[]> {
    const found = await this.memberOf({ kind: "package", name }, original, depth);
    return found.filter((each) => each.kind !== "package");
  }

  /** Returns the declarations with this qualified name; without any, a package of that name. */
  async memberOf(namespace: Entity, name: string, depth: number): Promise<readonly Entity[]> {
    if (namespace.kind !== "package") return [];
    const qualified = namespace.name === "" ? name : `${namespace.name}.${name}`;
    const found = await this.#declared(name, qualified);
    if (found.length > 0) return found;
    const type = await this.#typeOrPackage(namespace.name);
    if (type.kind !== "package") return this.#resolving.memberOf(type, name, depth + 1);
    return [{ kind: "package", name: qualified }];
  }

  async partsOf(declared: DeclaredEntity): Promise<readonly DeclaredEntity[]> {
    const name = declared.file.text.slice(declared.from, declared.to);
    const qualified = await this.#qualifiedNameOf(declared, name);
    const all = qualified === undefined ? [] : await this.#declared(name, qualified);
    const isPart = (each: DeclaredEntity) => keyOf(each) === keyOf(declared) || areForOtherBuilds(declared, each);
    const parts = isType(declared) ? all.filter(isType) : all.filter(isSymbol).filter(isPart);
    return parts.length > 0 ? parts : [declared];
  }

  async unboundAt(name: string, file: CodeFile, at: number, depth: number): Promise<Resolution> {
    const { files } = this.#resolving;
    const facts = await files.facts(file);
    const own = await this.#namespaceAt(file, at);
    const isNested = factsOf(file.languageId).seesOuterNamespaces;
    for (let words = own === "" ? [] : own.split("."); ; words = words.slice(0, -1)) {
      const found = await this.#declared(name, [...words, name].join("."));
      if (found.length > 0) return shown(found);
      if (words.length === 0 || !isNested) break;
    }
    const found: Entity[] = [];
    for (const { source, isOfType } of facts.wildcards) {
      const words = wordsOf(source);
      const taken = isOfType
        ? await this.#membersOfType(words, name, depth)
        : await this.#declared(name, words === "" ? name : `${words}.${name}`);
      appendAll(found, taken);
    }
    return shownIfAny(found);
  }

  async #membersOfType(type: string, name: string, depth: number): Promise<readonly Entity[]> {
    const entity = await this.#typeOrPackage(type);
    return entity.kind === "package" ? [] : this.#resolving.memberOf(entity, name, depth + 1);
  }

  async #typeOrPackage(qualified: string): Promise<Entity> {
    const name = qualified.split(".").at(-1) ?? "";
    const found = (await this.#declared(name, qualified)).find(isType);
    return found ?? { kind: "package", name: qualified };
  }

  async #declared(name: string, qualified: string): Promise<readonly Entity[]> {
    const all = await this.#resolving.files.declared(name, this.#languageId);
    const found: Entity[] = [];
    for (const each of all) if ((await this.#qualifiedNameOf(each, name)) === qualified) found.push(each);
    if (found.length < 2 || !factsOf(this.#languageId).hasAutoload) return found;
    // Of several, the one that is loaded.
    const loaded: Entity[] = [];
    for (const each of found)
      if (each.kind === "symbol" && (await this.#composerPaths.isAt(qualified, each.file.path))) loaded.push(each);
    return loaded.length > 0 ? loaded : found;
  }

  async #qualifiedNameOf(entity: Entity, name: string): Promise<string | undefined> {
    if (entity.kind !== "symbol") return undefined;
    const { package: own } = await this.#resolving.files.facts(entity.file);
    const owners = entity.owners.map((each) => wordsOf(each.name));
    return [...(own ? [wordsOf(own)] : []), ...owners, name].join(".");
  }

  /** Returns the name of the package or namespace around an offset. */
  async #namespaceAt(file: CodeFile, at: number): Promise<string> {
    const { files } = this.#resolving;
    const { package: own } = await files.facts(file);
    const { seesOuterNamespaces } = factsOf(file.languageId);
    const around = (await files.around(file, at)).filter(
      ({ kind }) => kind === "namespace" || kind === "module" || (seesOuterNamespaces && kind === "class"),
    );
    return [...(own ? [own] : []), ...around.map(({ name }) => name)].map(wordsOf).join(".");
  }
}

/** Joins the words of a qualified name by dots, however its language does. */
function wordsOf(name: string): string {
  return name
    .split(/::|[\\.]/)
    .filter((word) => word !== "")
    .join(".");
}
