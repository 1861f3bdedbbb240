/**
 * `lsp-locate describe`: a position as compilers print it, as a Locate that a person would write.
 */

import type { Locate } from "../../locate/locate.js";
import { readPrintedPlace, withoutFrame } from "../../locate/notation/printedPlaces.js";
import { readLocate } from "../../locate/notation/readLocate.js";
import { type Description, toDescription } from "../../session/methods/describe.js";
import { offsetToPosition, type Position, positionToOffset } from "../../text/position.js";
import { pathOfUri } from "../../uri.js";
import { createPathFormatter, createSourceReader } from "../client/answerFiles.js";
import type { RequestClient } from "../client/inProcessClient.js";
import { UsageError } from "../options.js";
import { quoteForShell, writePathWord } from "../show/locateText.js";
import type { ResolvedPlace } from "../show/resolvedPlace.js";
import type { MethodAnswer, MethodContext, MethodPaths } from "./methodCommand.js";
import { type PathContext, pathExists, resolveFilePath } from "./readLocates.js";

/**
 * Reads `<file>:<line>:<character>[-<line>:<character>]`, or a place as another tool prints it, as
 * one Locate, or two for the ends of a range. Throws UsageError.
 */
export function readPositions(text: string, where: PathContext): readonly Locate[] {
  const inner = withoutFrame(text) ?? text;
  // Compilers print another colon after it.
  const match = /^(.+):(\d+):(\d+)(?:-(\d+):(\d+))?:?$/s.exec(inner);
  const printed = match?.[1] !== undefined && pathExists(match[1], where) ? undefined : readPrinted(inner, where);
  if (printed !== undefined) return [printed];
  const [, file, line, character, endLine, endCharacter] = match ?? rejectPositionText(text, where);
  const end = (line: string | undefined, character: string | undefined) =>
    resolveFilePath(
      readLocate({ file_path: file, scope: { line: Number(line), character: Number(character) } }),
      where,
    );
  if (endLine === undefined) return [end(line, character)];
  const length = Number(endLine) - Number(line) || Number(endCharacter) - Number(character);
  if (length < 0) throw new UsageError(`${JSON.stringify(text)} ends before it begins. The end comes after the -.`);
  return [end(line, character), end(endLine, endCharacter)];
}

/** Returns undefined for other texts, for lines from one to another, and for missing files. */
function readPrinted(text: string, where: PathContext): Locate | undefined {
  const place = readPrintedPlace(text);
  if (place === undefined || !/^\d+(?::\d+)?$/.test(place.scope) || !pathExists(place.file_path, where))
    return undefined;
  return resolveFilePath(readLocate({ ...place }), where);
}

function rejectPositionText(text: string, where: PathContext): never {
  const form = "describe needs <file>:<line>:<character>, as compilers print it";
  const [, file, line, character] = /^(.+?):(\d+)(?::(\d*))?(?:-.*)?$/s.exec(text) ?? [];
  if (file !== undefined) {
    const start = `${file}:${line}:${character || 1}`;
    throw new UsageError(
      `${form}: lsp-locate describe ${quoteForShell(start)}. A range is ${start}-<line>:<character>.`,
    );
  }
  if (pathExists(text, where)) throw new UsageError(`${form}: lsp-locate describe ${quoteForShell(`${text}:1:1`)}.`);
  throw new UsageError(
    `${form}; ${JSON.stringify(text)} has another form. To see where a Locate leads: lsp-locate resolve ${quoteForShell(text)}.`,
  );
}

/**
 * Resolves the ends first, for errors in the file, line or character; then requests the Locate that
 * leads there. Its path is written, and its notation read, as in the working directory.
 */
export async function describePosition(
  ends: readonly Locate[],
  { client, paths }: MethodContext,
): Promise<MethodAnswer> {
  const places = await Promise.all(ends.map((locate) => client.request<ResolvedPlace>("locate/resolve", { locate })));
  const [start, end] = places.map((place) => toAgreedEncoding(place, client));
  const textDocument = places[0]?.target.textDocument;
  const place = end === undefined ? { position: start } : { range: { start, end } };
  const result = await client.request<Description>("locate/describe", { textDocument, ...place });
  const locate = { ...result.locate, ...writtenPath(textDocument?.uri, paths) };
  const description = toDescription(locate, paths && { exists: (path) => pathExists(path, paths) });
  return { kind: "shown", result: description, answer: description };
}

/** The file as it is written in the working directory. */
function writtenPath(uri: string | undefined, paths: MethodPaths | undefined): Pick<Locate, "file_path"> {
  const path = pathOfUri(uri ?? "");
  return path === undefined || paths === undefined
    ? {}
    : { file_path: writePathWord(createPathFormatter(paths.workingDirectory, paths.workspace)(path)) };
}

/**
 * Converts a target from the server's encoding to the agreed one, which the proxy's own methods
 * take.
 */
function toAgreedEncoding(
  { target: { textDocument, position = { line: 0, character: 0 } } }: ResolvedPlace,
  { encoding, agreedEncoding }: RequestClient,
): Position {
  const document = encoding === agreedEncoding ? undefined : createSourceReader(undefined)(textDocument.uri);
  if (!document) return position;
  return offsetToPosition(document, positionToOffset(document, position, encoding), agreedEncoding);
}
