/** The sections of `locate/context` that are text: signature with documentation, and body. */

import type { Hover } from "vscode-languageserver-protocol";
import { symbolsAround } from "../../../locate/symbols/symbolNode.js";
import type { RequestContext } from "../../client/requestContext.js";
import { syntaxViewOf } from "../../place/syntaxView.js";
import { hoverMarkdown } from "../markdownText.js";
import type { FullBody } from "./cutSection.js";
import type { SignatureSection } from "./section.js";
import type { SymbolQuestions } from "./symbolQuestions.js";

export async function signatureOf(questions: SymbolQuestions): Promise<SignatureSection | undefined> {
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

export async function bodyOf(
  { place, pathOf }: SymbolQuestions,
  context: RequestContext,
): Promise<FullBody | undefined> {
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
