/** Asks the client to apply an edit. */

import { ResponseError } from "vscode-jsonrpc/node";
import type { ApplyWorkspaceEditResult, WorkspaceEdit } from "vscode-languageserver-protocol";
import { LocateError } from "../../error.js";
import type { ClientState } from "./clientState.js";
import type { RequestContext } from "./requestContext.js";

/** Errors: `unsupported` for a client that can't be asked. */
export function assertCanApply({ capabilities }: Pick<ClientState, "capabilities">): void {
  if (capabilities.workspace?.applyEdit) return;
  throw new LocateError(
    "unsupported",
    "The client has not declared workspace.applyEdit, so it can't be asked to apply an edit. Leave apply out and apply the edit of the answer.",
    { method: "workspace/applyEdit", supported: [] },
  );
}

/** Has no timeout: the client may ask its user. `label` is shown to the user. */
export async function applyInClient(
  edit: WorkspaceEdit,
  label: string,
  { askClient }: Pick<RequestContext, "askClient">,
): Promise<ApplyWorkspaceEditResult> {
  try {
    const answer = await askClient("workspace/applyEdit", { label, edit });
    return { applied: false, ...(answer as ApplyWorkspaceEditResult | null) };
  } catch (error) {
    // The result holds the edit in any case.
    if (error instanceof ResponseError) return { applied: false, failureReason: error.message };
    throw error;
  }
}
