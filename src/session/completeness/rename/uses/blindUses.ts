/**
 * Uses in files that the server shows not to see: it does not find what these import, and what it
 * does not find may be, or declare, what is renamed.
 */

import { checkDocument } from "../../../../ask/diagnostics/awaitDiagnostics.js";
import { explainHidden, hiddenImports } from "../../../../ask/diagnostics/unresolvedImports.js";
import type { FilesOpenedForCheck } from "../../../../ask/documents/filesOpenedForCheck.js";
import { explainWithoutDatabase } from "../../../../backend/environment/explainEnvironment.js";
import { groupBy } from "../../../../text/list.js";
import { fileKeyOf, pathOfUri } from "../../../../uri.js";
import { revisionOfTexts } from "../../../documents/sessionIndex.js";
import type { PossiblePlace } from "../../searchRun.js";
import { describeFiles } from "../../unconfirmed.js";
import type { RenameRequest } from "../renameRequest.js";
import type { DoubtfulUse } from "./classifyUses.js";

/** How long the server may take to report on their files, in ms. */
const TIMEOUT_MS = 5_000;

/** The uses in files that the server does not see, as far as it is known which these are. */
interface BlindUses {
  /** Each with what the server does not find. */
  readonly uses: readonly DoubtfulUse[];
  /** Of which files that is not known, as a clause. */
  readonly unexamined?: string;
}

/**
 * Returns those of the uses that are in such files. One without a compilation database sees no file
 * of which it does not report otherwise in time; of another, such files are named.
 */
export async function findBlindUses(
  uses: readonly PossiblePlace[],
  { backend, context, deadline }: RenameRequest,
  opened: FilesOpenedForCheck,
): Promise<BlindUses> {
  const { serverEntry } = backend;
  if (uses.length === 0 || serverEntry?.diagnostics?.unresolved === undefined) return { uses: [] };
  const limit = deadline.within(TIMEOUT_MS);
  const checkContext = {
    ...context,
    revisionOf: (document: Parameters<typeof revisionOfTexts>[0], timeoutMs: number) =>
      revisionOfTexts(document, timeoutMs, context),
  };
  const files = [...groupBy(uses, ({ document }) => fileKeyOf(document.uri))].map(([key, places]) => {
    const { uri } = (places[0] as PossiblePlace).document;
    return { key, places, uri, path: pathOfUri(uri) ?? uri };
  });
  await opened.open(
    files.map(({ path }) => path),
    limit,
  );
  const open = new Map(context.unopenedFiles.openDocuments().map((each) => [fileKeyOf(each.uri), each]));
  const examined = await Promise.all(
    files.map(async ({ key, uri, path, places }) => {
      const document = context.documents.get(uri) ?? open.get(key);
      // What it was sent last is its present text.
      const options = { backend, since: 0, timeoutMs: TIMEOUT_MS };
      const check = document && checkDocument(() => document, options, checkContext).catch(() => undefined);
      const checked = check && (await limit.before(check));
      const isKnown = document !== undefined && checked?.kind === "settled";
      const hidden = isKnown ? hiddenImports(checked.items, document.text, backend, context.servers) : [];
      const why = isKnown ? undefined : explainWithoutDatabase(serverEntry, context.servers);
      return { path, places, hidden, why, isKnown: isKnown || why !== undefined };
    }),
  );
  const hidden = examined.flatMap((each) => each.hidden);
  // All of it in one sentence: each file may lack something else.
  const whyHidden = hidden.length > 0 ? explainHidden(hidden, backend, context.servers) : undefined;
  const unknown = examined.flatMap(({ path, isKnown }) => (isKnown ? [] : [path]));
  return {
    uses: examined.flatMap(({ places, hidden, why = hidden.length > 0 ? whyHidden : undefined }) =>
      why === undefined ? [] : places.map((place) => ({ place, why })),
    ),
    ...(unknown.length > 0 && {
      unexamined: `it is not known whether ${backend.name} sees all of ${describeFiles(unknown)}`,
    }),
  };
}
