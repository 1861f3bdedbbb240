/** The conversation with a client when the handlers of `locate/*` can't be loaded. */

import { codes } from "../../../src/error.js";
import { ClientConversation } from "../../../src/session/client/clientConversation.js";

test("A Locate is rejected and the failure logged if the handlers can't be loaded", async () => {
  const responses: [string, unknown][] = [];
  const logged: string[] = [];
  const conversation = new ClientConversation({
    send: () => {},
    respond: (id, outcome) => responses.push([id, outcome]),
    documents: { get: () => undefined },
    listen: () => Promise.reject(new Error("no such file")),
    log: (line) => logged.push(line),
  });
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"locate/hover","params":{}}');
  conversation.deliverRequest(body, { id: "1", method: "locate/hover" });
  await conversation.whenIdle();
  const message = expect.stringContaining("no such file");
  expect(responses).toEqual([["1", { error: { code: codes.internalError, message } }]]);
  expect(logged).toEqual([message]);
});
