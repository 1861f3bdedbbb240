/**
 * Published diagnostics in agent mode, of real servers that publish in several steps: each set that
 * the client gets is that of its version, whole. The full form runs on a machine with no core to
 * spare.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { PublishDiagnosticsParams } from "vscode-languageserver-protocol";
import { startPeer } from "../peer.js";
import { isOnPath } from "./scenario.js";

const isFull = process.env["TEST_SOAK"] === "full";
const TIMEOUT_MS = isFull ? 600_000 : 180_000;
/** Processes that keep a core busy each. */
const BUSY_PROCESSES = isFull ? 2 * availableParallelism() : 0;
/** So many that their check takes longer than a quiet period. */
const SLOW_TYPES = isFull ? 20 : 10;

interface SteppedServer {
  readonly name: string;
  readonly command: readonly string[];
  readonly languageId: string;
  readonly files: Readonly<Record<string, string>>;
  readonly file: string;
  /** The texts in order, each with the sorted messages of its diagnostics. */
  readonly texts: readonly (readonly [text: string, messages: readonly string[]])[];
}

const slowTypes = [
  'type Rep<T extends string, N extends number, A extends 0[] = [], R extends string = ""> =',
  '  A["length"] extends N ? R : Rep<T, N, [...A, 0], T>;',
  ...Array.from({ length: SLOW_TYPES }, (_, i) => `export const v${i}: Rep<"a${i}", 40${i % 10}> | "" = "";`),
  "",
].join("\n");
const missing = (name: string) => `Cannot find name '${name}'.`;

const typescript = {
  languageId: "typescript",
  files: { "tsconfig.json": '{ "compilerOptions": { "strict": true } }' },
  file: "a.ts",
  texts: [
    [`${slowTypes}first;\n`, [missing("first")]],
    [`${slowTypes}second +;\n`, [missing("second"), "Expression expected."]],
    [`${slowTypes}third;\n`, [missing("third")]],
    [slowTypes, []],
    [`\n${slowTypes}`, []], // the server publishes nothing
  ],
} as const;

const servers: readonly SteppedServer[] = [
  { ...typescript, name: "typescript-language-server", command: ["typescript-language-server", "--stdio"] },
  ...(isFull ? [{ ...typescript, name: "vtsls", command: ["vtsls", "--stdio"] }] : []),
];

describe.each(servers)("$name", (server) => {
  if (!isOnPath(server.command[0] ?? "")) {
    test.skip(`${server.name} is not installed: see scripts/install-programs.sh`, () => {});
    return;
  }

  test(
    "Each set of diagnostics that the client gets is complete, and of its version",
    async () => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-complete-")));
      const load = Array.from({ length: BUSY_PROCESSES }, startBusyProcess);
      try {
        const [[first]] = server.texts as readonly [readonly [string, readonly string[]]];
        const files = { ...server.files, [server.file]: first };
        for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
        const peer = await startPeer(server.command, { root, options: ["--agent"], timeoutMs: TIMEOUT_MS });
        try {
          const uri = peer.uri(server.file);
          for (const [index, [text]] of server.texts.entries()) {
            const version = index + 1;
            await (version === 1
              ? peer.notify("textDocument/didOpen", {
                  textDocument: { uri, languageId: server.languageId, version, text },
                })
              : peer.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] }));
            await peer.waitForNotification((one) => publishedVersion(one, uri) === version);
          }
          const published = peer.notifications.flatMap((one) => {
            const version = publishedVersion(one, uri);
            const { diagnostics } = one.params as PublishDiagnosticsParams;
            return version === undefined ? [] : [[version, diagnostics.map(({ message }) => message).sort()]];
          });
          expect(published).toEqual(server.texts.map(([, messages], index) => [index + 1, messages]));
        } finally {
          await peer.close();
        }
      } finally {
        for (const process of load) process.kill("SIGKILL");
        rmSync(root, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );
});

/** The version of published diagnostics of a document; undefined for any other notification. */
function publishedVersion({ method, params }: { method: string; params: unknown }, uri: string): number | undefined {
  const published = params as PublishDiagnosticsParams;
  return method === "textDocument/publishDiagnostics" && published.uri === uri ? published.version : undefined;
}

function startBusyProcess(): ChildProcess {
  return spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
}
