/** The shell and an editor with servers on another host, with the project under another path. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildCommand } from "../buildCommand.js";
import { createFolder, removeFolders } from "../folders.js";
import { afterTest, describeIf } from "../jest.js";
import { LIBRARIES, REMOTE_ROOT, type RemoteHost, remoteHostProblem, startRemoteHost } from "./remoteHost.js";
import { runCommand } from "./runCommand.js";
import { isOnPath } from "./scenario.js";

jest.setTimeout(120_000);
afterAll(removeFolders);

const problem = remoteHostProblem() ?? (isOnPath("pyright-langserver") ? undefined : "pyright is not installed");

const files = {
  "pyrightconfig.json": JSON.stringify({ extraPaths: [LIBRARIES] }),
  "shop/till.py": "import remote_lib\n\n\ndef total(count: int) -> int:\n    return remote_lib.double(count)\n",
  "shop/main.py": "from shop.till import total\n\nprint(total(2))\n",
};
const libraries = {
  "remote_lib.py":
    'def double(count: int) -> int:\n    """Twice as many."""\n    return helper(count)\n\n\ndef helper(count: int) -> int:\n    return 2 * count\n',
};

interface Elsewhere {
  readonly folder: string;
  readonly host: RemoteHost;
  readonly text: (name: string) => string;
  run(...words: readonly string[]): Promise<string>;
}

/** Starts a host with the project, and pyright on it as the server of Python. */
async function startElsewhere(): Promise<Elsewhere> {
  const folder = createFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const host = await startRemoteHost(folder, libraries);
  afterTest(() => host.stop());
  const pyright = {
    command: host.command("pyright-langserver --stdio"),
    paths: [{ local: folder, remote: REMOTE_ROOT }],
    read: [...host.command("cat"), "{path}"],
    shell: "posix",
  };
  const config = join(createFolder(), "servers.json");
  writeFileSync(
    config,
    JSON.stringify({ servers: { pyright }, languages: { python: { servers: ["pyright"], companions: [] } } }),
  );
  return {
    folder,
    host,
    text: (name) => readFileSync(join(folder, name), "utf8"),
    run: async (...words) => runCommand(await buildCommand(), [...words, "--servers", config], folder),
  };
}

const library = "lsp-remote://pyright/srv/lib/remote_lib.py";

describeIf(problem === undefined, problem ?? "")("pyright on another host", () => {
  test("answers with the paths of this one, and its own libraries can be read", async () => {
    const { run } = await startElsewhere();
    expect(await run("definition", "shop/main.py:@total(", "--no-daemon")).toContain("shop/till.py:4:5");
    expect(await run("definition", "shop/till.py:@double", "--no-daemon")).toContain(`${library}:1:5`);
    expect(await run("hover", `${library}:double@helper`, "--no-daemon")).toContain("def helper(count: int) -> int");
    const edit = await run("edit", `${library}:double@helper`, "--replace=other", "--write", "--no-daemon");
    expect(edit).toContain("is in no file");
  });

  test("renames in files of both, and checks what changes", async () => {
    const { run, text } = await startElsewhere();
    expect(await run("rename", "shop/till.py:total", "sum_of", "--write", "--no-daemon")).toContain("adds no problems");
    expect(text("shop/main.py")).toBe("from shop.till import sum_of\n\nprint(sum_of(2))\n");
    expect(await run("rename", "shop/till.py:@double", "twice", "--write", "--no-daemon")).toContain(
      "declared outside of the workspace",
    );
  });

  test("is checked by doctor, part by part", async () => {
    const { run, folder } = await startElsewhere();
    const report = await run("doctor", "python");
    expect(report).toContain("the connection works");
    expect(report).toContain(`${REMOTE_ROOT} is ${folder}`);
  });
});
