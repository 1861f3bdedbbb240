/** What `ask` can be asked, and how each answer reads: one table. */

import type {
  CallHierarchyIncomingCall,
  CallHierarchyOutgoingCall,
  DocumentHighlight,
  Hover,
  Location,
  MarkedString,
  MarkupContent,
} from "vscode-languageserver-protocol";
import { symbolKindName } from "../../../locate/symbols/symbolNode.js";
import { codeBlock } from "../../../session/methods/markdown.js";
import { lookOf } from "../../show/answerFormats.js";
import { highlightKinds, type Item, type Locations, namesIn } from "../../show/placeAnswers.js";
import { type Completions, completionKinds, fitting, signatures } from "../../show/textAnswers.js";
import { counted, shortened, type View } from "../../show/view.js";
import { firstLines } from "./limitLines.js";
import { linesOf, placesByFile } from "./renderPlaces.js";

interface Drawing {
  readonly view: View;
  /** Places, calls or names at most, where it was said. */
  readonly limit: number | undefined;
  /** Where what was asked about is declared, for references, where that is known. */
  readonly declarations?: readonly Location[] | undefined;
}

const mostPlaces = 100;
const mostNames = 50;
const mostOfHover = 100;

/** An answer of the server's, with content, as markdown. It may be anything: what can't be drawn is shown as it came. */
type Draw = (answer: never, drawing: Drawing) => string;

const table = {
  hover,
  definition: places("definition"),
  declaration: places("declaration"),
  typeDefinition: places("type definition"),
  implementation: places("implementation"),
  references: uses,
  incomingCalls,
  outgoingCalls,
  supertypes: types("supertype"),
  subtypes: types("subtype"),
  documentHighlight: (answer: readonly DocumentHighlight[], { view, limit = mostPlaces }: Drawing) =>
    placesByFile(
      answer.map(({ range, kind = 1 }) => ({ uri: view.uri, range, note: highlightKinds[kind] ?? "" })),
      { title: counted(answer.length, "place in this file", "places in this file"), most: limit },
      view,
    ),
  signatureHelp: (answer: Parameters<typeof signatures>[0], { view }: Drawing) =>
    answer.signatures.length === 0 ? "" : codeBlock(signatures(answer, view)),
  completion,
} as const satisfies Readonly<Record<string, Draw>>;

export type Question = keyof typeof table;

export const questions = Object.keys(table) as readonly Question[];

/** The answer in words, also where there is none: `nothing` says so where more is known than the table of show/answer.ts says. */
export function answerWords(
  question: Question,
  answer: unknown,
  drawing: Drawing,
  nothing = `${lookOf(question).nothing}.`,
): string {
  const isEmpty = answer === null || answer === undefined || (Array.isArray(answer) && answer.length === 0);
  const drawn = isEmpty ? "" : drawnOrRaw(table[question], answer, drawing);
  return drawn === "" ? sentence(nothing) : drawn;
}

function drawnOrRaw(draw: Draw, answer: unknown, drawing: Drawing): string {
  try {
    return draw(answer as never, drawing);
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
    return JSON.stringify(answer);
  }
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function places(one: string): (answer: Locations, drawing: Drawing) => string {
  return (answer, { view, limit = mostPlaces }) => {
    const found = namesIn(answer);
    return placesByFile(found, { title: counted(found.length, one), most: limit }, view);
  };
}

/** Servers count the declaration among the references: who wants to know whether something is used does not. */
function uses(answer: Locations, { view, limit = mostPlaces, declarations }: Drawing): string {
  const found = namesIn(answer);
  const isDeclaration = (each: Location) => declarations?.some((declaration) => beginAlike(declaration, each)) === true;
  const marked = found.map((each) => (isDeclaration(each) ? { ...each, note: "declaration" } : each));
  const declared = found.filter(isDeclaration).length;
  const the = declared === 1 ? "the declaration" : counted(declared, "declaration");
  if (declared === found.length) return `No uses besides ${the}; the server may miss some where types are unknown.`;
  const used = counted(found.length - declared, declarations === undefined ? "reference" : "use");
  return placesByFile(marked, { title: declared === 0 ? used : `${used} and ${the}`, most: limit }, view);
}

function beginAlike(one: Location, other: Location): boolean {
  const [a, b] = [one.range.start, other.range.start];
  return one.uri === other.uri && a.line === b.line && a.character === b.character;
}

function hover({ contents }: Hover): string {
  const parts: readonly (MarkupContent | MarkedString)[] = Array.isArray(contents) ? contents : [contents];
  const text = parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "language" in part ? codeBlock(part.value, part.language) : part.value;
    })
    .map((part) => part.replace(/\r\n?/g, "\n").trim())
    .filter((part) => part !== "")
    .join("\n\n");
  return firstLines(text, mostOfHover, "Ask for the definition and read it there.");
}

/** Each caller, and the lines of its calls. */
function incomingCalls(calls: readonly CallHierarchyIncomingCall[], { view, limit = mostPlaces }: Drawing): string {
  const lines = calls.slice(0, limit).flatMap(({ from, fromRanges }) => {
    const places = fromRanges.map((range) => ({ uri: from.uri, range }));
    return [itemLine(from, view), ...linesOf(places, view)];
  });
  return [`${counted(calls.length, "caller")}, and where:`, ...lines, ...leftOut(calls.length, limit)].join("\n");
}

/** The calls are in the file that was asked about, often several on a line: their lines are numbers. */
function outgoingCalls(calls: readonly CallHierarchyOutgoingCall[], { view, limit = mostPlaces }: Drawing): string {
  const lines = calls.slice(0, limit).map(({ to, fromRanges }) => {
    const lineNumbers = new Set(fromRanges.map(({ start }) => start.line + 1));
    return `${itemLine(to, view)}, called in line ${[...lineNumbers].join(", ")}`;
  });
  const title = counted(calls.length, "function called", "functions called");
  return [`${title}:`, ...lines, ...leftOut(calls.length, limit)].join("\n");
}

function types(one: string): (answer: readonly Item[], drawing: Drawing) => string {
  return (answer, { view, limit = mostPlaces }) =>
    [
      `${counted(answer.length, one)}:`,
      ...answer.slice(0, limit).map((item) => itemLine(item, view)),
      ...leftOut(answer.length, limit),
    ].join("\n");
}

function itemLine({ uri, selectionRange, kind, name }: Item, { pathOf }: View): string {
  return `${pathOf(uri)}:${selectionRange.start.line + 1} ${symbolKindName(kind)} ${shortened(name, 80)}`;
}

function completion(answer: Completions, { view, limit = mostNames }: Drawing): string {
  const items = fitting(answer, view);
  if (items.length === 0) return "";
  const lines = items.slice(0, limit).map(({ label, labelDetails, kind, detail }) => {
    const name = shortened(`${label}${labelDetails?.detail ?? ""}`, 60);
    const about = [completionKinds[kind ?? 0] ?? "", shortened(detail ?? labelDetails?.description ?? "", 80)];
    return [name, ...about].filter((word) => word !== "").join("  ");
  });
  return [`${counted(items.length, "name")}:`, ...lines, ...leftOut(items.length, limit)].join("\n");
}

function leftOut(count: number, most: number): readonly string[] {
  return count > most ? [`… and ${count - most} more; ask with limit: ${count} for all of them.`] : [];
}
