/**
 * Uses in files that the server shows not to see: it does not find what these import, and what it
 * does not find may be, or declare, what is renamed.
 */

import { checkDocument } from "../../../../ask/diagnostics/awaitDiagnostics.js";
import { explainHiddenCode } from "../../../../ask/diagnostics/unresolvedImports.js";
import type { FilesOpenedForCheck } from "../../../../ask/documents/filesOpenedForCheck.js";
import { explainWithoutDatabase } from "../../../../backend/environment/explainEnvironment.js";
import { groupBy } from "../../../../text/list.js";
import { fileKeyOf, pathOfUri } from "../../../../uri.js";
import { revisionOfTexts } from "../../../documents/sessionIndex.js";
import type { PossiblePlace } from "../../searchRun.js";
import type { RenameRequest } from "../renameRequest.js";
import type { DoubtfulUse } from "./classifyUses.js";

/** The files that are examined, at most; one of them is reason enough to refuse. */
const MAX_FILES = 5;
/** How long the server may take to report on them, in ms. */
const TIMEOUT_MS = 5_000;

/**
 * Returns those of the uses that are in such files, each with what the server does not find. One
 * without a compilation database sees no file of which it does not report otherwise in time.
 */
export async function findBlindUses(
  uses: readonly PossiblePlace[],
  { backend, context, deadline }: RenameRequest,
  opened: FilesOpenedForCheck,
): Promise<readonly DoubtfulUse[]> {
  if (uses.length === 0 || backend.serverEntry?.diagnostics?.unresolved === undefined) return [];
  const limit = deadline.within(TIMEOUT_MS);
  const checkContext = {
    ...context,
    revisionOf: (document: Parameters<typeof revisionOfTexts>[0], timeoutMs: number) =>
      revisionOfTexts(document, timeoutMs, context),
  };
  const found: DoubtfulUse[] = [];
  for (const [key, places] of [...groupBy(uses, ({ document }) => fileKeyOf(document.uri))].slice(0, MAX_FILES)) {
    const { uri } = (places[0] as PossiblePlace).document;
    if (limit.isOver) break;
    await opened.open([pathOfUri(uri) ?? ""], limit);
    const open = context.unopenedFiles.openDocuments().find((each) => fileKeyOf(each.uri) === key);
    const document = context.documents.get(uri) ?? open;
    if (document === undefined) continue;
    // What it was sent last is its present text.
    const options = { backend, since: 0, timeoutMs: TIMEOUT_MS };
    const checked = await limit.before(checkDocument(() => document, options, checkContext).catch(() => undefined));
    const why =
      checked?.kind === "settled"
        ? explainHiddenCode(checked.items, document.text, backend, context.servers)
        : explainWithoutDatabase(backend.serverEntry, context.servers);
    if (why !== undefined) for (const place of places) found.push({ place, why });
  }
  return found;
}
