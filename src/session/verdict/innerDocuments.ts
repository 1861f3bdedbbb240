/**
 * Code in a text of another language, such as a fence of Markdown, as a document of its own
 * language: all other text is blank in it, so that places are the same in both.
 */

import { factsOf } from "../../languages/languages.js";
import type { InnerCode } from "../../syntax/outline/innerDeclarations.js";
import type { SyntaxContext } from "../client/requestContext.js";
import { type DocumentVersion, toSyntaxText } from "../place/syntaxView.js";

export interface InnerText {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
  /** By how much its first line, which is blank in the other text, is longer than there. */
  readonly added: number;
}

/** Returns the code in a text; none where its language has no grammar, or the parser fails. */
export async function innerCodeOf(version: DocumentVersion, context: SyntaxContext): Promise<readonly InnerCode[]> {
  const syntax = await context.syntax();
  const source = toSyntaxText(version, syntax, context.servers);
  return syntax.hasGrammar(source.languageId) ? syntax.innerCode(source).catch(() => []) : [];
}

/**
 * Divides the code of one language and kind into documents. Code that a page shows goes on with
 * what is before it, until a piece declares a name again: that one begins another document. One
 * whose brackets don't close, and would take in what follows, is a document by itself, and so is
 * each example of code's own documentation, which runs by itself.
 */
export function documentsOf(hostLanguageId: string, code: readonly InnerCode[]): readonly (readonly InnerCode[])[] {
  const documents: InnerCode[][] = [];
  let current: InnerCode[] | undefined;
  let declared = new Set<string>();
  for (const each of code) {
    const isAlone = each.isExample && (each.isUnbalanced || each.languageId === hostLanguageId);
    if (current === undefined || isAlone || each.declares.some((name) => declared.has(name))) {
      documents.push([each]);
      if (isAlone) continue;
      current = documents.at(-1);
      declared = new Set();
    } else current.push(each);
    for (const name of each.declares) declared.add(name);
  }
  return documents;
}

/** Returns the code that is of the language and kind of `own`. */
export function codeLike(
  own: Pick<InnerCode, "languageId" | "isExample">,
  all: readonly InnerCode[],
): readonly InnerCode[] {
  return all.filter((each) => each.languageId === own.languageId && each.isExample === own.isExample);
}

/** Returns a document of some code in a text; `at` is its number among those of the language. */
export function innerTextOf(
  { uri, languageId, text }: DocumentVersion,
  { own, code, at }: { readonly own: string; readonly code: readonly InnerCode[]; readonly at: number },
): InnerText | undefined {
  const [extension] = factsOf(own).extensions ?? [];
  if (extension === undefined) return undefined;
  const whole = withPrelude(onlyCode(text.text, code), { uri, languageId }, own);
  return {
    uri: at === 0 ? `${uri}.${extension}` : `${uri}.${at + 1}.${extension}`,
    languageId: own,
    text: whole,
    added: whole.length - text.length,
  };
}

/** Returns a text whose first line, which is blank, takes in the names of the documented module. */
function withPrelude(code: string, { uri, languageId }: Pick<DocumentVersion, "uri" | "languageId">, own: string) {
  const { prelude } = factsOf(languageId).docTests ?? {};
  const [module = ""] = uri.slice(uri.lastIndexOf("/") + 1).split(".", 1);
  if (prelude === undefined || !/^[A-Za-z_]\w*$/.test(module) || own !== languageId) return code;
  const end = code.search(/[\r\n]/);
  return prelude.replace("{module}", module) + code.slice(Math.max(0, end));
}

/** Returns a text of the same length and lines in which all but some code is blank. */
export function onlyCode(text: string, code: readonly Pick<InnerCode, "from" | "to" | "omitted">[]): string {
  const blank = (from: number, to: number) => text.slice(from, to).replace(/[^\r\n]/g, " ");
  let result = "";
  let at = 0;
  for (const { from, to, omitted } of code) {
    result += blank(at, from);
    at = from;
    for (const each of omitted) {
      result += text.slice(at, each.from) + blank(each.from, each.to);
      at = each.to;
    }
    result += text.slice(at, to);
    at = to;
  }
  return result + blank(at, text.length);
}
