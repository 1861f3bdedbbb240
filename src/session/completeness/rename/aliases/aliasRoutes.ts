/**
 * Tells by which way a use reaches a renamed symbol: from the file that declares it, or through an
 * alias that keeps the old name, as in `export { new as old }`. TypeScript's server renames
 * `core.old` in either case, although only the first has a new name.
 */

import type { NamedExport } from "../../../../syntax/scopes/moduleFacts.js";
import type { ImportOrigin, NameInfo } from "../../../../syntax/scopes/nameInfo.js";
import type { SyntaxText } from "../../../../syntax/syntax.js";
import type { Expression, NameValue } from "../../../../syntax/values/expression.js";
import { offsetToPosition, rangeToOffsets } from "../../../../text/position.js";
import { fileKeyOf, pathOfUri, uriOfPath } from "../../../../uri.js";
import { type DocumentVersion, toSyntaxText } from "../../../place/syntaxView.js";
import { codeFilesOf } from "../../codeTexts.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import { type RenamedRange, type RenameEdits, rangesOfRename } from "../renameEdits.js";
import type { KeptAlias, RenameRequest } from "../renameRequest.js";

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

/** Returns the routes with the aliases that a rename keeps; `edits` are those of the rename. */
export function createAliasRoutes(edits: RenameEdits, kept: readonly KeptAlias[], request: RenameRequest): AliasRoutes {
  const { newName, texts, backend, context } = request;
  const aliases = new Set(kept.map(({ place, oldName }) => `${fileKeyOf(place.uri)} ${oldName}`));

  /** Returns the file that a module's name means in another file. */
  async function resolveModule(importer: string, source: string): Promise<string | undefined> {
    const files = await codeFilesOf(importer, texts, context);
    const file = await files.read(importer);
    const own = /^\.\.?(?:\/|$)/.test(source) ? file && (await files.imported(source, file)) : undefined;
    if (own) return own.path;
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
    const files = await codeFilesOf(path, texts, context);
    const file = await files.read(path);
    if (file === undefined) return "unclear";
    const uri = fileKeyOf(uriOfPath(path, context.client.roots.folders));
    if (rest.length === 0 && aliases.has(`${uri} ${name}`)) return "alias";
    const { imports, exports, wildcards } = await files.facts(file);
    const exported = exports.find((each) => each.name === name);
    if (exported?.source !== undefined) return followImport(path, exportedFrom(exported), rest, seen);
    const own = exported?.original ?? name;
    const imported = imports.find((each) => each.name === own);
    if (imported) return followImport(path, imported.import, rest, seen);
    if ((await files.outline(file)).some((symbol) => symbol.name === own)) {
      const isRenamed = edits.get(uri)?.edits.some(({ newText }) => newText === newName) === true;
      return rest.length === 0 && isRenamed ? "declaration" : "unclear";
    }
    for (const { source } of wildcards.filter(({ isExported }) => isExported)) {
      const other = await resolveModule(path, source);
      const route = other === undefined ? "unclear" : await follow(other, names, seen);
      if (route !== "unclear") return route;
    }
    return "unclear";
  }

  async function followImport(
    importer: string,
    { source, original }: Pick<ImportOrigin, "source" | "original">,
    rest: readonly string[],
    seen: Set<string>,
  ): Promise<Route> {
    const path = await resolveModule(importer, source);
    if (path === undefined) return "unclear";
    return follow(path, original === undefined ? rest : [original, ...rest], seen);
  }

  /** Follows names of a value: of a module, or of what is imported or has come from one. */
  async function followValue(
    path: string,
    value: Expression,
    names: readonly string[],
    source: SyntaxText,
  ): Promise<Route> {
    if (value.kind === "module") return followImport(path, value, names, new Set());
    if (value.kind !== "name" || names.length > MAX_MODULES) return "unclear";
    const syntax = await context.syntax();
    const name = await syntax.nameAt(source, value.from).catch(() => undefined);
    if (name?.import) return followImport(path, name.import, names, new Set());
    const { receiver } = await valueAt(source, value.from);
    if (name === undefined || receiver === undefined || receiver.isKey) return "unclear";
    return followValue(path, receiver.expression, [name.name, ...names], source);
  }

  async function valueAt(source: SyntaxText, offset: number): Promise<Pick<NameValue, "receiver">> {
    const syntax = await context.syntax();
    return syntax.valueAt(source, offset).catch(() => ({}));
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
      const followNamed = async (taken: Pick<ImportOrigin, "source" | "original">) => {
        const route = await followImport(path, taken, [], new Set());
        return route === "unclear" ? undefined : route;
      };
      if (!isMember && origin?.original !== undefined) return followNamed(origin);
      const files = await codeFilesOf(path, texts, context);
      const { exports } = await files.facts({ ...source, path });
      const reExported = exports.find((each) => each.from === offset && each.source !== undefined);
      if (reExported) return followNamed(exportedFrom(reExported));
      const { receiver } = await valueAt(source, offset);
      if (!isMember && shorthand !== "pattern" && !receiver?.isKey) return undefined;
      return receiver ? followValue(path, receiver.expression, [name], source) : "unclear";
    },
  };
}

/** Returns what an export takes from another module: a name, or the whole module. */
function exportedFrom({ source = "", original }: NamedExport): Pick<ImportOrigin, "source" | "original"> {
  return original === "" ? { source } : { source, original };
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
    const key = fileKeyOf(uri);
    dropped.set(key, (dropped.get(key) ?? new Set()).add(range));
  }
  if (dropped.size === 0) return { edits, unclear };
  const left = [...edits].map(([key, file]) => {
    const own = dropped.get(key);
    return [key, own ? { ...file, edits: file.edits.filter(({ range }) => !own.has(range)) } : file] as const;
  });
  return { edits: new Map(left.filter(([, { edits }]) => edits.length > 0)), unclear };
}
