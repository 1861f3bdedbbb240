/** What went wrong, in words for a model: what to write instead, with Locates that can be sent as they are. */

import { ResponseError } from "vscode-jsonrpc/node";
import { LocateError } from "../../../error.js";
import type { Locate } from "../../../locate/locate.js";
import { formatLocate } from "../../../locate/notation/notation.js";
import { UnusableEdit } from "../../edit/textEdits.js";
import { renderLocateJson } from "../../show/locateText.js";
import { shorten } from "../../show/view.js";
import { askMethods } from "./askAnswers.js";

/** Undefined for what is nobody's failure but a bug of ours. */
export function renderFailure(error: unknown): string | undefined {
  if (error instanceof UnusableEdit) return `The edit can't be applied: ${error.message}`;
  if (!(error instanceof LocateError) && !(error instanceof ResponseError)) return undefined;
  const data = (error.data ?? {}) as ErrorData;
  // What has no kind of ours is the server's own refusal.
  if (data.kind === undefined) return `The language server refused: ${error.message}`;
  const suggestions = suggestedLocates(data);
  const message = data.kind === "unsupported" ? renderUnsupported(data, error.message) : toToolTerms(error.message);
  return suggestions.length === 0 ? message : [message, "Ready to be sent as locate:", ...suggestions].join("\n");
}

/** The protocol's names as they are called here; and no advice that only somebody at a shell can follow, or that a change would refuse. */
function toToolTerms(message: string): string {
  return message
    .replace(/\blocate\/(outline|search|edit|rename)\b/g, "$1")
    .replace(", or set fuzzy to true for the closest stretch.", ".")
    .replace("Name one in servers.json, or give it: … -- <command>.", "The user can name one in servers.json.");
}

/** What a server can't, and what of it can be asked here. */
function renderUnsupported({ method, backend, supported, because }: ErrorData, message: string): string {
  if (typeof method !== "string" || typeof backend !== "string" || !Array.isArray(supported)) return message;
  const name = (each: unknown) => String(each).replace("locate/", "");
  const can = supported.map(name).filter((each) => (askMethods as readonly string[]).includes(each));
  const why = because === undefined ? "" : `: ${String(because)}`;
  return `${backend} can't do ${name(method)}${why}. What ask can ask it: ${can.join(", ") || "nothing"}.`;
}

interface ErrorData {
  readonly kind?: unknown;
  readonly [fact: string]: unknown;
}

/** What an error carries of a place that was perhaps meant. */
interface LocateCandidate {
  readonly locate?: Locate;
  readonly line?: number;
  readonly text?: string;
}

function suggestedLocates({ candidates, matches, targets, locate }: ErrorData): readonly string[] {
  const listed = [candidates, matches, targets].flatMap((list) =>
    Array.isArray(list) ? (list as LocateCandidate[]) : [],
  );
  return [...listed, ...(locate ? [{ locate: locate as Locate }] : [])].flatMap((candidate) =>
    candidate.locate ? [`- ${renderLocate(candidate.locate)}${renderLine(candidate)}`] : [],
  );
}

/** In the notation where that can say it. That a find must be there once goes without saying where it matters; that the first match is meant does not. */
function renderLocate({ find_index, ...locate }: Locate): string {
  if (typeof find_index === "number") return renderLocateJson({ ...locate, find_index });
  try {
    return formatLocate(locate);
  } catch (error) {
    if (error instanceof LocateError) return renderLocateJson(locate);
    throw error;
  }
}

function renderLine({ line, text }: LocateCandidate): string {
  if (line === undefined) return "";
  return text === undefined ? ` (line ${line})` : ` (line ${line}: ${shorten(text, MAX_LINE_LENGTH)})`;
}

const MAX_LINE_LENGTH = 120;
