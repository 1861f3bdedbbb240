/**
 * Demonstrates the command on the source of this repository, with typescript-language-server.
 * Writes nothing.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installAndBuild } from "./installAndBuild.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const errorLines = readFileSync(join(root, "src/error.ts"), "utf8").split("\n");
const classLine = errorLines.findIndex((line) => line.startsWith("export class LocateError")) + 1;

// Removes the servers for TypeScript, to behave like a machine without any.
const withoutServers = "scripts/without-servers.json";

const commands = [
  { why: "The symbols of a file, and their symbol paths:", args: ["outline", "src/error.ts"] },
  {
    why: "Hover over a symbol by its path: its position, and the server's text:",
    args: ["hover", "src/error.ts:LocateError.constructor"],
  },
  {
    why: "A place by its text: the marker <|> points at the word:",
    args: ["definition", "src/error.ts:LocateError@this.code = <|>codeOf"],
  },
  { why: "References, also in files that are not open:", args: ["references", "src/error.ts:ErrorFacts"] },
  {
    why: "A rename, shown as a diff; --write applies it:",
    args: ["rename", "src/error.ts:codeOf", "codeByKind"],
  },
  {
    why: "A syntax node, by a text in it and its type:",
    args: [
      "resolveRange",
      '{"file_path":"src/wire/steps.ts","anchor_text":"earlier.kind !== \\"see\\"","ancestor_node_type":"if_statement"}',
    ],
  },
  {
    why: "A symbol declared anywhere in the workspace:",
    args: ["definition", ":FrameWriter.send"],
  },
  {
    why: "Without an installed server, the embedded server uses syntax and a workspace index:",
    args: ["definition", "src/proxy.ts:proxy@clientEnded = <|>relay(", "--servers", withoutServers],
  },
  {
    why: "The reverse: from a position to a Locate that resolves to it:",
    args: ["describe", `src/error.ts:${classLine}:14`],
  },
  {
    why: "An edit at a Locate, checked for syntax errors; --write applies it:",
    args: ["edit", "src/error.ts:LocateError@super(escapeControls(message));", "--insert-after", " // ready"],
  },
  {
    why: "If a Locate does not match, the error says what to write instead:",
    args: ["hover", "src/error.ts:LocateError@this.knid"],
    fails: true,
  },
];

await installAndBuild();
// The language server is a dev dependency here; elsewhere it is found on PATH.
const path = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
for (const { why, args, fails = false } of commands) {
  console.log(`\n# ${why}\n$ lsp-locate ${args.map(quoted).join(" ")}`);
  const { status } = spawnSync(process.execPath, [join(root, "dist/command/main.js"), ...args], {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if ((status !== 0) !== fails) process.exitCode = 1;
}

function quoted(argument) {
  return /^[\w./:,=-]+$/.test(argument) ? argument : `'${argument}'`;
}
