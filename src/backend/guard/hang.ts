/** The error for the requests of a backend that hung and was ended. */

import { LocateError } from "../../error.js";

/** Far longer than the embedded server takes for anything in its main thread. */
export const HANG_MS = 10_000;

const HANG_REASON = "hang";

export function hangError(name: string): LocateError {
  return new LocateError(
    "backend_failed",
    `${name} hung: it did not respond for ${HANG_MS / 1000} s, and was ended. The next request starts it anew. Ask about another file or place; if it hangs here again, report a bug.`,
    { backend: name, reason: HANG_REASON },
  );
}

/** Whether a request was lost in a hang. It is not sent again, because it may be the cause. */
export function isHang({ data }: LocateError): boolean {
  return data["reason"] === HANG_REASON;
}
