/** A backend that asks for the workspace's folders means its own: the others are none of its business. */

import type { Envelope } from "../wire/envelope.js";
import { frameOf, type Verdict } from "../wire/frames.js";
import { takeMessage } from "../wire/steps.js";
import type { BackendStepContext } from "./routing.js";

/** The backend's side. */
export function answerWorkspaceFolders(
  envelope: Envelope,
  { instance, routing }: BackendStepContext,
): Verdict | undefined {
  // One that is alone has all of the client's.
  if (envelope.method !== "workspace/workspaceFolders" || !routing.arrangement.hasManyBackends) return undefined;
  return takeMessage(envelope, ({ id }) => {
    if (id === undefined) return;
    instance.currentProcess?.send(frameOf(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(instance.folders)}}`));
  });
}
