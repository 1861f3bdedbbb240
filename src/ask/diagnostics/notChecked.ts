/** The error in place of diagnostics that are not known to be those of the present text. */

import { LocateError } from "../../error.js";
import { inlineCode } from "../../text/printable.js";
import type { CheckResult } from "./awaitDiagnostics.js";

interface NotChecked extends Omit<CheckResult & { readonly kind: "not checked" }, "kind"> {
  /** The name of the backend. */
  readonly backend: string;
  /** The file, as it is shown. */
  readonly path: string;
  /** More about the reason, a sentence. */
  readonly why?: string | undefined;
}

export function notCheckedError({ backend, path, waitedMs, known, why }: NotChecked): LocateError {
  const seconds_waited = Math.round(waitedMs / 1000);
  const count = known?.count === 1 ? "1 problem" : `${known?.count || "no"} problems`;
  const text = known?.text === "older" ? "an older text" : "this text, before other files may have changed";
  const message = [
    `Not checked: ${backend} has not reported on the present text of ${inlineCode(path)} within ${seconds_waited} s.`,
    ...(known === undefined ? [] : [`Last, it reported ${count} in ${text}.`]),
    ...(why === undefined ? [] : [why]),
    "Ask again; this says nothing about problems in the file.",
  ].join(" ");
  return new LocateError("not_checked", message, { backend, seconds_waited, known: known ?? null });
}
