/** Agent mode on the two relays of a proxy in front of one server. */

import { type Envelope, findTrailingId } from "../../wire/envelope.js";
import type { Decision, Frame } from "../../wire/frames.js";
import type { FrameWriter } from "../../wire/frameWriter.js";
import { applyDecision } from "../../wire/steps.js";
import type { Message } from "../../wire/wholeMessages.js";
import type { AgentHandler } from "./agentHandler.js";

/**
 * The client's messages in agent mode: each is whole, and goes through the handler. What that lets
 * pass at once leaves with the relay, and so with its back-pressure; the rest is sent later.
 */
export function relayForAgent(decideWhole: (message: Message) => Decision, toBackend: FrameWriter) {
  let relayed: Buffer[] | undefined;
  return {
    forward(message: Message): void {
      const bytes = applyDecision(decideWhole(message), message);
      if (bytes === undefined) return;
      if (relayed) relayed.push(bytes);
      else toBackend.send(bytes);
    },
    /** Returns undefined for a message without an envelope, which agent mode can't read. */
    decision(envelope: Envelope | undefined, handler: AgentHandler): Decision | undefined {
      if (!envelope) return undefined;
      const { method } = envelope;
      const take = ({ bytes, body }: Frame) => {
        const outgoing: Buffer[] = [];
        relayed = outgoing;
        try {
          handler.receive({ method, id: envelope.id ?? findTrailingId(body), bytes, body });
        } finally {
          relayed = undefined;
        }
        return outgoing.length > 1 ? Buffer.concat(outgoing) : outgoing[0];
      };
      return { kind: "take", take };
    },
  };
}

/** Holds a backend's frame until it is whole, and passes it through the filter of agent mode. */
export function filterDecision(decision: Decision, handler: AgentHandler): Decision {
  if (decision.kind === "hold") return decision;
  const take = (frame: Frame) => {
    const bytes = applyDecision(decision, frame);
    return bytes && handler.filter(bytes);
  };
  return { kind: "take", take };
}
