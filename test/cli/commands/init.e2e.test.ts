/** `lsp-locate init`: the file that it writes, and the files that it leaves unchanged. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkServersFile } from "../../../src/backend/config/checkServersFile.js";
import { loadServers } from "../../../src/backend/config/loadServers.js";
import { starterFile } from "../../../src/cli/commands/init.js";
import { buildCommand } from "../../buildCommand.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();

async function init(...words: readonly string[]) {
  const { LSP_LOCATE_SERVERS: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [await buildCommand(), "init", ...words], {
    cwd: folder,
    env: { ...env, XDG_CONFIG_HOME: join(folder, "config"), APPDATA: join(folder, "config") },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const defaultFile = join(folder, "config/lsp-locate/servers.json");

test("init writes the default file and prints the next step", async () => {
  expect(await init()).toEqual({
    status: 0,
    stdout: `wrote ${defaultFile}\n`,
    stderr: "lsp-locate: remove the // from the lines that you want. To check the file: lsp-locate doctor.\n",
  });
  const loaded = await loadServers({
    env: { XDG_CONFIG_HOME: join(folder, "config"), APPDATA: join(folder, "config") },
  });
  expect(loaded).toMatchObject({ file: defaultFile, problems: [] });
  const [, schema = ""] = /"\$schema": "(.*)"/.exec(readFileSync(defaultFile, "utf8")) ?? [];
  expect(existsSync(fileURLToPath(schema))).toBe(true);
});

test("init leaves an existing file unchanged", async () => {
  writeFileSync(defaultFile, "{ mine");
  expect(await init()).toEqual({
    status: 1,
    stdout: "",
    stderr: `lsp-locate: ${defaultFile} exists already and is left unchanged. To check it: lsp-locate doctor.\n`,
  });
  expect(readFileSync(defaultFile, "utf8")).toBe("{ mine");
});

test("init writes the file of --servers", async () => {
  const { status, stdout, stderr } = await init("--servers", "new/my servers.json");
  expect({ status, stdout }).toEqual({ status: 0, stdout: `wrote ${join(folder, "new/my servers.json")}\n` });
  expect(stderr).toContain("lsp-locate doctor --servers='new/my servers.json'");
});

test.each([
  [["--servers", "."], 1, /already/],
  [["--servers", "file/servers.json"], 1, /Can't write .*file.servers\.json: /],
  [["mine.json"], 2, /Unexpected argument "mine\.json" after init\.\nlsp-locate help init/],
  [["--write"], 2, /--write goes with setup, index and methods that change files, not with init\./],
  [["--", "x"], 2, /init writes a file; it takes no command\./],
])("init %j fails", async (words, status, stderr) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "file"), "");
  expect(await init(...words)).toEqual({ status, stdout: "", stderr: expect.stringMatching(stderr) });
});

test("Each example is valid without its comment marks, alone and with the others", () => {
  const text = starterFile("file:///schema.json");
  const examples = [...text.matchAll(/^ *\/\/ (?=")/gm)];
  expect(examples.length).toBe(4);
  const without = (marks: readonly RegExpExecArray[]) =>
    marks.reduceRight((all, { index, 0: mark }) => all.slice(0, index) + all.slice(index + mark.length), text);
  for (const marks of [...examples.map((example) => [example]), examples]) {
    expect(checkServersFile("servers.json", without(marks), homedir()).problems).toEqual([]);
  }
});
