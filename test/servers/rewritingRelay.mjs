/**
 * Stands in for another host where there can be none: runs a server here, which says and is told
 * another path for a folder. `node rewritingRelay.mjs <there> <here> <command> …`; the server's
 * messages have `<there>` in place of `<here>`, the client's the reverse.
 */
import { spawn } from "node:child_process";

const [there, here, program, ...args] = process.argv.slice(2);
const server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });

/** Passes messages on, with all words `from` in their bodies replaced. */
function rewrite(input, output, from, to) {
  let rest = Buffer.alloc(0);
  input.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = rest.indexOf("\r\n\r\n");
      if (head < 0) return;
      const end = head + 4 + Number(/Content-Length: *(\d+)/i.exec(rest.toString("latin1", 0, head))?.[1]);
      if (rest.length < end) return;
      const body = Buffer.from(rest.toString("utf8", head + 4, end).replaceAll(from, () => to));
      rest = rest.subarray(end);
      output.write(`Content-Length: ${body.length}\r\n\r\n`);
      output.write(body);
    }
  });
  input.on("end", () => output.end());
}

rewrite(process.stdin, server.stdin, there, here);
rewrite(server.stdout, process.stdout, here, there);
server.stdin.on("error", () => {});
server.on("exit", (code) => process.exit(code ?? 1));
