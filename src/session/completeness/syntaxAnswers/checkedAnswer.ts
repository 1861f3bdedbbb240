/** Answers from syntax, compared with the text like those of a backend. */

import { isCheckedMethod } from "../../../ask/methodTable.js";
import type { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createAnswerCheck } from "../answerCheck.js";
import type { FileTexts } from "../fileTexts.js";
import { type CompletedPlace, describeUnparsed, type Unconfirmed } from "../unconfirmed.js";
import { answerBySyntax, type SyntaxQuestion } from "./answerBySyntax.js";

export interface CheckedSyntaxAnswer {
  readonly result: RawJson;
  readonly completed?: readonly CompletedPlace[];
  readonly unconfirmed?: Unconfirmed;
  /** The texts that the answer was compared with; undefined where it was not. */
  readonly texts: FileTexts | undefined;
}

/** Answers a method that the backend lacks, where `canAnswerBySyntax` says so. */
export async function checkedAnswerBySyntax(
  question: SyntaxQuestion,
  context: RequestContext,
): Promise<CheckedSyntaxAnswer> {
  const { method: name, place, backend } = question;
  let unparsed: readonly string[] = [];
  const ask = async () => {
    const found = await answerBySyntax(question, context);
    unparsed = found.unparsed;
    return found.answer;
  };
  const check = isCheckedMethod(name)
    ? createAnswerCheck({ method: name, place, backend, extra: {}, unparsed: () => unparsed }, context)
    : undefined;
  check?.start();
  const first = await ask();
  const answer = await check?.complete(first, ask);
  const unconfirmed = answer ? answer.unconfirmed : unparsedFiles(unparsed);
  return { result: first, ...answer, ...(unconfirmed && { unconfirmed }), texts: check?.texts() };
}

/** Says that files could not be parsed, of an answer that is not compared with the text. */
function unparsedFiles(paths: readonly string[]): Unconfirmed | undefined {
  return paths.length === 0 ? undefined : { count: 0, more: true, places: [], why: describeUnparsed(paths) };
}
