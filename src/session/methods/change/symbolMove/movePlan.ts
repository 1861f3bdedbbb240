/** The files that a move of a symbol changes, and what is left in others. */

import type { TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import type { CodeFiles } from "../../../../code/entities/codeFiles.js";
import { importsFile } from "../../../../code/imports/moduleFile.js";
import { languageOfFile } from "../../../../files/languageOfFile.js";
import { factsOf, familyOf } from "../../../../languages/languages.js";
import type { ModuleFacts } from "../../../../syntax/scopes/moduleFacts.js";
import { ignoreParseError } from "../../../../syntax/syntax.js";
import { offsetsToRange } from "../../../../text/position.js";
import { escapeName, inlineCode } from "../../../../text/printable.js";
import { keyOfPath, uriOfPath } from "../../../../uri.js";
import type { RequestContext } from "../../../client/requestContext.js";
import type { FileTexts } from "../../../completeness/fileTexts.js";
import { placeAt } from "../../../completeness/unconfirmed.js";
import { displayPath, foldersOf } from "../../../documents/filePaths.js";
import { type DocumentVersion, toSyntaxText } from "../../../place/syntaxView.js";
import { readDocument, textChangedError } from "../editedTexts.js";
import type { LeftPlace } from "../leftPlaces.js";
import type { SourceStyle } from "./moduleSources.js";
import { TextDraft } from "./textDraft.js";

/** More modules that pass a name on are not followed. */
const MAX_PASSED = 100;

export interface MovePlanSources {
  readonly texts: FileTexts;
  readonly files: CodeFiles;
  readonly context: RequestContext;
}

export class SymbolMovePlan {
  readonly context: RequestContext;
  readonly files: CodeFiles;
  readonly left: LeftPlace[] = [];
  readonly notes: string[] = [];
  readonly #texts: FileTexts;
  readonly #drafts = new Map<string, TextDraft>();

  constructor({ texts, files, context }: MovePlanSources) {
    this.#texts = texts;
    this.files = files;
    this.context = context;
  }

  /** Returns the draft of a file; undefined where it can't be read. */
  async at(path: string): Promise<TextDraft | undefined> {
    const known = this.#drafts.get(keyOfPath(path));
    if (known) return known;
    const version = await this.#texts.readPath(path);
    return version && this.add(new TextDraft(path, version));
  }

  /** Returns the draft of a file that may not exist yet. */
  async atOrNew(path: string, languageId: string): Promise<TextDraft> {
    const uri = uriOfPath(path, this.context.client.roots.folders);
    return (await this.at(path)) ?? this.add(new TextDraft(path, { uri, languageId }));
  }

  add(draft: TextDraft): TextDraft {
    this.#drafts.set(keyOfPath(draft.path), draft);
    return draft;
  }

  /** Those that differ from their files. */
  changed(): readonly TextDraft[] {
    return [...this.#drafts.values()].filter(({ isChanged }) => isChanged);
  }

  leave(version: DocumentVersion, from: number, why: string): void {
    const place = { ...placeAt(version, from, this.context), why };
    const isKnown = ({ file_path, line }: LeftPlace) => file_path === place.file_path && line === place.line;
    if (!this.left.some(isKnown)) this.left.push(place);
  }

  /** Says which imports a file has lost. */
  noteNeedless(draft: TextDraft, names: readonly string[]): void {
    if (names.length === 0) return;
    const listed = names.map((each) => inlineCode(each)).join(", ");
    this.notes.push(`Imports that ${escapeName(this.pathOf(draft))} needs no more: ${listed}.`);
  }

  pathOf({ version }: TextDraft): string {
    return displayPath(version.uri, this.context.client.roots);
  }

  shownPath(path: string): string {
    return displayPath(uriOfPath(path, this.context.client.roots.folders), this.context.client.roots);
  }

  async factsOf(version: DocumentVersion): Promise<ModuleFacts | undefined> {
    const syntax = await this.context.syntax();
    const source = toSyntaxText(version, syntax, this.context.servers);
    if (!syntax.hasGrammar(source.languageId)) return undefined;
    return syntax.moduleFacts(source).catch(ignoreParseError);
  }

  /** Returns the path of the file that a module means in a file; undefined if there is none. */
  async moduleAt(source: string, { path, version: { languageId } }: TextDraft): Promise<string | undefined> {
    const known = languageOfFile(path, this.context.servers) ?? languageId;
    const found = await this.files.imported(source, { path, languageId: known });
    if (found !== undefined) return found.path;
    // A new file is not on disk.
    for (const draft of this.#drafts.values()) {
      const isNew = draft.before === undefined && draft.path !== path;
      if (isNew && (await importsFile(source, { from: path, path: draft.path, languageId: known }))) return draft.path;
    }
    return undefined;
  }

  /** Whether what a module exports under a name is of a file, perhaps through others. */
  async passesOn(module: string, name: string, goal: string, seen = new Set<string>()): Promise<boolean> {
    const key = keyOfPath(module);
    if (key === keyOfPath(goal)) return true;
    if (seen.has(key) || seen.size >= MAX_PASSED) return false;
    seen.add(key);
    const draft = await this.at(module);
    const facts = draft && (await this.factsOf(draft.before ?? draft.version));
    if (draft === undefined || facts === undefined) return false;
    const { hasNamedModules } = factsOf(draft.version.languageId);
    const named = [
      ...facts.exports.filter((each) => each.name === name),
      ...(hasNamedModules ? facts.imports : [])
        .filter((each) => each.name === name)
        .map((each) => ({ source: each.import.source, original: each.import.original ?? name })),
    ];
    const wildcards = facts.wildcards.filter(({ isExported }) => isExported);
    const next = [...named, ...wildcards.map(({ source }) => ({ source, original: name }))];
    for (const { source, original } of next) {
      const found = source === undefined ? undefined : await this.moduleAt(source, draft);
      if (found !== undefined && (await this.passesOn(found, original, goal, seen))) return true;
    }
    return false;
  }

  /** Returns the files of a language that have a word. */
  filesWith(word: string, languageId: string): Promise<readonly string[]> {
    return this.files.sources.filesWith(word, familyOf(languageId));
  }

  /** Returns how a file writes imports, by its own, and by those of the others. */
  async styleOf(draft: TextDraft, others: readonly TextDraft[]): Promise<SourceStyle> {
    const sources: string[][] = [];
    for (const each of [draft, ...others])
      sources.push(((await this.factsOf(each.version))?.sources ?? []).map(({ source }) => source));
    return { languageId: draft.version.languageId, sources, roots: foldersOf(this.context.client.roots) };
  }

  /** Returns the edit. Errors: `content_modified`. */
  async toEdit(): Promise<WorkspaceEdit> {
    const parts: NonNullable<WorkspaceEdit["documentChanges"]> = [];
    for (const draft of this.changed()) {
      const { uri } = draft.version;
      if (draft.before === undefined) {
        parts.push({ kind: "create", uri });
        const start = { line: 0, character: 0 };
        const edits = [{ range: { start, end: start }, newText: draft.text.text }];
        parts.push({ textDocument: { uri, version: null }, edits });
        continue;
      }
      const { text } = draft.before;
      const document = await readDocument(uri, this.context);
      if (document?.text.text !== text.text) throw textChangedError(this.pathOf(draft));
      const edits = draft.changes().map(({ from, to, insert }) => ({
        range: offsetsToRange(text, { from, to }, this.context.client.encoding),
        newText: insert,
      }));
      const version = document.owner === "client" ? document.version : null;
      parts.push({ textDocument: { uri, version }, edits } satisfies TextDocumentEdit);
    }
    return { documentChanges: parts };
  }
}
