/** Edits of a text with its syntax tree, as `locate/edit` plans them. */

import type { EditRequest, Replacement } from "../../../src/locate/edit/editRequest.js";
import { type EditTrees, type PlannedEdit, planEdit } from "../../../src/session/methods/edit/planEdit.js";
import { lineKindsIn, proseAt } from "../../../src/syntax/trees/lineKinds.js";
import { findList } from "../../../src/syntax/trees/lists.js";
import { freeText, type ParsedText, parseText } from "../../../src/syntax/trees/parsedText.js";
import { findEmptyBody, findSyntaxErrors } from "../../../src/syntax/trees/syntaxErrors.js";
import { Document } from "../../../src/text/document.js";
import { hasGrammar, parse } from "../../syntax/parsedSources.js";

/** A planned edit, and what it makes of the text. */
export interface EditedPlan extends PlannedEdit {
  readonly text: string;
  /** Whether a text without syntax errors has one now. */
  readonly isBroken: boolean;
}

type TextRequest = Omit<EditRequest, "document" | "language">;

/** Plans an edit of a text in a language, with its syntax tree if there is a grammar. */
export async function planInText(language: string, text: string, request: TextRequest): Promise<EditedPlan> {
  if (!hasGrammar(language)) {
    const document = Document.of(text);
    return applied(document, await planEdit({ ...request, document, language }, noTrees), false);
  }
  const parsed = await parse(language, text);
  try {
    return await planInParsed(language, parsed, request);
  } finally {
    freeText(parsed);
  }
}

/** As `planInText`, for a text that is parsed already. */
export async function planInParsed(language: string, parsed: ParsedText, request: TextRequest): Promise<EditedPlan> {
  const { document } = parsed;
  const plan = await planEdit({ ...request, document, language }, treesOf(parsed));
  if (findSyntaxErrors(parsed).length > 0) return applied(document, plan, false);
  const { from, insert } = plan.change;
  const isBroken = await withEdit(
    parsed,
    plan.change,
    (after) => findSyntaxErrors(after).length > 0 || findEmptyBody(after, from + insert.length) !== undefined,
  );
  return applied(document, plan, isBroken);
}

const noTrees: EditTrees = {
  factsAt: async () => ({}),
  listAfterEdit: async () => undefined,
  lineKindsAfterEdit: async () => [],
};

function applied(document: Document, plan: PlannedEdit, isBroken: boolean): EditedPlan {
  const { from, to, insert } = plan.change;
  return { ...plan, text: document.edit(from, to, insert).document.text, isBroken };
}

function treesOf(parsed: ParsedText): EditTrees {
  return {
    factsAt: async (stretch) => {
      const [list, prose] = [findList(parsed, stretch), proseAt(parsed, stretch)];
      return { ...(list && { list }), ...(prose && { prose }) };
    },
    listAfterEdit: (change, elements) => withEdit(parsed, change, (after) => findList(after, elements)),
    lineKindsAfterEdit: (change) => {
      const stretch = { from: change.from, to: change.from + change.insert.length };
      return withEdit(parsed, change, (after) => lineKindsIn(after, stretch));
    },
  };
}

async function withEdit<Result>(
  parsed: ParsedText,
  { from, to, insert }: Replacement,
  query: (after: ParsedText) => Result,
): Promise<Result> {
  const { document } = parsed.document.edit(from, to, insert);
  const replaced = { from, to, length: insert.length };
  const after = await parseText(document, parsed.grammar, async () => undefined, {
    before: { parsed, replaced },
  });
  try {
    return query(after);
  } finally {
    freeText(after);
  }
}
