/**
 * An index that reads all files for each query: always current, and complete when a test says so.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { factsOf } from "../../src/languages/languages.js";
import { readName } from "../../src/locate/symbols/symbolNames.js";
import type { Arity } from "../../src/syntax/outline/arity.js";
import type { OutlineSymbol } from "../../src/syntax/outline/outlineSymbols.js";
import type { Syntax } from "../../src/syntax/syntax.js";
import { Document } from "../../src/text/document.js";
import { offsetToPosition } from "../../src/text/position.js";
import type { IndexState, WorkspaceDeclaration } from "../../src/workspace/declaration.js";
import { isPrivateToFile } from "../../src/workspace/parse/fileResults.js";
import type { IndexAnswer, WorkspaceIndex } from "../../src/workspace/workspaceIndex.js";

export interface FakeIndex extends WorkspaceIndex {
  readonly roots: readonly string[];
  /** The calls that change it, one line each. */
  readonly calls: string[];
  /** Sets the state; until it is complete, `findByName` and `findFilesWith` wait. */
  setState(state: IndexState): void;
  isEnded: boolean;
}

const complete: IndexState = { isComplete: true, indexed: 1, files: 1 };

export function fakeIndex(
  roots: readonly string[],
  syntax: Syntax,
  languageOf: (path: string) => string | undefined,
  first: IndexState = complete,
): FakeIndex {
  const open = new Map<string, { readonly languageId: string; readonly text: string }>();
  const listeners = new Set<(state: IndexState) => void>();
  let state = first;

  const files = () => {
    const onDisk = roots.flatMap((root) =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    return [...new Set([...onDisk, ...open.keys()])].sort().flatMap((path) => {
      const languageId = open.get(path)?.languageId ?? languageOf(path);
      if (languageId === undefined || !syntax.hasGrammar(languageId)) return [];
      return [{ path, languageId, text: open.get(path)?.text ?? readFileSync(path, "utf8") }];
    });
  };
  const declarations = async (): Promise<WorkspaceDeclaration[]> => {
    const all: WorkspaceDeclaration[] = [];
    for (const { path, languageId, text } of files()) {
      const document = Document.of(text);
      const visit = (symbol: OutlineSymbol, container: readonly string[]): void => {
        if (symbol.isLocal) return;
        const { name, kind, nameFrom, detail, children } = symbol;
        const place = offsetToPosition(document, nameFrom, "utf-16");
        // `(*Shop).Sell` is `Sell` in `Shop`.
        const words = readName(name, factsOf(languageId).nameRule).plain;
        const inside = [...container, ...words.slice(0, -1)];
        if (!isPrivateToFile(symbol, languageId))
          all.push({
            name: words.at(-1) ?? name,
            kind,
            container: inside,
            ...place,
            ...arityOf(detail),
            path,
            languageId,
          });
        for (const child of children) visit(child, [...container, ...(words.length > 0 ? words : [name])]);
      };
      for (const symbol of await syntax.outline({ uri: `index:${path}`, languageId, text })) visit(symbol, []);
    }
    return all;
  };
  const whenComplete = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const listener = () => state.isComplete && (listeners.delete(listener), resolve());
      listeners.add(listener);
      signal?.addEventListener("abort", () => reject(signal.reason));
      listener();
    });
  const known = <Answer>(answer: Answer): IndexAnswer<Answer> => ({ answer, state });

  const index: FakeIndex = {
    roots,
    calls: [],
    isEnded: false,
    setState(next) {
      state = next;
      for (const listener of [...listeners]) listener(state);
    },
    async findByName({ name, arity }, signal) {
      await whenComplete(signal);
      const named = (await declarations()).filter((declaration) => declaration.name === name);
      const takes = ({ arity: own }: WorkspaceDeclaration) => own && arity! >= own.least && arity! <= own.most;
      return known(arity === undefined ? named : named.filter(takes));
    },
    async findMatching(text, limit) {
      const letters = new RegExp([...text].map((each) => each.replace(/\W/, "\\$&")).join(".*"), "i");
      return known((await declarations()).filter(({ name }) => letters.test(name)).slice(0, limit));
    },
    async findSimilar(name, limit) {
      const first = name.slice(0, 2);
      return known((await declarations()).filter((each) => each.name.startsWith(first)).slice(0, limit));
    },
    async findFilesWith(word, languageIds, signal) {
      await whenComplete(signal);
      const holds = ({ languageId, text }: { languageId: string; text: string }) =>
        languageIds.includes(languageId) && text.includes(word);
      return known(
        files()
          .filter(holds)
          .map(({ path }) => path),
      );
    },
    async revision() {
      return JSON.stringify(files());
    },
    async findByPattern({ path, limit }) {
      const part = (path.at(-1) ?? "").replaceAll("*", "").toLowerCase();
      const found = (await declarations()).filter(({ name }) => name.toLowerCase().includes(part));
      const matched = found.slice(0, limit).map((each) => ({ ...each, match: "part" as const }));
      return known({ declarations: matched, isCut: found.length > limit });
    },
    async findPaths(folder) {
      const inside = files().flatMap(({ path }) => (path.startsWith(`${folder}/`) ? [path] : []));
      return known({ paths: inside.sort(), isPartial: false });
    },
    async findText({ text, limit }) {
      const lines = files().flatMap(({ path, text: whole }) =>
        whole.split("\n").flatMap((line, at) => {
          const character = line.indexOf(text);
          return character < 0 ? [] : [{ path, line: at, character, text: line.trim() }];
        }),
      );
      return known({ lines: lines.slice(0, limit), count: lines.length, isPartial: lines.length > limit });
    },
    open(path, languageId, text) {
      index.calls.push(`open ${path.split("/").at(-1)} ${JSON.stringify(text)}`);
      open.set(path, { languageId, text });
    },
    close(path) {
      index.calls.push(`close ${path.split("/").at(-1)}`);
      open.delete(path);
    },
    notifyChanges(paths) {
      index.calls.push(`changed ${paths.map((path) => path.split("/").at(-1)).join(" ")}`);
    },
    async waitUntilComplete(signal) {
      await whenComplete(signal);
      return state;
    },
    onStateChange(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
    async end() {
      index.isEnded = true;
    },
  };
  return index;
}

function arityOf(detail: string | undefined): { readonly arity?: Arity } {
  const [, inside] = /^\((.*)\)/.exec(detail ?? "") ?? [];
  if (inside === undefined) return {};
  const count = inside.trim() === "" ? 0 : inside.split(",").length;
  return { arity: /\.\.\.|\*/.test(inside) ? { least: count - 1, most: Infinity } : { least: count, most: count } };
}
