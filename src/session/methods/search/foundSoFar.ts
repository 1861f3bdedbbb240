/** Progress of a search: the declarations found so far, while further files are read. */

import { groupDigits } from "../../../text/printable.js";
import { uriOfPath } from "../../../uri.js";
import type { WorkspaceDeclaration } from "../../../workspace/declaration.js";
import type { RequestContext } from "../../client/requestContext.js";
import { displayPath } from "../../documents/filePaths.js";
import { matchesPath } from "../../place/declarationPath.js";
import { queryDeclarationsSoFar } from "../../place/declarationQueries.js";
import { hasKind, takes } from "./nameSearch.js";
import type { SearchedPath, SearchFilter } from "./searchQuery.js";

/** A search that takes less time reports nothing. */
const INTERVAL_MS = 500;
/** The places that a report names. */
const MAX_PLACES = 3;

interface ReportedSearch {
  readonly alternatives: readonly SearchedPath[];
  readonly filter: SearchFilter;
  /** Gets the values of the client's progress; undefined if it wants none. */
  readonly report: ((value: object) => void) | undefined;
}

/**
 * Settles as `work`, the search itself, does. Until then reports how many declarations there are so
 * far, and the newest of them. They are partial: the index has them in the order of its files, and
 * servers may know others.
 */
export async function reportFoundSoFar<Result>(
  work: Promise<Result>,
  search: ReportedSearch,
  context: RequestContext,
): Promise<Result> {
  const { report } = search;
  if (report === undefined) return work;
  const progress = new FoundProgress(search.alternatives, report);
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const poll = async () => {
    const found = await findSoFar(search, context);
    if (isOver) return;
    progress.show(found, context);
    schedule();
  };
  const schedule = () => {
    // What can't be queried fails the search itself.
    timer = setTimeout(() => void poll().catch(() => {}), INTERVAL_MS);
  };
  schedule();
  try {
    return await work;
  } finally {
    isOver = true;
    clearTimeout(timer);
    progress.end();
  }
}

async function findSoFar(
  { alternatives, filter }: ReportedSearch,
  context: RequestContext,
): Promise<readonly WorkspaceDeclaration[]> {
  const found = alternatives.map(async ({ path }) =>
    (await queryDeclarationsSoFar(path, context)).filter((each) => matchesPath(each, path)),
  );
  return (await Promise.all(found)).flat().filter(hasKind(filter)).filter(takes(filter));
}

/** One progress of the client, which begins with the first declaration. */
class FoundProgress {
  readonly #title: string;
  readonly #report: (value: object) => void;
  readonly #shown = new Set<string>();

  constructor(alternatives: readonly SearchedPath[], report: (value: object) => void) {
    this.#title = `Searching ${alternatives.map(({ path, written }) => written ?? path.join(".")).join(", ")}`;
    this.#report = report;
  }

  show(found: readonly WorkspaceDeclaration[], { client }: RequestContext): void {
    const places = found.map(
      ({ path, line }) => `${displayPath(uriOfPath(path, client.roots.folders), client.roots)}:${line + 1}`,
    );
    const further = places.filter((place) => !this.#shown.has(place));
    if (further.length === 0) return;
    const kind = this.#shown.size === 0 ? "begin" : "report";
    for (const place of further) this.#shown.add(place);
    const message = `partial: ${groupDigits(found.length)} so far, ${further.slice(0, MAX_PLACES).join(", ")}`;
    this.#report({ kind, ...(kind === "begin" && { title: this.#title }), message });
  }

  end(): void {
    if (this.#shown.size > 0) this.#report({ kind: "end" });
  }
}
