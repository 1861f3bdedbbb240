/**
 * Questions about code in a text of another language, such as a fence of Markdown, to the server
 * of its own language. The server has a document in which all other text is blank, so that places
 * are the same in both.
 */

import { type Backend, ensureBackend, isEmbedded } from "../../../ask/backend/backend.js";
import { isSupported } from "../../../ask/backend/supportCheck.js";
import type { LocateMethod } from "../../../ask/policy.js";
import { isObject } from "../../../backend/isObject.js";
import type { OpenDocument } from "../../../files/documents/openDocument.js";
import { factsOf } from "../../../languages/languages.js";
import type { InnerCode } from "../../../syntax/trees/parsedText.js";
import type { Document } from "../../../text/document.js";
import type { Stretch } from "../../../text/stretch.js";
import { keyOfUri } from "../../../uri.js";
import { RawJson } from "../../../wire/rawJson.js";
import type { RequestContext } from "../../client/requestContext.js";
import { createPlace, type Place } from "../../place/resolvePlace.js";
import { toSyntaxText } from "../../place/syntaxView.js";
import type { ForwardedCall, ForwardedRequest } from "./forwardedRequest.js";
import { prepareCall, requestResult } from "./locateQuestion.js";

export interface InnerAnswer {
  /** As it would have been for the text around the code. */
  readonly call: ForwardedCall;
  readonly text: Document;
  readonly result: RawJson;
}

/**
 * Returns the answer of the server for the code at a place, about the place in the text around it.
 * Undefined where the text's own server is to be asked: its answer may be about other files, it
 * reads the code itself, or the code's language has no server here.
 */
export async function askInnerServer(
  request: ForwardedRequest,
  places: readonly Place[],
  context: RequestContext,
): Promise<InnerAnswer | undefined> {
  const [place] = places;
  if (place === undefined || !isAboutText(request.row)) return undefined;
  const document = place.document();
  const { languageId, text } = document;
  const host = context.backends.find(document);
  const isHostEmbedded = host === undefined || isEmbedded(host);
  const { grammar, docTests } = factsOf(languageId);
  const { from, to } = place.now();
  const line = text.lineAt(from);
  const isDocTest =
    docTests?.prompt !== undefined && docTests.line.test(text.slice(text.lineFrom(line), text.lineTo(line)));
  if (!grammar?.hasExamples && !isDocTest && !isHostEmbedded) return undefined;
  const syntax = await context.syntax();
  const source = toSyntaxText(document, syntax, context.servers);
  if (!syntax.hasGrammar(source.languageId)) return undefined;
  const all = await syntax.innerCode(source).catch(() => []);
  const own = all.find((each) => each.from <= from && to <= each.to && (each.isExample || isHostEmbedded));
  if (own === undefined || document.text !== text) return undefined;
  const [extension] = factsOf(own.languageId).extensions ?? [];
  const named = { uri: `${document.uri}.${extension}`, languageId: own.languageId };
  const found = context.backends.find(named);
  if (extension === undefined || found === undefined || isEmbedded(found)) return undefined;
  const code = all.filter((each) => each.languageId === own.languageId && each.isExample === own.isExample);
  const inner = context.unopenedFiles.keepText({
    ...named,
    text: withPrelude(onlyCode(text.text, code), document, own),
  });
  // A longer first line moves no other.
  const added = inner.text.length - text.length;
  const answer = await askAbout(inner, { from: from + added, to: to + added }, request, context);
  if (answer === undefined) return undefined;
  const { backend } = answer;
  const call = { ...request, places, place, backend, isAvailable: true };
  return { call, text, result: withUri(answer.result, inner, document.uri) };
}

/** Whether an answer is about what the text at a place means, and changes nothing. */
function isAboutText({ takes, dependsOn, isCompleted, changesText, followUpMethod }: LocateMethod): boolean {
  return takes === "point" && dependsOn !== "project" && !isCompleted && !changesText && followUpMethod === undefined;
}

async function askAbout(
  inner: OpenDocument,
  stretch: Stretch,
  request: ForwardedRequest,
  context: RequestContext,
): Promise<{ readonly backend: Backend; readonly result: RawJson } | undefined> {
  const place = createPlace(inner, inner.takeSnapshot(), stretch, context.documents);
  try {
    const backend = await ensureBackend(inner, context.backends);
    if (isEmbedded(backend) || !(await isSupported(request.name, backend, context.token))) return undefined;
    const { name, row } = request;
    const call = { name, row, places: [place], backend, extra: request.extra, onSend: () => {}, onItem: () => {} };
    const extra = await prepareCall(call, context);
    return { backend, result: await requestResult({ ...call, extra }, context) };
  } finally {
    place.release();
    context.unopenedFiles.closeAtBackend(inner);
  }
}

/** Returns a text whose first line, which is blank, takes in the names of the documented module. */
function withPrelude(code: string, { uri, languageId }: OpenDocument, own: InnerCode): string {
  const { prelude } = factsOf(languageId).docTests ?? {};
  const [module = ""] = uri.slice(uri.lastIndexOf("/") + 1).split(".", 1);
  if (prelude === undefined || !/^[A-Za-z_]\w*$/.test(module) || own.languageId !== languageId) return code;
  const end = code.search(/[\r\n]/);
  return prelude.replace("{module}", module) + code.slice(Math.max(0, end));
}

/** Returns a text of the same length and lines in which all but some code is blank. */
export function onlyCode(text: string, code: readonly Omit<InnerCode, "languageId" | "isExample">[]): string {
  const blank = (from: number, to: number) => text.slice(from, to).replace(/[^\r\n]/g, " ");
  let result = "";
  let at = 0;
  for (const { from, to, omitted } of code) {
    result += blank(at, from);
    at = from;
    for (const each of omitted) {
      result += text.slice(at, each.from) + blank(each.from, each.to);
      at = each.to;
    }
    result += text.slice(at, to);
    at = to;
  }
  return result + blank(at, text.length);
}

/** Returns an answer in which the URI of the server's document is that of the text around it. */
function withUri(result: RawJson, { uri, key }: OpenDocument, outer: string): RawJson {
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  if (!result.bytes.includes(name)) return result;
  const replace = (value: unknown): unknown => {
    if (typeof value === "string") return value.endsWith(name) && keyOfUri(value) === key ? outer : value;
    if (Array.isArray(value)) return value.map(replace);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([k, each]) => [k, replace(each)])) : value;
  };
  return RawJson.of(replace(result.parse()));
}
