/**
 * `lsp-locate setup`: in homes without and with settings, and against the clients themselves where
 * they are installed.
 */

import { execFile, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { setupNames } from "../../../src/cli/help/subcommands.js";
import { buildCommand } from "../../buildCommand.js";
import { afterTest, describeIf } from "../../jest.js";
import { isOnPath } from "../../servers/scenario.js";

jest.setTimeout(120_000);

/** A home, a project, and a folder with lsp-locate for PATH. */
interface Place {
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
}

const variables = /^(?:XDG_.*|APPDATA|LOCALAPPDATA|CLAUDE_CONFIG_DIR|CODEX_HOME|COPILOT_HOME|NVIM_APPNAME)$/;

async function openPlace(): Promise<Place> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "locate-setup-")));
  afterTest(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  const [home, project, bin] = ["home", "project", "bin"].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [home, join(project, ".git"), bin]) mkdirSync(folder, { recursive: true });
  const command = await buildCommand();
  chmodSync(command, 0o755);
  symlinkSync(command, join(bin, "lsp-locate"));
  const inherited = Object.entries(process.env).filter(([name]) => !variables.test(name));
  const path = [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter);
  // Neither state nor cache is in the home, so that the home can be compared.
  const env = {
    ...Object.fromEntries(inherited),
    HOME: home,
    USERPROFILE: home,
    PATH: path,
    XDG_STATE_HOME: join(root, "state"),
    NODE_DISABLE_COMPILE_CACHE: "1",
  };
  return { home, project, env };
}

function setup({ project, env }: Place, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync("lsp-locate", ["setup", ...words], {
    cwd: project,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** Every file below a folder with its text, and every folder. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    paths.map((path) => {
      const full = join(folder, path);
      return [path, statSync(full).isDirectory() ? "/" : readFileSync(full, "utf8")];
    }),
  );
}

const isWindows = process.platform === "win32";

describeIf(!isWindows, "needs POSIX")("lsp-locate setup", () => {
  test("sets every client up in an empty home, and leaves nothing when it is taken back", async () => {
    const place = await openPlace();
    const before = snapshot(place.home);
    for (const name of setupNames) {
      const { status, stdout, stderr } = setup(place, name, "--write");
      expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: "" });
      expect(stdout).toContain(`wrote ${place.home}`);
    }
    const written = snapshot(place.home);
    for (const name of ["claude-code", "helix", "emacs"]) setup(place, name, "--write");
    expect(snapshot(place.home)).toEqual(written);
    const { clients: listed } = JSON.parse(setup(place, "--json").stdout) as { clients: { state: string }[] };
    expect(listed.map(({ state }) => state)).toEqual(setupNames.map(() => "set up"));
    for (const name of setupNames) expect(setup(place, name, "--remove")).toMatchObject({ status: 0, stderr: "" });
    expect(snapshot(place.home)).toEqual(before);
  });

  test("runs many times at once, and each client is set up and taken back", async () => {
    const place = await openPlace();
    const before = snapshot(place.home);
    const names = ["claude-code", "codex", "cursor"];
    const atOnce = (option: string) =>
      Promise.all(
        [...names, ...names].map(async (name) => {
          const { stderr } = await promisify(execFile)("lsp-locate", ["setup", name, option], {
            cwd: place.project,
            env: place.env,
          });
          expect({ name, stderr }).toEqual({ name, stderr: "" });
        }),
      );
    await atOnce("--write");
    const { clients } = JSON.parse(setup(place, "--json").stdout) as { clients: { name: string; state: string }[] };
    expect(clients.filter(({ state }) => state === "set up").map(({ name }) => name)).toEqual(
      setupNames.filter((name) => names.includes(name)),
    );
    await atOnce("--remove");
    expect(snapshot(place.home)).toEqual(before);
  });

  test("says of a project's settings of Copilot CLI that it does not start the server", async () => {
    const place = await openPlace();
    const said = /starts none of them\. Leave --project out/;
    expect(setup(place, "copilot-cli", "--project").stdout).toMatch(said);
    expect(setup(place, "copilot-cli", "--project", "--write").stdout).toMatch(said);
    expect(setup(place, "copilot-cli").stdout).not.toMatch(said);
  });

  test("changes a project's settings with --project, and not the user's", async () => {
    const place = await openPlace();
    const [home, project] = [snapshot(place.home), snapshot(place.project)];
    const names = ["claude-code", "copilot-cli", "qwen-code", "helix"];
    for (const name of names)
      expect(setup(place, name, "--project", "--write")).toMatchObject({ status: 0, stderr: "" });
    expect(snapshot(place.home)).toEqual(home);
    for (const name of names) setup(place, name, "--project", "--remove");
    expect(snapshot(place.project)).toEqual(project);
  });

  test("keeps a link to the settings, their mode, and every byte of them", async () => {
    const place = await openPlace();
    const real = join(place.home, "dotfiles/gemini.json");
    const text = '{\r\n\t// Mine.\r\n\t"mcpServers": {},\r\n}';
    for (const folder of [dirname(real), join(place.home, ".gemini")]) mkdirSync(folder);
    writeFileSync(real, text, { mode: 0o600 });
    symlinkSync(real, join(place.home, ".gemini/settings.json"));
    const before = snapshot(place.home);
    expect(setup(place, "gemini-cli", "--write").status).toBe(0);
    expect(readFileSync(real, "utf8")).toContain('"lsp-locate"');
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(setup(place, "gemini-cli", "--remove").status).toBe(0);
    expect(snapshot(place.home)).toEqual(before);
  });

  test("leaves a file that it can't parse, and says where the fault is", async () => {
    const place = await openPlace();
    const path = join(place.home, ".cursor/mcp.json");
    mkdirSync(dirname(path));
    writeFileSync(path, '{\n  "mcpServers": {\n');
    const { status, stdout, stderr } = setup(place, "cursor", "--write");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toBe(
      `lsp-locate: ${path}:3:1: JSON: CloseBraceExpected. The file is left as it is: correct it there and run the command again, or add the lines that the command prints without --write.\n`,
    );
    expect(readFileSync(path, "utf8")).toBe('{\n  "mcpServers": {\n');
    const printed = setup(place, "cursor");
    expect(printed.stdout).toContain('"args": ["mcp"]');
    expect(printed.stdout).toContain("CloseBraceExpected");
    expect(JSON.parse(setup(place, "cursor", "--write", "--json").stdout)).toMatchObject({
      error: { message: expect.stringContaining("CloseBraceExpected") },
    });
  });

  test("replaces an entry of the user's only with --write=anyway", async () => {
    const place = await openPlace();
    const path = join(place.home, ".codex/config.toml");
    mkdirSync(dirname(path));
    const text = '# Mine.\n[mcp_servers.lsp-locate]\ncommand = "mine" # own\n';
    writeFileSync(path, text);
    const { status, stderr } = setup(place, "codex", "--write");
    expect(status).toBe(1);
    expect(stderr).toContain("To replace that: lsp-locate setup codex --write=anyway.");
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(setup(place, "codex", "--write=anyway").status).toBe(0);
    expect(readFileSync(path, "utf8")).toContain('command = "lsp-locate"');
    expect(setup(place, "codex", "--remove").status).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test.each([
    [["nevim"], /does not know the client "nevim"\. Did you mean neovim\?/],
    [["--write"], /Write the client: lsp-locate setup <client> --write\./],
    [["neovim", "--project"], /Neovim has no settings of a project; leave --project out\./],
    [["codex", "--write", "--remove"], /--write and --remove exclude each other/],
    [["codex", "cursor"], /Unexpected argument "cursor" after setup\./],
  ])("%j is wrong usage", async (words, message) => {
    const place = await openPlace();
    expect(setup(place, ...words)).toEqual({ status: 2, stdout: "", stderr: expect.stringMatching(message) });
  });

  test("names this installation where lsp-locate is not on PATH", async () => {
    const place = await openPlace();
    const command = await buildCommand();
    const { stdout } = spawnSync(process.execPath, [command, "setup", "cursor"], {
      cwd: place.project,
      env: { ...place.env, PATH: "/nowhere" },
      encoding: "utf8",
    });
    expect(stdout).toContain(`"command": ${JSON.stringify(process.execPath)}`);
    expect(stdout).toContain(`"args": [${JSON.stringify(command)}, "mcp"]`);
    expect(stdout).toContain("If it moves, run the command again.");
  });
});

/** Programs of clients, what they print once lsp-locate is set up, and in which client. */
const validators: readonly {
  readonly client: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly prints: RegExp;
  readonly env?: Readonly<Record<string, string>>;
}[] = [
  {
    client: "claude-code",
    command: ["claude", "plugin", "validate", "--strict", "HOME/.claude/skills/lsp-locate"],
    prints: /Validation passed$/m,
  },
  { client: "claude-code", command: ["claude", "plugin", "list"], prints: /lsp-locate@skills-dir[\s\S]*loaded/ },
  { client: "claude-code", command: ["claude", "mcp", "list"], prints: /lsp-locate mcp - .*Connected/ },
  { client: "codex", command: ["codex", "mcp", "list"], prints: /lsp-locate +lsp-locate +mcp .* enabled/ },
  {
    client: "gemini-cli",
    command: ["gemini", "mcp", "list"],
    prints: /lsp-locate: lsp-locate mcp \(stdio\) - Connected/,
    env: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
  },
  {
    client: "neovim",
    command: ["nvim", "--headless", "+lua print(vim.fn.exists(':LocateGoto'))", "+qall"],
    prints: /^2/m,
  },
  {
    client: "emacs",
    command: [
      "emacs",
      "--batch",
      "--funcall",
      "package-initialize",
      "--load",
      "HOME/.emacs.d/init.el",
      "--eval",
      "(princ (commandp 'lsp-locate-goto))",
    ],
    prints: /^t/m,
  },
];

describeIf(!isWindows, "needs POSIX")("What setup has written is accepted by", () => {
  for (const { client, command, prints, env = {} } of validators) {
    const [program, ...args] = command;
    if (!isOnPath(program)) {
      test.skip(`${command.join(" ")}: not installed, see scripts/install-programs.sh`, () => {});
      continue;
    }
    test(command.join(" "), async () => {
      const place = await openPlace();
      expect(setup(place, client, "--write").status).toBe(0);
      const { stdout, stderr } = await promisify(execFile)(
        program,
        args.map((arg) => arg.replace("HOME", place.home)),
        { cwd: place.project, env: { ...place.env, ...env }, timeout: 100_000 },
      );
      expect(stdout + stderr).toMatch(prints);
    });
  }
});
