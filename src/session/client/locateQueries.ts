/**
 * Locates as queries of `workspace/symbol`, for clients that can't send `locate/*`. Every other
 * query passes.
 */

import type { Backends } from "../../ask/backend/backend.js";
import { findPathEnds } from "../../locate/notation/pathEnds.js";
import { parseSymbolPath } from "../../locate/notation/symbolPath.js";
import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import type { Frame } from "../../wire/frames.js";
import { findValue, stringAt } from "../../wire/json.js";
import type { Inspection } from "../../wire/steps.js";
import { namesFile } from "../documents/filePaths.js";
import type { OpenDocuments } from "../documents/openDocuments.js";
import type { ClientConversation } from "./clientConversation.js";
import type { ClientState, SessionPhase } from "./clientState.js";

/** What decides whether a file exists. */
interface QueryContext {
  readonly client: Pick<ClientState, "roots">;
  readonly documents: OpenDocuments;
}

/** The parts of a session that the step uses. */
interface QueryHost extends QueryContext {
  readonly phase: SessionPhase;
  /** Present in agent mode. */
  readonly agent: object | undefined;
  readonly conversation: Pick<ClientConversation, "deliverRequest">;
  readonly backends: Pick<Backends, "all">;
}

/**
 * Step for client messages: answers a `workspace/symbol` whose query is a Locate. One that fails is
 * an error in agent mode. Elsewhere it passes, as editors send a query at each key.
 */
export function takeLocateQueries({ method, id }: Envelope, session: QueryHost): Inspection | undefined {
  if (method !== "workspace/symbol" || session.phase !== "running") return undefined;
  return {
    kind: "inspect",
    inspect(frame, runLaterSteps) {
      const requestId = id ?? findTrailingId(frame.body);
      if (requestId === undefined || !isLocateQuery(frame.body, session)) return false;
      const envelope = { method, id: requestId };
      if (session.agent) session.conversation.deliverRequest(frame.body, envelope);
      else {
        const copy = copyFrame(frame);
        session.conversation.deliverRequest(copy.body, envelope, () => {
          const bytes = runLaterSteps(copy);
          if (bytes) session.backends.all()[0]?.link.send(bytes);
        });
      }
      return true;
    },
  };
}

/** Whether the body of a `workspace/symbol` has a Locate as its query. */
export function isLocateQuery(body: Buffer, context: QueryContext): boolean {
  const query = stringAt(body, findValue(body, ["params", "query"]));
  return query !== undefined && isLocate(query, (path) => namesFile(path, context));
}

/**
 * Whether a query is a Locate: a file that exists with a scope or a find after it, or a symbol path
 * with a dot after a colon. `names::with::colons` are never one, even if there is a file `names`.
 */
export function isLocate(query: string, isFile: (path: string) => boolean): boolean {
  if (query.startsWith(":")) return isSymbolLocate(query.slice(1));
  if (!/[:@]./s.test(query)) return false;
  return findPathEnds(query, isFile).some((end) => {
    const rest = query.slice(end);
    if (!/^[:@]+[^:@]/.test(rest) || (rest.startsWith("::") && isPlainName(query.slice(0, end)))) return false;
    return isFile(query.slice(0, end));
  });
}

/** Whether a text has no dot and no separator, as the first name of `std::vector`. */
function isPlainName(path: string): boolean {
  return !/[./\\]/.test(path);
}

/** Whether a text after a colon is `Symbol.path`, with an optional find. */
function isSymbolLocate(text: string): boolean {
  const [path = ""] = text.split("@", 1);
  if (path.startsWith(":") || !path.includes(".")) return false;
  const names = parseSymbolPath(path);
  return names !== null && names.length > 1 && /^[\p{ID_Start}_$`"']/u.test(path);
}

function copyFrame({ bytes, body }: Frame): Frame {
  const copy = Buffer.from(bytes);
  return { bytes: copy, body: copy.subarray(copy.length - body.length) };
}
