/** Commands at a shell, answered by a shared session of the built program. */

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SEARCH_INTERVAL_MS } from "../../../src/routing/instances/selection/serverSelection.js";
import { afterTest, setEnv, testIf } from "../../jest.js";
import { removeFolder } from "../../removeFolder.js";
import { startAgent } from "../mcp/agent.js";
import { type CommandResult, type SharedWorkspace, withSharedCommands } from "./sharedCommands.js";

const HOVER = ["hover", "store/items.py:Item.free"];

test("A command prints the same with and without a session", async () => {
  await withSharedCommands(async ({ run, statuses }) => {
    const commands: readonly (readonly [words: readonly string[], cwd?: string])[] = [
      [HOVER],
      [["references", ":Shelf.add", "--json"], "store"],
      [["rename", "prices.py:größe", "label"], "store"],
      [["diagnostic", "store/items.py"]],
      [["diagnostic", "store/items.py", "--json"]],
      [["rename", "store/items.py@def <|>wrapper", "inner", "--json"]],
      [["resolve", "store/nothere.py:x", "--json"]],
    ];
    await run(HOVER);
    for (const [words, cwd = "."] of commands) {
      const [shared, own] = await Promise.all([run(words, { cwd }), run(words, { cwd, isShared: false })]);
      expect({ words, ...shared }).toEqual({ words, ...own });
    }
    const [status] = await statuses();
    expect(status?.servers.map(({ name }) => name)).toEqual(["embedded"]);
  });
}, 120_000);

test("Many commands at once in a cold workspace start one session", async () => {
  await withSharedCommands(async ({ run, statuses }) => {
    const results = await Promise.all(Array.from({ length: 6 }, () => run(HOVER)));
    const [first] = results;
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining("at store/items.py:40:9"), stderr: "" });
    expect(results).toEqual(results.map(() => first));
    const all = await statuses();
    expect(all.map(({ servers }) => servers.length)).toEqual([1]);
  });
}, 120_000);

test("A command whose place is in an option is answered by a session, too", async () => {
  await withSharedCommands(async ({ run, statuses }) => {
    const edits = [{ locate: "store/items.py:LIMIT", operation: "replace", new_text: "LIMIT = 20" }];
    expect(await run(["edit", `--edits=${JSON.stringify(edits)}`])).toMatchObject({ code: 0 });
    expect(await statuses()).toHaveLength(1);
  });
}, 120_000);

test("A session starts the index of a repository by itself, after its first answer", async () => {
  await withSharedCommands(async ({ run, runtime }) => {
    expect(await run(HOVER)).toMatchObject({ code: 0 });
    // The complete index is saved.
    const indexes = () => readdirIfExists(join(runtime, "cache/lsp-locate/index"));
    while (!indexes().some((name) => name.endsWith(".bin"))) await pause(20);
  }, {});
}, 120_000);

test("A link to the workspace and its real path share a session and its servers", async () => {
  await withSharedCommands(async ({ run, statuses, workspace, runtime }) => {
    const link = join(runtime, "link");
    symlinkSync(workspace, link, "junction");
    const commands = [
      ["references", `${link}/store/items.py:Shelf.add`, "--json"],
      ["resolve", `${link}/store/items.py:nothing`],
    ];
    await run(HOVER);
    for (const words of commands) {
      const [shared, own] = await Promise.all([run(words), run(words, { isShared: false })]);
      expect({ words, ...shared }).toEqual({ words, ...own });
    }
    const edited = await run(["edit", `${link}/store/items.py:LIMIT`, "--replace=LIMIT = 20", "--write"]);
    expect(edited).toMatchObject({ code: 0, stdout: expect.stringContaining("wrote") });
    expect(readFileSync(join(workspace, "store/items.py"), "utf8")).toContain("LIMIT = 20");
    expect((await statuses()).map(({ servers }) => servers.map(({ root }) => root))).toEqual([[workspace]]);
  });
}, 120_000);

test("A command writes a change itself, with text from its standard input", async () => {
  await withSharedCommands(async ({ run, workspace }) => {
    const result = await run(["edit", "store/items.py:LIMIT", "--replace=-", "--write"], { input: "LIMIT = 20\n" });
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining("wrote store/items.py") });
    expect(readFileSync(join(workspace, "store/items.py"), "utf8")).toContain("LIMIT = 20");
    // The next question is about the file as it is now.
    expect((await run(["hover", "store/items.py:LIMIT"])).stdout).toContain("LIMIT = 20");
  });
}, 120_000);

testIf(process.platform !== "win32", "needs POSIX")(
  "A server that is installed, or repaired, while a session runs answers its next commands",
  async () => {
    const program = join(mkdtempSync(join(tmpdir(), "lsp-locate-late-")), "late");
    afterTest(() => removeFolder(dirname(program)));
    const install = (options: object) => {
      const fake = [process.execPath, join(import.meta.dirname, "../../routing/fakeServer.mjs")];
      const [node, script] = fake.map((word) => `'${word}'`);
      writeFileSync(program, `#!/bin/sh\nFAKE_SERVER='${JSON.stringify(options)}' exec ${node} ${script}\n`);
      chmodSync(program, 0o755);
    };
    const serversFile = { servers: { late: { command: [program] } }, languages: { python: { servers: ["late"] } } };
    await withSharedCommands(async ({ run, statuses }) => {
      const both = async () => {
        const words = ["hover", "store/items.py@def <|>free"];
        const [shared, own] = [await run(words), await run(words, { isShared: false })];
        const withoutPid = ({ stdout }: CommandResult) => stdout.replace(/"pid":\d+/, "");
        expect({ ...shared, stdout: withoutPid(shared) }).toEqual({ ...own, stdout: withoutPid(own) });
        return shared;
      };
      expect((await both()).stderr).toContain("No language server for python is installed");
      install({ exitAtOnce: 3 });
      await pause(SEARCH_INTERVAL_MS);
      expect((await both()).stderr).toMatch(
        /late can't be used: .*exit code 3.*; the embedded server answers, by syntax alone\.\n$/,
      );
      install({ name: "late" });
      await pause(SEARCH_INTERVAL_MS);
      expect(await both()).toMatchObject({ code: 0, stdout: expect.stringContaining('"name":"late"'), stderr: "" });
      expect((await statuses()).flatMap(({ servers }) => servers.map(({ name }) => name))).toContain("late");
    }, serversFile);
  },
  120_000,
);

test("A command whose session is killed is answered by another session", async () => {
  await withSharedCommands(async ({ run, statuses }) => {
    const running = run(HOVER);
    const [killed] = await waitForClient(statuses);
    process.kill(killed?.pid as number, "SIGKILL");
    expect(await running).toMatchObject({ code: 0, stdout: expect.stringContaining("at store/items.py:40:9") });
    expect((await statuses()).map(({ pid }) => pid)).not.toContain(killed?.pid);
  });
}, 120_000);

testIf(process.platform !== "win32", "needs signals")(
  "A command whose session is killed while it starts answers by itself, and says so",
  async () => {
    await withSharedCommands(async ({ run, runtime, workspace, statuses }) => {
      const preload = join(runtime, "preload.cjs");
      writeFileSync(preload, `if (process.argv.includes("serve")) process.kill(process.pid, "SIGKILL");`);
      setEnv("NODE_OPTIONS", `--require=${preload}`);
      const reason = `lsp-locate: A session of ${workspace} didn't start: it ended with SIGKILL. Its log is `;
      const replace = ["edit", "store/items.py:LIMIT", "--replace=LIMIT = 20"];
      for (const words of [HOVER, [...HOVER, "--json"], replace, [...replace, "--write", "--json"]]) {
        const { stderr, ...shared } = await run(words);
        expect(stderr.slice(0, reason.length)).toBe(reason);
        expect(shared.code).toBe(0);
        if (words.includes("--write"))
          expect(JSON.parse(shared.stdout)).toMatchObject({ written: [expect.anything()] });
        else expect(shared.stdout).toBe((await run(words, { isShared: false })).stdout);
      }
      expect(readFileSync(join(workspace, "store/items.py"), "utf8")).toContain("LIMIT = 20");
      expect(await statuses()).toEqual([]);
    });
  },
  120_000,
);

testIf(process.platform !== "win32", "needs folders that can be moved")(
  "After its workspace was away, a session answers as before, and an agent with it",
  async () => {
    await withSharedCommands(async ({ run, workspace, runtime, statuses }) => {
      const commands = [
        ["references", "store/items.py:Shelf.add"],
        ["search", "Shelf.add"],
        ["rename", "store/items.py:Shelf.add", "put"],
      ];
      const environment = process.env as Record<string, string>;
      const agent = await startAgent(workspace, { environment });
      const all = async () => {
        const answers = [await agent.text("ask", { question: "references", locate: ":Shelf.add" })];
        for (const words of commands) answers.push(JSON.stringify(await run(words)));
        return answers;
      };
      const before = await all();
      const [session] = await statuses();
      const away = `${workspace}-away`;
      const copy = join(runtime, "copy");
      const absences = [
        () => {
          renameSync(workspace, away);
          renameSync(away, workspace);
        },
        async () => {
          renameSync(workspace, away);
          await pause(1500); // longer than all that is collected before it is looked at
          renameSync(away, workspace);
        },
        () => {
          cpSync(workspace, copy, { recursive: true });
          rmSync(workspace, { recursive: true });
          renameSync(copy, workspace);
        },
      ];
      for (const absence of absences) {
        await absence();
        expect(await all()).toEqual(before);
      }
      expect(await statuses()).toMatchObject([{ pid: session?.pid }]);
      await agent.end();
    });
  },
  240_000,
);

test("A command that is interrupted leaves the session to the others", async () => {
  await withSharedCommands(async ({ run, statuses }) => {
    const interrupted = run(HOVER, {
      onSpawn: (child) => void waitForClient(statuses).then(() => child.kill("SIGINT")),
    });
    const other = run(HOVER);
    await interrupted;
    expect(await other).toMatchObject({ code: 0, stdout: expect.stringContaining("at store/items.py:40:9") });
    expect(await statuses()).toHaveLength(1);
  });
}, 120_000);

test("An agent and a shell share a session, and a killed one is replaced under the agent", async () => {
  await withSharedCommands(async ({ run, statuses, workspace }) => {
    const environment = process.env as Record<string, string>;
    const agents = await Promise.all([1, 2].map(() => startAgent(workspace, { environment })));
    const ask = () => agents.map((agent) => agent.text("ask", { question: "hover", locate: HOVER[1] }));
    const answers = await Promise.all(ask());
    expect(answers[0]).toContain("free");
    await run(HOVER);
    const [shared, ...others] = await statuses();
    expect(others).toEqual([]);
    expect(shared).toMatchObject({ clients: 2, servers: [{ name: "embedded", root: workspace }] });
    for (const { client } of agents) {
      const [status] = (await client.readResource({ uri: "lsp-locate://status" })).contents;
      expect(status).toMatchObject({ uri: "lsp-locate://status", mimeType: "text/markdown" });
      const text = String((status as { text?: unknown }).text).replaceAll(workspace, "…");
      expect(text).toMatch(/^`embedded` is ready\n\nShared session: … · process \d+ · .* · 2 clients · \d+ MB\n/);
      expect(text).toMatch(/\n- embedded in … · process \d+ · started \d+ \w+ ago · last request .* ago · \d+ MB$/);
    }
    process.kill(shared?.pid as number, "SIGKILL");
    expect(await Promise.all(ask())).toEqual(answers);
    expect(await statuses()).toHaveLength(1);
    await Promise.all(agents.map((agent) => agent.end()));
  });
}, 120_000);

function readdirIfExists(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

/** Resolves with the sessions when one has a client. */
async function waitForClient(statuses: SharedWorkspace["statuses"]) {
  for (;;) {
    const all = await statuses();
    if (all.some(({ clients }) => clients > 0)) return all;
    await pause(5);
  }
}
