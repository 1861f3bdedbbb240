/** Finds who calls what is renamed by its name alone: the system, a test runner, the language. */

import { isSymbol } from "../../../../code/entities/entity.js";
import { describeRenamedCall } from "../../../../code/unnamedCall.js";
import { factsOf } from "../../../../languages/languages.js";
import { isCalledByName } from "../../../../languages/overridingFacts.js";
import { codeFileOf, resolverOf } from "../../codeTexts.js";
import type { PossiblePlace, PossiblePlaces } from "../../searchRun.js";
import type { RenameRequest } from "../renameRequest.js";

/** Returns why the name at a place has to stay, as a clause; undefined where it has not. */
export async function describeCaller(
  { document, offset }: PossiblePlace,
  { word, memberName }: Pick<PossiblePlaces, "word" | "memberName">,
  { newName, texts, context }: RenameRequest,
): Promise<string | undefined> {
  const { overriding, entries } = factsOf(document.languageId);
  const isCalled = memberName !== undefined && overriding.calledName?.test(memberName) === true;
  const called = `${memberName} is a name by which the language calls members of any type`;
  if (isCalled && overriding.calledHead === undefined) return called;
  const mayCall = (name = "") => entries.system?.test(name) || entries.tests?.name.test(name);
  const file = isCalled || mayCall(word) || mayCall(newName) ? await codeFileOf(document, context) : undefined;
  const syntax = await context.syntax();
  if (file === undefined || !syntax.hasGrammar(file.languageId)) return isCalled ? called : undefined;
  const turns = await resolverOf(file.path, texts, context);
  return turns.take(async (resolver) => {
    if ((await syntax.nameAt(file, offset))?.reach === "local") return undefined;
    const { entities } = await resolver.resolveAt(file, offset);
    const declared = entities.find(isSymbol);
    const mayBeCalled = !declared || isCalledByName(overriding, { ...declared, text: declared.file.text });
    if (isCalled && mayBeCalled) return called;
    return declared && describeRenamedCall(declared, newName, resolver);
  });
}
