/**
 * The step for messages before or after the running phase: requests are rejected, early
 * notifications kept for later.
 */

import { codes } from "../../error.js";
import type { Session } from "../../session/session.js";
import type { Envelope } from "../../wire/envelope.js";
import type { Decision } from "../../wire/frames.js";
import { takeMessage } from "../../wire/steps.js";
import { copyMessage, type Message } from "../../wire/wholeMessages.js";

export interface PhaseContext {
  readonly session: Pick<Session, "phase" | "respond">;
  /** Notifications that came between `initialize` and `initialized`. */
  readonly earlyMessages: Message[];
}

/**
 * Messages about the session itself, and Locates: their own steps reject them if they come at the
 * wrong time.
 */
const exemptMethods = /^(?:initialize|initialized|exit|locate\/.*)$/;

/** Takes messages of the client outside of the running phase. */
export function checkPhase(envelope: Envelope, { session, earlyMessages }: PhaseContext): Decision | undefined {
  const { method } = envelope;
  const { phase } = session;
  if (phase === "running" || method === undefined || exemptMethods.test(method)) return undefined;
  if ((phase === "initialized" || phase === "initializing") && method === "shutdown") return undefined;
  const isOver = phase === "shutdown" || phase === "over";
  return takeMessage(envelope, (message) => {
    if (message.id !== undefined) session.respond(message.id, { error: refusal(isOver, phase === "new") });
    else if (phase === "initialized" || phase === "initializing") earlyMessages.push(copyMessage(message));
  });
}

function refusal(isOver: boolean, isNew: boolean): object {
  if (isOver) return { code: codes.invalidRequest, message: "The session is shut down; start a new one to ask again." };
  const missing = isNew ? "`initialize`" : "the notification `initialized`";
  return { code: codes.serverNotInitialized, message: `The session has not begun: send ${missing} first.` };
}
