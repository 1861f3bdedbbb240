/** Requests of a client for methods that its server lacks, answered from syntax. */

import type { Backend } from "../../../ask/backend/backend.js";
import { unsupportedError } from "../../../ask/backend/supportCheck.js";
import { shortName } from "../../../ask/policy.js";
import type { RequestContext } from "../../client/requestContext.js";
import { canAnswerBySyntax, isSyntaxMethod } from "../../completeness/syntaxAnswers/answerBySyntax.js";
import { checkedAnswerBySyntax } from "../../completeness/syntaxAnswers/checkedAnswer.js";
import { isHierarchy, prepareBySyntax } from "../../completeness/syntaxAnswers/prepareBySyntax.js";
import type { Place } from "../../place/resolvePlace.js";
import { describeResult } from "./answerLog.js";
import type { CompletedResult } from "./plainRequest.js";

interface LackingRequest {
  /** As LSP writes it. */
  readonly method: string;
  readonly place: Place;
  readonly backend: Backend;
}

/** Returns the result. Errors: `unsupported`, which names what to ask for instead. */
export async function answerLackingMethod(request: LackingRequest, context: RequestContext): Promise<CompletedResult> {
  const { place, backend } = request;
  const name = shortName(request.method);
  if (isHierarchy(name)) return { result: (await prepareBySyntax(name, { place, backend }, context)).bytes };
  const question = { place, backend };
  if (!isSyntaxMethod(name) || !(await canAnswerBySyntax({ ...question, method: name }, context)))
    throw unsupportedError(name, backend);
  const answer = await checkedAnswerBySyntax({ ...question, method: name }, context);
  return describeResult(answer.result.bytes, answer, { method: request.method, place, context });
}
