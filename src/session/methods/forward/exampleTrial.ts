/**
 * Questions about an example in a file's documentation to a server that reads no code outside of a
 * project: while it is asked, it has the example in a function at the end of the file.
 */

import type { Backend } from "../../../ask/backend/backend.js";
import { withTrialText } from "../../../ask/verdict/trialText.js";
import { isObject } from "../../../backend/isObject.js";
import { cratesAround } from "../../../code/modules/rustCrates.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import type { DocTestFacts } from "../../../languages/facts.js";
import type { InnerCode } from "../../../syntax/outline/innerDeclarations.js";
import { Document } from "../../../text/document.js";
import type { Stretch } from "../../../text/stretch.js";
import { keyOfUri, pathInside, pathOfUri } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createPlace, type Place } from "../../place/resolvePlace.js";
import { onlyCode } from "../../verdict/innerDocuments.js";

export interface ExampleTrial {
  readonly outer: OpenDocument;
  /** The file with the example at its end. */
  readonly text: Document;
  /** The place in it. */
  readonly stretch: Stretch;
  /** The first line of the example in it, and how many lines that is after the one of the file. */
  readonly line: number;
  readonly shift: number;
}

/** Returns the trial for a place in an example of a file. */
export async function exampleTrialOf(
  outer: OpenDocument,
  own: InnerCode,
  { from, to }: Stretch,
  within: NonNullable<DocTestFacts["within"]>,
): Promise<ExampleTrial> {
  const { text, uri } = outer;
  const path = pathOfUri(uri);
  const crate = path === undefined ? undefined : await crateOf(path);
  const [first, last] = [text.lineAt(own.from), text.lineAt(own.to)];
  const begin = text.lineFrom(first);
  const code = onlyCode(text.text, [own]).slice(begin, text.lineTo(last));
  const head = `${text.text}\n${within.before}\n`;
  const library = crate === undefined ? "" : within.library.replace("{crate}", crate);
  const whole = Document.of(`${head}${code}\n${library}${within.after}\n`);
  const line = whole.lineAt(head.length);
  const at = head.length - begin;
  return { outer, text: whole, stretch: { from: from + at, to: to + at }, line, shift: line - first };
}

/** Returns the name of the library that a file is part of. */
async function crateOf(path: string): Promise<string | undefined> {
  const { byName } = await cratesAround(path);
  const around = [...byName].filter(([, root]) => pathInside(root.slice(0, root.lastIndexOf("/")), path) !== undefined);
  return around.sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/**
 * Asks about the place while the server has the file with the example. The answer is as if the
 * example were a document with the URI `exampleUri`, with the lines of the file. Undefined where
 * the server can't be asked so.
 */
export async function askInTrial(
  { outer, text, stretch, line, shift }: ExampleTrial,
  exampleUri: string,
  backend: Backend,
  context: RequestContext,
  askAt: (place: Place) => Promise<RawJson>,
): Promise<RawJson | undefined> {
  const { unopenedFiles, documents } = context;
  const answer = await withTrialText(outer, text, { backend, unopenedFiles }, async (trial) => {
    const place = createPlace(trial, trial.takeSnapshot(), stretch, documents);
    try {
      return await askAt(place);
    } finally {
      place.release();
    }
  });
  return answer && RawJson.of(withoutTrial(answer.parse(), { uri: outer.uri, exampleUri, line, shift }));
}

interface Mapping {
  readonly uri: string;
  readonly exampleUri: string;
  readonly line: number;
  readonly shift: number;
}

/** Returns a part of an answer with the places in the example as those of its own document. */
function withoutTrial(value: unknown, mapping: Mapping): unknown {
  if (Array.isArray(value))
    return value.flatMap((each) => splitEdits(each, mapping)).map((e) => withoutTrial(e, mapping));
  if (!isObject(value)) return value;
  if (typeof value["line"] === "number" && typeof value["character"] === "number")
    return value["line"] >= mapping.line ? { ...value, line: value["line"] - mapping.shift } : value;
  const isIn = (range: unknown) => isInExample(range, mapping);
  const entries = Object.entries(value).flatMap(([key, member]): readonly (readonly [string, unknown])[] => {
    if (key === "data" || key === "arguments") return [[key, member]];
    if (key === "uri" && isIn(value["range"]) && isSame(member, mapping)) return [[key, mapping.exampleUri]];
    if (key === "targetUri" && isIn(value["targetSelectionRange"]) && isSame(member, mapping))
      return [[key, mapping.exampleUri]];
    if (!isSame(key, mapping) || !Array.isArray(member)) return [[key, withoutTrial(member, mapping)]];
    const inside = member.filter((each) => isObject(each) && isIn(each["range"]));
    const others = member.filter((each) => !inside.includes(each));
    const kept: readonly (readonly [string, readonly unknown[]])[] = [
      [key, others],
      [mapping.exampleUri, inside],
    ];
    return kept.filter(([, list]) => list.length > 0).map(([uri, list]) => [uri, withoutTrial(list, mapping)] as const);
  });
  return Object.fromEntries(entries);
}

/** Returns the edits of a document apart from those of the example. */
function splitEdits(value: unknown, mapping: Mapping): readonly unknown[] {
  if (!isObject(value) || !isObject(value["textDocument"]) || !Array.isArray(value["edits"])) return [value];
  const { textDocument, edits } = value as { readonly textDocument: { readonly uri?: unknown }; edits: unknown[] };
  if (!isSame(textDocument.uri, mapping)) return [value];
  const inside = edits.filter((each) => isObject(each) && isInExample(each["range"], mapping));
  const others = edits.filter((each) => !inside.includes(each));
  const ofExample = { ...value, textDocument: { uri: mapping.exampleUri, version: null }, edits: inside };
  return [{ ...value, edits: others }, ofExample].filter((each) => each.edits.length > 0);
}

function isInExample(range: unknown, { line }: Mapping): boolean {
  const start = isObject(range) ? range["start"] : undefined;
  return isObject(start) && typeof start["line"] === "number" && start["line"] >= line;
}

function isSame(uri: unknown, mapping: Mapping): boolean {
  return typeof uri === "string" && keyOfUri(uri) === keyOfUri(mapping.uri);
}
