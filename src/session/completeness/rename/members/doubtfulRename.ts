/** Why a rename that a server refuses is not built from the references that it lists. */

import { ResponseError } from "vscode-jsonrpc/node";
import { escapeName } from "../../../../text/printable.js";
import type { ChangeVerdict } from "../../../verdict/verdict.js";
import type { Unconfirmed } from "../../unconfirmed.js";
import type { RefusedRename, Settled } from "./renameAtInterface.js";

const MAX_NAMED_PLACES = 5;

/** What is known of a rename. */
interface DoubtfulRename {
  readonly unconfirmed?: Unconfirmed;
  readonly diagnostics?: Pick<ChangeVerdict, "checked" | "why">;
}

/** Returns a server's refusal, with why the rename that is built in its place is not certain. */
export function withDoubt(
  refusal: unknown,
  { places: { length: count } }: RefusedRename,
  settled: Settled<DoubtfulRename>,
  server: string,
): unknown {
  if (!(refusal instanceof ResponseError) || "error" in settled) return refusal;
  const references = count === 1 ? "the reference" : `the ${count} references`;
  const doubt = `A rename of ${references} that ${server} lists is not certain to be right: ${describeDoubt(settled.result)}. Nothing was changed.`;
  return new ResponseError(refusal.code, `${refusal.message.trimEnd()}\n${doubt}`, refusal.data);
}

function describeDoubt({ unconfirmed, diagnostics }: DoubtfulRename): string {
  const { count = 0, certain = 0, more, places = [], why, caller } = unconfirmed ?? {};
  const { checked, why: whyUnchecked } = diagnostics ?? {};
  const isChecked = checked === "all" || checked === "touched";
  const some = count === 1 ? "1 place" : `${more ? "more than " : ""}${count} places`;
  const named = places.slice(0, MAX_NAMED_PLACES).map(({ file_path, line }) => `${escapeName(file_path)}:${line}`);
  const rest = count > named.length ? ` and ${count - named.length} more` : "";
  const reasons = [
    ...(caller === undefined ? [] : [caller]),
    ...(count > 0 ? [`${some} ${certain > 0 ? "would break" : "may mean it, too"} (${named.join(", ")}${rest})`] : []),
    ...(why === undefined ? [] : [why]),
    ...(isChecked ? [] : [`the renamed text was not checked${whyUnchecked ? ` (${whyUnchecked})` : ""}`]),
  ];
  return reasons.join("; ");
}
