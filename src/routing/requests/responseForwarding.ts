/** Answers on their way back: the client's to what backends have asked it, and the backends' to what the client has asked them. */

import type { Envelope } from "../../wire/envelope.js";
import type { Verdict } from "../../wire/frames.js";
import { tagged, untagged, withId } from "../idTags.js";
import { ownTag, type Routing, type Speaker } from "../routing.js";
import { taking } from "../taking.js";

/** The client's side: an answer goes to the run that has asked; one that comes too late for it goes nowhere. */
export function returned(envelope: Envelope, { session, members }: Routing): Verdict | undefined {
  if (envelope.method !== undefined) return undefined;
  return taking(envelope, ({ id, body }) => {
    const asker = id === undefined ? undefined : untagged(id);
    if (asker?.tag === ownTag) return; // however it takes what we register, there is nothing to be done about it
    const run = asker && members.every().find(({ run }) => run?.tag === asker.tag)?.run;
    // The client may write the id with other escapes.
    if (asker) run?.answered(tagged(asker.id, asker.tag), withId(body, asker.id));
    else session.log(`the client has answered what nobody asked (id ${id ?? "missing"})`);
  });
}

/** The backend's side: whoever has asked it gets it. */
export function answering(envelope: Envelope, { member }: Speaker): Verdict | undefined {
  if (envelope.method !== undefined) return undefined;
  return taking(envelope, (message) => member.answered(message));
}
