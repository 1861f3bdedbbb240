/**
 * `locate/context`: what is needed to work on a symbol, within a budget: signature, body, callers,
 * callees, uses, implementations, types.
 */

import type { CallHierarchyIncomingCall, Hover, Location } from "vscode-languageserver-protocol";
import { withoutSupported } from "../../../ask/backend/supportCheck.js";
import { errorMessage, LocateError } from "../../../error.js";
import { describeValue } from "../../../locate/errorText.js";
import type { Locate } from "../../../locate/locate.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import { symbolsAround } from "../../../locate/symbols/symbolNode.js";
import { keyOfUri } from "../../../uri.js";
import type { RequestContext } from "../../client/requestContext.js";
import { existenceCheck } from "../../documents/filePaths.js";
import { toPlaceResult } from "../../place/placeResult.js";
import { type Place, resolvePlace } from "../../place/resolvePlace.js";
import { syntaxViewOf } from "../../place/syntaxView.js";
import { hoverMarkdown } from "../markdownText.js";
import { readBudget } from "../paging.js";
import { locateOf, progressTokenOf, type RequestParams } from "../params.js";
import { contextSymbolOf } from "./contextSymbol.js";
import { cutSection, entryCount, type FullBody, type FullSection } from "./cutSection.js";
import { type ContextAnswer, formatContext, SEPARATOR } from "./formatContext.js";
import { calleesOf, implementationsOf, typesOf } from "./relatedSections.js";
import {
  formatSection,
  type ListSection,
  type SectionKind,
  type SignatureSection,
  sectionKinds,
  type WriteLocate,
} from "./section.js";
import { createQuestions, isItself, type QuestionOptions, type SymbolQuestions } from "./symbolQuestions.js";
import { groupUses, readUseChoice, type SymbolUse, type UsesInSymbol } from "./usesBySymbol.js";

/** How much of the budget a section gets, compared with others that need more than they get. */
const weights: Readonly<Record<SectionKind, number>> = {
  signature: 20,
  body: 40,
  callers: 15,
  callees: 10,
  references: 10,
  implementations: 8,
  types: 8,
};

/**
 * Params: `locate`; `include`, the kinds of sections, all by default; `uses`, of callers and other
 * uses; `budget` in tokens. Errors: those of places, and `symbol_not_found`.
 */
export async function contextOf(params: RequestParams, context: RequestContext): Promise<ContextAnswer> {
  const included = readInclude(params["include"]);
  const uses = readUseChoice(params);
  const { characters } = readBudget(params);
  const { locate, kind, path } = await contextSymbolOf(locateOf(params), context);
  const place = await resolveWhole(locate, context);
  try {
    const workDoneToken = progressTokenOf(params);
    const tokens = workDoneToken === undefined ? {} : { workDoneToken };
    const asked = await findSections({ symbol: { locate, kind, path }, included, uses, place, tokens }, context);
    const exists = existenceCheck(context);
    const write = (each: Locate) => writeLocate(each, { exists });
    const about = {
      locate,
      kind,
      place: toPlaceResult(place, "range", context),
      ...(Object.keys(asked.unknown).length > 0 && { unknown: asked.unknown }),
    };
    const room = characters - formatContext({ ...about, sections: [] }, write).length;
    const answer = { ...about, ...fitSections(asked.sections, room, write) };
    return { ...answer, markdown: formatContext(answer, write) };
  } finally {
    place.release();
  }
}

/** Resolves a symbol to all of it: its overloads are one with the implementation below them. */
async function resolveWhole(locate: Locate, context: RequestContext): Promise<Place> {
  try {
    return await resolvePlace(locate, { as: "range", purpose: "write" }, context);
  } catch (error) {
    if (!(error instanceof LocateError) || error.kind !== "symbol_ambiguous") throw error;
    return resolvePlace(locate, { as: "range", purpose: "read" }, context);
  }
}

/** Cuts sections so that they fit together. */
function fitSections(
  full: readonly FullSection[],
  room: number,
  write: WriteLocate,
): Pick<ContextAnswer, "sections" | "omitted"> {
  const wanted = full.map((section) => {
    const whole = cutSection(section, Number.POSITIVE_INFINITY, write) ?? section;
    return { weight: weights[section.kind], length: formatSection(whole, write).length + SEPARATOR.length };
  });
  const shares = shareLengths(wanted, Math.max(0, room));
  const cut = full.map((section, n) => cutSection(section, (shares[n] as number) - SEPARATOR.length, write));
  const omitted = full.map(
    (section, n) => [section.kind, cut[n] ? (cut[n].omitted ?? 0) : entryCount(section)] as const,
  );
  return {
    sections: cut.flatMap((section) => section ?? []),
    omitted: Object.fromEntries(omitted.filter(([, count]) => count > 0)),
  };
}

function readInclude(value: unknown): ReadonlySet<SectionKind> {
  if (value === undefined || value === null) return new Set(sectionKinds);
  const kinds = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[\s,]+/) : [value];
  const isKind = (kind: unknown): kind is SectionKind => sectionKinds.some((each) => each === kind);
  const wrong = kinds.find((kind) => !isKind(kind));
  if (wrong === undefined && kinds.length > 0) return new Set(kinds.filter(isKind));
  const what = kinds.length === 0 ? "is empty" : `has ${describeValue(wrong)}`;
  throw new LocateError("invalid_locate", `include ${what}; it takes any of ${sectionKinds.join(", ")}.`, {
    field: "include",
    expected: `any of ${sectionKinds.join(", ")}`,
  });
}

type FindSection = (questions: SymbolQuestions, context: RequestContext) => Promise<FullSection | undefined>;

const sectionFinders: Readonly<Record<SectionKind, FindSection>> = {
  signature: signatureOf,
  body: bodyOf,
  callers: callersOf,
  callees: calleesOf,
  references: referencesOf,
  implementations: implementationsOf,
  types: typesOf,
};

interface FoundSections {
  /** The most important first. */
  readonly sections: readonly FullSection[];
  /** By kind of section: why it is not known. */
  readonly unknown: Readonly<Record<string, string>>;
}

/** Asks for the sections all at once; what fails is left out, with the reason. */
async function findSections(options: QuestionOptions, context: RequestContext): Promise<FoundSections> {
  const questions = createQuestions(options, context);
  const included = sectionKinds.filter((kind) => options.included.has(kind));
  const asked = included.map(async (kind): Promise<{ section?: FullSection | undefined; why?: string }> => {
    try {
      return { section: await sectionFinders[kind](questions, context) };
    } catch (error) {
      if (context.token.isCancellationRequested) throw error;
      return { why: withoutSupported(errorMessage(error).split("\n", 1).join()) };
    }
  });
  const found = await Promise.all(asked);
  return {
    sections: found.flatMap(({ section }) => section ?? []),
    unknown: Object.fromEntries(
      included.flatMap((kind, n) => (found[n]?.why === undefined ? [] : [[kind, found[n].why]])),
    ),
  };
}

/** A section that is cut to the length that it gets. */
interface WeightedSection {
  /** Its share, compared with others. */
  readonly weight: number;
  /** The length of all of it, in characters. */
  readonly length: number;
}

/**
 * Returns the length that each section gets: what a short one leaves of its share goes to the
 * others.
 */
export function shareLengths(sections: readonly WeightedSection[], total: number): readonly number[] {
  const shares = sections.map(() => 0);
  let open = sections.map((_, n) => n);
  let left = total;
  while (open.length > 0) {
    const weights = open.reduce((sum, n) => sum + (sections[n] as WeightedSection).weight, 0);
    const shareOf = (n: number) => Math.floor((left * (sections[n] as WeightedSection).weight) / weights);
    const short = open.filter((n) => (sections[n] as WeightedSection).length <= shareOf(n));
    if (short.length === 0) {
      const fair = open.map(shareOf);
      for (const [at, n] of open.entries()) shares[n] = fair[at] as number;
      return shares;
    }
    for (const n of short) {
      shares[n] = (sections[n] as WeightedSection).length;
      left -= shares[n];
    }
    open = open.filter((n) => !short.includes(n));
  }
  return shares;
}

/** Returns the signature with the documentation. */
async function signatureOf(questions: SymbolQuestions): Promise<SignatureSection | undefined> {
  const { included, symbol, place } = questions;
  const { result } = await questions.ask<Hover | null>("hover");
  if (!result) return undefined;
  const markdown = hoverMarkdown(result);
  const { from, to } = place.now();
  // Of a type, the beginning of the body may be left out.
  const isShown = included.has("body") && callableKinds.has(symbol.kind);
  const content = isShown ? withoutRepeat(markdown, place.document().text.slice(from, to)) : markdown;
  return content === "" ? undefined : { kind: "signature", content };
}

const callableKinds: ReadonlySet<string> = new Set(["function", "method", "constructor"]);

/** Shorter lines may be in a text by chance. */
const MIN_REPEATED_LENGTH = 20;

/** Leaves out documentation that the body has, as in Python. */
function withoutRepeat(markdown: string, body: string): string {
  const code = leadingCode(markdown);
  const lines = markdown.slice(code.length).split("\n");
  const first = lines.find((line) => /\p{L}/u.test(line))?.trim() ?? "";
  return code !== "" && first.length >= MIN_REPEATED_LENGTH && body.includes(first) ? code : markdown;
}

/** Returns the block of code that a text begins with; "" without one. */
function leadingCode(markdown: string): string {
  const end = markdown.startsWith("```") ? markdown.indexOf("\n```", 3) : -1;
  return end < 0 ? "" : markdown.slice(0, end + "\n```".length);
}

const MAX_HEAD_LENGTH = 140;

async function bodyOf({ place, pathOf }: SymbolQuestions, context: RequestContext): Promise<FullBody | undefined> {
  const document = place.document();
  const { uri, languageId, text } = document;
  const { from, to } = place.now();
  const lineOf = (offset: number) => text.lineAt(offset);
  const firstLine = lineOf(from);
  // The indentation of the first line keeps the lines aligned.
  const content = text.slice(text.lineFrom(firstLine), to).replace(/\r\n?/g, "\n");
  const symbols = (await syntaxViewOf({ uri, languageId, text }, context))?.symbols ?? [];
  const node = symbolsAround(symbols, from + (/\S/.exec(text.slice(from, to))?.index ?? 0)).at(-1);
  const members = (node?.children ?? []).filter(({ isLocal }) => isLocal !== true);
  return {
    kind: "body",
    content,
    language: languageId,
    firstLine: firstLine + 1,
    file_path: pathOf(uri),
    members: members.map(({ nameFrom }) => {
      const line = lineOf(nameFrom);
      const head = text.slice(text.lineFrom(line), text.lineTo(line)).trim();
      return { line: line + 1, text: head.slice(0, MAX_HEAD_LENGTH) };
    }),
  };
}

/** Kinds of symbols that are called. */
const calledKinds: ReadonlySet<string> = new Set(
  "function method constructor class struct variable constant property field".split(" "),
);

async function callersOf(questions: SymbolQuestions): Promise<ListSection | undefined> {
  if (!calledKinds.has(questions.symbol.kind)) return undefined;
  const calls = await callsOf(questions);
  if (calls.length === 0) return undefined;
  return usesSection("callers", "Callers", "incomingCalls", calls, questions);
}

async function referencesOf(questions: SymbolQuestions): Promise<ListSection | undefined> {
  const { place, result, enclosing, unconfirmed } = await questions.ask<readonly Location[] | null>("references");
  // What calls it is no other use of it.
  const isCalled = calledKinds.has(questions.symbol.kind);
  const calls = isCalled ? await callsOf(questions).catch(() => []) : [];
  const start = place.target.position;
  const declaration = { uri: questions.place.document().uri, range: { start, end: start } };
  const listed = new Set([declaration, ...calls].map(keyOfLine));
  const uses = (result ?? []).map(({ uri, range }, n): SymbolUse => ({ uri, range, enclosing: enclosing?.[n] }));
  const others = uses.filter((use) => !listed.has(keyOfLine(use)) && !isItself(use.enclosing, questions));
  const left = unconfirmed?.count ?? 0;
  const more = unconfirmed?.more ? " or more" : "";
  const note =
    left > 0 ? `Also in the text, not in the server's answer: ${left}${more}; references lists them.` : undefined;
  const title = calls.length > 0 ? "Other uses" : "Uses";
  if (others.length === 0 && note === undefined && calls.length > 0) return undefined;
  return usesSection("references", title, "references", others, questions, note);
}

/** Returns the calls of the symbol. Rejects where the server can't say. */
async function callsOf(questions: SymbolQuestions): Promise<readonly SymbolUse[]> {
  const { result, enclosing } = await questions.ask<readonly CallHierarchyIncomingCall[] | null>("incomingCalls");
  return (result ?? []).flatMap(({ from: { uri }, fromRanges }, n) =>
    fromRanges.map((range) => ({ uri, range, enclosing: enclosing?.[n] })),
  );
}

function keyOfLine({ uri, range }: SymbolUse): string {
  return `${range.start.line}:${keyOfUri(uri)}`;
}

async function usesSection(
  kind: "callers" | "references",
  name: string,
  method: string,
  uses: readonly SymbolUse[],
  questions: SymbolQuestions,
  note?: string,
): Promise<ListSection> {
  const all = groupUses(uses, { askedUri: questions.place.document().uri, pathOf: questions.pathOf });
  const groups = all.filter(({ isTest }) => questions.uses === undefined || isTest === (questions.uses === "tests"));
  const items = await Promise.all(groups.map(questions.itemOf));
  const leftOut = all.length - groups.length;
  const where = questions.uses === "tests" ? "outside of tests" : "in tests";
  const rest = leftOut > 0 ? ` (${leftOut} ${where} left out)` : "";
  return { kind, title: `${titleOf(name, groups)}${rest}`, items, method, ...(note !== undefined && { note }) };
}

/** Returns `Callers, 5 and 3 in tests`. */
function titleOf(name: string, groups: readonly UsesInSymbol[]): string {
  const tests = groups.filter(({ isTest }) => isTest).length;
  if (groups.length === 0) return `${name}: none`;
  const counts = [
    ...(groups.length > tests ? [`${groups.length - tests}`] : []),
    ...(tests > 0 ? [`${tests} in tests`] : []),
  ];
  return `${name}, ${counts.join(" and ")}`;
}
