/**
 * Alternatives to a Locate that failed: the Locates that an error offers, as text to choose from.
 */

import { formatLocate, type Locate, LocateError } from "../../../src/index.js";
import { isObject, type ProxyError } from "./proxyError.js";

/** A Locate that may be meant; `hint` is the text at its place, if known. */
export interface Alternative {
  readonly locate: string;
  readonly hint?: string;
}

const MAX_ALTERNATIVES = 12;

/** Returns the alternatives, best first, without duplicates; `asked` is the Locate that failed. */
export function alternativesOf({ kind, facts }: ProxyError, asked: string): readonly Alternative[] {
  const alternatives = [
    // Each of several matching places comes with its own Locate.
    ...listOf(facts["candidates"]).flatMap(fromCandidate),
    // Names similar to the missing one, in the workspace and then in the file.
    ...listOf(facts["likely"]).flatMap(({ file_path, symbol_path }) => fromSymbol(file_path, symbol_path)),
    ...pathsOf(facts["likely_paths"]).flatMap((path) => fromSymbol(fileOf(asked), path)),
    ...stringsOf(facts["similar"]).flatMap((path) => inOtherFile(path, asked)),
    ...listOf(facts["nearest"]).flatMap((near) => fromLine(fileOf(asked), near)),
    ...(kind === "invalid_locate" && /^[\w.]+$/.test(asked) ? [{ locate: `:${asked}` }, { locate: `@${asked}` }] : []),
  ];
  return [...new Map(alternatives.map((alternative) => [alternative.locate, alternative])).values()].slice(
    0,
    MAX_ALTERNATIVES,
  );
}

function fromCandidate({ locate, text }: Readonly<Record<string, unknown>>): readonly Alternative[] {
  const notation = isObject(locate) ? notationOf(locate) : undefined;
  if (notation === undefined) return [];
  return [{ locate: notation, ...(typeof text === "string" ? { hint: text.trim() } : {}) }];
}

function fromSymbol(file: unknown, path: unknown): readonly Alternative[] {
  const symbol_path = stringsOf(path);
  if (symbol_path.length === 0) return [];
  const notation = notationOf({ ...(typeof file === "string" ? { file_path: file } : {}), scope: { symbol_path } });
  return notation === undefined ? [] : [{ locate: notation }];
}

/** Returns the same Locate in another file. */
function inOtherFile(path: string, asked: string): readonly Alternative[] {
  const file = fileOf(asked);
  return file === undefined ? [] : [{ locate: path + asked.slice(file.length) }];
}

function fromLine(
  file: string | undefined,
  { line: lineNumber, text }: Readonly<Record<string, unknown>>,
): readonly Alternative[] {
  if (file === undefined || typeof lineNumber !== "number" || typeof text !== "string") return [];
  return [{ locate: `${file}:${lineNumber}`, hint: text.trim() }];
}

/** Returns the file that a Locate begins with, as far as its text shows. */
function fileOf(asked: string): string | undefined {
  return /^((?:[a-zA-Z]:[\\/])?[^:@]+)[:@]/.exec(asked)?.[1];
}

function notationOf(locate: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return formatLocate(locate as Locate);
  } catch (error) {
    // Locates without a short notation can't be typed, so they are left out.
    if (error instanceof LocateError) return undefined;
    throw error;
  }
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Symbol paths are lists of names. */
function pathsOf(value: unknown): readonly (readonly string[])[] {
  return Array.isArray(value) ? value.map(stringsOf).filter((path) => path.length > 0) : [];
}
