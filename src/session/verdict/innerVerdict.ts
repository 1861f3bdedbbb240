/**
 * What a change does to code in texts of another language, such as the fences of Markdown: it is
 * checked by a server of its own language.
 */

import { type Backend, ensureBackend, isEmbedded } from "../../ask/backend/backend.js";
import { type DocumentVerdict, judgeChange } from "../../ask/verdict/judgeChange.js";
import type { OpenDocument } from "../../files/documents/openDocument.js";
import { factsOf } from "../../languages/languages.js";
import type { InnerCode } from "../../syntax/outline/innerDeclarations.js";
import { Document } from "../../text/document.js";
import type { RequestContext } from "../client/requestContext.js";
import { revisionOfTexts } from "../documents/sessionIndex.js";
import { type EditedFile, isMoved } from "./editedFiles.js";
import { codeLike, documentsOf, type InnerText, innerCodeOf, innerTextOf } from "./innerDocuments.js";
import { refusalOf } from "./serverLimits.js";

export interface InnerJudgement {
  /** The files whose inner code changes. */
  readonly files: readonly EditedFile[];
  /** Those of which all such code was checked. */
  readonly checked: readonly EditedFile[];
  /** What was found, at its places in the files. */
  readonly verdicts: readonly { readonly backend: Backend; readonly documents: readonly DocumentVerdict[] }[];
  /** Why some was not checked. */
  readonly why?: string | undefined;
}

interface InnerChange {
  readonly document: OpenDocument;
  readonly after: Document;
  readonly before: InnerText;
  readonly changed: InnerText;
}

/** Has the inner code checked that files show as examples. */
export async function judgeInnerCode(all: readonly EditedFile[], context: RequestContext): Promise<InnerJudgement> {
  const [files, checked, verdicts]: [EditedFile[], EditedFile[], InnerJudgement["verdicts"][number][]] = [[], [], []];
  let why: string | undefined;
  for (const file of all) {
    if (await changesDocTests(file, context)) {
      files.push(file);
      why ??= "a server reads the examples in its documentation as text";
      continue;
    }
    const changes = await innerChanges(file, context);
    if (changes.length === 0) continue;
    files.push(file);
    let isWhole = true;
    for (const change of changes) {
      const judged = await judgeInner(change, context);
      if ("backend" in judged) verdicts.push(judged);
      else {
        isWhole = false;
        why ??= judged.why;
      }
    }
    if (isWhole) checked.push(file);
  }
  return { files, checked, verdicts, why };
}

/**
 * Whether a change of a file changes an example in its documentation, which a server of the file
 * reads as text.
 */
async function changesDocTests(file: EditedFile, context: RequestContext): Promise<boolean> {
  const versions = versionsOf(file);
  if (versions === undefined || factsOf(versions.before.languageId).docTests === undefined) return false;
  const [before = "", after = ""] = await Promise.all(
    [versions.before, versions.changed].map(async (version) => {
      const examples = (await innerCodeOf(version, context)).filter(({ isExample }) => isExample);
      return examples.map(({ from, to }) => version.text.slice(from, to)).join("\n");
    }),
  );
  return before !== after;
}

/** Returns a file before and after a change; undefined for one that is made, moved or deleted. */
function versionsOf({ document, after }: EditedFile) {
  if (!document || !after || isMoved({ document, after })) return undefined;
  const { uri, languageId, text } = document;
  return { before: { uri, languageId, text }, changed: { uri, languageId, text: Document.of(after.text) } };
}

/** Returns the documents of inner code that a change of a file changes. */
async function innerChanges(file: EditedFile, context: RequestContext): Promise<readonly InnerChange[]> {
  const { document } = file;
  const versions = versionsOf(file);
  if (!document || !versions || !factsOf(document.languageId).grammar?.hasExamples) return [];
  const { before: now, changed: then } = versions;
  const { languageId } = now;
  const [codeNow, codeThen] = [await innerCodeOf(now, context), await innerCodeOf(then, context)];
  const languages = new Set([...codeNow, ...codeThen].map((each) => each.languageId));
  return [...languages].flatMap((own) => {
    const kind = { languageId: own, isExample: true };
    return innerPairs(languageId, codeLike(kind, codeNow), codeLike(kind, codeThen)).flatMap((pair, at) => {
      const before = innerTextOf(now, { own, at, code: pair.before });
      const changed = innerTextOf(then, { own, at, code: pair.after });
      if (before === undefined || changed === undefined) return [];
      const isSame = before.text.replace(/\s+/g, " ") === changed.text.replace(/\s+/g, " ");
      return isSame ? [] : [{ document, after: then.text, before, changed }];
    });
  });
}

/**
 * Returns the code of each document before a change and after it. Where there are as many pieces as
 * before, those that make a document afterwards are compared; else one document after the other.
 */
function innerPairs(
  languageId: string,
  before: readonly InnerCode[],
  after: readonly InnerCode[],
): readonly { readonly before: readonly InnerCode[]; readonly after: readonly InnerCode[] }[] {
  const documents = documentsOf(languageId, after);
  if (before.length === after.length)
    return documents.map((code) => ({
      before: code.flatMap((each) => before[after.indexOf(each)] ?? []),
      after: code,
    }));
  const earlier = documentsOf(languageId, before);
  const longer = earlier.length > documents.length ? earlier : documents;
  return longer.map((_, at) => ({ before: earlier[at] ?? [], after: documents[at] ?? [] }));
}

async function judgeInner(
  { document, after, before, changed }: InnerChange,
  context: RequestContext,
): Promise<InnerJudgement["verdicts"][number] | { readonly why: string }> {
  const { languageId } = before;
  const found = context.backends.find(before);
  if (found === undefined || isEmbedded(found)) return { why: `its ${languageId} code has no language server here` };
  const inner = context.unopenedFiles.keepText(before);
  try {
    const backend = await ensureBackend(inner, context.backends);
    const refusal = refusalOf(backend, []);
    if (refusal !== undefined) return { why: refusal };
    const { documents, why } = await judgeChange(
      { backend, changed: [{ document: inner, text: changed.text }], dependents: [] },
      { ...context, revisionOf: (each, timeoutMs) => revisionOfTexts(each, timeoutMs, context) },
    );
    if (documents.length === 0) return { why: why ?? `${backend.name} has not checked it` };
    const outer = { document, before: document.text, after, newUri: document.uri };
    return { backend, documents: documents.map((each) => ({ ...each, ...outer })) };
  } finally {
    context.unopenedFiles.closeAtBackend(inner);
  }
}
