/** Many commands, kills at random moments, and the commands of docs/shell.md, with sessions. */

import { type ChildProcess, execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { methodCommands } from "../../../src/cli/methods/commandTable.js";
import { setEnv } from "../../jest.js";
import { kill } from "../../routing/fleet.js";
import { pick, randomFrom } from "../../text/random.js";
import { withSharedCommands } from "./sharedCommands.js";

const repository = join(import.meta.dirname, "../../..");
const isFull = process.env["TEST_SOAK"] === "full";
const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e9));
const HOVER = ["hover", "store/items.py:Item.free"];

const commandCount = isFull ? 200 : 12;

test(`${commandCount} commands at once in a cold workspace start one session`, async () => {
  await withSharedCommands(async ({ run, statuses }) => {
    const commands = [HOVER, ["search", "Shelf.add"], ["outline", "store/shop.py"]];
    const expected = await Promise.all(commands.map((words) => run(words, { isShared: false })));
    const results = await Promise.all(
      Array.from({ length: commandCount }, (_value, at) => run(commands[at % commands.length] as string[])),
    );
    for (const [at, result] of results.entries()) expect(result).toEqual(expected[at % commands.length]);
    expect((await statuses()).map(({ servers }) => servers.length)).toEqual([1]);
  });
}, 600_000);

const kills = isFull ? 300 : 3;
/** Commands that run at the same time; a kill of a client takes one of them. */
const COMMANDS = 3;
const MAX_PAUSE_MS = 2_000;

test(
  `Every command is answered whatever is killed at ${kills} moments (CHAOS_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed);
    await withSharedCommands(async ({ run, statuses, marker, recorded }) => {
      const expected = await run(HOVER);
      const clients = new Set<ChildProcess>();
      let isOver = false;
      let answered = 0;
      const runCommands = async () => {
        while (!isOver) {
          let client: ChildProcess | undefined;
          const result = await run(HOVER, {
            onSpawn(child) {
              client = child;
              clients.add(child);
            },
          });
          // A client that was killed is no longer in the set.
          if (client === undefined || !clients.delete(client)) continue;
          expect(result).toEqual(expected);
          answered++;
        }
      };
      const killOne = async () => {
        const what = pick(random, ["session", "backend", "client"] as const);
        if (what === "client") {
          const [client] = clients;
          if (client === undefined) return;
          clients.delete(client);
          client.kill("SIGKILL");
        } else if (what === "session") for (const { record } of recorded()) kill(record.process.pid);
        else
          for (const { servers } of await statuses()) for (const { pid } of servers) if (pid !== undefined) kill(pid);
      };
      const killAll = async () => {
        for (let count = 0; count < kills && !isOver; count++) {
          await pause(random(MAX_PAUSE_MS));
          await killOne();
        }
      };
      const endAll = () => {
        isOver = true;
      };
      const lanes = [killAll, ...Array.from({ length: COMMANDS }, () => runCommands)];
      await Promise.all(lanes.map((lane) => lane().finally(endAll)));
      expect(answered).toBeGreaterThan(0);
      for (const { record } of recorded()) kill(record.process.pid);
      expect(await marker.gone(15_000)).toEqual([]);
    });
  },
  120_000 + kills * 3_000,
);

test("The commands of docs/shell.md print the same with and without a session", async () => {
  const lines = documentedCommands().slice(0, isFull ? undefined : 2);
  expect(lines.length).toBeGreaterThan(isFull ? 10 : 1);
  await withSharedCommands(async ({ runtime, workspace, program }) => {
    const bin = join(runtime, "bin");
    mkdirSync(bin);
    const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
    writeFileSync(join(bin, "lsp-locate"), script, { mode: 0o755 });
    const path = [bin, join(repository, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
    setEnv("PATH", path);
    const runLine = (line: string, setting: string) =>
      new Promise<string>((resolve) => {
        const env = { ...process.env, LSP_LOCATE_DAEMON: setting };
        execFile("bash", ["-c", `${line}; echo "exit code $?"`], { cwd: workspace, env }, (_error, stdout) =>
          resolve(stdout),
        );
      });
    for (const line of lines) expect([line, await runLine(line, "on")]).toEqual([line, await runLine(line, "off")]);
  }, {});
}, 600_000);

/** Returns the lines that ask a method and change no file. */
function documentedCommands(): readonly string[] {
  const text = readFileSync(join(repository, "docs/shell.md"), "utf8");
  return [...text.matchAll(/^(?:\$ )?(lsp-locate (\w+) .*)$/gm)].flatMap(([, line = "", method = ""]) =>
    methodCommands.has(method) && !/--write|[|>]| -- |\\$/.test(line.replace(/'[^']*'/g, "")) ? [line] : [],
  );
}
