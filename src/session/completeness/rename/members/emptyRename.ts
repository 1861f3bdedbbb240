/**
 * Says why a server renames nothing at a place, as far as the text and the server show it, and what
 * can be renamed instead.
 */

import type { Backend } from "../../../../ask/backend/backend.js";
import { Deadline } from "../../../../ask/deadline.js";
import { isInPackage } from "../../../../files/readPermission.js";
import { offsetToPosition, positionToOffset } from "../../../../text/position.js";
import { escapeName, inlineCode } from "../../../../text/printable.js";
import { pathOfUri } from "../../../../uri.js";
import type { RequestContext } from "../../../client/requestContext.js";
import { displayPath } from "../../../documents/filePaths.js";
import { queryDeclarations } from "../../../place/declarationQueries.js";
import type { Place } from "../../../place/resolvePlace.js";
import type { DocumentVersion } from "../../../place/syntaxView.js";
import { findDefinitions } from "../../definitions/findDefinitions.js";
import type { FileTexts } from "../../fileTexts.js";
import { wordAround } from "../../words.js";
import { isName, locateInLine, MAX_OFFERED, namesInLine, offer } from "../namesInLine.js";
import { namesIn } from "../remainingNames.js";
import { isInWorkspace } from "../renameRequest.js";

interface EmptyRename {
  readonly place: Place;
  readonly backend: Backend;
  readonly texts: FileTexts;
  readonly context: RequestContext;
}

/** How long the index may take, in ms; longer on a busy machine. */
const SEARCH_TIMEOUT_MS = 5_000;

/** Says where a library is that keeps its names. */
function placeOfLibrary(uri: string): string {
  const path = pathOfUri(uri) ?? uri;
  return `${isInPackage(path) ? "in an installed package" : "outside of the workspace"}, in ${escapeName(path)}`;
}

/** Returns sentences for a model to act on. */
export async function describeEmptyRename({ place, backend, texts, context }: EmptyRename): Promise<string> {
  const { uri, languageId, text } = place.document();
  const document = { uri, languageId, text };
  const { from, to } = wordAround(text, place.now().from);
  const word = text.slice(from, to);
  const line = text.lineAt(from);
  const where = `${escapeName(displayPath(uri, context.client.roots))}:${line + 1}`;
  if (word === "")
    return `There is no name at this place of ${where}.${offer("Names in that line", await namesInLine(document, line, context))}`;
  const name = inlineCode(word);
  const begin = `${backend.name} renames nothing at ${name} (${where})`;
  const kind = (await namesIn(document, word, context)).find(({ offset }) => offset === from)?.kind;
  if (kind !== undefined && kind !== "code") {
    const what = kind === "strings" ? "in a string" : "in a comment or plain text";
    return `${begin}: it is ${what}.${offer(`${name} is declared here`, await declaredPlaces())}`;
  }
  if ((await isName(document, from, context)) === false)
    return `${begin}: syntax shows no name there.${offer("Names in that line", await namesInLine(document, line, context))}`;
  const position = offsetToPosition(text, from, backend.encoding);
  const found = await findDefinitions({ uri, position }, backend, context);
  const definitions = found ?? [];
  const outside = definitions.filter((each) => !isInWorkspace(each.uri, context));
  const [library] = outside;
  if (library !== undefined && outside.length === definitions.length)
    return `${begin}: it is declared ${placeOfLibrary(library.uri)}, and keeps its name.`;
  const elsewhere: string[] = [];
  for (const each of definitions) {
    const file = await texts.read(each.uri);
    const offset = file && positionToOffset(file.text, each.position, backend.encoding);
    if (file === undefined || offset === undefined || (each.uri === uri && offset === from)) continue;
    if (outside.includes(each)) continue;
    const there = wordAround(file.text, offset);
    elsewhere.push(locateOf(file, file.text.lineAt(offset), file.text.slice(there.from, there.to)));
  }
  const why = found?.length === 0 ? ", and finds no declaration of it" : ", and gives no reason";
  return `${begin}${why}.${offer("What it leads to can be renamed there", elsewhere)}`;

  async function declaredPlaces(): Promise<readonly string[]> {
    const query = queryDeclarations([word], undefined, context, pathOfUri(uri)).catch(() => undefined);
    const found = await Deadline.ofWork(SEARCH_TIMEOUT_MS).before(query);
    const files = await Promise.all(
      (found?.declarations ?? []).slice(0, MAX_OFFERED).map(async (each) => {
        const file = await texts.readPath(each.path);
        return file ? [locateOf(file, each.line, word)] : [];
      }),
    );
    return files.flat();
  }

  function locateOf(file: DocumentVersion, at: number, find: string): string {
    return locateInLine({ uri: file.uri, line: at, find }, context);
  }
}
