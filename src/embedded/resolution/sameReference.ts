/**
 * Filters the occurrences that refer to a declaration. A member that may belong to another type is
 * left out of the answer; the proxy lists it as unconfirmed (session/completeness/).
 */

import { containersOf } from "../../code/containers.js";
import { importPathOf } from "../../code/importPath.js";
import { judgeUse, type NameInFile, type TargetName } from "../../code/sameSymbol.js";
import type { Occurrence } from "../../syntax/scopes/nameInfo.js";
import type { Syntax } from "../../syntax/syntax.js";
import { type NameUse, textOf } from "../session/context.js";
import type { SourceText } from "../session/documents.js";

/** The maximum number of occurrences checked in a file. The others are kept without a check. */
const MAX_RESOLVED_OCCURRENCES = 300;

/** A name whose references are to be found, in its own and in other files. */
export type ReferenceTarget = NameUse & TargetName;

/** Returns the name with what is known of its declaration. */
export async function toReferenceTarget(use: NameUse, syntax: Syntax): Promise<ReferenceTarget> {
  const { name, source } = use;
  const { path, languageId } = source;
  const isDeclaredHere = name.reach === "file" || name.reach === "member";
  const containers = isDeclaredHere ? await containersOf(name, textOf(source), syntax) : [];
  const importPath = path === undefined ? undefined : await importPathOf(path, languageId);
  return { ...use, path, languageId, containerNames: new Set(containers), importPath };
}

/** Returns the occurrences in a file that are shown to mean the target. */
export async function filterReferences(
  target: ReferenceTarget,
  occurrences: readonly Occurrence[],
  source: SourceText,
  syntax: Syntax,
): Promise<Occurrence[]> {
  const verdicts = new Map<number, boolean>();
  let resolvedCount = 0;
  for (const { from } of occurrences) {
    if (verdicts.has(from) || resolvedCount++ >= MAX_RESOLVED_OCCURRENCES) continue;
    const name = await syntax.nameAt(textOf(source), from);
    if (name === undefined) continue;
    const isMember = name.reach === "member" && target.name.reach === "member";
    const containers = isMember ? await containersOf(name, textOf(source), syntax) : [];
    const verdict = judgeUse(inFile({ name, source }), target, containers) === "shown";
    verdicts.set(from, verdict);
    // Unbound occurrences of one name may have different receivers.
    if (name.reach !== "free") for (const other of name.occurrences) verdicts.set(other.from, verdict);
  }
  return occurrences.filter(({ from }) => verdicts.get(from) ?? true);
}

function inFile({ name, source: { path, languageId } }: NameUse): NameInFile {
  return { name, path, languageId };
}
