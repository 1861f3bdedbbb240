/**
 * Exchanges of messages in the documentation, `→` from the client and `←` from the proxy, repeated
 * with the built command and real servers.
 */
import { pathToFileURL } from "node:url";
import { startRaw } from "../peer.js";
import { expectJsonLike } from "./expectLike.js";

/** The workspace folder in the documentation. */
const DOCUMENTED_ROOT = "file:///work/shop";

interface Message {
  readonly arrow: string;
  readonly text: string;
}

/**
 * Sends the messages after `→` and compares each response with the text after `←`. An exchange that
 * does not begin with `initialize` gets one.
 */
export async function expectExchange(exchange: string, root: string): Promise<void> {
  const actualRoot = pathToFileURL(root).href;
  const peer = startRaw([], { root });
  let id = 0;
  const request = async (message: object) => {
    const requestId = ++id;
    peer.send({ jsonrpc: "2.0", id: requestId, ...message });
    const isResponse = (each: unknown) =>
      (each as { id?: unknown }).id === requestId && !("method" in (each as object));
    const { jsonrpc: _, id: __, ...response } = (await peer.messageThat(isResponse)) as Record<string, unknown>;
    return JSON.parse(JSON.stringify(response).replaceAll(actualRoot, DOCUMENTED_ROOT)) as object;
  };
  try {
    if (!exchange.includes('"initialize"')) {
      await request({ method: "initialize", params: { processId: null, rootUri: actualRoot, capabilities: {} } });
      peer.send({ jsonrpc: "2.0", method: "initialized", params: {} });
    }
    const messages = messagesIn(exchange);
    for (const [index, { arrow, text }] of messages.entries()) {
      if (arrow === "←") continue;
      const message = JSON.parse(text.replaceAll(DOCUMENTED_ROOT, actualRoot)) as object;
      const next = messages[index + 1];
      if (next?.arrow === "←") expectJsonLike(await request(message), next.text);
      else peer.send({ jsonrpc: "2.0", ...message });
    }
  } finally {
    peer.end();
    await peer.exit();
  }
}

/** Returns the messages. One continues on the lines below its arrow. */
function messagesIn(exchange: string): Message[] {
  return exchange
    .split(/^(?=[→←] )/m)
    .filter((part) => part.trim() !== "")
    .map((part) => ({ arrow: part[0] as string, text: part.slice(1).trim() }));
}
