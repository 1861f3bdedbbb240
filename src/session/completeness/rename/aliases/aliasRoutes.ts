/**
 * Tells by which way a use reaches a renamed symbol: from the file that declares it, or through an
 * alias that keeps the old name, as in `export { new as old }`. TypeScript's server renames
 * `core.old` in either case, although only the first has a new name.
 */

import { dirname, resolve } from "node:path";
import type { NameInfo } from "../../../../syntax/scopes/nameInfo.js";
import type { SyntaxText } from "../../../../syntax/syntax.js";
import { offsetToPosition, rangeToOffsets } from "../../../../text/position.js";
import { keyOfUri, pathOfUri, uriOfPath } from "../../../../uri.js";
import { type DocumentVersion, toSyntaxText } from "../../../place/syntaxView.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import { type RenamedRange, type RenameEdits, rangesOfRename } from "../renameEdits.js";
import type { KeptAlias, RenameRequest } from "../renameRequest.js";
import { type ModuleExports, type ModuleName, readModuleExports } from "./moduleExports.js";
import { modulePaths } from "./publicNames.js";

/** `unclear`: a member, perhaps of a module, whose way the text does not show. */
export type Route = "declaration" | "alias" | "unclear";

export interface AliasRoutes {
  /**
   * Returns undefined for a name that is no member and not taken from a module. `known` is what
   * scopes say about the name, if the caller has it.
   */
  routeOf(document: DocumentVersion, offset: number, known?: NameInfo): Promise<Route | undefined>;
}

/** The maximum number of modules that are read on one way. */
const MAX_MODULES = 200;
/** The text around a name that is searched for the module it is taken from, in UTF-16 units. */
const MAX_LENGTH = 500;
/** The receivers of a name: `a.b.`, not behind another receiver. */
const receivers = /(?<![\p{ID_Continue}$]|(?<!\.\.)\.)((?:[\p{ID_Start}_$][\p{ID_Continue}$]*\s*\??\.\s*)+)$/u;
const exportBefore = /\bexport\s+(?:type\s*)?\{[^{}]*$/;
const exportSource = /^[^{}]*\}\s*from\s*["']([^"'\n]+)["']/;
const importBefore = /\b(?:import|require)\s*\(\s*["']([^"'\n]+)["']\s*\)\s*(?:\)\s*)?\??\.\s*$/;
const keyBefore = /[{,]\s*$/;
const keyAfter = /^\s*:/;
/** What a pattern takes apart: `} = a.b;`. */
const patternSource =
  /^[^{}]*\}\s*=\s*(?:(?:await\s+import|require)\s*\(\s*["']([^"'\n]+)["']\s*\)|([\p{ID_Start}_$][\p{ID_Continue}$.]*)\s*(?:[;,)\n]|$))/u;

/** Returns the routes with the aliases that a rename keeps; `edits` are those of the rename. */
export function createAliasRoutes(edits: RenameEdits, kept: readonly KeptAlias[], request: RenameRequest): AliasRoutes {
  const { newName, texts, backend, context } = request;
  const aliases = new Set(kept.map(({ place, oldName }) => `${keyOfUri(place.uri)} ${oldName}`));
  const modules = new Map<string, Promise<ModuleExports | undefined>>();
  const readModule = (path: string) => {
    const before = modules.get(path);
    if (before) return before;
    const module = texts.readPath(path).then((document) => document && readModuleExports(document.text.text));
    modules.set(path, module);
    return module;
  };

  /** Returns the file that a module's name means in another file. */
  async function resolveModule(importer: string, source: string): Promise<string | undefined> {
    if (/^\.\.?(?:\/|$)/.test(source)) {
      for (const path of modulePaths(resolve(dirname(importer), source)))
        if ((await readModule(path)) !== undefined) return path;
    }
    const document = await texts.readPath(importer);
    const at = document && offsetOfString(document.text.text, source);
    if (document === undefined || at === undefined) return undefined;
    const position = offsetToPosition(document.text, at, backend.encoding);
    const [target] = (await findDefinitions({ uri: document.uri, position }, backend, context)) ?? [];
    return target && pathOfUri(target.uri);
  }

  /** Follows names from the exports of a module; the last one is that of the symbol. */
  async function follow(path: string, names: readonly string[], seen: Set<string>): Promise<Route> {
    const key = `${path} ${names.join(".")}`;
    const [name, ...rest] = names;
    if (name === undefined || seen.has(key) || seen.size >= MAX_MODULES) return "unclear";
    seen.add(key);
    const module = await readModule(path);
    if (module === undefined) return "unclear";
    const file = keyOfUri(uriOfPath(path, context.client.roots.folders));
    if (rest.length === 0 && aliases.has(`${file} ${name}`)) return "alias";
    const taken = module.named.get(name);
    if (taken) return followImport(path, taken, rest, seen);
    if (module.own.has(name)) {
      const isRenamed = edits.get(file)?.edits.some(({ newText }) => newText === newName) === true;
      return rest.length === 0 && isRenamed ? "declaration" : "unclear";
    }
    for (const source of module.all) {
      const other = await resolveModule(path, source);
      const route = other === undefined ? "unclear" : await follow(other, names, seen);
      if (route !== "unclear") return route;
    }
    return "unclear";
  }

  async function followImport(
    importer: string,
    { source, original }: ModuleName,
    rest: readonly string[],
    seen: Set<string>,
  ): Promise<Route> {
    const path = await resolveModule(importer, source);
    if (path === undefined) return "unclear";
    return follow(path, original === undefined ? rest : [original, ...rest], seen);
  }

  /** Follows the names after the first, which is at an offset and may be an import. */
  async function followChain(
    path: string,
    names: readonly string[],
    { source, at }: { readonly source: SyntaxText; readonly at: number },
  ): Promise<Route> {
    const syntax = await context.syntax();
    const first = await syntax.nameAt(source, at).catch(() => undefined);
    return first?.import === undefined ? "unclear" : followImport(path, first.import, names.slice(1), new Set());
  }

  return {
    async routeOf(document, offset, known) {
      const path = pathOfUri(document.uri);
      const syntax = await context.syntax();
      const source = toSyntaxText(document, syntax, context.servers);
      const info = known ?? (await syntax.nameAt(source, offset).catch(() => undefined));
      if (path === undefined || info === undefined) return undefined;
      const { name, isMember, shorthand, import: origin } = info;
      // What is imported or exported by name is the server's to know, if the text doesn't show it.
      const followNamed = async (taken: ModuleName) => {
        const route = await followImport(path, taken, [], new Set());
        return route === "unclear" ? undefined : route;
      };
      if (!isMember && origin?.original !== undefined) return followNamed(origin);
      const before = document.text.slice(Math.max(0, offset - MAX_LENGTH), offset);
      const after = document.text.slice(offset + name.length, offset + name.length + MAX_LENGTH);
      const reExported = exportBefore.test(before) ? exportSource.exec(after)?.[1] : undefined;
      if (reExported !== undefined) return followNamed({ source: reExported, original: name });
      const isKey = shorthand === "pattern" || (keyBefore.test(before) && keyAfter.test(after));
      if (!isMember && !isKey) return undefined;
      const [, module, value] = (isKey ? patternSource.exec(after) : importBefore.exec(before)) ?? [];
      if (module !== undefined) return followImport(path, { source: module }, [name], new Set());
      if (value !== undefined) {
        const at = offset + name.length + after.indexOf(value, after.indexOf("="));
        return followChain(path, [...value.split("."), name], { source, at });
      }
      const [, chain] = receivers.exec(before) ?? [];
      if (isKey || chain === undefined) return "unclear";
      const names = chain.match(/[\p{ID_Continue}$]+/gu) ?? [];
      return followChain(path, [...names, name], { source, at: offset - chain.length });
    },
  };
}

/** Returns the offset of the content of a string in a text. */
function offsetOfString(text: string, content: string): number | undefined {
  const [at] = [`"${content}"`, `'${content}'`].map((written) => text.indexOf(written)).filter((each) => each >= 0);
  return at === undefined ? undefined : at + 1;
}

/** A rename without the edits of uses that keep the old name. */
export interface RoutedRename {
  readonly edits: RenameEdits;
  /** The places of uses whose way is unclear. They are not renamed. */
  readonly unclear: readonly RenamedRange[];
}

/** Takes out of a rename the uses that reach the symbol through an alias that is kept. */
export async function keepUsesOfAliases(
  edits: RenameEdits,
  kept: readonly KeptAlias[],
  request: RenameRequest,
): Promise<RoutedRename> {
  const { newName, texts, backend } = request;
  if (kept.length === 0) return { edits, unclear: [] };
  const routes = createAliasRoutes(edits, kept, request);
  const dropped = new Map<string, Set<RenamedRange["range"]>>();
  const unclear: RenamedRange[] = [];
  for (const place of rangesOfRename(edits)) {
    const { uri, range, newText } = place;
    // In other edits, the old name remains beside the new one: `old: new`, `new as old`.
    if (newText !== newName && !newText.startsWith(`${newName}:`)) continue;
    const document = await texts.read(uri);
    if (document === undefined) continue;
    const { from } = rangeToOffsets(document.text, range, backend.encoding);
    const route = await routes.routeOf(document, from);
    if (route === undefined || route === "declaration") continue;
    if (route === "unclear") unclear.push(place);
    const key = keyOfUri(uri);
    dropped.set(key, (dropped.get(key) ?? new Set()).add(range));
  }
  if (dropped.size === 0) return { edits, unclear };
  const left = [...edits].map(([key, file]) => {
    const own = dropped.get(key);
    return [key, own ? { ...file, edits: file.edits.filter(({ range }) => !own.has(range)) } : file] as const;
  });
  return { edits: new Map(left.filter(([, { edits }]) => edits.length > 0)), unclear };
}
