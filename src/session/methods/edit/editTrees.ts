/** The facts of a syntax tree that an edit needs. */

import { ignoreParseError } from "../../../syntax/syntax.js";
import type { SyntaxContext } from "../../client/requestContext.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";
import type { EditTrees } from "./planEdit.js";

/** Returns answers that are empty without a grammar, or where the parser gives up. */
export async function editTreesOf(document: DocumentVersion, context: SyntaxContext): Promise<EditTrees> {
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return noTrees;
  return {
    factsAt: async (stretch) => (await syntax.factsAt(source, stretch).catch(ignoreParseError)) ?? {},
    listAfterEdit: ({ from, to, insert }, elements) =>
      syntax.listAfterEdit(source, { from, to }, insert, elements).catch(ignoreParseError),
    lineKindsAfterEdit: async ({ from, to, insert }) =>
      (await syntax.lineKindsAfterEdit(source, { from, to }, insert).catch(ignoreParseError)) ?? [],
  };
}

const noTrees: EditTrees = {
  factsAt: async () => ({}),
  listAfterEdit: async () => undefined,
  lineKindsAfterEdit: async () => [],
};
