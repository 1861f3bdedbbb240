/**
 * The main job on real code: this repository's own source, asked by meaning through
 * typescript-language-server. Nothing is written.
 */
import { spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installAndBuild } from "./installAndBuild.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Takes the servers for TypeScript away, as on a machine that has none.
const withoutServers = "scripts/without-servers.json";

const commands = [
  { why: "What is in a file, and the paths that reach it:", args: ["outline", "src/error.ts"] },
  {
    why: "A symbol by its path: where it landed, and what the server says about it:",
    args: ["hover", "src/error.ts:LocateError.constructor"],
  },
  {
    why: "A place by its text: the marker <|> says which word is meant:",
    args: ["definition", "src/error.ts:LocateError@this.code = <|>codeOf"],
  },
  { why: "Who uses it, in files that nobody opened:", args: ["references", "src/error.ts:ErrorFacts"] },
  {
    why: "A rename as a diff; --write would apply it:",
    args: ["rename", "src/error.ts:codeOf", "codeByKind"],
  },
  {
    why: "A syntax node, by a text in it and its type:",
    args: [
      "resolveRange",
      '{"file_path":"src/wire/steps.ts","anchor_text":"verdict.kind !== \\"see\\"","ancestor_node_type":"if_statement"}',
    ],
  },
  {
    why: "A symbol, wherever in the workspace it is declared:",
    args: ["definition", ":FrameWriter.send"],
  },
  {
    why: "Where no server is installed, the embedded one answers, by syntax and an index of the workspace:",
    args: ["definition", "src/proxy.ts:proxy@clientEnded = <|>relay(", "--servers", withoutServers],
  },
  { why: "The way back, from a position to the Locate that finds it again:", args: ["describe", "src/error.ts:72:10"] },
  {
    why: "An edit where a Locate says, checked for syntax errors; --write would apply it:",
    args: ["edit", "src/error.ts:LocateError@super(message);", "--insert-after", " // ready"],
  },
  {
    why: "And where a Locate is wrong, the answer says what to write instead:",
    args: ["hover", "src/error.ts:LocateError@this.knid"],
    fails: true,
  },
];

await installAndBuild();
// The language server comes with the dev dependencies; on your machine it is the one on PATH.
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
