/** The shell as a client: the requests and messages of a server. */

import { PassThrough } from "node:stream";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { answerServerRequests } from "../../../src/cli/client/inProcessClient.js";

const connect = (input: PassThrough, output: PassThrough) =>
  createMessageConnection(new StreamMessageReader(input), new StreamMessageWriter(output));

test.each([
  [1, ["Which project?"]],
  [3, []],
])("The question of a server of type %d is logged, and kept as an error it has shown: %j", async (type, shown) => {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const [client, server] = [connect(toClient, toServer), connect(toServer, toClient)];
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const errors = answerServerRequests(client, { folders: () => [], log, onProgress: () => {} });
  for (const connection of [client, server]) connection.listen();
  const params = { type, message: "Which project?", actions: [{ title: "Both" }] };
  expect(await server.sendRequest("window/showMessageRequest", params)).toBeNull();
  expect(logged).toEqual(["Which project?"]);
  expect(errors).toEqual(shown);
  for (const connection of [client, server]) connection.dispose();
});
