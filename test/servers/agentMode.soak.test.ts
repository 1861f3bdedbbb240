/**
 * Real servers behind agent mode, through a client that only speaks plain LSP: cold starts, and
 * edits of which half are written to disk behind the client's back.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { type Notification, type Peer, startPeer } from "../peer.js";
import { isOnPath } from "./scenario.js";

const isFull = process.env["TEST_SOAK"] === "full";
const STARTS = isFull ? 50 : 1;
const ROUNDS = isFull ? 200 : 6;
const TIMEOUT_MS = isFull ? 3_600_000 : 300_000;

interface AgentServer {
  readonly name: string;
  readonly command: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly languageId: string;
  /** The file that is opened, and a request about a text in it, with the number of its results. */
  readonly file: string;
  readonly request: readonly [method: string, at: string, count: number];
  /** A statement with one error that has this name in it. */
  readonly faulty: (name: string) => string;
  /** The program by which it finds that error, if that is another one. */
  readonly needs?: string;
  /** What is around that statement. */
  readonly around?: readonly [before: string, after: string];
}

const servers: readonly AgentServer[] = [
  {
    name: "typescript-language-server",
    command: ["typescript-language-server", "--stdio"],
    files: {
      "tsconfig.json": "{}",
      "a.ts": "export function total(n: number) {\n  return n;\n}\n",
      "b.ts": 'import { total } from "./a";\ntotal(1);\n',
      "c.ts": 'import { total } from "./a";\ntotal(2);\n',
    },
    languageId: "typescript",
    file: "a.ts",
    request: ["textDocument/references", "total", 5],
    faulty: (name) => `${name};`,
  },
  {
    name: "pyright",
    command: ["pyright-langserver", "--stdio"],
    files: {
      "a.py": "def total(n: int):\n    return n\n",
      "b.py": "from a import total\ntotal(1)\n",
      "c.py": "from a import total\ntotal(2)\n",
    },
    languageId: "python",
    file: "a.py",
    request: ["textDocument/references", "total", 5],
    faulty: (name) => `print(${name})`,
  },
  {
    name: "gopls",
    command: ["gopls"],
    files: {
      "go.mod": "module shop\n\ngo 1.21\n",
      "a.go": "package shop\n\nfunc total(n int) int {\n\treturn n\n}\n",
      "b.go": "package shop\n\nvar one = total(1)\n",
      "c.go": "package shop\n\nvar two = total(2)\n",
    },
    languageId: "go",
    file: "a.go",
    request: ["textDocument/references", "total", 3],
    around: ["package shop\n\nfunc total(n int) int {\n", "\treturn n\n}\n"],
    faulty: (name) => `\tprintln(${name})`,
  },
  {
    name: "clangd",
    command: ["clangd", "--background-index"],
    files: {
      "compile_flags.txt": "-xc\n",
      "a.h": "int total(int n);\n",
      "a.c": '#include "a.h"\nint total(int n) { return n; }\n',
      "b.c": '#include "a.h"\nint one(void) { return total(1); }\n',
    },
    languageId: "c",
    file: "a.c",
    request: ["textDocument/definition", "total", 1],
    around: ['#include "a.h"\nint total(int n) {\n', "return n; }\n"],
    faulty: (name) => `n += ${name};`,
  },
  {
    name: "bash-language-server",
    command: ["bash-language-server", "start"],
    files: {
      "a.sh": "#!/bin/bash\ntotal() {\n  echo 1\n}\n",
      "b.sh": "#!/bin/bash\nsource ./a.sh\ntotal\n",
      "c.sh": "#!/bin/bash\nsource ./a.sh\ntotal\n",
    },
    languageId: "shellscript",
    file: "a.sh",
    request: ["textDocument/references", "total", 3],
    needs: "shellcheck",
    faulty: (name) => `echo "$${name}"`,
    around: ["#!/bin/bash\ntotal() {\n  echo 1\n}\n", ""],
  },
  {
    name: "yaml-language-server",
    command: ["yaml-language-server", "--stdio"],
    files: { "a.yaml": "base: &total\n  a: 1\nother: *total\n" },
    languageId: "yaml",
    file: "a.yaml",
    request: ["textDocument/definition", "*total", 1],
    faulty: (name) => `fault: *${name}`,
  },
];

describe.each(servers)("$name", (server) => {
  const program = server.command[0] ?? "";
  if (!isOnPath(program)) {
    test.skip(`${server.name} is not installed: see scripts/install-programs.sh`, () => {});
    return;
  }

  test(
    `The first answer is complete in each of ${STARTS} cold starts, or says what is waited for`,
    async () => {
      const [method, text, count] = server.request;
      const wrong: unknown[] = [];
      const notReady: unknown[] = [];
      for (let start = 0; start < STARTS; start++) {
        await withSession(server, async (peer, root) => {
          const source = server.files[server.file] ?? "";
          await open(peer, server, source);
          const params = {
            textDocument: { uri: peer.uri(server.file) },
            position: positionOf(source, text),
            context: { includeDeclaration: true },
          };
          const result = await peer
            .request<unknown>(method, params)
            .catch((error: { data?: { kind?: string } }) => error);
          const isNotReady = (result as { data?: { kind?: string } }).data?.kind === "not_ready";
          const places = Array.isArray(result) ? result.length : result === null ? 0 : 1;
          if (places !== count && !isNotReady) wrong.push({ start, root, result });
          if (isNotReady) notReady.push(result);
        });
      }
      expect(wrong).toEqual([]);
      if (notReady.length > 0) console.log(server.name, notReady);
    },
    TIMEOUT_MS,
  );

  const { faulty, needs, around = ["", server.files[server.file] ?? ""] } = server;
  if (needs !== undefined && !isOnPath(needs)) {
    test.skip(`${needs} is not installed: see scripts/install-programs.sh`, () => {});
    return;
  }

  test(
    `No diagnostic is old or missing in ${ROUNDS} rounds of edits, half of them behind the client's back`,
    async () => {
      await withSession(server, async (peer, root) => {
        const uri = peer.uri(server.file);
        const [before, after] = around;
        const textOf = (round: number, isFaulty: boolean) =>
          `${before}${"\n".repeat(round % 5)}${isFaulty ? `${faulty(`missing${round}x`)}\n` : ""}${after}`;
        await open(peer, server, server.files[server.file] ?? "");
        const seen = peer.notifications as Notification[];
        await peer.waitForNotification(isAbout(uri)); // the document is open, and as on disk
        let version = 1;
        const change = (text: string) =>
          peer.notify("textDocument/didChange", {
            textDocument: { uri, version: ++version },
            contentChanges: [{ text }],
          });
        const faults: unknown[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          const from = seen.length;
          const isFaulty = round % 3 !== 2;
          const text = textOf(round, isFaulty);
          if (round % 2 === 0) {
            writeFileSync(join(root, server.file), text);
          } else {
            await change(textOf(round + 1000, true)); // typed, and not finished
            await change(text);
            writeFileSync(join(root, server.file), text);
          }
          const own = `missing${round}x`;
          const isComplete = (diagnostics: readonly Diagnostic[]) =>
            diagnostics.some(({ message }) => namesIn(message).includes(own)) === isFaulty;
          const published = () => seen.slice(from).filter(isAbout(uri)).map(diagnosticsOf);
          const isMissing = await peer
            .waitForNotification((notification) => {
              const index = seen.indexOf(notification);
              const isOfRound = (index < 0 || index >= from) && isAbout(uri)(notification);
              return isOfRound && isComplete(diagnosticsOf(notification));
            })
            .then(() => !isComplete(published().at(-1) ?? []))
            .catch(() => true);
          const names = published().flatMap((diagnostics) => diagnostics.flatMap(({ message }) => namesIn(message)));
          const old = names.filter((name) => name !== own);
          if (isMissing || old.length > 0) faults.push({ round, isMissing, old, published: published() });
          if (faults.length > 3) break;
        }
        expect(faults).toEqual([]);
      });
    },
    TIMEOUT_MS,
  );
});

const namesIn = (message: Diagnostic["message"]): readonly string[] =>
  JSON.stringify(message).match(/missing\d+x/g) ?? [];

const isAbout =
  (uri: string) =>
  ({ method, params }: Notification): boolean =>
    method === "textDocument/publishDiagnostics" && (params as PublishDiagnosticsParams).uri === uri;

const diagnosticsOf = ({ params }: Notification): readonly Diagnostic[] =>
  (params as PublishDiagnosticsParams).diagnostics;

async function open(peer: Peer, { file, languageId }: AgentServer, text: string): Promise<void> {
  await peer.notify("textDocument/didOpen", { textDocument: { uri: peer.uri(file), languageId, version: 1, text } });
}

function positionOf(text: string, part: string): { readonly line: number; readonly character: number } {
  const at = text.indexOf(part) + 1;
  const lines = text.slice(0, at).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** Runs `act` with a new session in a new folder, and removes both. */
async function withSession(server: AgentServer, act: (peer: Peer, root: string) => Promise<void>): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-agent-")));
  try {
    for (const [path, text] of Object.entries(server.files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const peer = await startPeer(server.command, { root, capabilities: "full", options: ["--agent"] });
    try {
      await act(peer, root);
    } finally {
      await peer.close();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
