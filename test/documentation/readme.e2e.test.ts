/** Runs the examples of README.md: every command, exchange and program; and checks its numbers. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "jsonc-parser";
import { locateMethods } from "../../src/ask/policy.js";
import { shippedGrammars } from "../../src/languages/languages.js";
import { startRaw } from "../peer.js";
import { pathWithCommand } from "./console.js";
import { expectDrawing } from "./drawing.js";
import { expectExchange } from "./exchange.js";
import { repository, textOf } from "./markdown.js";
import { expectMcpServers } from "./mcp.js";
import { openShop, type Shop } from "./shop.js";
import { testPage } from "./testPage.js";
import { expectProgram } from "./typescript.js";

// Each shell command starts a server.
jest.setTimeout(180_000);

let shop: Shop;
let path: string;
beforeAll(async () => {
  shop = openShop();
  path = await pathWithCommand(join(shop.root, ".bin"));
});
afterAll(() => shop.remove());

testPage("README.md", {
  "": ({ code }) => expectDrawing(code),
  jsonc: ({ code }) => expectExchange(code, shop.root),
  json: ({ code }) => expectMcpServers(code, shop.root, path),
  sh: async ({ code }) => {
    for (const line of code.split("\n")) await expectCommand(line.replace(/\s+#.*$/, ""));
  },
  ts: ({ code }) => expectProgram(code),
});

/** Commands that other tests run: of the package, which installs it, and of doctor. */
const commandsOfOtherTests = ["npm ci", "npm pack", "npm install --global ./lsp-locate-*.tgz", "lsp-locate doctor"];

async function expectCommand(line: string): Promise<void> {
  const [program, name = "", ...rest] = line.split(" ");
  if (commandsOfOtherTests.includes(line)) return;
  if (program === "npm") {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: object };
    expect(Object.keys(scripts)).toContain(name === "run" ? rest[0] : name);
  } else if (locateMethods.includes(`locate/${name}`)) {
    // The command is about the sources of this repository.
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", line], {
      cwd: repository,
      env: { ...process.env, PATH: path },
    });
    expect(stdout.length).toBeGreaterThan(20);
  } else await expectLanguageServer(line);
}

/** Checks that a command without a method is a language server. */
async function expectLanguageServer(line: string): Promise<void> {
  const peer = startRaw(["/bin/sh", "-c", `PATH="${path}"; ${line}`], { root: shop.root, direct: true });
  peer.send({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { processId: null, rootUri: null, capabilities: {} },
  });
  const answer = await peer.messageThat((message) => (message as { id?: unknown }).id === 1);
  expect(answer).toMatchObject({ result: { capabilities: { hoverProvider: expect.anything() } } });
  peer.end();
  await peer.exit();
}

test("README.md counts the servers, languages and grammars correctly", () => {
  const { servers, languages } = parse(readFileSync(join(repository, "servers.json"), "utf8")) as Record<
    string,
    object
  >;
  const prose = textOf("README.md").replaceAll("\n", " ");
  expect(prose).toContain(
    `has commands for ${Object.keys(servers ?? {}).length} servers and ${Object.keys(languages ?? {}).length} languages`,
  );
  expect(prose).toContain(`[${shippedGrammars.length} languages](docs/protocol.md#languages-with-syntax-trees)`);
});
