/** Commands in a process that may not allocate the memory of a parser. */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { describeIf } from "../jest.js";
import { cleanUp, startAgent } from "./mcp/agent.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "memory-")));
const project = join(folder, "project");
mkdirSync(project);
mkdirSync(join(folder, "bin"));
writeFileSync(join(project, "shop.py"), "class Cart:\n    def total(self): pass\n");
afterAll(cleanUp);
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 3 }));

/** No server is installed, so the embedded one answers. */
const env = {
  PATH: join(folder, "bin"),
  HOME: folder,
  XDG_CACHE_HOME: join(folder, "cache"),
  LSP_LOCATE_DAEMON: "off",
};

/**
 * Kilobytes of address space: enough for Node and its threads, and less than V8 reserves for a
 * WebAssembly memory.
 */
const LIMIT_KB = 4_000_000;

/** Starts a program in a shell that limits its address space. */
const limited = ["/bin/sh", "-c", `ulimit -v ${LIMIT_KB} && exec "$@"`, "sh"];

function runLimited(words: readonly string[]) {
  const [shell = "", ...rest] = [...limited, process.execPath, ...words];
  return spawnSync(shell, rest, { cwd: project, env, encoding: "utf8" });
}

/** Elsewhere a shell has no such limit, or V8 reserves less. */
const probe = ["-e", "try { new WebAssembly.Memory({ initial: 1, maximum: 65536 }) } catch { console.log('none') }"];
const canLimit = process.platform === "linux" && runLimited(probe).stdout === "none\n";

const noMemory = /could not allocate memory/;

describeIf(canLimit, "the memory of WebAssembly can't be limited here")("With little memory", () => {
  test.each([
    [["search", "total"], /^lsp-locate: `total` may be declared in the workspace: 1 file .* not be parsed: shop\.py /],
    [["search", "Cart.total", "--json"], /"kind": "file_unreadable"/],
    [["resolve", ":Cart.total"], /^lsp-locate: `Cart\.total` may be declared in the workspace: .*: shop\.py /],
    [["resolve", "shop.py:Cart.total"], /^lsp-locate: There is no syntax tree: the grammar for python failed/m],
    [["outline", "shop.py"], /^lsp-locate: There is no syntax tree: the grammar for python failed/m],
  ])("lsp-locate %j says that files could not be parsed", async (words, message) => {
    const { status, stdout, stderr } = runLimited([await buildCommand(), ...words]);
    expect(`${stdout}${stderr}`).toMatch(message);
    expect(`${stdout}${stderr}`).toMatch(noMemory);
    expect(status).toBe(1);
  });

  test.each([
    [
      "search",
      { symbol_path: "total" },
      /^`total` may be declared in the workspace: 1 file .* not be parsed: shop\.py /,
    ],
    ["outline", { file_path: "shop.py" }, /^There is no syntax tree: the grammar for python failed/],
    ["resolve", { locate: ":Cart.total" }, /^`Cart\.total` may be declared in the workspace: /],
  ])("The tool %s says that files could not be parsed", async (tool, args, message) => {
    const servers = { languages: { python: { servers: ["embedded"] } } };
    const agent = await startAgent(project, { wrapper: limited, servers });
    const { text, isError } = await agent.call(tool, args);
    expect([isError, text]).toEqual([true, expect.stringMatching(message)]);
    expect(text).toMatch(noMemory);
    await agent.end();
  });
});
