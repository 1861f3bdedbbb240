/** The verdict of nearly every step here: the frame is taken, and what becomes of it is done right then. */

import { type Envelope, findTrailingId } from "../wire/envelope.js";
import type { Frame, Verdict } from "../wire/frames.js";
import type { Message } from "../wire/readMessages.js";

export function takeMessage({ method, id }: Envelope, take: (message: Message) => void): Verdict {
  return {
    kind: "take",
    take: ({ bytes, body }: Frame) => {
      take({ method, id: id ?? findTrailingId(body), bytes, body });
      return undefined;
    },
  };
}
