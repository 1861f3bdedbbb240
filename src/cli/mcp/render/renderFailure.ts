/**
 * Renders failures for a model: what to write instead, with Locates that can be sent as they are.
 */

import { ResponseError } from "vscode-jsonrpc/node";
import { LocateError } from "../../../error.js";
import type { Locate } from "../../../locate/locate.js";
import { writeLocate } from "../../../locate/notation/notation.js";
import { UnusableEdit } from "../../../text/edits/textEdits.js";
import { inlineCode, toPrintableJson } from "../../../text/printable.js";
import { askMethods } from "../../methods/commandTable.js";
import { renameMethods } from "../../show/text/methodNames.js";
import { shorten } from "../../show/view.js";

/** Returns `undefined` for an error that is a bug of ours. */
export function renderFailure(error: unknown): string | undefined {
  if (error instanceof UnusableEdit) return `The edit can't be applied: ${error.message}`;
  if (!(error instanceof LocateError) && !(error instanceof ResponseError)) return undefined;
  const data = (error.data ?? {}) as ErrorData;
  // An error without a kind of ours comes from the server.
  if (data.kind === undefined) return `The language server refused: ${error.message}`;
  const message = data.kind === "unsupported" ? renderUnsupported(data, error.message) : toToolTerms(error.message);
  const suggestions = suggestedLocates(data, message);
  return suggestions.length === 0 ? message : [message, "Ready to be sent as locate:", ...suggestions].join("\n");
}

/**
 * Replaces the protocol's method names by those of the tools, and removes advice that applies only
 * at a shell.
 */
function toToolTerms(message: string): string {
  return renameMethods(message, (method) => method)
    .replace("rename needs newName", "rename needs new_name")
    .replace("Name one in servers.json, or give it: … -- <command>.", "The user can name one in servers.json.");
}

/** Renders an unsupported method, with the questions that the server supports. */
function renderUnsupported({ method, backend, supported, because }: ErrorData, message: string): string {
  if (typeof method !== "string" || typeof backend !== "string" || !Array.isArray(supported)) return message;
  const name = (each: unknown) => String(each).replace("locate/", "");
  const can = supported.map(name).filter((each) => askMethods.includes(each));
  const reason = because === undefined ? "" : `: ${String(because)}`;
  return `${backend} can't do ${name(method)}${reason}. It can answer: ${can.join(", ") || "nothing"}.`;
}

interface ErrorData {
  readonly kind?: unknown;
  readonly [fact: string]: unknown;
}

/** A place that was perhaps meant, as errors name it. */
interface LocateCandidate {
  readonly locate?: Locate;
  readonly line?: number;
  readonly text?: string;
}

/** Lists the Locates that an error offers, unless its message has them. */
function suggestedLocates({ candidates, matches, targets, locate }: ErrorData, message: string): readonly string[] {
  const listed = [candidates, matches, targets].flatMap((list) =>
    Array.isArray(list) ? (list as LocateCandidate[]) : [],
  );
  return [...listed, ...(locate ? [{ locate: locate as Locate }] : [])].flatMap((candidate) => {
    if (!candidate.locate) return [];
    const written = renderLocate(candidate.locate);
    return message.includes(inlineCode(written)) ? [] : [`- ${written}${renderLine(candidate)}`];
  });
}

/**
 * Renders a Locate in the notation, or as JSON if the notation can't express it. A `find_index` of
 * "only" is implied by the tools.
 */
function renderLocate({ find_index, ...locate }: Locate): string {
  return typeof find_index === "number" ? toPrintableJson({ ...locate, find_index }) : writeLocate(locate);
}

function renderLine({ line, text }: LocateCandidate): string {
  if (line === undefined) return "";
  return text === undefined ? ` (line ${line})` : ` (line ${line}: ${shorten(text, MAX_LINE_LENGTH)})`;
}

const MAX_LINE_LENGTH = 120;
