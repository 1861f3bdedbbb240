/**
 * Starts a server and relays its messages; its diagnostics, published or in responses, come late.
 * `node delayedServer.mjs <milliseconds> <command> [args…]`
 */
import { spawn } from "node:child_process";
import { StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

const [delayMs, program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
const toServer = new StreamMessageWriter(child.stdin);
const toClient = new StreamMessageWriter(process.stdout);
/** The ids of requests whose responses have diagnostics. */
const pulls = new Set();

new StreamMessageReader(process.stdin).listen((message) => {
  if (/^(textDocument|workspace)\/diagnostic$/.test(message.method)) pulls.add(message.id);
  void toServer.write(message);
});
new StreamMessageReader(child.stdout).listen((message) => {
  const isResponse = message.method === undefined && pulls.delete(message.id);
  const hasDiagnostics = isResponse || message.method === "textDocument/publishDiagnostics";
  const relay = () => void toClient.write(message).catch(() => {});
  if (hasDiagnostics) setTimeout(relay, Number(delayMs));
  else relay();
});
process.stdin.on("end", () => child.stdin.end());
for (const stream of [child.stdin, process.stdout]) stream.on("error", () => {});
child.on("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on("close", (code) => process.exit(code ?? 1));
