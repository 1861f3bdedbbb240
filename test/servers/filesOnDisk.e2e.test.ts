/**
 * Real servers in agent mode, and files that another program creates or changes on disk and that
 * nobody opens: open documents that use them have new diagnostics, and requests find them.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic, Hover, Location, PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { afterTest, testIf } from "../jest.js";
import { type Notification, type Peer, startPeer } from "../peer.js";
import { isOnPath } from "./scenario.js";

jest.setTimeout(120_000);

interface Workspace {
  readonly command: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** The document that the client opens, and the file that it uses. */
  readonly main: string;
  readonly used: readonly [path: string, text: string];
  readonly languageId: string;
}

const workspaces = {
  typescript: {
    command: ["typescript-language-server", "--stdio"],
    files: { "tsconfig.json": "{}", "main.ts": 'import { total } from "./lib";\nexport const sum = total();\n' },
    main: "main.ts",
    used: ["lib.ts", "export function total() { return 1; }\n"],
    languageId: "typescript",
  },
  python: {
    command: ["pyright-langserver", "--stdio"],
    files: { "main.py": "from lib import total\nsum = total()\n" },
    main: "main.py",
    used: ["lib.py", "def total():\n    return 1\n"],
    languageId: "python",
  },
  cpp: {
    command: ["clangd"],
    files: { "main.cpp": '#include "include/lib.h"\nint main() { return total(); }\n' },
    main: "main.cpp",
    used: ["include/lib.h", "#pragma once\ninline int total() { return 1; }\n"],
    languageId: "cpp",
  },
} as const satisfies Readonly<Record<string, Workspace>>;

const importing = ["typescript", "python"] as const;

describe.each(importing)("A module of %s that is created on disk", (name) => {
  const workspace = workspaces[name];
  const { main, used, command } = workspace;
  testIf(isOnPath(command[0]), `${command[0]} is not installed`)(
    "is found by its open importer, and its uses by references",
    async () => {
      const session = await open(workspace);
      await session.diagnosticsThat((diagnostics) => diagnostics.length > 0);
      session.write(used[0], used[1]);
      await session.diagnosticsThat((diagnostics) => diagnostics.length === 0);

      const users = async () => {
        const at = session.placeOf("total()");
        const found = await session.request<Location[] | null>("textDocument/references", {
          ...at,
          context: { includeDeclaration: true },
        });
        return new Set(found?.map(({ uri }) => uri));
      };
      const everywhere = new Set([main, used[0]].map(session.uri));
      expect(await users()).toEqual(everywhere);
      for (const path of [`more-${main}`, `sub/${main}`]) {
        // Where a folder is a package, its modules are imported from the root.
        session.write(path, session.text.replace("./lib", path.startsWith("sub/") ? "../lib" : "./lib"));
        expect(await users()).toEqual(everywhere.add(session.uri(path)));
      }
    },
  );
});

testIf(isOnPath("clangd"), "clangd is not installed").each([
  ["In front of clangd", workspaces.cpp.command],
  ["In a session of many servers", []],
])("%s, a header that is changed on disk renews the file that includes it", async (_where, command) => {
  const { files, used, ...rest } = workspaces.cpp;
  const [header, text] = used;
  const session = await open({ ...rest, command, files: { ...files, [header]: text }, used });
  await session.diagnosticsThat((diagnostics) => diagnostics.length === 0);
  session.write(header, text.replace("total", "totals"));
  await session.diagnosticsThat((diagnostics) => diagnostics.some(({ severity }) => severity === 1));
  session.write(header, text.replace("int total", "long long total"));
  await session.diagnosticsThat((diagnostics) => diagnostics.length === 0);
  const hover = await session.request<Hover>("textDocument/hover", session.placeOf("total()"));
  expect(JSON.stringify(hover.contents)).toContain("long");
});

/** Opens the document of a workspace in agent mode; the session ends with the test. */
async function open({ command, files, main, languageId }: Workspace) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-files-")));
  afterTest(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const peer: Peer = await startPeer(command, {
    root,
    options: ["--agent"],
  });
  afterTest(() => peer.close());
  const text = files[main] ?? "";
  const textDocument = { uri: peer.uri(main) };
  await peer.notify("textDocument/didOpen", { textDocument: { ...textDocument, languageId, version: 1, text } });
  /** The number of notifications that an earlier wait has looked at. */
  let seen = 0;
  return {
    text,
    write,
    uri: peer.uri,
    request: peer.request,
    placeOf(part: string) {
      const before = text.slice(0, text.indexOf(part)).split("\n");
      return { textDocument, position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
    },
    /** Resolves when diagnostics of the document are published that pass the test. */
    async diagnosticsThat(isWanted: (diagnostics: readonly Diagnostic[]) => boolean): Promise<void> {
      const notification = await peer.waitForNotification((one: Notification) => {
        const index = peer.notifications.indexOf(one);
        if (one.method !== "textDocument/publishDiagnostics" || (index >= 0 && index < seen)) return false;
        const { uri, diagnostics } = one.params as PublishDiagnosticsParams;
        return uri === textDocument.uri && isWanted(diagnostics);
      });
      seen = peer.notifications.indexOf(notification) + 1;
    },
  };
}
