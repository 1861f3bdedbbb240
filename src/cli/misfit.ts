/** Options that don't go with what they are written behind: said, where they would otherwise do nothing. */

import { optionUses, type Subject } from "./help/optionRules.js";
import { type OptionName, type Options, UsageError } from "./options.js";

/** Throws UsageError for the first that doesn't. */
export function checkOptions(subject: Subject, options: Options): void {
  const misfit = (Object.keys(options) as OptionName[]).find((name) => !optionUses[name].fits(subject));
  if (misfit === undefined) return;
  const behind = subject.name === "proxy" ? "a proxy" : subject.name;
  throw new UsageError(`--${misfit} goes with ${optionUses[misfit].goesWith}, not with ${behind}.`);
}
