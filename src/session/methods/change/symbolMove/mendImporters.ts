/** The imports of other files that lead to a moved symbol. */

import { basename } from "node:path";
import type { Location } from "vscode-languageserver-protocol";
import { ensureBackend } from "../../../../ask/backend/backend.js";
import { withoutSupported } from "../../../../ask/backend/supportCheck.js";
import { stemOf, submoduleName } from "../../../../code/imports/moduleName.js";
import { LocateError } from "../../../../error.js";
import { factsOf, familyOf } from "../../../../languages/languages.js";
import { ignoreParseError } from "../../../../syntax/syntax.js";
import { rangeToOffsets } from "../../../../text/position.js";
import { escapeName } from "../../../../text/printable.js";
import type { Stretch } from "../../../../text/stretch.js";
import { keyOfPath, pathOfUri } from "../../../../uri.js";
import { locateOfOffset } from "../../../place/placeResult.js";
import { toSyntaxText } from "../../../place/syntaxView.js";
import { askBackend } from "../../forward/forwardToBackend.js";
import { importWordOf, queryDottedImporters } from "../importers.js";
import { importStyleOf, reexportText } from "./importForms.js";
import type { ModuleMove } from "./moduleMove.js";
import { type SourceStyle, sourceFor } from "./moduleSources.js";
import type { TextDraft } from "./textDraft.js";
import {
  addImport,
  deletionOfElement,
  insertLineAfter,
  readImports,
  removeImport,
  type WrittenImport,
} from "./writtenImports.js";

/** More files are not looked at. */
const MAX_FILES = 2_000;
/** More imports of one file are not mended. */
const MAX_IMPORTS = 200;

/** Mends the imports of all files but the source. */
export async function mendImporters(move: ModuleMove): Promise<void> {
  const { source, target, plan, exported, hasNamedModules } = move;
  const paths = await candidatesOf(move);
  for (const path of paths) {
    const draft = await plan.at(path);
    if (draft === undefined || draft === source) continue;
    if (!familyOf(move.moved.version.languageId).includes(draft.version.languageId)) continue;
    const importer = new Importer(draft, move, await plan.styleOf(draft, [target, source]));
    for (const name of exported) await importer.mendNamed(name);
    await importer.mendModules();
    if (!hasNamedModules) for (const name of exported) await importer.mendReexports(name);
    await importer.mendWildcards();
    await importer.leaveStrings();
  }
}

async function candidatesOf({ moved, source, plan, exported }: ModuleMove): Promise<readonly string[]> {
  const { languageId } = moved.version;
  const found = new Map<string, string>();
  const put = (paths: readonly string[]) => {
    for (const path of paths.slice(0, MAX_FILES)) found.set(keyOfPath(path), path);
    if (paths.length > MAX_FILES)
      plan.notes.push(`Not all of ${paths.length} files that may import it were looked at.`);
  };
  for (const word of new Set([importWordOf(source.path), ...exported.filter((each) => each !== "default")]))
    put(await plan.filesWith(word, languageId));
  const texts = { readPath: async (path: string) => (await plan.at(path))?.version };
  put((await queryDottedImporters(source.path, familyOf(languageId), texts, plan.context)) ?? []);
  found.delete(keyOfPath(source.path));
  return [...found.values()];
}

/** Matches a module that is loaded by a relative path, with the member that is taken of it. */
const LOADS = /(?:require|import)\(\s*(["'`])(\.[^"'`\n]*)\1\s*\)(?:\s*\.\s*([\w$]+)|\)\s*\.\s*([\w$]+))?/g;

class Importer {
  readonly #draft: TextDraft;
  readonly #move: ModuleMove;
  readonly #style: SourceStyle;

  constructor(draft: TextDraft, move: ModuleMove, style: SourceStyle) {
    this.#draft = draft;
    this.#move = move;
    this.#style = style;
  }

  /** `import { name } from "source"`, `from source import name`, `const { name } = require()`. */
  async mendNamed(name: string): Promise<void> {
    const { plan, target } = this.#move;
    const { context } = plan;
    for (let turn = 0; turn < MAX_IMPORTS; turn++) {
      const written = await this.#findImport(
        async (each) => each.import.original === name && (await this.#isOfSymbol(each)),
      );
      if (written === undefined) return;
      if (this.#draft === target) {
        await this.#takeOwn(written);
        continue;
      }
      const module = this.#moduleFor(written.import.source);
      const known = (await readImports(this.#draft.version, context)).some(
        (each) => each.place === written.place && each.import.source === module && each.import.original !== undefined,
      );
      const isTop = written.place !== "nested";
      if (written.isAlone && !(known && isTop)) {
        this.#respell(written, module);
        continue;
      }
      const { name: local, isType, isRequired, statement } = written;
      const added = { form: "named", source: module, original: name, name: local, isType, isRequired } as const;
      if (isTop) {
        await removeImport(this.#draft, written, context);
        await addImport(this.#draft, { ...added, place: written.place as "top" | "types" }, context);
      } else {
        const { text } = this.#draft;
        const line = text.slice(statement.from, statement.to);
        const quote = /["'](?=\s*\))/.exec(line)?.[0] ?? '"';
        const loaded = `${/\bawait\b/.test(line) ? "await import" : "require"}(${quote}${module}${quote})`;
        const alone = this.#isDotted
          ? `from ${module} import ${local === name ? name : `${name} as ${local}`}`
          : `const { ${local === name ? name : `${name}: ${local}`} } = ${loaded}${line.endsWith(";") ? ";" : ""}`;
        insertLineAfter(this.#draft, statement, alone);
        await removeImport(this.#draft, written, context);
      }
    }
  }

  /** Modules that are imported whole, and whose member the symbol is. */
  async mendModules(): Promise<void> {
    if (this.#isDotted) await this.#mendQualified();
    const done = new Set<string>();
    for (let turn = 0; turn < MAX_IMPORTS; turn++) {
      const written = await this.#findImport(
        async (each) => !done.has(`${each.name} ${each.scope.from}`) && (await this.#isWholeModule(each)),
      );
      if (written === undefined) break;
      done.add(`${written.name} ${written.scope.from}`);
      const uses = this.#membersOf(written);
      if (uses.length === 0) continue;
      if (this.#isDotted) await this.#mendDotted(written, uses);
      else await this.#mendNamespace(written, uses);
    }
    await this.#mendLoads();
  }

  /** `import("source").name` in a type, and modules that are loaded while the code runs. */
  async #mendLoads(): Promise<void> {
    const { plan, moved, exported } = this.#move;
    const { version } = this.#draft;
    const { text } = version.text;
    const hasName = new RegExp(`(?<![\\w$])${moved.name.replaceAll("$", "\\$")}(?![\\w$])`).test(text);
    const imports = await readImports(version, plan.context);
    for (const load of [...text.matchAll(LOADS)].toReversed()) {
      const [whole, , source = "", own, ofAwaited] = load;
      const member = own ?? ofAwaited;
      const isKnown = imports.some(({ statement }) => statement.from <= load.index && load.index < statement.to);
      const isOther = member === undefined ? !hasName : !exported.includes(member);
      if (isKnown || isOther || !(await this.#isSource(source))) continue;
      if (member === undefined) plan.leave(version, load.index, "it loads the module while it runs");
      else if (this.#draft === this.#move.target) plan.leave(version, load.index, "it names what is declared here now");
      else {
        const from = load.index + whole.indexOf(source);
        this.#draft.edit({ from, to: from + source.length, insert: this.#moduleFor(source) });
      }
    }
  }

  /** `export { name } from "source"`. */
  async mendReexports(name: string): Promise<void> {
    const { plan, target } = this.#move;
    const { context } = plan;
    for (let turn = 0; turn < MAX_IMPORTS; turn++) {
      const { version } = this.#draft;
      const facts = await plan.factsOf(version);
      let found: { readonly from: number; readonly source: string; readonly name: string } | undefined;
      for (const each of facts?.exports ?? [])
        if (each.source !== undefined && each.original === name && (await this.#isSource(each.source)))
          found ??= { from: each.from, source: each.source, name: each.name };
      if (found === undefined) return;
      const syntax = await context.syntax();
      const place = { from: found.from, to: found.from };
      const [chain = []] = await syntax.coveringNodes(toSyntaxText(version, syntax, context.servers), [place], {});
      const statement = chain.find(({ type }) => type === "export_statement");
      const element = chain.find(({ type }) => type === "export_specifier");
      if (statement === undefined || element === undefined) return;
      const written = version.text.slice(statement.from, statement.to);
      const isAlone = facts?.exports.filter(({ from }) => statement.from <= from && from < statement.to).length === 1;
      const module = this.#moduleFor(found.source);
      if (this.#draft === target) {
        if (found.name !== name) plan.leave(version, found.from, "it gives the symbol another name");
        const change = isAlone
          ? { from: statement.from, to: statement.to, insert: "" }
          : await deletionOfElement(version, element, context);
        this.#draft.edit(change);
      } else if (isAlone) {
        const source = facts?.sources.find(({ from }) => statement.from <= from && from < statement.to);
        if (source === undefined) return;
        this.#draft.edit({ from: source.from, to: source.to, insert: module });
      } else {
        const isType = /^export\s+type\b/.test(written);
        const text = reexportText(
          version.text.slice(element.from, element.to),
          module,
          isType,
          importStyleOf(version.text.text),
        );
        const change = await deletionOfElement(version, element, context);
        insertLineAfter(this.#draft, statement, text);
        this.#draft.edit(change);
      }
    }
  }

  /** `export * from "source"`, `from source import *`. */
  async mendWildcards(): Promise<void> {
    const { plan, target, moved, exported, isType } = this.#move;
    if (this.#draft === target || !exported.includes(moved.name)) return;
    const facts = await plan.factsOf(this.#draft.version);
    const wildcards = facts?.wildcards ?? [];
    let found: (typeof wildcards)[number] | undefined;
    for (const each of wildcards) {
      if (await this.#isModule(each.source, target.path)) return;
      if (await this.#isSource(each.source)) found ??= each;
    }
    if (found === undefined) return;
    const { version } = this.#draft;
    if (this.#isDotted && moved.name.startsWith("_")) return;
    const module = this.#moduleFor(found.source);
    const imports = await readImports(version, plan.context);
    const isKnown = (each: WrittenImport) => each.name === moved.name && each.import.source === module;
    const isPassedOn = facts?.exports.some(({ name, source }) => name === moved.name && source === module);
    if (isPassedOn || imports.some(isKnown)) return;
    const line = this.#isDotted
      ? `from ${module} import ${moved.name}`
      : reexportText(
          moved.name,
          module,
          isType && factsOf(version.languageId).hasTypeImports,
          importStyleOf(version.text.text),
        );
    const at = version.text.text.indexOf("\n", found.from);
    const end = at < 0 ? version.text.length : at;
    if (/module\.exports/.test(version.text.slice(version.text.lineFrom(version.text.lineAt(found.from)), end)))
      return plan.leave(version, found.from, "it passes on all that the module exports");
    insertLineAfter(this.#draft, { from: found.from, to: found.from + found.source.length }, line);
  }

  /** Names the strings that load the module, or name the symbol in it. */
  async leaveStrings(): Promise<void> {
    const { plan, source, moved } = this.#move;
    const { version } = this.#draft;
    const { text } = version.text;
    if (this.#isDotted) {
      const dotted = new RegExp(`(["'])(?:\\w+\\.)*${stemOf(source.path)}\\.${moved.name}\\b[^"'\\n]*\\1`, "g");
      for (const { index } of text.matchAll(dotted)) plan.leave(version, index, "it names the symbol in a string");
      return;
    }
    if (!new RegExp(`\\b${moved.name.replaceAll("$", "\\$")}\\b`).test(text)) return;
    for (const match of text.matchAll(/\b(?:jest|vi)\.\w*[mM]ock\(\s*(["'`])(\.[^"'`\n]*)\1/g))
      if (await this.#isSource(match[2] ?? "")) plan.leave(version, match.index, "it replaces the module in a test");
  }

  get #isDotted(): boolean {
    return this.#move.hasNamedModules;
  }

  async #findImport(fits: (written: WrittenImport) => Promise<boolean>): Promise<WrittenImport | undefined> {
    for (const each of await readImports(this.#draft.version, this.#move.plan.context))
      if (await fits(each)) return each;
    return undefined;
  }

  /** The target loses all imports of the symbol, those through other modules, too. */
  async #isOfSymbol({ import: { source, original = "" } }: WrittenImport): Promise<boolean> {
    if (this.#draft !== this.#move.target) return this.#isSource(source);
    const { plan, source: from } = this.#move;
    const found = await plan.moduleAt(source, this.#draft);
    return found !== undefined && plan.passesOn(found, original, from.path);
  }

  #isSource(module: string): Promise<boolean> {
    return this.#isModule(module, this.#move.source.path);
  }

  async #isModule(module: string, path: string): Promise<boolean> {
    const found = await this.#move.plan.moduleAt(module, this.#draft);
    return found !== undefined && keyOfPath(found) === keyOfPath(path);
  }

  async #isWholeModule({ import: { source, original }, originalAt, from }: WrittenImport): Promise<boolean> {
    if (original !== undefined) return this.#isDotted && (await this.#isSource(submoduleName(source, original)));
    // `import a.b` declares `a`: the rest is in its uses.
    const { text } = this.#draft;
    if (this.#isDotted && originalAt === undefined && /^\w+\./.test(text.slice(from, from + 200))) return false;
    return this.#isSource(source);
  }

  #moduleFor(source: string): string {
    const { source: from, target } = this.#move;
    // The import as it was is a model for the new one.
    return sourceFor(target.path, this.#draft.path, this.#style, { source, target: from.path });
  }

  #respell({ statement }: WrittenImport, module: string): void {
    const { text } = this.#draft;
    const written = text.slice(statement.from, statement.to);
    const quoted = this.#isDotted
      ? /(?<=\bfrom\s{1,99})[\w.]{1,999}/.exec(written)
      : /(?<=["'`])[^"'`]*(?=["'`][^"'`]*$)/.exec(written);
    if (quoted === null) return;
    const from = statement.from + quoted.index;
    this.#draft.edit({ from, to: from + quoted[0].length, insert: module });
  }

  /** In the target, the symbol has its own name. */
  async #takeOwn(written: WrittenImport): Promise<void> {
    const { moved, plan } = this.#move;
    if (written.name !== moved.name) {
      for (const { from, to } of written.uses.toReversed()) this.#draft.edit({ from, to, insert: moved.name });
      const now = await this.#findImport(async (each) => each.from === written.from);
      if (now) await removeImport(this.#draft, now, plan.context);
      return;
    }
    await removeImport(this.#draft, written, plan.context);
  }

  /** Returns the uses of a module that are followed by the symbol, to the end of its name. */
  #membersOf({ uses }: WrittenImport): readonly Stretch[] {
    const { text } = this.#draft;
    const names = this.#isDotted ? [this.#move.moved.name] : this.#move.exported;
    return uses.flatMap(({ from, to }) => {
      const [whole, name = ""] = /^\s*(?:\?\.|\.)\s*([\w$]+)/.exec(text.slice(to, to + 200)) ?? [];
      return whole !== undefined && names.includes(name) ? [{ from, to: to + whole.length }] : [];
    });
  }

  async #mendNamespace(written: WrittenImport, uses: readonly Stretch[]): Promise<void> {
    const { moved, plan, target } = this.#move;
    const { context } = plan;
    const { version } = this.#draft;
    const isTarget = this.#draft === target;
    const module = this.#moduleFor(written.import.source);
    const known = (await readImports(version, context)).find(
      ({ import: taken, place }) => place === "top" && taken.source === module && taken.original === moved.name,
    );
    const word = moved.name.replaceAll("$", "\\$");
    const isTaken = new RegExp(`(?<![.\\w$])${word}(?![\\w$])`).test(version.text.text);
    const other = `${moved.name}Of${written.name[0]?.toUpperCase()}${written.name.slice(1)}`;
    const local = isTarget ? moved.name : (known?.name ?? (isTaken ? other : moved.name));
    if (written.place === "nested" && !isTarget && known === undefined)
      return plan.leave(version, written.from, "it imports the module inside of a function");
    for (const { from, to } of uses.toReversed()) this.#draft.edit({ from, to, insert: local });
    if (!isTarget && known === undefined) {
      const { isType, isRequired } = written;
      const added = { form: "named", source: module, original: moved.name, name: local } as const;
      await addImport(this.#draft, { ...added, isType, isRequired, place: "top" }, context);
    }
    if (uses.length < written.uses.length) return;
    const now = await this.#findImport(
      async (each) => each.name === written.name && each.import.source === written.import.source,
    );
    if (now && now.uses.length === 0) await removeImport(this.#draft, now, context);
  }

  async #mendDotted(written: WrittenImport, uses: readonly Stretch[]): Promise<void> {
    const { moved, plan, target } = this.#move;
    const { context } = plan;
    const { version } = this.#draft;
    if (this.#draft === target) {
      for (const { from, to } of uses.toReversed()) this.#draft.edit({ from, to, insert: moved.name });
    } else {
      const { source, original } = written.import;
      const module =
        original === undefined ? this.#moduleFor(source) : this.#moduleFor(submoduleName(source, original));
      const at = module.lastIndexOf(".");
      const stem = module.slice(at + 1);
      const isFrom = original !== undefined && at >= 0;
      const known = (await readImports(version, context)).find((each) => each.name === stem);
      const isTaken = isFrom && known === undefined && new RegExp(`(?<![.\\w])${stem}(?!\\w)`).test(version.text.text);
      const isOther =
        known !== undefined &&
        !(await this.#isModule(submoduleName(known.import.source, known.import.original ?? ""), target.path));
      const local =
        isFrom && !isTaken && !isOther
          ? `${stem}.${moved.name}`
          : original === undefined
            ? `${module}.${moved.name}`
            : moved.name;
      for (const { from, to } of uses.toReversed()) this.#draft.edit({ from, to, insert: local });
      const line =
        local === moved.name
          ? `from ${module} import ${moved.name}`
          : isFrom
            ? `from ${/^\.+\w/.test(module) && !/\w\./.test(module) ? module.slice(0, at + 1) : module.slice(0, at)} import ${stem}`
            : `import ${module}`;
      if (!this.#draft.text.text.split("\n").some((each) => each.trim() === line)) {
        const now = await this.#findImport(
          async (each) =>
            each.name === written.name &&
            each.statement.from <= written.statement.from + 1 &&
            each.place === written.place,
        );
        insertLineAfter(this.#draft, now?.statement ?? written.statement, line);
      }
    }
    if (uses.length < written.uses.length) return;
    const now = await this.#findImport(
      async (each) => each.name === written.name && each.import.source === written.import.source,
    );
    if (now && now.uses.length === 0) await removeImport(this.#draft, now, context);
  }

  /** `import a.b` with the use `a.b.name`. */
  async #mendQualified(): Promise<void> {
    const { moved, plan, target } = this.#move;
    const { context } = plan;
    const imports = await readImports(this.#draft.version, context);
    for (const each of imports.filter(({ import: { original } }) => original === undefined)) {
      const { text } = this.#draft;
      const [dotted = ""] = /^\w+(?:\.\w+)+/.exec(text.slice(each.from, each.from + 200)) ?? [];
      if (dotted === "" || !(await this.#isSource(dotted))) continue;
      const qualified = new RegExp(`(?<![.\\w])${dotted.replaceAll(".", "\\.")}\\.${moved.name}(?!\\w)`, "g");
      const uses = [...text.text.matchAll(qualified)];
      if (uses.length === 0) continue;
      const module = this.#moduleFor(dotted);
      const insert = this.#draft === target ? moved.name : `${module}.${moved.name}`;
      for (const { index, 0: use } of uses.toReversed())
        this.#draft.edit({ from: index, to: index + use.length, insert });
      const rest = new RegExp(`(?<![.\\w])${dotted.replaceAll(".", "\\.")}\\.`).test(this.#draft.text.text);
      if (this.#draft === target) continue;
      if (rest) insertLineAfter(this.#draft, each.statement, `import ${module}`);
      else this.#draft.edit({ from: each.from, to: each.from + dotted.length, insert: module });
      return;
    }
  }
}

/** Leaves the uses that a server or the text knows, in files that nothing was mended in. */
export async function leaveOtherUses(move: ModuleMove): Promise<void> {
  const { moved, source, target, plan } = move;
  const { context } = plan;
  const locate = locateOfOffset(moved.version, moved.nameFrom, context);
  const params = { locate, context: { includeDeclaration: false } };
  let answer: { readonly result: readonly Location[] | null };
  try {
    answer = await askBackend("references", params, context);
  } catch (error) {
    if (!(error instanceof LocateError)) throw error;
    plan.notes.push(`Not compared with the references of a server: ${withoutSupported(error.message)}`);
    return;
  }
  const { encoding } = await ensureBackend(moved.version, context.backends);
  const changed = new Set(plan.changed().map(({ path }) => keyOfPath(path)));
  for (const { uri, range } of answer.result ?? []) {
    const path = pathOfUri(uri);
    if (path === undefined || changed.has(keyOfPath(path)) || path === source.path || path === target.path) continue;
    const draft = await plan.at(path);
    if (draft === undefined) continue;
    const { from } = rangeToOffsets(draft.version.text, range, encoding);
    if (await leadsToSource(draft, from, move))
      plan.leave(
        draft.version,
        from,
        `it takes it from ${escapeName(basename(source.path))} in a way that is not known`,
      );
  }
}

/** Whether the name at an offset is imported from the source itself. */
async function leadsToSource(
  draft: TextDraft,
  offset: number,
  { plan, source, isPassedOn }: ModuleMove,
): Promise<boolean> {
  if (isPassedOn || !factsOf(draft.version.languageId).modules) return false;
  const syntax = await plan.context.syntax();
  const info = await syntax
    .nameAt(toSyntaxText(draft.version, syntax, plan.context.servers), offset)
    .catch(ignoreParseError);
  const taken = info?.import ?? info?.receiver?.import ?? info?.origin;
  if (taken === undefined) return false;
  const found = await plan.moduleAt(taken.source, draft);
  return found !== undefined && keyOfPath(found) === keyOfPath(source.path);
}
