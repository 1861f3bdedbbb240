/**
 * Completes an answer to `workspace/symbol`: declarations of that very name that the server has not
 * loaded are added from the index, and a symbol's range begins at its name, since clients go to its
 * start and ask on there.
 */

import { languageOfFile } from "../../../files/languageOfFile.js";
import { mayRead } from "../../../files/readPermission.js";
import { symbolKindOfName } from "../../../locate/symbols/symbolNode.js";
import { getOrInsert } from "../../../text/list.js";
import { offsetToPosition, type Position, positionToOffset, type Range } from "../../../text/position.js";
import { pathOfUri, uriOfPath } from "../../../uri.js";
import { elements, findValue, type Splice, skipSpace, splice, stringAt } from "../../../wire/json.js";
import type { WorkspaceDeclaration } from "../../../workspace/declaration.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createFileTexts, type FileTexts } from "../../completeness/fileTexts.js";
import { appendItems } from "../../completeness/syntaxAnswers/addedPlaces.js";
import { answerPermission } from "../../documents/filePaths.js";
import { lastPlainName } from "../../place/declarationPath.js";
import { queryDeclarations } from "../../place/declarationQueries.js";
import type { CompletedResult } from "./plainRequest.js";

/** The maximum number of symbols that are added, and of names whose places are looked up. */
const MAX_ADDED = 1_000;
const MAX_NAMES = 100;
/** No declaration has a longer name. */
const MAX_QUERY_LENGTH = 200;

/** Returns an answer (JSON) with what it lacks. */
export async function completeSymbols(
  answer: Buffer,
  query: string,
  context: RequestContext,
): Promise<CompletedResult> {
  if (query === "" || query.length > MAX_QUERY_LENGTH || /\s/.test(query)) return { result: answer };
  const texts = createFileTexts(context);
  const symbols = elements(answer, skipSpace(answer, 0)).map((item) => readSymbol(answer, item.from));
  const known = new Map<string, Promise<readonly WorkspaceDeclaration[]>>();
  const declarationsOf = (name: string) => {
    return getOrInsert(known, name, () => declarationsNamed(name, context));
  };
  const splices: Splice[] = [];
  const knownOf = (name: string) => (known.size < MAX_NAMES ? declarationsOf(name) : known.get(name));
  for (const symbol of symbols) {
    const start = await startOfName(symbol, knownOf, texts, context);
    if (start && symbol.start) splices.push({ ...symbol.start, bytes: Buffer.from(JSON.stringify(start)) });
  }
  const own = splices.length === 0 ? answer : splice(answer, splices);
  const missing = (await declarationsOf(query)).filter(
    (each) => each.name === query && !symbols.some((symbol) => isSymbolOf(symbol, each)),
  );
  if (missing.length === 0) return { result: own };
  const added: Buffer[] = [];
  for (const each of missing.slice(0, MAX_ADDED)) {
    const symbol = await toSymbol(each, texts, context);
    if (symbol) added.push(Buffer.from(JSON.stringify(symbol)));
  }
  const paths = [...new Set(missing.slice(0, MAX_LOGGED).map(({ path, line }) => `${path}:${line + 1}`))];
  const said = `workspace/symbol: ${added.length} declarations were added from the index: ${paths.join(", ")}`;
  return { result: appendItems(own, added), ...(added.length > 0 && { added: said }) };
}

const MAX_LOGGED = 20;

/** A symbol of the answer. Positions are as the client counts them. */
interface AnsweredSymbol {
  readonly name: string;
  readonly path: string | undefined;
  readonly range: Range | undefined;
  /** Where its start is in the JSON. */
  readonly start: { readonly from: number; readonly to: number } | undefined;
}

function readSymbol(json: Buffer, from: number): AnsweredSymbol {
  const uri = stringAt(json, findValue(json, ["location", "uri"], from)) ?? "";
  const range = findValue(json, ["location", "range"], from);
  const path = pathOfUri(uri);
  return {
    name: lastPlainName([stringAt(json, findValue(json, ["name"], from)) ?? ""]),
    path,
    range: range && (JSON.parse(json.toString("utf8", range.from, range.to)) as Range),
    start: findValue(json, ["location", "range", "start"], from),
  };
}

/** Returns where the name of a symbol is, if its range begins before it. */
async function startOfName(
  { name, path, range }: AnsweredSymbol,
  declarationsOf: (name: string) => Promise<readonly WorkspaceDeclaration[]> | undefined,
  texts: FileTexts,
  context: RequestContext,
): Promise<Position | undefined> {
  if (path === undefined || range === undefined || name === "" || isName(range, name)) return undefined;
  const inRange = ((await declarationsOf(name)) ?? []).filter(
    (each) => each.path === path && isWithin(each, range) && each.name === name,
  );
  const [first] = inRange;
  return first && toClientPosition(first, texts, context);
}

/** Whether a range is of the length of a name, in one line. */
function isName({ start, end }: Range, name: string): boolean {
  return start.line === end.line && end.character - start.character === name.length;
}

function isWithin({ line }: Position, { start, end }: Range): boolean {
  return start.line <= line && line <= end.line;
}

/** Whether a symbol of the answer is a declaration. */
function isSymbolOf({ name, path, range }: AnsweredSymbol, declaration: WorkspaceDeclaration): boolean {
  return path === declaration.path && name === declaration.name && (!range || isWithin(declaration, range));
}

/** Returns the declarations of a name in the languages of the session's servers. */
async function declarationsNamed(name: string, context: RequestContext): Promise<readonly WorkspaceDeclaration[]> {
  const { languages } = context.backends;
  const permission = answerPermission(context.client.roots);
  const { declarations } = await queryDeclarations([name], undefined, context);
  return declarations.filter(
    ({ path }) =>
      (languages === undefined || languages.has(languageOfFile(path, context.servers) ?? "")) &&
      mayRead(path, permission),
  );
}

async function toSymbol(
  declaration: WorkspaceDeclaration,
  texts: FileTexts,
  context: RequestContext,
): Promise<object | undefined> {
  const { name, kind, path, container } = declaration;
  const start = await toClientPosition(declaration, texts, context);
  if (start === undefined) return undefined;
  const end = { line: start.line, character: start.character + name.length };
  return {
    name,
    kind: symbolKindOfName(kind),
    location: { uri: uriOfPath(path, context.client.roots.folders), range: { start, end } },
    ...(container.length > 0 && { containerName: container.join(".") }),
  };
}

/** Converts a position of the index, which counts UTF-16 units. */
async function toClientPosition(
  { path, line, character }: WorkspaceDeclaration,
  texts: FileTexts,
  { client: { encoding } }: RequestContext,
): Promise<Position | undefined> {
  if (encoding === "utf-16") return { line, character };
  const text = (await texts.readPath(path))?.text;
  return text && offsetToPosition(text, positionToOffset(text, { line, character }, "utf-16"), encoding);
}
