/**
 * How the answer of a method comes about: by one request, compared with the text, for most; by more
 * for those that have a row here.
 */

import type { Diagnostic } from "vscode-languageserver-protocol";
import { isEmbedded } from "../../../ask/backend/backend.js";
import { explainUnresolvedImports } from "../../../ask/diagnostics/unresolvedImports.js";
import type { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { embeddedRenameParams } from "../../completeness/rename/renameOptions.js";
import { progressReporter, withoutProgress } from "../params.js";
import { isMethodMissing } from "./describeAnswer.js";
import { completeReport, publishedReport } from "./diagnosticReport.js";
import type { ForwardedCall, PreparedRequest } from "./forwardedRequest.js";
import { prepareCall, requestResult } from "./locateQuestion.js";

interface Answerer {
  /** Returns the first answer. */
  ask(): Promise<RawJson>;
  /** Returns the whole answer, and what there is to say of it. */
  complete(first: RawJson): Promise<{ readonly result: RawJson }>;
  /** Returns what is said of an answer besides. */
  describe?(result: RawJson): object;
}

/** A call whose request can be sent, also repeatedly. */
interface OpenedCall extends ForwardedCall {
  readonly context: RequestContext;
  readonly request: () => Promise<RawJson>;
  /** Reports the progress of all steps together. */
  readonly report: ReturnType<typeof progressReporter>;
}

/** By method. What a row lacks is as with all others. */
const rows: ReadonlyMap<string, (call: OpenedCall) => Promise<Partial<Answerer>>> = new Map([
  ["rename", renameAnswerer],
  ["prepareRename", prepareRenameAnswerer],
  ["diagnostic", diagnosticAnswerer],
]);

/** Waits for what the answer depends on, and returns how it comes about. */
export async function openAnswerer(
  call: ForwardedCall,
  { check, onSend, onItem }: PreparedRequest,
  context: RequestContext,
): Promise<Answerer> {
  const { renaming, backend } = call;
  const isRename = renaming !== undefined || call.name === "prepareRename";
  const { options } = renaming ?? { options: { apply: false } as const };
  const own = isRename && isEmbedded(backend) ? await embeddedRenameParams(options, call, context) : {};
  const asked = { ...call, extra: { ...call.extra, ...own }, onSend, onItem };
  const prepared = await prepareCall(asked, context);
  // The server's answer is the first of several steps, which have one progress.
  const report = renaming ? progressReporter(call.extra, context) : undefined;
  const extra = report ? withoutProgress(prepared) : prepared;
  const request = () => requestResult({ ...asked, extra }, context);
  const row = await rows.get(call.name)?.({ ...call, context, request, report });
  const ask = row?.ask ?? request;
  return { complete: async (first) => (await check?.complete(first, ask)) ?? { result: first }, ...row, ask };
}

async function renameAnswerer(call: OpenedCall): Promise<Partial<Answerer>> {
  const { createRename } = await import("../../completeness/rename/renameSymbol.js");
  const { renaming } = call;
  return renaming ? createRename(renaming.options, call) : {};
}

async function prepareRenameAnswerer(call: OpenedCall): Promise<Partial<Answerer>> {
  const { prepareRename, settle } = await import("../../completeness/rename/members/renameAtInterface.js");
  return { ask: async () => prepareRename(await settle(call.request()), call, call.context) };
}

/** The diagnostics are what the backend answers, what it publishes, or both. */
async function diagnosticAnswerer(call: OpenedCall): Promise<Partial<Answerer>> {
  const { place, backend, extra, isAvailable, context } = call;
  const published = () => publishedReport(call, context);
  const request = () =>
    call.request().catch((error: unknown) => {
      if (isMethodMissing(error)) return published();
      throw error;
    });
  return {
    ask: () => (isAvailable ? completeReport(request, extra, call, context) : published()),
    describe(result) {
      const { version, text } = place.document();
      const { items = [] } = (result.parse() ?? {}) as { readonly items?: readonly Diagnostic[] };
      const hint = explainUnresolvedImports(items, text, backend, context.servers);
      return { version, checked: isEmbedded(backend) ? "syntax" : "all", ...(hint !== undefined && { hint }) };
    },
  };
}
