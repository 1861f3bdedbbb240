/**
 * Draws docs/images/terminal.svg: what the built command says when it is really asked. `--print`
 * writes the picture to stdout instead.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { draw } from "./terminalPicture/drawTerminal.mjs";
import { rowsOf } from "./terminalPicture/terminalRows.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const picture = join(root, "docs/images/terminal.svg");
const columns = 105;

const commands = [
  ["hover", "shop.py:Cart.add"],
  ["definition", "till.py@<|>receipt(cart"],
  ["rename", "shop.py:Cart.total", "sum"],
  ["hover", "shop.py:Cart.totl"],
];

await build({ types: false });
const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-picture-")));
try {
  cpSync(join(root, "test/projects/shop"), join(folder, "shop"), { recursive: true });
  // Nobody's own servers: the picture is the same on every machine.
  writeFileSync(join(folder, "servers.json"), "{}");
  const rows = commands.flatMap((args) => [...typed(args), ...rowsOf(ask(args), columns), []]);
  const svg = draw(rows.slice(0, -1), {
    columns,
    title: "Four questions to lsp-locate in a terminal, and what it answers",
  });
  if (process.argv.includes("--print")) process.stdout.write(svg);
  else {
    mkdirSync(dirname(picture), { recursive: true });
    writeFileSync(picture, svg);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What it says on a terminal: its stdout is told that it is one, which takes no real one. */
function ask(args) {
  const preload = pathToFileURL(join(root, "scripts/terminalPicture/fakeTerminal.mjs")).href;
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    ["--import", preload, join(root, "dist/command/main.js"), ...args, "--servers", join(folder, "servers.json")],
    {
      cwd: join(folder, "shop"),
      env: {
        ...process.env,
        PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
        FORCE_COLOR: "1",
        NO_COLOR: "",
        TERMINAL_COLUMNS: String(columns),
      },
      encoding: "utf8",
    },
  );
  if (error) throw error;
  return stdout + stderr;
}

function typed(args) {
  const quoted = args.map((argument) => (/^[\w./:]+$/.test(argument) ? argument : `'${argument}'`));
  return [
    [
      { text: "$ ", style: "prompt" },
      { text: `lsp-locate ${quoted.join(" ")}`, style: "bold" },
    ],
  ];
}
