/** Which files an agent may read over MCP. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder } from "../../../folders.js";
import { cleanUp, startAgent } from "../agent.js";

afterAll(cleanUp);

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
  ];
  for (const path of paths) {
    const calls = [
      ["resolve", { locate: { file_path: path, scope: "password" } }],
      ["ask", { question: "hover", locate: { file_path: path, scope: "1" } }],
      ["outline", { file_path: path }],
      ["diagnostics", { file_path: path }],
      ["edit", { locate: { file_path: path, scope: "password" }, operation: "delete" }],
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

test("With --allow-read, every file may be read", async () => {
  const { root, outside } = createWorkspace();
  const agent = await startAgent(root, { servers, args: ["--allow-read"] });
  expect(await agent.text("outline", { file_path: join(outside, "key.ts") })).toContain("password");
});
