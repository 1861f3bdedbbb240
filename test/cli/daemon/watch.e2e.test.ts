/** `diagnostic --watch`, as it is typed, with a real server. */

import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type CommandOptions, type SharedWorkspace, withSharedCommands } from "./sharedCommands.js";

interface Watching {
  readonly child: ChildProcess;
  /** Resolves with the messages of the next line. */
  next(): Promise<readonly string[]>;
  /** Resolves with the exit code, or the signal that has ended the command. */
  readonly ended: Promise<number | string | null>;
}

function watch({ run }: SharedWorkspace, options: CommandOptions): Watching {
  let child: ChildProcess | undefined;
  const result = run(["diagnostic", "user.py", "--watch", "--json"], {
    ...options,
    onSpawn: (spawned) => {
      child = spawned;
    },
  });
  if (child?.stdout == null) throw new Error("the command has no output");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const spawned = child;
  return {
    child,
    async next() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The command has ended: ${JSON.stringify(await result)}`);
      const answer = JSON.parse(value) as { result: { items: readonly { message: string }[] } };
      return answer.result.items.map(({ message }) => message);
    },
    ended: result.then(({ code }) => code ?? spawned.signalCode),
  };
}

test("Diagnostics are printed again when another file changes them, until Ctrl-C", async () => {
  await withSharedCommands(async (shared) => {
    const used = join(shared.workspace, "used.py");
    writeFileSync(used, "price = 1\n");
    writeFileSync(join(shared.workspace, "user.py"), "from used import price\n\nprint(price.upper())\n");
    const watching = [watch(shared, { isShared: true }), watch(shared, { isShared: false })];
    const unread = watch(shared, { isShared: true });
    const problem = [expect.stringContaining('Cannot access attribute "upper"')];
    expect(await Promise.all([...watching, unread].map(({ next }) => next()))).toEqual([problem, problem, problem]);
    unread.child.stdout?.destroy();

    writeFileSync(used, 'price = "1"\n');
    expect(await Promise.all(watching.map(({ next }) => next()))).toEqual([[], []]);
    // The next line has no reader.
    expect(await unread.ended).toBe(0);
    expect(await shared.statuses()).toMatchObject([{ clients: 1 }]);

    for (const { child } of watching) child.kill("SIGINT");
    expect(await Promise.all(watching.map(({ ended }) => ended))).toEqual(["SIGINT", 130]);
  }, {});
}, 120_000);
