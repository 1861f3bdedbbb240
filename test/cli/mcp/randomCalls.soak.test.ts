/**
 * Calls of all tools with generated arguments, valid and broken: each is answered, none with a
 * stack trace; nothing outside of the workspace is read or written; the memory stays bounded.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import fc from "fast-check";
import { createFolder } from "../../folders.js";
import { type Agent, cleanUp, startAgent } from "./agent.js";
import { argumentsOf, type JsonSchema } from "./randomArguments.js";

const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 1e9));
const CALLS = Number(process.env["FUZZ_COUNT"]) || (process.env["TEST_SOAK"] === "full" ? 2_000 : 160);
const CALLS_AT_A_TIME = 8;
const MAX_RESIDENT_MB = 1_000;
const SECRET = "secret_outside_the_workspace";

jest.setTimeout(3_600_000);
afterAll(cleanUp);

const sources = {
  "cart.py":
    "class Cart:\n    def total(self, prices):\n        return sum(prices)\n\n\ndef 💣é():\n    return Cart().total([1])\n",
  "shop.py": "from cart import Cart\n\nshelf = Cart()\nprint(shelf.total([]))\n",
  "data.json": '{"a": [1, {"b": null}], "total": "é"}\n',
  "odd name.ts": "export const total = 1;\r\nfunction run() { return total }\r\n",
};

/** Creates the workspace, and next to it a file that no call may read or write. */
function createWorkspace(): { readonly root: string; readonly outside: string } {
  const parent = createFolder();
  const root = join(parent, "project");
  const outside = join(parent, "outside");
  mkdirSync(root);
  mkdirSync(outside);
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(root, name), text);
  writeFileSync(join(outside, "key.py"), `${SECRET} = 1\n`);
  return { root, outside };
}

/** No server is installed: the embedded one answers. */
const servers = { languages: { python: { servers: [] }, typescript: { servers: [] }, json: { servers: [] } } };

test(`Generated calls are answered, and leave the rest of the disk alone (FUZZ_SEED=${seed})`, async () => {
  const { root, outside } = createWorkspace();
  const agent = await startAgent(root, { servers });
  const known = {
    paths: [...Object.keys(sources), join(outside, "key.py"), "../outside/key.py", "no.py", ".", ""],
    names: ["Cart", "total", "Cart.total", "shelf", "a", "💣é", SECRET, "<|>total", "return"],
  };
  const { tools } = await agent.client.listTools();
  const calls = tools.flatMap(({ name, inputSchema }) =>
    fc
      .sample(argumentsOf(inputSchema as JsonSchema, known), { seed, numRuns: Math.ceil(CALLS / tools.length) })
      .map((args) => ({ name, args: args as object })),
  );
  expect(tools.length).toBeGreaterThan(7);
  let answered = 0;
  for (let from = 0; from < calls.length; from += CALLS_AT_A_TIME) {
    const some = calls.slice(from, from + CALLS_AT_A_TIME).map((call) => isAnswered(call, agent));
    answered += (await Promise.all(some)).filter(Boolean).length;
    expect(residentMegabytes(agent)).toBeLessThan(MAX_RESIDENT_MB);
  }
  // The arguments are not all refused.
  expect(answered).toBeGreaterThan(0);
  expect(readdirSync(join(root, ".."))).toEqual(["outside", "project"]);
  expect(readdirSync(outside)).toEqual(["key.py"]);
  expect(readFileSync(join(outside, "key.py"), "utf8")).toBe(`${SECRET} = 1\n`);
  await agent.end();
});

interface Call {
  readonly name: string;
  readonly args: object;
}

/** Checks the answer to a call; resolves with whether it is no error. */
async function isAnswered({ name, args }: Call, agent: Agent): Promise<boolean> {
  const { text, isError } = await agent
    .call(name, args)
    .catch((error: Error) => ({ text: error.message, isError: true }));
  const faults = [
    /^\s+at .*:\d+:\d+\)?$/m.test(text) && "a stack trace",
    /bug in lsp-locate|internal error|Connection closed|timed out/i.test(text) && "a failure",
    text.includes(`${SECRET} = 1`) && "a text outside of the workspace",
    text === "" && "nothing",
  ].filter((each) => each !== false);
  const shown = { name, args: JSON.stringify(args).slice(0, 2_000), text: text.slice(0, 500) };
  expect({ ...shown, faults }).toEqual({ ...shown, faults: [] });
  return !isError;
}

/** The resident memory of the server, where the system tells it. */
function residentMegabytes({ client }: Agent): number {
  const path = `/proc/${(client.transport as StdioClientTransport).pid}/status`;
  const status = existsSync(path) ? readFileSync(path, "utf8") : "";
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
