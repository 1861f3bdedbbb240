/** Options that don't go with what they are written behind: said, where they would otherwise do nothing. */

import { type OptionSubject, optionRules } from "./help/optionRules.js";
import { type OptionName, type Options, UsageError } from "./options.js";

/** Throws UsageError for the first that doesn't. */
export function checkOptions(subject: OptionSubject, options: Options): void {
  const misfit = (Object.keys(options) as OptionName[]).find((name) => !optionRules[name].isAllowedFor(subject));
  if (misfit === undefined) return;
  const behind = subject.name === "proxy" ? "a proxy" : subject.name;
  throw new UsageError(`--${misfit} goes with ${optionRules[misfit].allowedWith}, not with ${behind}.`);
}
