/** Requests of a client for methods that its server lacks, answered from syntax. */

import type { Backend } from "../../../ask/backend/backend.js";
import { unsupportedError } from "../../../ask/backend/supportCheck.js";
import { shortName } from "../../../ask/policy.js";
import { canAnswerBySyntax, isSyntaxMethod } from "../../completeness/syntaxAnswers/answerBySyntax.js";
import { checkedAnswerBySyntax } from "../../completeness/syntaxAnswers/checkedAnswer.js";
import { isHierarchy, prepareBySyntax } from "../../completeness/syntaxAnswers/prepareBySyntax.js";
import type { Place } from "../../place/resolvePlace.js";
import { describeAdded, describeDoubtful } from "./answerLog.js";
import type { AnswerHost } from "./plainRequest.js";

interface LackingRequest {
  /** As LSP writes it. */
  readonly method: string;
  readonly place: Place;
  readonly backend: Backend;
}

/** Returns the result. Errors: `unsupported`, which names what to ask for instead. */
export async function answerLackingMethod(request: LackingRequest, { context, log }: AnswerHost): Promise<Buffer> {
  const { place, backend } = request;
  const name = shortName(request.method);
  if (isHierarchy(name)) return (await prepareBySyntax(name, { place, backend }, context)).bytes;
  const question = { place, backend };
  if (!isSyntaxMethod(name) || !(await canAnswerBySyntax({ ...question, method: name }, context)))
    throw unsupportedError(name, backend);
  const answer = await checkedAnswerBySyntax({ ...question, method: name }, context);
  const { result, completed = [], unconfirmed } = answer;
  const logged = { method: request.method, place, context };
  if (completed.length > 0) describeAdded(completed, logged, log);
  if (unconfirmed) describeDoubtful(unconfirmed, logged, log);
  return result.bytes;
}
