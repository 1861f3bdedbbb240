/**
 * Draws docs/images/terminal.svg from the output of the built command. `--print` writes the picture
 * to stdout instead.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { drawTerminal } from "./terminalPicture/drawTerminal.mjs";
import { parseTerminalRows } from "./terminalPicture/terminalRows.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const picture = join(root, "docs/images/terminal.svg");
const columns = 105;

const commands = [
  ["definition", "till.py@<|>receipt(cart"],
  ["hover", "shop.py:Cart.totl"],
  ["rename", "shop.py:Cart.total", "sum"],
];

await build({ types: false });
const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-picture-")));
try {
  cpSync(join(root, "test/projects/shop"), join(folder, "shop"), { recursive: true });
  mkdirSync(join(folder, "shop", ".git"));
  // An empty file of servers: the picture must not depend on the configuration of the user.
  writeFileSync(join(folder, "servers.json"), "{}");
  const rows = commands.flatMap((args) => [...promptRows(args), ...parseTerminalRows(runCommand(args), columns), []]);
  const svg = drawTerminal(rows.slice(0, -1), {
    columns,
    title: "lsp-locate in a terminal: a definition, an error that says what to write, and a rename",
  });
  if (process.argv.includes("--print")) process.stdout.write(svg);
  else {
    mkdirSync(dirname(picture), { recursive: true });
    writeFileSync(picture, svg);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs the command and returns its output as on a terminal; a preloaded module makes stdout look
 * like one.
 */
function runCommand(args) {
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
  // On a busy machine a command says that it waits.
  return stdout + stderr.replace(/^lsp-locate: still waiting .*\n/gm, "");
}

/** Returns the rows that show the command line. */
function promptRows(args) {
  const quoted = args.map((argument) => (/^[\w./:]+$/.test(argument) ? argument : `'${argument}'`));
  return [
    [
      { text: "$ ", style: "prompt" },
      { text: `lsp-locate ${quoted.join(" ")}`, style: "bold" },
    ],
  ];
}
