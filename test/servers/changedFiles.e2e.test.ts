/**
 * Answers of real servers right after another file was written on disk, which the session has asked
 * about before and the client has not opened.
 */

import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic, Location, LocationLink } from "vscode-languageserver-protocol";
import { afterTest, testIf } from "../jest.js";
import { type Peer, startPeer } from "../peer.js";
import { isOnPath } from "./scenario.js";

jest.setTimeout(120_000);

interface Project {
  /** The language, for which the server is named in servers.json, and the programs it needs. */
  readonly language: string;
  readonly programs: readonly string[];
  /** The first is used by the second. */
  readonly files: readonly [path: string, text: string][];
  /** The place of the use of `total` in the second file. */
  readonly use: string;
}

const projects: Readonly<Record<string, Project>> = {
  "typescript-language-server": {
    language: "typescript",
    programs: ["typescript-language-server"],
    files: [
      ["lib.ts", "export function total() { return 1; }\n"],
      ["main.ts", 'import { total } from "./lib";\nexport const sum = total();\n'],
      ["tsconfig.json", "{}"],
    ],
    use: "sum = <|>total()",
  },
  pyright: {
    language: "python",
    programs: ["pyright-langserver"],
    files: [
      ["lib.py", "def total():\n    return 1\n"],
      ["main.py", "from lib import total\nprint(total())\n"],
    ],
    use: "print(<|>total())",
  },
  gopls: {
    language: "go",
    programs: ["gopls", "go"],
    files: [
      ["lib.go", "package main\n\nfunc total() int { return 1 }\n"],
      ["main.go", "package main\n\nfunc main() { println(total()) }\n"],
      ["go.mod", "module example.com/sum\n\ngo 1.21\n"],
    ],
    use: "println(<|>total())",
  },
  clangd: {
    language: "cpp",
    programs: ["clangd"],
    files: [
      ["lib.h", "#pragma once\ninline int total() { return 1; }\n"],
      ["main.cpp", '#include "lib.h"\nint main() { return total(); }\n'],
    ],
    use: "return <|>total()",
  },
};

describe.each(Object.entries(projects))("%s", (server, { language, programs, files, use }) => {
  const missing = programs.find((program) => !isOnPath(program));
  if (missing !== undefined) {
    test.skip(`${missing} is not installed: see scripts/install-programs.sh`, () => {});
    return;
  }
  const [[lib, libText], [main]] = files as [[string, string], [string, string]];
  let root: string;
  let peer: Peer;

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "locate-changed-")));
    for (const [path, text] of files) writeFileSync(join(root, path), text);
    const servers = join(root, "servers.json");
    writeFileSync(servers, JSON.stringify({ languages: { [language]: { servers: [server] } } }));
    peer = await startPeer([], { root, options: [`--servers=${servers}`] });
  });
  afterAll(async () => {
    await peer.close();
    rmSync(root, { recursive: true, force: true });
  });

  const testOfDisk = testIf(
    server !== "clangd",
    "clangd knows the lines of a header as they were when it last parsed the file that includes it",
  );
  testOfDisk("leads to the line where the definition is", async () => {
    const line = libText.split("\n").findIndex((each) => each.includes("total"));
    const definitionLine = async () => {
      const result = await peer.locate<Location | (Location | LocationLink)[]>("definition", `${main}@${use}`);
      const [first] = [result].flat();
      return first && ("targetUri" in first ? first.targetSelectionRange : first.range).start.line;
    };
    await peer.locate("hover", `${lib}@total`);
    expect(await definitionLine()).toBe(line);
    const comment = lib.endsWith(".py") ? "# one\n" : "// one\n";
    writeFileSync(join(root, lib), `${comment}${libText}`);
    expect(await definitionLine()).toBe(line + 1);
  });

  testOfDisk("leads a plain client to the line where the definition is", async () => {
    const [, mainText] = files[1] as [string, string];
    writeFileSync(join(root, lib), libText);
    const plain = await startPeer([], { root, options: ["--agent", `--servers=${join(root, "servers.json")}`] });
    afterTest(() => plain.close());
    const open = (path: string, text: string) =>
      plain.notify("textDocument/didOpen", {
        textDocument: { uri: plain.uri(path), languageId: language, version: 1, text },
      });
    await open(main, mainText);
    const before = mainText.slice(0, mainText.indexOf(use.replace("<|>", "")) + use.indexOf("<|>")).split("\n");
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const definitionLine = async () => {
      const params = { textDocument: { uri: plain.uri(main) }, position };
      const result = await plain.request<Location | (Location | LocationLink)[]>("textDocument/definition", params);
      const [first] = [result].flat();
      return first && ("targetUri" in first ? first.targetSelectionRange : first.range).start.line;
    };
    const line = libText.split("\n").findIndex((each) => each.includes("total"));
    expect(await definitionLine()).toBe(line);
    const comment = lib.endsWith(".py") ? "# one\n" : "// one\n";
    const changeFile = (count: number) => writeFileSync(join(root, lib), `${comment.repeat(count)}${libText}`);
    for (const count of [1, 2]) {
      changeFile(count);
      expect(await definitionLine()).toBe(line + count);
    }
    await open(lib, `${comment.repeat(2)}${libText}`);
    expect(await definitionLine()).toBe(line + 2); // the document is open, and as on disk
    for (const count of [3, 4]) {
      changeFile(count);
      expect(await definitionLine()).toBe(line + count);
    }
    rmSync(join(root, lib));
    await definitionLine();
    changeFile(0);
    expect(await definitionLine()).toBe(line);
  });

  test("has the errors of the files as they are", async () => {
    const hasErrors = async () => {
      const { items } = await peer.locate<{ items: readonly Diagnostic[] }>("diagnostic", main);
      return items.some(({ severity }) => severity === 1);
    };
    expect(await hasErrors()).toBe(false);
    writeFileSync(join(root, lib), libText.replace("total", "totals"));
    expect(await hasErrors()).toBe(true);
    writeFileSync(join(root, lib), libText);
    expect(await hasErrors()).toBe(false);
  });
});
