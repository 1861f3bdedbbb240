/** Lines of shell commands in the documentation, run as a user would. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { locateMethods } from "../../src/ask/methodTable.js";
import { startRaw } from "../peer.js";
import { repository, textOf } from "./markdown.js";

interface Place {
  readonly cwd: string;
  /** A PATH with `lsp-locate`. */
  readonly path: string;
  /** The home folder, without anything in it; by default the user's. */
  readonly home?: string;
}

const subcommands = ["setup", "daemon", "demo", ...locateMethods.map((name) => name.replace("locate/", ""))];

/**
 * Runs each line, without its comment. A command without a subcommand has to be a language server.
 */
export async function expectCommands(code: string, place: Place): Promise<void> {
  for (const line of code.split("\n").map((each) => each.replace(/\s+#.*$/, ""))) {
    const [program, name = "", ...rest] = line.split(" ");
    if (program === "node") expect(existsSync(`${repository}/${name}`)).toBe(true);
    else if (program === "npm") expectNpm(name === "run" ? (rest[0] as string) : name);
    else if (line === "lsp-locate doctor")
      continue; // It starts every installed server; its own tests run it.
    else if (subcommands.includes(name)) await expectOutput(line, place);
    else await expectLanguageServer(line, place);
  }
}

/** Other tests install and pack. */
function expectNpm(name: string): void {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: object };
  expect(["ci", "install", "pack", ...Object.keys(scripts)]).toContain(name);
}

async function expectOutput(line: string, { cwd, path, home }: Place): Promise<void> {
  const ownHome = home === undefined ? {} : { HOME: home, XDG_CONFIG_HOME: undefined, XDG_RUNTIME_DIR: undefined };
  const run = promisify(execFile)("/bin/sh", ["-c", line], { cwd, env: { ...process.env, PATH: path, ...ownHome } });
  const { stdout, stderr } = await run;
  expect(`${stdout}${stderr}`.length).toBeGreaterThan(20);
}

async function expectLanguageServer(line: string, { cwd, path }: Place): Promise<void> {
  const peer = startRaw(["/bin/sh", "-c", `PATH="${path}"; ${line}`], { root: cwd, direct: true });
  peer.send({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { processId: null, rootUri: null, capabilities: {} },
  });
  const answer = await peer.messageThat((message) => (message as { id?: unknown }).id === 1);
  expect(answer).toMatchObject({ result: { capabilities: { hoverProvider: expect.anything() } } });
  peer.end();
  await peer.exit();
}
