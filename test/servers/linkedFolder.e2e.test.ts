/** A folder that is linked inside of its own repository: its files are one file each. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createFolder, removeFolders } from "../folders.js";
import { testIf } from "../jest.js";
import { startPeer } from "../peer.js";

const TIMEOUT_MS = 120_000;
afterEach(removeFolders);

const projects = {
  typescript: {
    "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "strict": true } }',
    "pkg/a.ts": "export function total(n: number) { return n; }\n",
    "src/b.ts": 'import { total } from "./pkg/a.js";\nexport const x = total(1);\n',
    "c.ts": 'import { total } from "./pkg/a.js";\nexport const y = total(2);\n',
  },
  python: {
    "pyproject.toml": "",
    "pkg/__init__.py": "",
    "pkg/a.py": "def total(n: int):\n    return n\n",
    "src/b.py": "from .pkg.a import total\nx = total(1)\n",
    "c.py": "from pkg.a import total\ny = total(2)\n",
  },
};

/** LSP's WorkspaceEdit, in either form. */
interface Edit {
  readonly documentChanges?: readonly {
    readonly textDocument: { readonly uri: string };
    readonly edits: readonly object[];
  }[];
  readonly changes?: Readonly<Record<string, readonly object[]>>;
}

testIf(process.platform !== "win32", "links need rights there").each(
  (["typescript", "python"] as const).flatMap((language) => [
    [language, "pkg"] as const,
    [language, "src/pkg"] as const,
  ]),
)(
  "A rename in %s by the path %s changes each file once, and those that reach it by the other path",
  async (language, folder) => {
    const root = createFolder();
    for (const [path, text] of Object.entries(projects[language])) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    symlinkSync("../pkg", join(root, "src/pkg"));
    const end = language === "python" ? "py" : "ts";
    const peer = await startPeer([], { root, timeoutMs: TIMEOUT_MS });
    try {
      const { documentChanges = [], changes = {} } = await peer.locate<Edit>("rename", `${folder}/a.${end}:total`, {
        newName: "sum",
      });
      const all = [
        ...documentChanges.map(({ textDocument: { uri }, edits }) => [uri, edits] as const),
        ...Object.entries(changes),
      ];
      const files = all.map(([uri, edits]) => `${relative(root, fileURLToPath(uri))} ${edits.length}`);
      expect(files.sort()).toEqual([`c.${end} 2`, `${folder}/a.${end} 1`, `src/b.${end} 2`].sort());
    } finally {
      await peer.close();
    }
  },
  TIMEOUT_MS,
);
