/** Which files an agent may read over MCP. */

import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createFolder } from "../../../folders.js";
import { afterTest } from "../../../jest.js";
import { cleanUp, startAgent } from "../agent.js";

afterAll(cleanUp);

const linkSwapper = join(import.meta.dirname, "../../../files/write/linkSwapper.mjs");

/** A workspace that imports a file outside of it, next to another. */
function createWorkspace(): { readonly root: string; readonly outside: string } {
  const parent = createFolder();
  const root = join(parent, "project");
  const outside = join(parent, "outside");
  mkdirSync(root);
  mkdirSync(outside);
  writeFileSync(join(root, "tsconfig.json"), "{}");
  writeFileSync(join(root, "a.ts"), `import { secret } from "../outside/lib";\nexport const total = secret;\n`);
  writeFileSync(join(outside, "lib.ts"), "export const secret = 1;\n");
  writeFileSync(join(outside, "key.ts"), "export const password = 2;\n");
  symlinkSync(outside, join(root, "link"));
  return { root, outside };
}

const servers = { languages: { typescript: { servers: ["typescript-language-server"] } } };

test("Files outside of the workspace are refused by any path, and the error names the roots and the flag", async () => {
  const { root, outside } = createWorkspace();
  const agent = await startAgent(root, { servers });
  const paths = [
    join(outside, "key.ts"),
    `file://${join(outside, "key.ts")}`,
    "../outside/key.ts",
    "link/key.ts",
    "project/../../outside/key.ts",
    "../outside/kei.ts",
    "/proc/self/environ",
    // In the process of the session, this is another folder.
    `/proc/self/cwd${join(outside, "key.ts")}`,
  ];
  for (const path of paths) {
    const calls = [
      ["resolve", { locate: { file_path: path, scope: "password" } }],
      ["ask", { question: "hover", locate: { file_path: path, scope: "1" } }],
      ["outline", { file_path: path }],
      ["diagnostics", { file_path: path }],
      ["edit", { locate: { file_path: path, scope: "password" }, operation: "delete" }],
      ["rename", { locate: "a.ts:total", new_name: "sum", also: [`${path}:password`] }],
    ] as const;
    for (const [tool, args] of calls) {
      const { text, isError } = await agent.call(tool, args);
      expect([path, tool, isError]).toEqual([path, tool, true]);
      expect(text).toContain(`is outside of the workspace (${root})`);
      expect(text).toContain("lsp-locate mcp --allow-read");
      expect(text).not.toContain("password =");
      expect(text).not.toContain("key.ts?");
    }
  }
});

test("A path that begins with a slash leads to the file of the workspace that is meant", async () => {
  const { root } = createWorkspace();
  const agent = await startAgent(root, { servers });
  for (const path of ["/a.ts", "/project/a.ts"]) {
    const { text, isError } = await agent.call("outline", { file_path: path });
    expect([isError, text]).toEqual([true, expect.stringContaining("Write a path in the workspace, such as a.ts. ")]);
  }
});

test("A file that an answer has named may be read, and no other", async () => {
  const { root, outside } = createWorkspace();
  const agent = await startAgent(root, { servers });
  const library = join(outside, "lib.ts");
  expect((await agent.call("outline", { file_path: library })).isError).toBe(true);
  expect(await agent.text("ask", { question: "definition", locate: "a.ts@= <|>secret" })).toContain("lib.ts");
  expect(await agent.text("outline", { file_path: library })).toContain("secret");
  expect((await agent.call("outline", { file_path: join(outside, "key.ts") })).isError).toBe(true);
});

/** A workspace with a link to a file outside of it, in a language with or without its server. */
function linkedWorkspace(): { readonly root: string; readonly creds: string } {
  const parent = createFolder();
  const root = join(parent, "project");
  const creds = join(parent, "credentials");
  mkdirSync(root);
  writeFileSync(creds, 'aws_secret_access_key = "TOPSECRET"\n');
  writeFileSync(join(root, "a.py"), "from creds import aws_secret_access_key\n\nvalue = 1\n");
  symlinkSync(creds, join(root, "creds.py"));
  return { root, creds };
}

test.each([
  ["without a server", []],
  ["with a server that follows links", ["pyright"]],
])("A link that a repository brings shows nothing of what is outside, %s", async (_title, python) => {
  const { root, creds } = linkedWorkspace();
  const agent = await startAgent(root, { servers: { languages: { python: { servers: python } } } });
  const calls = [
    ["resolve", { locate: "creds.py:1" }],
    ["resolve", { locate: ":aws_secret_access_key" }],
    ["search", { symbol_path: "aws_secret_access_key" }],
    ["search", { symbol_path: "secret_access" }],
    ["ask", { question: "definition", locate: "a.py@import <|>aws_secret_access_key" }],
    ["ask", { question: "references", locate: "a.py@import <|>aws_secret_access_key" }],
    ["outline", { file_path: "creds.py" }],
    ["resolve", { locate: "creds.py:1" }],
    ["resolve", { locate: `${creds}:1` }],
    ["rename", { locate: "a.py@import <|>aws_secret_access_key", new_name: "key" }],
  ] as const;
  for (const [tool, args] of calls) {
    const { text } = await agent.call(tool, args);
    expect([tool, text]).toEqual([tool, expect.not.stringMatching(/TOPSECRET|Invalid arguments/)]);
  }
  expect((await agent.call("resolve", { locate: "creds.py:1" })).text).toContain(
    `is outside of the workspace (${root}): a link in the workspace leads there`,
  );
  expect(await agent.text("resolve", { locate: "a.py@value" })).toContain("value = 1");
});

test("A link that takes the place of a folder again and again shows nothing of what is outside", async () => {
  const parent = createFolder();
  const [root, outside] = [join(parent, "project"), join(parent, "outside")];
  mkdirSync(join(root, "in"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, "in/a.py"), "value = 1\n");
  writeFileSync(join(outside, "a.py"), "TOPSECRET = 1\n");
  const agent = await startAgent(root, { servers: { languages: { python: { servers: [] } } } });
  const swapper = spawn(process.execPath, [linkSwapper, join(root, "in"), outside, "3"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  afterTest(() => void swapper.kill());
  const texts: string[] = [];
  for (let round = 0; round < 100; round++) {
    texts.push(await agent.text("outline", { file_path: "in/a.py" }).catch(String));
    texts.push(await agent.text("resolve", { locate: "in/a.py:1" }).catch(String));
  }
  swapper.stdin.end();
  expect(Number(await text(swapper.stdout))).toBeGreaterThan(0);
  expect(texts.filter((each) => each.includes("TOPSECRET"))).toEqual([]);
  expect(texts.some((each) => each.includes("value"))).toBe(true);
});

test("A folder of the workspace that is itself reached through a link is read", async () => {
  const { root } = linkedWorkspace();
  const link = join(createFolder(), "link");
  symlinkSync(root, link);
  const agent = await startAgent(link, { servers: { languages: { python: { servers: [] } } } });
  expect(await agent.text("resolve", { locate: ":value" })).toContain("value = 1");
  expect(await agent.text("resolve", { locate: `${link}/a.py@value` })).toContain("value = 1");
});

test("With --allow-read, every file may be read", async () => {
  const { root, outside } = createWorkspace();
  const agent = await startAgent(root, { servers, args: ["--allow-read"] });
  expect(await agent.text("outline", { file_path: join(outside, "key.ts") })).toContain("password");
});
