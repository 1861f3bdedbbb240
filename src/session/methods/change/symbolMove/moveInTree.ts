/** Moves a symbol between modules of a crate, which files declare: Rust. */

import { basename, dirname, join } from "node:path";
import { isFolderIndex, stemOf } from "../../../../code/imports/moduleName.js";
import { languageOfFile } from "../../../../files/languageOfFile.js";
import type { Replacement } from "../../../../locate/edit/editRequest.js";
import { symbolKindName } from "../../../../locate/symbols/symbolNode.js";
import { appendAll } from "../../../../text/list.js";
import { escapeName, inlineCode } from "../../../../text/printable.js";
import type { Stretch } from "../../../../text/stretch.js";
import { keyOfPath } from "../../../../uri.js";
import { statIfExists } from "../../../../workspace/disk/folderEntries.js";
import { syntaxViewOf, toSyntaxText } from "../../../place/syntaxView.js";
import { deletionOfLines, withoutNeedlessImports } from "../needlessImports.js";
import { insertDeclaration } from "./declarationText.js";
import { type MovedSymbol, mergedStretches, notMovable, textOfDeclarations } from "./movedSymbol.js";
import type { SymbolMovePlan } from "./movePlan.js";
import type { TextDraft } from "./textDraft.js";
import { endOfHeads, insertLineAfter, readImports, removeImport, type WrittenImport } from "./writtenImports.js";

/** A file of a crate, and the path of its module. */
interface CrateModule {
  readonly draft: TextDraft;
  /** The file at which its crate begins. */
  readonly root: string;
  /** `crate::a`. */
  readonly module: string;
}

interface TreeMove {
  readonly moved: MovedSymbol;
  readonly source: CrateModule;
  readonly target: CrateModule;
  readonly plan: SymbolMovePlan;
  /** The visibility of the declaration as it is written; empty for its own module. */
  readonly visibility: string;
}

export async function moveInTree(moved: MovedSymbol, path: string, plan: SymbolMovePlan): Promise<void> {
  const source = await plan.at(moved.path);
  if (source === undefined) throw notMovable(`${escapeName(moved.path)} can't be read.`);
  const target = await plan.atOrNew(path, languageOfFile(path, plan.context.servers) ?? moved.version.languageId);
  const from = moduleOf(source, plan);
  const to = moduleOf(target, plan);
  if (from.root !== to.root)
    throw notMovable(
      `${escapeName(plan.pathOf(source))} and ${escapeName(plan.pathOf(target))} are of different crates.`,
    );
  const head = headOf(moved);
  if (head.includes("macro_rules"))
    throw notMovable(`${inlineCode(moved.name)} is a macro, which the order of the text makes known.`);
  const visibility = /\bpub(?:\s*\([^)]*\))?/.exec(head)?.[0] ?? "";
  const move = { moved, source: from, target: to, plan, visibility };
  assertNoOwnMacro(move);
  await assertFree(move);
  const uses = await usesFor(move);
  const text = await movedText(move);
  await openMembers(move, text);
  await removeFromSource(move);
  if (target.before === undefined) await declareModule(move);
  await insertDeclaration(target, text, moved.name, plan.context);
  for (const each of uses) await addUse(target, each, plan);
  await mendUses(move);
  await keepInSource(move);
}

/** Returns the module that a file is by its place. Errors: `unsupported`. */
function moduleOf(draft: TextDraft, plan: SymbolMovePlan): CrateModule {
  let folder = dirname(draft.path);
  const names: string[] = isFolderIndex(draft.path) ? [] : [stemOf(draft.path)];
  const isRoot = (each: string) => /^(?:src|tests|benches|examples|bin)$/.test(basename(each));
  if (/^(?:lib|main)$/.test(stemOf(draft.path)) && isRoot(folder)) return { draft, root: folder, module: "crate" };
  while (!isRoot(folder)) {
    if (dirname(folder) === folder || statIfExists(join(folder, "Cargo.toml")))
      throw notMovable(`It is not known of which crate ${escapeName(plan.pathOf(draft))} is.`);
    names.unshift(basename(folder));
    folder = dirname(folder);
  }
  const isOwnCrate = !/^src$/.test(basename(folder)) && names.length <= 1;
  return isOwnCrate
    ? { draft, root: draft.path, module: "crate" }
    : { draft, root: folder, module: ["crate", ...names].join("::") };
}

/** Returns what is before the name in its declaration, without comments. */
function headOf({ version: { text }, stretches, nameFrom }: MovedSymbol): string {
  const stretch = stretches.find(({ from, to }) => from <= nameFrom && nameFrom < to) ?? { from: nameFrom };
  return withoutAttributes(text.slice(stretch.from, nameFrom));
}

function withoutAttributes(text: string): string {
  return text.replace(/^[ \t]*\/\/.*$/gm, "").replace(/#!?\[[\s\S]*?\](?=\s)/g, "");
}

function assertNoOwnMacro({ moved: { version, stretches, name }, source }: TreeMove): void {
  const { text } = version.text;
  for (const [, macro = ""] of text.matchAll(/^[ \t]*macro_rules!\s*(\w+)/gm))
    if (stretches.some(({ from, to }) => new RegExp(`\\b${macro}!`).test(text.slice(from, to))))
      throw notMovable(
        `${inlineCode(name)} uses the macro ${inlineCode(macro)} of ${escapeName(basename(source.draft.path))}, which is not known elsewhere.`,
      );
}

async function assertFree({ moved, target: { draft }, source, plan }: TreeMove): Promise<void> {
  const view = await syntaxViewOf(draft.version, plan.context);
  const shown = escapeName(plan.pathOf(draft));
  if (view?.symbols.some(({ name }) => name === moved.name))
    throw notMovable(`${shown} has the name ${inlineCode(moved.name)} already.`);
  const own = (await readImports(draft.version, plan.context)).find(({ name }) => name === moved.name);
  if (own === undefined) return;
  const found = await plan.moduleAt(own.import.source, draft);
  if (found === undefined || keyOfPath(found) !== keyOfPath(source.draft.path))
    throw notMovable(`${shown} has the name ${inlineCode(moved.name)} already.`);
}

/** Traits whose methods are called without their name, with those methods. */
const METHOD_TRAITS: Readonly<Record<string, RegExp>> = {
  Add: /\.add\(/,
  Any: /\.(?:type_id|is|downcast_\w+)\b/,
  Borrow: /\bborrow\(/,
  BorrowMut: /\bborrow_mut\(/,
  BufRead: /\.(?:lines|split|read_line|read_until|fill_buf|consume)\(/,
  BuildHasher: /\.(?:build_hasher|hash_one)\(/,
  Deref: /\bderef\(/,
  DerefMut: /\bderef_mut\(/,
  Div: /\.div\(/,
  Error: /\.(?:source|description|cause)\(/,
  Extend: /\.extend\(/,
  FromIterator: /::from_iter\(/,
  FromStr: /::from_str\b/,
  Hash: /\bhash(?:_slice)?\(/,
  Hasher: /\.(?:finish|write\w*)\(/,
  Index: /\.index\(/,
  Mul: /\.mul\(/,
  Read: /\.(?:read\w*|bytes|take|chain|by_ref)\(/,
  Seek: /\.(?:seek\w*|rewind|stream_\w+)\(/,
  Sub: /\.sub\(/,
  ToOwned: /\bto_owned\b/,
  Write: /\.(?:write\w*|flush|by_ref)\(|\bwrite(?:ln)?!/,
};

/**
 * Whether an import may be of a trait whose methods a text calls. Of most traits it is not known
 * which these are; what is passed on to others is taken for none.
 */
function mayGiveMethods(
  { import: { original = "" }, name, uses, statement }: WrittenImport,
  text: string,
  whole: string,
) {
  if (!/^\p{Lu}/u.test(name)) return false;
  const methods = METHOD_TRAITS[original];
  if (methods) return methods.test(text);
  const isPassedOn = /^pub\b/.test(whole.slice(statement.from, statement.to));
  return /\.\w+\(/.test(text) && (/\wExt$/.test(original) || (uses.length === 0 && !isPassedOn));
}

/** Returns the paths that the target has to use. Errors: `unsupported`. */
async function usesFor(move: TreeMove): Promise<readonly string[]> {
  const { moved, source, target, plan } = move;
  const written = await readImports(moved.version, plan.context);
  const text = textOfDeclarations(moved);
  const paths: string[] = [];
  const put = (each: WrittenImport) => {
    const path = [absolute(each.import.source, source.module, each, moved), each.import.original]
      .filter(Boolean)
      .join("::");
    // What the target declares it knows.
    if (path === `${target.module}::${each.name}`) return;
    paths.push(each.name === path.split("::").at(-1) ? path : `${path} as ${each.name}`);
  };
  const isMeant = (each: WrittenImport) =>
    moved.needs.some(({ definitions }) => definitions.some(({ from }) => from === each.from));
  for (const each of written.filter(({ place }) => place === "top")) {
    if (isMeant(each) || mayGiveMethods(each, text, moved.version.text.text)) put(each);
  }
  const facts = await plan.factsOf(moved.version);
  for (const { source: path, scope, from } of facts?.wildcards ?? [])
    if (scope.from === 0 && !moved.stretches.some((each) => each.from <= from && from < each.to))
      paths.push(`${absolute(path, source.module, undefined, moved)}::*`);
  const own = moved.needs.filter(
    ({ reach, definitions }) =>
      (reach === "file" || reach === "import") &&
      !written.some(({ from }) => definitions.some((each) => each.from === from)),
  );
  const isBelow = target.module.startsWith(`${source.module}::`);
  const names = new Set(own.map(({ name }) => name));
  // A trait of the source may be known by its methods alone.
  const view = await syntaxViewOf(moved.version, plan.context);
  for (const { name, kind, children } of view?.symbols ?? [])
    if (
      symbolKindName(kind) === "interface" &&
      name !== moved.name &&
      children.some((each) => text.includes(`.${each.name}(`))
    )
      names.add(name);
  for (const name of names) paths.push(`${source.module}::${name}`);
  if (!isBelow) for (const name of names) await openItem(move, name);
  return paths;
}

/** Returns a path as another module of the crate writes it. */
function absolute(path: string, module: string, written: WrittenImport | undefined, { version }: MovedSymbol): string {
  const words = path.split("::");
  let around = module.split("::");
  if (words[0] === "self") return [...around, ...words.slice(1)].join("::");
  if (words[0] !== "super") {
    const [first = ""] = words;
    const isOwn =
      written !== undefined &&
      new RegExp(`^[ \\t]*(?:pub(?:\\([^)\\n]*\\))?[ \\t]+)?mod[ \\t]+${first}\\b`, "m").test(version.text.text);
    return isOwn ? [...around, ...words].join("::") : path;
  }
  let at = 0;
  while (words[at] === "super") {
    around = around.slice(0, -1);
    at++;
  }
  return [...around, ...words.slice(at)].join("::");
}

/** Makes an item of the source visible in its crate. */
async function openItem({ source: { draft }, plan }: TreeMove, name: string): Promise<void> {
  const view = await syntaxViewOf(draft.version, plan.context);
  const symbol = view?.codeSymbols.find((each) => each.name === name);
  if (symbol === undefined) return;
  const change = openedAt(draft.text.text, symbol.nameFrom);
  if (change === undefined) return;
  draft.edit(change);
  plan.notes.push(
    `${inlineCode(name)} of ${escapeName(plan.pathOf(draft))} is visible in its crate now, as what is moved uses it.`,
  );
}

const ITEM =
  /(?:(?:default|unsafe|const|async|extern(?:\s+"[^"]*")?|static|mut)\s+)*(?:fn|struct|enum|union|trait|type|static|const|mod)\s+(?:mut\s+)?$/;

/** Returns the change that makes the item whose name is at an offset visible in its crate. */
function openedAt(text: string, nameFrom: number): Replacement | undefined {
  const before = text.slice(Math.max(0, nameFrom - 200), nameFrom);
  const [keywords = ""] = ITEM.exec(before) ?? [];
  if (keywords === "") return undefined;
  const from = nameFrom - keywords.length;
  const [own = "", inside] = /pub(?:\s*\(([^)]*)\))?\s+$/.exec(text.slice(Math.max(0, from - 50), from)) ?? [];
  if (own === "") return { from, to: from, insert: "pub(crate) " };
  return inside === undefined || inside.trim() === "crate"
    ? undefined
    : { from: from - own.length, to: from, insert: "pub(crate) " };
}

/** Returns the declarations as the target has them. */
async function movedText(move: TreeMove): Promise<string> {
  const { moved, source } = move;
  const { text } = moved.version;
  const changes: Replacement[] = [];
  for (const stretch of moved.stretches)
    for (const { index, 0: path } of text
      .slice(stretch.from, stretch.to)
      .matchAll(/(?<![\w:.])(?:self|super)(?:::super)*::(?=\w)/g)) {
      const from = stretch.from + index;
      const around = absolute(path.slice(0, -2), source.module, undefined, moved);
      changes.push({ from, to: from + path.length, insert: `${around}::` });
    }
  const opened = openedAt(text.text, moved.nameFrom);
  if (opened) changes.push(opened);
  appendAll(changes, await openedMembers(move));
  return textOfDeclarations(moved, changes);
}

/** Members that are private, with the changes that make them visible in the crate. */
async function privateMembers(
  version: MovedSymbol["version"],
  isMoved: (stretch: Stretch) => boolean,
  plan: SymbolMovePlan,
) {
  const syntax = await plan.context.syntax();
  const outline = await syntax.outline(toSyntaxText(version, syntax, plan.context.servers));
  const found: { readonly name: string; readonly change: Replacement }[] = [];
  for (const symbol of outline.filter(isMoved)) {
    const kind = symbol.kind;
    if (/^impl\b.*\bfor\b/.test(symbol.name) || kind === "interface" || kind === "enum") continue;
    for (const { name, nameFrom, kind: member } of symbol.children) {
      const before = version.text.slice(Math.max(symbol.from, nameFrom - 100), nameFrom);
      const line = before.slice(
        Math.max(before.lastIndexOf("\n"), before.lastIndexOf("{"), before.lastIndexOf(",")) + 1,
      );
      if (kind === "struct" && member !== "method" && /^\s*$/.test(withoutAttributes(line)))
        found.push({ name, change: { from: nameFrom, to: nameFrom, insert: "pub(crate) " } });
      else if (symbol.name.startsWith("impl") && !/\bpub\b/.test(line)) {
        const change = openedAt(version.text.text, nameFrom);
        if (change) found.push({ name, change });
      }
    }
  }
  return found;
}

/** Returns what makes those members of the moved type visible that the source still uses. */
async function openedMembers({ moved, plan }: TreeMove): Promise<readonly Replacement[]> {
  const { version, stretches } = moved;
  const isIn = ({ from }: Stretch) => stretches.some((each) => each.from <= from && from < each.to);
  let rest = version.text.text;
  for (const { from, to } of stretches.toReversed()) rest = rest.slice(0, from) + rest.slice(to);
  const members = await privateMembers(version, isIn, plan);
  const opened = members.filter(({ name }) => usesMember(rest, name)).map(({ change }) => change);
  const own = stretches.find(({ from, to }) => from <= moved.nameFrom && moved.nameFrom < to);
  const tuple =
    own &&
    /^struct\s{1,99}\w{1,99}\s{0,99}(?:<[^(]{0,999}>)?\s{0,99}\(/.exec(
      version.text.slice(Math.max(own.from, moved.nameFrom - 7), own.to),
    );
  if (tuple === null || tuple === undefined || !new RegExp(`\\b${moved.name}\\s*\\(|\\.\\d\\b`).test(rest))
    return opened;
  const start = Math.max(own?.from ?? 0, moved.nameFrom - 7) + tuple[0].length;
  if (!/^\s*(?:pub|\))/.test(version.text.slice(start, start + 20)))
    return [...opened, { from: start, to: start, insert: "pub(crate) " }];
  return opened;
}

function usesMember(text: string, name: string): boolean {
  return new RegExp(`(?:\\.|::)${name}\\b|[{,]\\s*${name}\\s*[:,}]`).test(text);
}

/** Makes those private members of what stays visible that the moved text uses. */
async function openMembers({ source: { draft }, target, source, moved, plan }: TreeMove, text: string): Promise<void> {
  if (target.module.startsWith(`${source.module}::`)) return;
  const isIn = ({ from }: Stretch) => moved.stretches.some((each) => each.from <= from && from < each.to);
  const members = (await privateMembers(moved.version, (each) => !isIn(each), plan)).filter(({ name }) =>
    usesMember(text, name),
  );
  if (members.length === 0) return;
  // The text of the source may have changed before them.
  const names = new Set(members.map(({ name }) => name));
  const now = await privateMembers(draft.version, () => true, plan);
  const inMoved = (await privateMembers(moved.version, isIn, plan)).map(({ name }) => name);
  const changes = now.filter(({ name }) => names.has(name) && !inMoved.includes(name));
  for (const { change } of changes.toSorted((one, other) => other.change.from - one.change.from)) draft.edit(change);
  if (changes.length > 0)
    plan.notes.push(
      `Visible in the crate now, as what is moved uses them: ${[...new Set(changes.map(({ name }) => inlineCode(name)))].join(", ")}.`,
    );
}

async function removeFromSource({ moved, source: { draft }, plan }: TreeMove): Promise<void> {
  // What was made visible is before or after what goes: the stretches are found again.
  const parts = mergedStretches(moved).map(({ from, to }) => moved.version.text.slice(from, to));
  const version = draft.version;
  const changes: Replacement[] = [];
  let after = 0;
  for (const part of parts) {
    const at = version.text.text.indexOf(part, after);
    if (at < 0) throw notMovable(`${inlineCode(moved.name)} has parts that can't be told apart.`);
    after = at + part.length;
    changes.push(await deletionOfLines({ from: at, to: after }, version, plan.context));
  }
  const { after: text, imports } = await withoutNeedlessImports({ version, changes }, plan.context);
  draft.text = text;
  plan.noteNeedless(draft, imports);
}

/** Declares the module of a new file where that of its folder is. Errors: `unsupported`. */
async function declareModule({ source, target, plan }: TreeMove): Promise<void> {
  const folder = dirname(target.draft.path);
  const name = isFolderIndex(target.draft.path) ? basename(folder) : stemOf(target.draft.path);
  const around = isFolderIndex(target.draft.path) ? dirname(folder) : folder;
  const candidates = ["mod.rs", "lib.rs", "main.rs"].map((each) => join(around, each));
  const parentPath = [...candidates, `${around}.rs`].find((each) => statIfExists(each)?.isFile());
  const parent = parentPath === undefined ? undefined : await plan.at(parentPath);
  if (parent === undefined)
    throw notMovable(`No file declares the modules of ${escapeName(basename(around))}: write its mod.rs first.`);
  const lines = [...parent.text.text.matchAll(/^((?:pub(?:\([^)]*\))?[ \t]+)?)mod[ \t]+(\w+);/gm)];
  const beside = lines.find(([, , each]) => each === stemOf(source.draft.path)) ?? lines.at(-1);
  const line = `${beside?.[2] === stemOf(source.draft.path) ? beside[1] : ""}mod ${name};`;
  const last = lines.filter(([, , each = ""]) => each < name).at(-1) ?? lines.at(-1);
  if (last) insertLineAfter(parent, { from: last.index, to: last.index + last[0].length }, line);
  else {
    const at = endOfHeads(parent.text.text, HEADS);
    parent.edit({ from: at, to: at, insert: `${line}\n` });
  }
}

/** Adds a path to what a file uses, unless it does. */
async function addUse(draft: TextDraft, path: string, plan: SymbolMovePlan, visibility = ""): Promise<void> {
  const [full = "", alias] = path.split(" as ");
  const name = alias ?? full.split("::").at(-1) ?? "";
  const imports = await readImports(draft.version, plan.context);
  if (name !== "*" && imports.some((each) => each.name === name && each.place === "top")) return;
  const line = `${visibility === "" ? "" : `${visibility} `}use ${path};`;
  if (draft.text.text.includes(`\n${line}`) || draft.text.text.startsWith(line)) return;
  const last = imports.filter(({ place }) => place === "top").at(-1);
  if (last) return insertLineAfter(draft, last.statement, line);
  const at = endOfHeads(draft.text.text, HEADS);
  const rest = draft.text.slice(at, draft.text.length).trimStart();
  const gap = at === 0 ? "" : "\n";
  const start = draft.text.length - rest.length;
  draft.edit({ from: at, to: start, insert: `${gap}${line}\n${rest === "" ? "" : "\n"}` });
}

/** Comments and attributes that are of the file. */
const HEADS = [/\s*(?:\/\/![^\n]*|#!\[[^\n]*|\/\*!(?:[^*]|\*(?!\/))*\*\/[ \t]*)(?:\n|$)/y];

/** Mends what other files of the crate import. */
async function mendUses({ moved, source, target, plan }: TreeMove): Promise<void> {
  const { context } = plan;
  const { name } = moved;
  for (const path of await plan.filesWith(name, moved.version.languageId)) {
    const draft = await plan.at(path);
    if (draft === undefined || draft === source.draft) continue;
    for (let turn = 0; turn < MAX_USES; turn++) {
      let found: WrittenImport | undefined;
      for (const each of await readImports(draft.version, context))
        if (each.import.original === name && (await leadsTo(each.import.source, draft, source, plan))) found ??= each;
      if (found === undefined) break;
      const written = draft.text.slice(found.statement.from, found.statement.to);
      const visibility = /^pub(?:\s*\([^)]*\))?/.exec(written)?.[0] ?? "";
      const line = `${visibility === "" ? "" : `${visibility} `}use ${target.module}::${name}${found.name === name ? "" : ` as ${found.name}`};`;
      if (draft === target.draft) await removeImport(draft, found, context);
      else if (found.isAlone) draft.edit({ ...found.statement, insert: line });
      else {
        insertLineAfter(draft, found.statement, line);
        await removeImport(draft, found, context);
        withoutBraces(draft, found.statement.from);
      }
    }
    mendQualified(draft, { name, source, target });
  }
}

/** Of `use a::{B};` makes `use a::B;`. */
function withoutBraces(draft: TextDraft, from: number): void {
  const [, path = "", inside = ""] =
    /^([^;{]*::)\{\s*(\w+(?:\s+as\s+\w+)?),?\s*\};/.exec(draft.text.slice(from, draft.text.length)) ?? [];
  if (inside === "" || inside === "self") return;
  const end = draft.text.text.indexOf("}", from) + 1;
  draft.edit({ from: from + path.length, to: end, insert: inside });
}

/** More imports of one file are not mended. */
const MAX_USES = 50;

async function leadsTo(
  path: string,
  draft: TextDraft,
  { draft: source }: CrateModule,
  plan: SymbolMovePlan,
): Promise<boolean> {
  const found = await plan.moduleAt(path, draft);
  return found !== undefined && keyOfPath(found) === keyOfPath(source.path);
}

/** `crate::a::Name` in code; what is written from elsewhere goes on through the source. */
function mendQualified(
  draft: TextDraft,
  { name, source, target }: { readonly name: string; readonly source: CrateModule; readonly target: CrateModule },
): void {
  const pattern = new RegExp(`(?<![\\w:])${source.module}::${name}(?!\\w)`, "g");
  for (const { index, 0: path } of [...draft.text.text.matchAll(pattern)].toReversed())
    draft.edit({ from: index, to: index + path.length, insert: `${target.module}::${name}` });
}

/** Uses the symbol in the source where that goes on using it, or passes it on. */
async function keepInSource(move: TreeMove): Promise<void> {
  const { moved, source, target, plan, visibility } = move;
  const { name } = moved;
  const isUsed = new RegExp(`\\b${name}\\b`).test(withoutComments(source.draft.text.text));
  const isReached = await isReachedElsewhere(move);
  const isPublic = visibility === "pub" && (await isPublicModule(source, plan));
  if (!isUsed && !isReached && !isPublic) return;
  const passed =
    isReached || isPublic
      ? visibility === ""
        ? "pub(crate)"
        : visibility.replace(/\(\s*(?:(?:super|self)\s*|in\b[^)]*)\)/, "(crate)")
      : "";
  await addUse(source.draft, `${target.module}::${name}`, plan, passed);
  if (passed !== "")
    plan.notes.push(
      `${escapeName(plan.pathOf(source.draft))} goes on naming it, for ${isPublic ? "other crates" : "paths that lead there"}.`,
    );
}

/** Whether other files name it by a path through its module, or take all names of that. */
async function isReachedElsewhere({ moved, source, plan }: TreeMove): Promise<boolean> {
  const { name } = moved;
  const stem = source.module.split("::").at(-1) ?? "";
  const qualified = new RegExp(`\\b(?:${stem}|super|self)::(?:\\{[^}]*\\b)?${name}\\b`);
  for (const path of await plan.filesWith(stem === "crate" ? name : stem, moved.version.languageId)) {
    const draft = await plan.at(path);
    if (draft === undefined || draft === source.draft) continue;
    if (qualified.test(draft.text.text)) return true;
    for (const { source: each } of (await plan.factsOf(draft.version))?.wildcards ?? [])
      if (await leadsTo(each, draft, source, plan)) return true;
  }
  return false;
}

async function isPublicModule({ draft, module, root }: CrateModule, plan: SymbolMovePlan): Promise<boolean> {
  if (module === "crate") return true;
  const name = module.split("::").at(-1) ?? "";
  const around = isFolderIndex(draft.path) ? dirname(dirname(draft.path)) : dirname(draft.path);
  const parents = [join(around, "mod.rs"), join(around, "lib.rs"), join(around, "main.rs"), `${around}.rs`];
  for (const path of parents) {
    const parent = statIfExists(path)?.isFile() ? await plan.at(path) : undefined;
    if (parent === undefined || !new RegExp(`^[ \\t]*pub[ \\t]+mod[ \\t]+${name};`, "m").test(parent.text.text))
      continue;
    return around === root || isPublicModule({ ...moduleOf(parent, plan), draft: parent }, plan);
  }
  return false;
}

function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "");
}
