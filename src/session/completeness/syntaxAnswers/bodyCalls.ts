/** The calls in a symbol's own body that the answer to outgoing calls leaves out. */

import type { Backend } from "../../../ask/backend/backend.js";
import type { Deadline } from "../../../ask/deadline.js";
import { symbolsAround } from "../../../locate/symbols/symbolNode.js";
import type { NameInfo } from "../../../syntax/scopes/nameInfo.js";
import { positionToOffset, type Range, rangeToOffsets } from "../../../text/position.js";
import type { Stretch } from "../../../text/stretch.js";
import { pathOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { queryDeclarations } from "../../place/declarationQueries.js";
import { type DocumentVersion, syntaxViewOf, toSyntaxText } from "../../place/syntaxView.js";
import { outgoingCallsOf } from "../answerPlaces.js";
import { createFileTexts } from "../fileTexts.js";
import { MAX_COUNT, noPlaces, type PossiblePlace, type PossiblePlaces } from "../searchRun.js";

interface BodyCallsOptions {
  /** The call hierarchy item that the backend was asked about. */
  readonly item: unknown;
  readonly answer: unknown;
  readonly backend: Backend;
  readonly deadline: Deadline;
}

/** Returns null where there is no item, or its language has no grammar. */
export async function findBodyCalls(
  { item, answer, backend, deadline }: BodyCallsOptions,
  context: RequestContext,
): Promise<PossiblePlaces | null> {
  const { uri, range, selectionRange } = (item ?? {}) as { uri?: unknown; range?: Range; selectionRange?: Range };
  if (typeof uri !== "string" || range === undefined || selectionRange === undefined) return null;
  const document = await createFileTexts(context).read(uri);
  const syntax = await context.syntax();
  if (document === undefined) return null;
  const source = toSyntaxText(document, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return null;
  const { encoding } = backend;
  const name = positionToOffset(document.text, selectionRange.start, encoding);
  const body = (await bodyAt(document, name, context)) ?? rangeToOffsets(document.text, range, encoding);
  const calls = await syntax.callsIn(source, body, MAX_COUNT + 1).catch(() => undefined);
  if (calls === undefined) return { ...noPlaces, unparsed: [pathOfUri(uri) ?? uri] };
  const { ranges, names } = outgoingCallsOf(answer, uri);
  const covered = ranges.map((each) => rangeToOffsets(document.text, each.range, encoding));
  const isCovered = ({ from, name }: NameInfo) =>
    names.has(name) || covered.some((stretch) => stretch.from <= from && from < stretch.to);
  const places: PossiblePlace[] = [];
  const declared = new Map<string, boolean>();
  let isIncomplete = false;
  for (const call of calls.filter((each) => !isCovered(each) && mayBeDeclaredOutside(each))) {
    if (!declared.has(call.name) && !isOfWorkspace(call)) {
      const found = await deadline.before(isDeclared(call.name, context));
      isIncomplete ||= found === undefined;
      declared.set(call.name, found ?? true);
    }
    if (declared.get(call.name) !== false) places.push({ document, offset: call.from });
  }
  const hasMore = places.length > MAX_COUNT;
  return {
    places: places.slice(0, MAX_COUNT),
    hasMore,
    isIncomplete,
    unparsed: [],
    unreadable: [],
    filesWithoutAnswer: [],
  };
}

/** Returns the extent of the symbol whose name is at an offset. */
async function bodyAt(document: DocumentVersion, name: number, context: RequestContext): Promise<Stretch | undefined> {
  const around = symbolsAround((await syntaxViewOf(document, context))?.symbols ?? [], name);
  return around.findLast(({ nameFrom, nameTo }) => nameFrom <= name && name <= nameTo);
}

/** A parameter or variable that is called is no symbol that an answer could name. */
function mayBeDeclaredOutside({ reach, kind }: NameInfo): boolean {
  return reach !== "local" || kind === "function" || kind === "method" || kind === "class";
}

/** Whether the file itself shows that the call leads into the workspace. */
function isOfWorkspace({ reach, import: own, receiver }: NameInfo): boolean {
  if (reach === "file" || reach === "member" || reach === "local") return true;
  return (own ?? receiver?.import)?.source.startsWith(".") === true;
}

/** Whether the workspace declares a name; others are those of libraries. */
async function isDeclared(name: string, context: RequestContext): Promise<boolean> {
  const found = await queryDeclarations([name], undefined, context).catch(() => undefined);
  return found === undefined || found.declarations.length > 0;
}
