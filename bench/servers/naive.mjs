/**
 * A naive relay: vscode-jsonrpc on both sides, with each message parsed, forwarded and serialised
 * again.
 */
import { spawn } from "node:child_process";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const [program, ...words] = process.argv.slice(process.argv.indexOf("--") + 1);
const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });

const connect = (from, to) => createMessageConnection(new StreamMessageReader(from), new StreamMessageWriter(to));
const client = connect(process.stdin, process.stdout);
const server = connect(child.stdout, child.stdin);

function forward(from, to) {
  from.onRequest((method, params, token) => to.sendRequest(method, params, token));
  from.onNotification((method, params) => to.sendNotification(method, params));
  from.onUnhandledProgress((progress) => to.sendNotification("$/progress", progress));
}

forward(client, server);
forward(server, client);
client.listen();
server.listen();
child.on("exit", (code) => process.exit(code ?? 1));
