/** Resolves names across files with the texts and the index of a session. */

import type { Entity } from "../../code/entities/entity.js";
import { packageDeclaration, packageNameAt } from "../../code/modules/packageClauses.js";
import { Resolver } from "../../code/resolve/resolver.js";
import { blockNameIn } from "../../code/types/typeSymbols.js";
import type { Position } from "../../text/position.js";
import type { SourceText } from "../session/documents.js";
import {
  type EmbeddedRequestContext,
  type NameUse,
  nameAtPosition,
  offsetIn,
  sourceOf,
  textOf,
} from "../session/embeddedContext.js";
import type { DefinitionTarget } from "./definitionTarget.js";

/** A resolver of one request, and the texts that it has read. */
export interface SourceResolver {
  readonly resolver: Resolver;
  /** Returns a text as the resolver takes it; undefined if it is in no file. */
  fileOf(source: SourceText): CodeFileOf | undefined;
  /**
   * Returns the names of the declarations that entities are; an empty stretch at 0 for a module.
   */
  targetsOf(entities: readonly Entity[]): DefinitionTarget[];
}

/**
 * Returns what a word means that is no name but its own type or object, `Self`, `this`, a module,
 * `super`, that names the package of its file, or that only passes on what another module has:
 * `export { a as b } from "./c"`.
 */
export async function resolveOwnType(
  params: { readonly textDocument: { readonly uri: string }; readonly position: Position },
  context: EmbeddedRequestContext,
): Promise<{ readonly asked: DefinitionTarget; readonly targets: readonly DefinitionTarget[] } | undefined> {
  const source = await sourceOf(params, context);
  const { resolver, fileOf, targetsOf } = resolverOf(context);
  const file = source && fileOf(source);
  if (source === undefined || file === undefined) return undefined;
  const { own, module, from, to } = await resolver.valueAt(file, offsetIn(source, params.position));
  if (own === undefined && module === undefined) {
    const name = await packageNameAt(file, offsetIn(source, params.position), resolver.files);
    if (name) {
      const declared = await packageDeclaration(file, resolver.files);
      const target = declared && (await context.documents.read(declared.file.path));
      return { asked: { source, name }, targets: target ? [{ source: target, name: declared.name }] : [] };
    }
    const passed = (await resolver.files.facts(file)).exports.find((each) => each.nameFrom === from);
    if (passed?.source === undefined) return undefined;
    const { source: module, original } = passed;
    const origin = { source: module, ...(original === "" ? {} : { original }) };
    const found = await resolver.systemOf(file.languageId)?.importOf(origin, file, from, 0);
    return { asked: { source, name: { from, to } }, targets: targetsOf(found?.entities ?? []) };
  }
  const { entities } = await resolver.resolveAt(file, from);
  // Of `Self`, the name in the head of the block is shown.
  const isSelf = file.text.slice(from, to) === "Self";
  const block = isSelf ? blockNameIn(await resolver.files.around(file, from), file) : undefined;
  return { asked: { source, name: { from, to } }, targets: block ? [{ source, name: block }] : targetsOf(entities) };
}

/**
 * Returns the name at a position; of a word that means the type around it, the name of that type
 * where it is declared.
 */
export async function nameOrOwnType(
  params: { readonly textDocument: { readonly uri: string }; readonly position: Position },
  context: EmbeddedRequestContext,
): Promise<NameUse | undefined> {
  const use = await nameAtPosition(params, context);
  if (use) return use;
  const [target] = (await resolveOwnType(params, context))?.targets ?? [];
  if (target === undefined) return undefined;
  const name = await context.syntax.nameAt(textOf(target.source), target.name.from);
  return name && { name, source: target.source };
}

type CodeFileOf = ReturnType<typeof codeFileOf>;

function codeFileOf(source: SourceText & { readonly path: string }) {
  return { ...textOf(source), path: source.path };
}

const resolvers = new WeakMap<AbortSignal, SourceResolver>();

/** Returns the resolver of a request. */
export function resolverOf(context: EmbeddedRequestContext): SourceResolver {
  const known = resolvers.get(context.signal);
  if (known) return known;
  const made = createResolver(context);
  resolvers.set(context.signal, made);
  return made;
}

function createResolver({ documents, syntax, indexClient, signal, roots }: EmbeddedRequestContext): SourceResolver {
  const sources = new Map<string, SourceText>();
  const fileOf = (source: SourceText) => {
    const { path } = source;
    if (path === undefined) return undefined;
    if (!sources.has(path)) sources.set(path, source);
    return codeFileOf({ ...(sources.get(path) ?? source), path });
  };
  const resolver = new Resolver({
    syntax,
    roots: roots(),
    read: async (path) => {
      if (signal.aborted) throw signal.reason;
      const source = await documents.read(path);
      return source && fileOf(source);
    },
    languageOf: (path) => documents.languageOf(path),
    declarations: async (name) =>
      (await indexClient.query((index, own) => index.findByName({ name }, own), signal))?.answer ?? [],
    filesWith: async (word, languageIds) =>
      (await indexClient.query((index, own) => index.findFilesWith(word, languageIds, own), signal))?.answer ?? [],
  });
  const targetsOf = (entities: readonly Entity[]) =>
    entities.flatMap((each) => {
      const source = each.kind === "package" ? undefined : sources.get(each.file.path);
      if (source === undefined || each.kind === "package") return [];
      if (each.kind !== "module") return [{ source, name: { from: each.from, to: each.to } }];
      const { nameFrom: from, nameTo: to } = each.inner ?? { nameFrom: 0, nameTo: 0 };
      return [{ source, name: { from, to } }];
    });
  return { resolver, fileOf, targetsOf };
}
