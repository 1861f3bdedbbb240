/** A backend that asks for the workspace's folders means its own: the others are none of its business. */

import type { Envelope } from "../wire/envelope.js";
import { frameOf, type Verdict } from "../wire/frames.js";
import type { Speaker } from "./routing.js";
import { taking } from "./taking.js";

/** The backend's side. */
export function foldersAsked(envelope: Envelope, { member, routing }: Speaker): Verdict | undefined {
  // One that is alone has all of the client's.
  if (envelope.method !== "workspace/workspaceFolders" || !routing.arrangement.isRegistering) return undefined;
  return taking(envelope, ({ id }) => {
    if (id === undefined) return;
    member.run?.send(frameOf(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(member.folders)}}`));
  });
}
