/** The tool `ask`: one or several questions about a place, answered one after the other. */

import type { Location } from "vscode-languageserver-protocol";
import { lspMethods } from "../../../ask/methodTable.js";
import { LocateError } from "../../../error.js";
import type { UseChoice } from "../../../session/methods/context/usesBySymbol.js";
import { type Locations, narrowLocations } from "../../show/placeAnswers.js";
import { renderCompleted, renderIndexState, renderSource, renderUnconfirmed } from "../../show/unconfirmedUses.js";
import { renderAskAnswer } from "../render/askAnswers.js";
import { renderFailure } from "../render/renderFailure.js";
import { renderHeading } from "../render/renderTarget.js";
import { addSyntaxOnlyReason, BY_INDEX, describeSyntaxOnly } from "./syntaxOnly.js";
import { createToolView, methodCommandOf, sendToolRequest, type ToolCall } from "./toolCall.js";

/** The maximum of places listed that the server leaves out; they are counted. */
const MAX_UNCONFIRMED = 12;

interface QuestionOptions {
  readonly limit: number | undefined;
  readonly after: number | undefined;
  /** Of references and incoming calls. */
  readonly uses: UseChoice | undefined;
  /** Of types and calls. */
  readonly levels: "all" | undefined;
}

/** Resolves with Markdown. Rejects if no question is answered, with the error of the first. */
export async function answerQuestions(
  questions: readonly string[],
  locate: unknown,
  options: QuestionOptions,
  call: ToolCall,
): Promise<string> {
  const distinct = [...new Set(questions)];
  assertTaken("uses", options, distinct, "hasUses");
  assertTaken("levels", options, distinct, "hasLevels");
  // One after the other: the server is warm after the first.
  const settled: PromiseSettledResult<Answer>[] = [];
  for (const question of distinct) {
    const [outcome] = await Promise.allSettled([answerQuestion(question, locate, options, call)]);
    settled.push(outcome);
    call.signal.throwIfAborted();
  }
  const [first] = settled;
  const answered = settled.find((each) => each.status === "fulfilled");
  if (answered === undefined) throw first?.status === "rejected" ? first.reason : new TypeError("no question");
  const { heading } = answered.value;
  if (distinct.length === 1) return `${heading}\n${answered.value.text}`;
  const parts = settled.map((each, n) => {
    const text = each.status === "fulfilled" ? each.value.text : failureText(each.reason);
    return `**${distinct[n]}**\n${text}`;
  });
  return [heading, ...parts].join("\n\n");
}

/** Errors: `invalid_locate` for an argument that none of the questions takes. */
function assertTaken(
  name: "uses" | "levels",
  options: QuestionOptions,
  questions: readonly string[],
  column: "hasUses" | "hasLevels",
): void {
  if (options[name] === undefined || questions.some((each) => lspMethods[each]?.[column])) return;
  const takers = Object.keys(lspMethods).filter((each) => lspMethods[each]?.[column]);
  throw new LocateError("invalid_locate", `${name} is for ${takers.join(", ")}: leave it out, or ask one of them.`, {
    field: name,
    expected: "nothing",
  });
}

function failureText(error: unknown): string {
  const text = renderFailure(error);
  if (text === undefined) throw error;
  return text;
}

interface Answer {
  readonly heading: string;
  readonly text: string;
}

async function answerQuestion(
  question: string,
  locate: unknown,
  { limit, after, uses, levels }: QuestionOptions,
  call: ToolCall,
): Promise<Answer> {
  const row = lspMethods[question];
  const extra = { ...(row?.hasLevels && levels && { levels }), ...(row?.hasUses && uses && { uses }) };
  const result = await sendToolRequest(question, locate, call, extra).catch(async (error: unknown) => {
    throw await addSyntaxOnlyReason(error, locate, call);
  });
  if (result.kind !== "shown" || !result.place) throw new TypeError(`${question} has no place`);
  const { answer, emptyText, place, enclosing, completed = [], unconfirmed, server, hint, index } = result;
  const declarations = question === "references" ? await declarationsOf(locate, call) : undefined;
  const rendered = renderAskAnswer(
    methodCommandOf(question),
    answer,
    { view: createToolView(place, call), limit, after, declarations, symbols: enclosing },
    emptyText,
  );
  // Only answers from other files depend on whether the server knows types.
  const uri = lspMethods[question]?.dependsOn === "project" ? place.target.textDocument.uri : undefined;
  const source = uri === undefined || server !== undefined ? undefined : await describeSyntaxOnly(uri, call);
  const syntaxNote = source === BY_INDEX && !index?.files ? "by syntax alone" : source;
  const added = renderCompleted(completed, (path) => path);
  const leftOut = unconfirmed && renderUnconfirmed(unconfirmed, (path) => path, MAX_UNCONFIRMED);
  const state = index && renderIndexState(index, (path) => path);
  const notes = [renderSource(result), added, leftOut, state, hint].flatMap((note) => note ?? []);
  return { heading: renderHeading(place, syntaxNote), text: [rendered, ...notes].join("\n\n") };
}

/**
 * Returns the declarations, if the server finds them; the answer to references does not mark them.
 */
async function declarationsOf(locate: unknown, call: ToolCall): Promise<readonly Location[] | undefined> {
  try {
    const result = await sendToolRequest("definition", locate, call);
    return result.kind === "shown" ? narrowLocations((result.answer ?? []) as Locations) : undefined;
  } catch {
    call.signal.throwIfAborted();
    return undefined;
  }
}
