/**
 * Many writers of few files: sessions of tools, shell commands, and programs that know no locks.
 */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildCommand } from "../../buildCommand.js";
import { cleanUp, createEnvironment, startAgent } from "../../cli/mcp/agent.js";
import { createFolder, removeFolders } from "../../folders.js";

const isFull = process.env["TEST_SOAK"] === "full";
const counts = isFull
  ? { files: 10, agents: 4, shells: 8, truncate: 4, rename: 4, durationMs: 60_000 }
  : { files: 3, agents: 2, shells: 1, truncate: 1, rename: 1, durationMs: 6_000 };

/** The edits go on until more than so many are acknowledged, however slow the machine is. */
const MIN_OWN_EDITS = 10;

/** A version of a file, which names the version that its writer has read. */
interface Version {
  readonly file: string;
  readonly version: string;
  readonly parent: string;
  readonly isForeign: boolean;
}

const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await cleanUp();
  removeFolders();
});

test("Every acknowledged edit is in the text that follows it", async () => {
  const folder = createFolder();
  const names = Array.from({ length: counts.files }, (_, index) => `f${index}.txt`);
  for (const name of names) writeFileSync(join(folder, name), "version start of nothing\nend\n");
  const written: Version[] = [];
  const refused = new Map<string, number>();
  const environment = createEnvironment();
  const command = await buildCommand();
  const agents = await Promise.all(
    Array.from({ length: counts.agents }, () => startAgent(folder, { args: ["--root", folder], environment })),
  );
  const deadline = Date.now() + counts.durationMs;
  let ownCount = 0;

  /**
   * Replaces versions that it has read, one file after the other; `edit` rejects if it is refused.
   */
  const keepEditing = async (writer: string, edit: (locate: string, text: string) => Promise<unknown>) => {
    for (let count = 0; Date.now() < deadline || ownCount <= MIN_OWN_EDITS; count++) {
      const file = names[count % names.length] as string;
      const line = readFileSync(join(folder, file), "utf8").split("\n")[0] ?? "";
      const [, parent] = /^version (\S+) of \S+$/.exec(line) ?? [];
      if (parent === undefined) continue;
      const version = `${writer}-${count}`;
      try {
        await edit(`${file}@${line}`, `version ${version} of ${parent}`);
        written.push({ file, version, parent, isForeign: false });
        ownCount++;
      } catch (error) {
        const reason = /changed by another program|No match|is writing|holds/.exec(String(error))?.[0] ?? String(error);
        refused.set(reason, (refused.get(reason) ?? 0) + 1);
      }
    }
  };
  const agentWriters = agents.map((agent, index) =>
    keepEditing(`agent${index}`, (locate, new_text) =>
      agent.text("edit", { locate, operation: "replace", new_text, apply: true }),
    ),
  );
  const shellWriters = Array.from({ length: counts.shells }, (_, index) =>
    keepEditing(`shell${index}`, (locate, text) =>
      promisify(execFile)(process.execPath, [command, "edit", locate, `--replace=${text}`, "--write"], {
        cwd: folder,
        env: environment,
      }),
    ),
  );
  const foreign = (["truncate", "rename"] as const).flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, index) =>
      startForeignWriter(folder, kind, `${kind}${index}`, names.length),
    ),
  );
  await Promise.all([...agentWriters, ...shellWriters]);
  for (const writer of foreign) written.push(...(await writer.end()));

  const lost = { ours: 0, foreign: 0, both: 0 };
  for (const file of names) {
    const versions = written.filter((each) => each.file === file);
    const last = /^version (\S+) /.exec(readFileSync(join(folder, file), "utf8"))?.[1];
    const isContinued = ({ version }: Version) => version === last || versions.some(({ parent }) => parent === version);
    // An edit that no other version continues was overwritten by a program that had read an older
    // text.
    const isExplained = (edit: Version) => {
      const lineage = new Set([edit.version]);
      for (let each: Version | undefined = edit; each; ) {
        const { parent }: Version = each;
        lineage.add(parent);
        each = versions.find(({ version }) => version === parent);
      }
      return versions.some(
        ({ version, parent, isForeign }) => isForeign && lineage.has(parent) && !lineage.has(version),
      );
    };
    lost.ours += versions.filter((each) => !each.isForeign && !isContinued(each) && !isExplained(each)).length;
    for (const parent of new Set(versions.map((each) => each.parent))) {
      const siblings = versions.filter((each) => each.parent === parent);
      const ours = siblings.filter(({ isForeign }) => !isForeign);
      // Two edits of ours of the same text: one has overwritten the other.
      if (ours.length > 1) lost.both++;
      // A foreign write that was overwritten by ours: written between the comparison and the
      // rename.
      if (ours.some(isContinued))
        lost.foreign += siblings.filter((each) => each.isForeign && !isContinued(each)).length;
    }
  }
  const foreignCount = written.filter(({ isForeign }) => isForeign).length;
  console.log(
    `${ownCount} edits acknowledged, ${foreignCount} foreign writes, ${lost.foreign} of them lost; refused: ${JSON.stringify([...refused])}`,
  );
  expect([lost.ours, lost.both]).toEqual([0, 0]);
  // One write may fall into the moment between the two, however few there are.
  expect(lost.foreign).toBeLessThanOrEqual(Math.max(1, foreignCount / 100));
}, 300_000);

function startForeignWriter(folder: string, kind: string, name: string, fileCount: number) {
  const script = join(import.meta.dirname, "foreignWriter.mjs");
  const child = spawn(process.execPath, [script, folder, kind, name, String(fileCount)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += String(chunk);
  });
  return {
    async end(): Promise<readonly Version[]> {
      child.stdin.end();
      await once(child, "close");
      const lines = output.split("\n").filter((line) => line !== "");
      return lines.map((line) => ({ ...(JSON.parse(line) as Omit<Version, "isForeign">), isForeign: true }));
    },
  };
}
