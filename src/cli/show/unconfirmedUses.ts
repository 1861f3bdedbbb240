/** The last paragraphs of an answer: the uses in the text that the server leaves out. */

import type { ScipIndexState } from "../../session/completeness/definitions/indexState.js";
import type { CompletedPlace, Unconfirmed, UnconfirmedPlace } from "../../session/completeness/unconfirmed.js";
import { groupBy } from "../../text/list.js";
import { escapeName, formatCount } from "../../text/printable.js";

/** Who has answered a method that the document's own server, `instead_of`, does not have. */
export interface AnswerSource {
  readonly by?: "syntax" | "embedded";
  readonly instead_of?: string;
}

/** Says that the server did not answer a method itself; undefined where it did. */
export function renderSource({ by, instead_of: own }: AnswerSource): string | undefined {
  if (by === "syntax") return "Answered from syntax and references: the server does not have this method.";
  return by && `Answered by lsp-locate's embedded server, from syntax alone: ${own} does not have this method.`;
}

/**
 * Renders `From the index index.scip (scip-go 0.2.9) of commit 4f1c0de: 2 of 12 files have changed
 * since, 3 places of it are not there any more.`, and why other indexes are not used.
 */
export function renderIndexState(
  { indexes, files, changed, assumed, dropped, unsearched, unusable }: ScipIndexState,
  pathOf: (path: string) => string,
): string {
  const named = indexes.map(({ path, tool, commit, problem }) => {
    const state = commit === null ? "of an unknown commit" : `of commit ${commit.slice(0, 7)}`;
    return `${escapeName(pathOf(path))} (${escapeName(tool)}) ${state}${problem === undefined ? "" : `; ${problem}`}`;
  });
  const source = `${files === 0 ? "Not from" : "From"} the ${indexes.length === 1 ? "index" : "indexes"} ${named.join(" and ")}`;
  const of = `of ${formatCount(files, "file")}`;
  const parts = [
    ...(changed > 0 ? [`${changed} ${of} ${changed === 1 ? "has" : "have"} changed since`] : []),
    ...(dropped > 0
      ? [`${formatCount(dropped, "place")} of it ${dropped === 1 ? "is" : "are"} not there any more`]
      : []),
    ...(assumed > 0
      ? [`${assumed} ${of} may have changed since, though the definitions are where the index says`]
      : []),
  ];
  if (files === 0) return [...(named.length > 0 ? [`${source}, but by syntax alone.`] : []), ...unusable].join(" ");
  const differing = `${source}: ${parts.length > 0 ? parts.join(", ") : `none ${of} differs`}.`;
  const notSearched = `The text of ${formatCount(unsearched, "file")} that ${unsearched === 1 ? "is" : "are"} as indexed was not searched.`;
  return [differing, ...(unsearched > 0 ? [notSearched] : []), ...unusable].join(" ");
}

/**
 * Renders `Also in the text, not in the server's answer (3 places): src/main/core.js:22, 184;
 * src/a.js:7.`; undefined without any.
 */
export function renderUnconfirmed(
  { count, more, places, why }: Unconfirmed,
  pathOf: (filePath: string) => string,
  maxPlaces = places.length,
): string | undefined {
  const reason = why === undefined ? "" : ` (${why})`;
  if (count === 0) return more ? `The answer could not be checked against the text${reason}.` : undefined;
  const files = placesByFile(places.slice(0, maxPlaces), pathOf);
  const left = count - Math.min(places.length, maxPlaces);
  const rest = left > 0 ? `; and ${left} more` : "";
  const number = `${formatCount(count, "place")}${more ? " or more" : ""}`;
  const heading = `Also in the text, not in the server's answer, ${number}${reason}`;
  return files.length === 0 ? `${heading}.` : `${heading}: ${files.join("; ")}${rest}.`;
}

/** Says which places of an answer were added to the server's; undefined without any. */
export function renderCompleted(
  places: readonly CompletedPlace[],
  pathOf: (filePath: string) => string,
): string | undefined {
  const [first] = places;
  if (first === undefined) return undefined;
  const files = placesByFile(places.slice(0, MAX_NAMED_PLACES), pathOf);
  const rest = places.length > MAX_NAMED_PLACES ? `; and ${places.length - MAX_NAMED_PLACES} more` : "";
  return `Added to the server's answer, ${formatCount(places.length, "place")} (${first.why}): ${files.join("; ")}${rest}.`;
}

const MAX_NAMED_PLACES = 20;

/** Returns `src/main/core.js:22, 184` for each file. */
export function placesByFile(
  places: readonly Pick<UnconfirmedPlace, "file_path" | "line">[],
  pathOf: (filePath: string) => string,
): readonly string[] {
  return [...groupBy(places, ({ file_path }) => file_path)].map(
    ([path, each]) => `${escapeName(pathOf(path))}:${[...new Set(each.map(({ line }) => line))].join(", ")}`,
  );
}
