/** `uses` of references, calls and context: only those in tests, or only the others. */

import type { CallHierarchyIncomingCall, Location } from "vscode-languageserver-protocol";
import type { LocateMethod } from "../../../ask/methodTable.js";
import { formatCount } from "../../../text/printable.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { EnclosingSymbol } from "../../completeness/enclosingSymbols.js";
import type { Unconfirmed } from "../../completeness/unconfirmed.js";
import { displayPath } from "../../documents/filePaths.js";
import { askBackend, forwardToBackend } from "../forward/forwardToBackend.js";
import type { RequestParams } from "../params.js";
import { isChosen, type UseChoice } from "./usesBySymbol.js";

interface UsesAnswer {
  readonly result: readonly (Location | CallHierarchyIncomingCall)[] | null;
  readonly enclosing?: readonly (EnclosingSymbol | null)[];
  readonly unconfirmed?: Unconfirmed;
  readonly hint?: string;
  /** How it was answered, where the server does not have the method. */
  readonly by?: "syntax";
}

/** Answers as `forwardToBackend` does, without the uses that are not wanted; `hint` counts them. */
export async function chosenUses(
  choice: UseChoice,
  name: string,
  row: LocateMethod,
  { uses: _uses, place: wantsPlace, ...params }: RequestParams,
  context: RequestContext,
): Promise<unknown> {
  const answer = await askBackend<UsesAnswer>(name, params, context);
  // A client that can't see how it was answered gets the refusal instead.
  if (wantsPlace !== true && answer.by !== undefined) return forwardToBackend(name, row, params, context);
  const { result, enclosing = [], unconfirmed, hint, ...facts } = answer;
  const items = result ?? [];
  const kept = items.flatMap((item, index) => {
    const uri = "from" in item ? item.from.uri : item.uri;
    return isChosen(choice, displayPath(uri, context.client.roots), enclosing[index]) ? [index] : [];
  });
  const chosen = kept.map((index) => items[index]);
  if (wantsPlace !== true) return result === null ? null : chosen;
  const leftOut = items.length - kept.length;
  const [here, other] = choice === "tests" ? ["outside of tests", "no_tests"] : ["in tests", "tests"];
  const verb = leftOut === 1 ? "is" : "are";
  const said =
    leftOut > 0 ? [`${formatCount(leftOut, "use")} ${here} ${verb} left out: uses: "${other}" lists them.`] : [];
  const hints = [...(hint === undefined ? [] : [hint]), ...said];
  return RawJson.object({
    ...facts,
    result: result === null ? null : chosen,
    enclosing: kept.map((index) => enclosing[index] ?? null),
    ...(unconfirmed && { unconfirmed: chosenUnconfirmed(choice, unconfirmed) }),
    ...(hints.length > 0 && { hint: hints.join(" ") }),
  });
}

function chosenUnconfirmed(choice: UseChoice, unconfirmed: Unconfirmed): Unconfirmed {
  const places = unconfirmed.places.filter(({ file_path }) => isChosen(choice, file_path, undefined));
  return { ...unconfirmed, places, count: unconfirmed.count - (unconfirmed.places.length - places.length) };
}
