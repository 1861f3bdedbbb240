/**
 * Modules of Rust: paths lead through files, modules inside of them, imports and types
 * (https://doc.rust-lang.org/reference/paths.html).
 */

import { basename, dirname, join } from "node:path";
import type { OutlineSymbol } from "../../syntax/outline/outlineSymbols.js";
import type { MacroCall, WildcardImport } from "../../syntax/scopes/moduleFacts.js";
import type { ImportOrigin } from "../../syntax/scopes/nameInfo.js";
import { appendAll } from "../../text/list.js";
import type { Stretch } from "../../text/stretch.js";
import {
  type CodeFile,
  type DeclaredEntity,
  type Entity,
  isMacro,
  keyOf,
  type ModuleEntity,
  type Resolution,
  shown,
  shownIfAny,
  type TypeEntity,
  unknown,
} from "../entities/entity.js";
import { MAX_DEPTH, type ModuleSystem } from "../entities/resolving.js";
import { stemOf } from "../imports/moduleName.js";
import type { TypeResolving } from "../types/typeResolving.js";
import { itemsOfMacro } from "./macroItems.js";
import { cratesAround, type RustCrates } from "./rustCrates.js";

export class RustModules implements ModuleSystem {
  readonly #resolving: TypeResolving;
  /** Whether the name of a macro is being looked for, which no macro declares. */
  #isInMacros = false;
  readonly #macros = new Map<string, TypeEntity | undefined>();
  readonly #crates = new Map<string, Promise<RustCrates>>();

  constructor(resolving: TypeResolving) {
    this.#resolving = resolving;
  }

  async importOf({ source, original }: ImportOrigin, file: CodeFile, at: number, depth: number): Promise<Resolution> {
    const path = [...source.split("::"), ...(original === undefined ? [] : [original])].filter((each) => each !== "");
    const [first = ""] = path;
    const { entities: found, isOfWorkspace } = await this.#follow(path, file, at, depth);
    // `mod a;` is no macro of that name.
    const isModule = original === undefined && found.some((each) => !isMacro(each));
    const entities = isModule ? found.filter((each) => !isMacro(each)) : found;
    if (entities.length > 0) return shown(entities);
    // The path of another crate leads to nothing that the workspace declares.
    return isOfWorkspace || /^(?:crate|self|super|\$crate)$/.test(first) ? unknown : shown([]);
  }

  async memberOf(module: Entity, name: string, depth: number): Promise<readonly Entity[]> {
    if (module.kind !== "module") return [];
    const found = await this.#itemsOf(module, name, depth);
    return found.length > 0 ? found : this.#exportedMacros(module, name);
  }

  /** Returns the macros of a crate that it exports, wherever they are, from its root. */
  async #exportedMacros(module: ModuleEntity, name: string): Promise<readonly Entity[]> {
    const { files } = this.#resolving;
    if (module.inner || (await this.#parentOf(module))) return [];
    const found: Entity[] = [];
    for (const each of await files.declared(name, module.file.languageId)) {
      if (each.kind !== "symbol" || !isMacro(each) || !isExportedMacro(each)) continue;
      if (keyOf(await this.#rootOf({ kind: "module", file: each.file })) === keyOf(module)) found.push(each);
    }
    return found;
  }

  async unboundAt(name: string, file: CodeFile, at: number, depth: number): Promise<Resolution> {
    const { imports, wildcards, macroCalls } = await this.#resolving.files.facts(file);
    const isOfPath = (source: string, from: number) =>
      source.split("::")[0] === name && from > at && !file.text.slice(at, from).includes(";");
    const beginsImport =
      imports.some((each) => isOfPath(each.import.source, each.from)) ||
      wildcards.some((each) => isOfPath(each.source, each.from));
    if (beginsImport) {
      const rooted = await this.#itemsOfImportRoot(name, file, await this.#moduleAt(file, at), depth);
      if (rooted.length > 0) return shown(rooted);
    }
    const around = macroCalls.filter(({ scope }) => scope.from <= at && at < scope.to);
    const found: Entity[] = [...(await this.#declaredByCalls(around, name, file, depth))];
    if (found.length > 0) return shown(found);
    for (const each of wildcards) {
      if (at < each.scope.from || at >= each.scope.to) continue;
      for (const from of await this.#wildcardSource(each, file, at, depth))
        appendAll(found, await this.#resolving.memberOf(from, name, depth + 1));
    }
    if (found.length > 0) return shown(found);
    const crate = await this.#crateNamed(name, file);
    if (crate) return shown([crate]);
    const own = await this.#itemsOf(await this.#moduleAt(file, at), name, depth + 1);
    return shownIfAny(own);
  }

  /** Returns the modules or types all of whose names are taken. */
  async #wildcardSource(
    { source, isFile }: WildcardImport,
    file: CodeFile,
    at: number,
    depth: number,
  ): Promise<readonly Entity[]> {
    if (!isFile) return (await this.#follow(source.split("::"), file, at, depth + 1)).entities;
    const included = await this.#resolving.files.read(join(dirname(file.path), source));
    return included ? [{ kind: "module", file: included }] : [];
  }

  /** Follows a path from a place. `isOfWorkspace`: its beginning is known. */
  async #follow(
    path: readonly string[],
    file: CodeFile,
    at: number,
    depth: number,
  ): Promise<{ readonly entities: readonly Entity[]; readonly isOfWorkspace: boolean }> {
    if (depth > MAX_DEPTH) return { entities: [], isOfWorkspace: true };
    let [first = "", ...rest] = path;
    let current: readonly Entity[];
    const here = await this.#moduleAt(file, at);
    if (first === "crate" || first === "$crate") current = [await this.#rootOf(here)];
    else if (first === "self") current = [here];
    else if (first === "super") {
      let module: ModuleEntity | undefined = await this.#parentOf(here);
      while (rest[0] === "super" && module) {
        module = await this.#parentOf(module);
        rest = rest.slice(1);
      }
      current = module ? [module] : [];
    } else {
      current = await this.#itemsOfImportRoot(first, file, here, depth);
      if (current.length === 0) current = await this.#itemsOf(here, first, depth + 1);
      if (current.length === 0) current = await this.#localItems(first, file, at, depth);
      if (current.length === 0) {
        const crate = await this.#crateNamed(first, file);
        current = crate ? [crate] : [];
      }
    }
    const isOfWorkspace = current.length > 0;
    for (const name of rest) {
      const next: Entity[] = [];
      for (const each of current) appendAll(next, await this.#resolving.memberOf(each, name, depth + 1));
      current = next;
    }
    return { entities: current, isOfWorkspace };
  }

  /** Returns what the root of the crate has under a name, where paths of imports begin there. */
  async #itemsOfImportRoot(
    name: string,
    file: CodeFile,
    here: ModuleEntity,
    depth: number,
  ): Promise<readonly Entity[]> {
    if (!(await this.#cratesOf(file)).hasRootedImports) return [];
    return this.#itemsOf(await this.#rootOf(here), name, depth + 1);
  }

  /** Returns what a block around a place declares: an item or an import in a function. */
  async #localItems(name: string, file: CodeFile, at: number, depth: number): Promise<readonly Entity[]> {
    const { imports } = await this.#resolving.files.facts(file);
    const own = imports.filter(
      (each) => each.name === name && each.from !== at && each.scope.from <= at && at < each.scope.to,
    );
    const found: Entity[] = [];
    for (const each of own)
      if (each.import.source.split("::")[0] !== name)
        appendAll(found, (await this.importOf(each.import, file, each.from, depth + 1)).entities);
    if (found.length > 0) return found;
    const around = await this.#resolving.files.around(file, at);
    for (const symbol of around.toReversed()) {
      const child = symbol.children.find((each) => each.name === name);
      if (child) return [await this.#resolving.files.entityAt(file, child.nameFrom, child.nameTo)];
    }
    return [];
  }

  /** Returns the module around an offset. */
  async #moduleAt(file: CodeFile, at: number): Promise<ModuleEntity> {
    const around = await this.#resolving.files.around(file, at);
    const inner = around.findLast((each) => isInnerModule(each, file) && each.nameTo < at);
    return { kind: "module", file, ...(inner ? { inner } : {}) };
  }

  async #parentOf({ file, inner }: ModuleEntity): Promise<ModuleEntity | undefined> {
    return inner ? this.#moduleAt(file, inner.from) : this.#parentOfFile(file);
  }

  async #parentOfFile(file: CodeFile): Promise<ModuleEntity | undefined> {
    const { roots } = await this.#cratesOf(file);
    if (roots.has(file.path)) return undefined;
    const stem = stemOf(file.path);
    const isIndex = stem === "mod";
    const name = isIndex ? basename(dirname(file.path)) : stem;
    const folder = isIndex ? dirname(dirname(file.path)) : dirname(file.path);
    const inFolder = [...roots].filter((each) => dirname(each) === folder);
    const usual = ["mod.rs", "lib.rs", "main.rs"].map((each) => join(folder, each));
    let first: ModuleEntity | undefined;
    for (const path of [...new Set([...usual, join(dirname(folder), `${basename(folder)}.rs`), ...inFolder])]) {
      if (path === file.path) continue;
      const parent = await this.#resolving.files.read(path);
      if (parent === undefined) continue;
      const { imports } = await this.#resolving.files.facts(parent);
      const declaration = imports.find((each) => each.import.source === `self::${name}`);
      if (declaration) return this.#moduleAt(parent, declaration.from);
      first ??= { kind: "module", file: parent };
    }
    return first && !/^(?:lib|main)$/.test(stem) ? first : undefined;
  }

  async #rootOf(module: ModuleEntity): Promise<ModuleEntity> {
    let root = module;
    for (let level = 0; level < MAX_DEPTH * 2; level++) {
      const parent = await this.#parentOf(root);
      if (parent === undefined || keyOf(parent) === keyOf(root)) return root;
      root = parent;
    }
    return root;
  }

  async #crateNamed(name: string, file: CodeFile): Promise<ModuleEntity | undefined> {
    const path = (await this.#cratesOf(file)).byName.get(name);
    const root = path === undefined ? undefined : await this.#resolving.files.read(path);
    return root && { kind: "module", file: root };
  }

  #cratesOf({ path }: CodeFile): Promise<RustCrates> {
    const folder = dirname(path);
    const crates = this.#crates.get(folder) ?? cratesAround(path);
    this.#crates.set(folder, crates);
    return crates;
  }

  /** Returns what a module has under a name; modules that import each other pass it on once. */
  #itemsOf(module: ModuleEntity, name: string, depth: number): Promise<readonly Entity[]> {
    const find = () => this.#memberOf(module, name, depth, new Set());
    return this.#resolving.memo.get<readonly Entity[]>(`item ${keyOf(module)} ${name}`, [], find);
  }

  /** Returns what a module declares, or imports from others. */
  async #memberOf(module: ModuleEntity, name: string, depth: number, seen: Set<string>): Promise<readonly Entity[]> {
    const key = `${keyOf(module)} ${name}`;
    if (depth > MAX_DEPTH || seen.has(key)) return [];
    seen.add(key);
    const { files } = this.#resolving;
    const { file, inner } = module;
    const found: Entity[] = [];
    for (const symbol of inner ? inner.children : await files.outline(file)) {
      if (symbol.name !== name) continue;
      if (isInnerModule(symbol, file)) found.push({ kind: "module", file, inner: symbol });
      else if (symbol.kind !== "module") found.push(await files.entityAt(file, symbol.nameFrom, symbol.nameTo));
    }
    const facts = await files.facts(file);
    for (const each of facts.imports) {
      if (each.name !== name || !(await this.#isOf(module, each))) continue;
      if (each.import.source === `self::${name}` && each.import.original === undefined) {
        const submodule = await this.#submodule(module, name, each.from);
        if (submodule) found.push(submodule);
      } else if (each.import.source.split("::")[0] !== name || found.length === 0) {
        if (seen.has(`import ${file.path}:${each.from}`)) continue;
        seen.add(`import ${file.path}:${each.from}`);
        appendAll(found, (await this.importOf(each.import, file, each.from, depth + 1)).entities);
      }
    }
    if (found.length > 0) return found;
    const calls: MacroCall[] = [];
    for (const each of facts.macroCalls) if (await this.#isOf(module, each)) calls.push(each);
    appendAll(found, await this.#declaredByCalls(calls, name, file, depth));
    if (found.length > 0) return found;
    for (const each of facts.wildcards) {
      if (!(await this.#isOf(module, each))) continue;
      for (const source of await this.#wildcardSource(each, file, each.from, depth)) {
        if (source.kind === "module") appendAll(found, await this.#memberOf(source, name, depth + 1, seen));
        else appendAll(found, await this.#resolving.memberOf(source, name, depth + 1));
      }
    }
    return found;
  }

  /** Returns the items of a name that calls of macros declare. */
  async #declaredByCalls(
    calls: readonly MacroCall[],
    name: string,
    file: CodeFile,
    depth: number,
  ): Promise<readonly Entity[]> {
    if (this.#isInMacros) return [];
    const { files } = this.#resolving;
    const found: Entity[] = [];
    for (const call of calls) {
      const macro = await this.#macroOf(call, file, depth);
      if (macro === undefined) continue;
      const start = macro.symbol.codeFrom;
      const rules = macro.file.text.slice(start, macro.symbol.to);
      const given = file.text.slice(call.arguments.from, call.arguments.to);
      if (!rules.includes(name) && !given.includes(name)) continue;
      const { inRules, inCall } = itemsOfMacro(name, rules, given);
      for (const { from, to } of inRules) found.push(await files.entityAt(macro.file, start + from, start + to));
      if (inRules.length > 0) found.push({ kind: "local", file, from: call.from, to: call.to, owners: [] });
      for (const { from, to } of inCall)
        found.push(await files.entityAt(file, call.arguments.from + from, call.arguments.from + to));
    }
    return found;
  }

  /** Returns the macro that a call names; in one file, a word means one macro. */
  async #macroOf(call: MacroCall, file: CodeFile, depth: number): Promise<TypeEntity | undefined> {
    const key = `${file.path} ${file.text.slice(call.from, call.to)}`;
    if (this.#macros.has(key)) return this.#macros.get(key);
    this.#isInMacros = true;
    try {
      const { entities } = await this.#resolving.resolveAt(file, call.from, depth + 1);
      const macro = entities.find((each): each is TypeEntity => isMacro(each));
      this.#macros.set(key, macro);
      return macro;
    } finally {
      this.#isInMacros = false;
    }
  }

  /** Whether an import is at the top level of a module, not in a function of it. */
  async #isOf(module: ModuleEntity, each: { readonly from: number; readonly scope: Stretch }): Promise<boolean> {
    const around = await this.#moduleAt(module.file, each.from);
    if (keyOf(around) !== keyOf(module)) return false;
    const { from, to } = each.scope;
    const { inner, file } = module;
    return inner
      ? from > inner.nameFrom && to <= inner.to && !(await this.#isInFunction(file, from + 1))
      : from === 0 && to >= file.text.length;
  }

  async #isInFunction(file: CodeFile, at: number): Promise<boolean> {
    const around = await this.#resolving.files.around(file, at);
    return around.some(({ kind }) => kind === "function" || kind === "method");
  }

  async #submodule({ file, inner }: ModuleEntity, name: string, at: number): Promise<ModuleEntity | undefined> {
    const { files } = this.#resolving;
    const { roots } = await this.#cratesOf(file);
    const stem = stemOf(file.path);
    const isIndex = roots.has(file.path) || /^(?:mod|lib|main)$/.test(stem);
    const around = (await files.around(file, at)).filter((each) => isInnerModule(each, file)).map((each) => each.name);
    const base = join(isIndex ? dirname(file.path) : join(dirname(file.path), stem), inner ? around.join("/") : "");
    const { paths } = await files.facts(file);
    const said = paths.find((each) => each.from === at)?.path;
    const candidates = said
      ? [join(inner ? base : dirname(file.path), said)]
      : [join(base, `${name}.rs`), join(base, name, "mod.rs")];
    for (const path of candidates) {
      const found = await files.read(path);
      if (found) return { kind: "module", file: found };
    }
    return undefined;
  }
}

/** Whether a macro may be used at a place of a file: one of an inner module only in that module. */
export function mayReachMacro(macro: DeclaredEntity, { path }: CodeFile, at: number): boolean {
  const { file, owners } = macro;
  const hides = (each: OutlineSymbol) =>
    isInnerModule(each, file) &&
    !(path === file.path && each.from <= at && at < each.to) &&
    !file.text.slice(each.from, each.nameFrom).includes("#[macro_use");
  return isExportedMacro(macro) || !owners.some(hides);
}

function isExportedMacro({ file, symbol }: DeclaredEntity): boolean {
  const before = symbol ? file.text.slice(Math.max(0, symbol.codeFrom - MAX_ATTRIBUTES), symbol.nameFrom) : "";
  return /#\[\s*macro_export\b[^;{}]*$/.test(before);
}

const MAX_ATTRIBUTES = 500;

function isInnerModule({ kind, codeFrom, to }: OutlineSymbol, { text }: CodeFile): boolean {
  return kind === "module" && text.slice(codeFrom, to).includes("{");
}
