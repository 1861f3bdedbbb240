/** The params by which a change is judged and applied, and how that is done. */

import type { WorkspaceEdit } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import { applyInClient, assertCanApply } from "../client/applyEdit.js";
import type { RequestContext } from "../client/requestContext.js";
import { notCleanReason } from "./describeVerdict.js";
import { type ChangeVerdict, isClean, type VerdictOptions, verdictOn } from "./verdict.js";

/** `apply` and `check` of a method that changes files. */
export interface ApplyOptions {
  /** `"clean"`: only if the verdict is. `"anyway"`: although the answer says what it breaks. */
  readonly apply: boolean | "clean" | "anyway";
  /** Whether the verdict is wanted. */
  readonly check: boolean;
  /** Whether an error is all that has to be known of it. */
  readonly stopsAtError: boolean;
}

/** What the answer says of the verdict, if it is wanted, and of the client's application. */
export interface AppliedChange {
  readonly diagnostics?: ChangeVerdict;
  readonly applied?: boolean;
  readonly failureReason?: string;
}

/** Reads the two. Errors: `invalid_locate`; `unsupported` for a client that can't apply. */
export function readApplyOptions(
  { apply: givenApply, check: givenCheck }: Readonly<Record<string, unknown>>,
  takesAnyway: boolean,
  { client }: Pick<RequestContext, "client">,
): ApplyOptions {
  const apply = givenApply ?? false;
  const check = givenCheck ?? apply === "clean";
  const isWord = apply === "clean" || (takesAnyway && apply === "anyway");
  if (typeof apply !== "boolean" && !isWord)
    throw takesAnyway
      ? invalidParam("apply", 'must be true, false, "clean" or "anyway"', "boolean, clean or anyway")
      : invalidParam("apply", 'must be true, false or "clean"', "boolean or clean");
  if (typeof check !== "boolean" && check !== "clean")
    throw invalidParam("check", 'must be true, false or "clean"', "boolean or clean");
  if (apply === "clean" && !check)
    throw new LocateError("invalid_locate", 'apply: "clean" needs the check: leave check out.', {
      field: "check",
      expected: "true",
    });
  if (apply) assertCanApply(client);
  const stopsAtError = apply === "clean" || check === "clean";
  return { apply: apply as ApplyOptions["apply"], check: check !== false, stopsAtError };
}

function invalidParam(field: string, problem: string, expected: string): LocateError {
  return new LocateError("invalid_locate", `${field} ${problem}.`, { field, expected });
}

/** Returns the verdict on an edit, where it is wanted. */
export async function judgeIfWanted(
  edit: WorkspaceEdit,
  { check, stopsAtError }: ApplyOptions,
  options: VerdictOptions,
  context: RequestContext,
): Promise<Pick<AppliedChange, "diagnostics">> {
  return check ? { diagnostics: await verdictOn(edit, { ...options, stopsAtError }, context) } : {};
}

/** Has the client apply an edit, where that is wanted and the verdict allows it. */
export async function applyIfWanted(
  edit: WorkspaceEdit,
  { apply }: ApplyOptions,
  { label, diagnostics }: { readonly label: string; readonly diagnostics: ChangeVerdict | undefined },
  context: RequestContext,
): Promise<AppliedChange> {
  if (!apply) return {};
  if (apply === "clean" && diagnostics && !isClean(diagnostics))
    return { applied: false, failureReason: notCleanReason(diagnostics) };
  const { applied, failureReason } = await applyInClient(edit, label, context);
  return { applied, ...(failureReason === undefined ? {} : { failureReason }) };
}
