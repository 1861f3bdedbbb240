/**
 * The minimal relay in Node: it splits frames, reads the method and id of each, and forwards the
 * bytes.
 */
import { spawn } from "node:child_process";
import { createFrameSplitter, readScalar } from "../lib/frames.mjs";

const [program, ...words] = process.argv.slice(process.argv.indexOf("--") + 1);
const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
const seen = { requests: 0, notifications: 0, responses: 0 };

function relay(from, to) {
  const split = createFrameSplitter((head) => {
    const method = readScalar(head, "method");
    const id = readScalar(head, "id");
    seen[method === undefined ? "responses" : id === undefined ? "notifications" : "requests"]++;
  }, 256);
  from.on("data", (chunk) => {
    split(chunk);
    if (to.write(chunk)) return;
    from.pause();
    to.once("drain", () => from.resume());
  });
  from.on("end", () => to.end());
}

relay(process.stdin, child.stdin);
relay(child.stdout, process.stdout);
child.on("exit", (code) => process.exit(code ?? 1));
