/** Many clients of one session, and clients that may not share one, with real servers. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node";
import { folderAt } from "../../../src/cli/client/inProcessClient.js";
import { setEnv, testIf } from "../../jest.js";
import { pick, randomFrom } from "../../text/random.js";
import { isInstalled } from "../pseudoTerminal.js";
import { type SharedWorkspace, withSharedCommands } from "./sharedCommands.js";

const isFull = process.env["TEST_SOAK"] === "full";
const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e9));

const questions: readonly (readonly [method: string, params: object])[] = [
  ["locate/hover", { locate: "store/items.py:Item.free" }],
  ["locate/references", { locate: "store/items.py:Shelf.add" }],
  ["locate/outline", { file_path: "store/shop.py" }],
  ["locate/definition", { locate: "store/shop.py:check@<|>größe(" }],
  ["locate/resolve", { locate: "store/shop.py@shelf." }],
  ["locate/describe", { file_path: "store/shop.py", position: { line: 18, character: 45 } }],
  ["locate/nodes", { locate: "store/shop.py:total" }],
  ["locate/search", { symbol_path: ["Shelf", "add"] }],
  ["locate/rename", { locate: "store/prices.py:größe", newName: "label" }],
  ["locate/resolve", { locate: "store/nothere.py:x" }],
];

const [clientCount, requestCount] = isFull ? [50, 200] : [5, 20];

test(
  `${clientCount} clients with ${requestCount} requests each get the answers of one alone, whatever is cancelled (CHAOS_SEED=${seed})`,
  async () => {
    const random = randomFrom(seed);
    await withSharedCommands(async (shared) => {
      const { run, workspace } = shared;
      execFileSync("git", ["init", "--quiet"], { cwd: workspace });
      await run(["search", "Shelf.add"]);
      const ask = (connection: MessageConnection, at: number, isCancelled: boolean) => {
        const [method, params] = questions[at] as (typeof questions)[number];
        const source = new CancellationTokenSource();
        const request = { folders: [folderAt(workspace)], method, params: { workDoneToken: "same", ...params } };
        const answer = connection.sendRequest("session/request", request, source.token).then(
          (result) => JSON.stringify(result),
          (error: Error) => error.message,
        );
        if (isCancelled) setImmediate(() => source.cancel());
        return answer;
      };
      const alone = await open(shared);
      const expected: string[] = [];
      for (const at of questions.keys()) expected.push(await ask(alone, at, false));
      const clients = await Promise.all(Array.from({ length: clientCount }, () => open(shared)));
      const checks = clients.map(async (client) => {
        for (let count = 0; count < requestCount; count += 10) {
          const batch = Array.from({ length: 10 }, async () => {
            const at = pick(random, [...questions.keys()]);
            const isCancelled = random(3) === 0;
            const answer = await ask(client, at, isCancelled);
            // A cancelled request may have been answered before.
            if (!isCancelled) expect([questions[at]?.[0], answer]).toEqual([questions[at]?.[0], expected[at]]);
          });
          await Promise.all(batch);
        }
      });
      await Promise.all(checks);
      expect(await shared.statuses()).toMatchObject([{ servers: [{ pendingRequests: 0 }] }]);
    });
  },
  isFull ? 900_000 : 120_000,
);

async function open({ connect, context }: SharedWorkspace): Promise<MessageConnection> {
  const connected = await connect(context());
  if (connected.kind !== "connected") throw new Error(`not connected: ${connected.kind}`);
  const { stream } = connected;
  const connection = createMessageConnection(new StreamMessageReader(stream), new StreamMessageWriter(stream));
  connection.listen();
  return connection;
}

/** These need real servers, which take seconds to start. */
const inFull = testIf(isFull, "only in the full form");
const withGopls = testIf(isFull && isInstalled("gopls"), "only in the full form, with gopls");

withGopls(
  "Another GOFLAGS has another gopls, and other answers",
  () =>
    withSharedCommands(async (shared) => {
      const { workspace } = shared;
      writeFileSync(join(workspace, "go.mod"), "module example.org/tags\n\ngo 1.21\n");
      writeFileSync(join(workspace, "use.go"), "package tags\n\nvar Used = Size\n");
      writeFileSync(join(workspace, "small.go"), "//go:build !large\n\npackage tags\n\nconst Size = 1\n");
      writeFileSync(join(workspace, "large.go"), "//go:build large\n\npackage tags\n\nconst Size = 1000\n");
      const answers = await compare(shared, ["definition", "use.go@= <|>Size"], "GOFLAGS", ["", "-tags=large"]);
      expect(answers.map((text) => /\w+\.go:\d+/.exec(text.replace(/^at .*/m, ""))?.[0])).toEqual([
        "small.go:5",
        "large.go:5",
      ]);
    }, {}),
  300_000,
);

inFull(
  "Another virtual environment has another pyright, and other answers",
  () =>
    withSharedCommands(async (shared) => {
      const { workspace, runtime } = shared;
      const environments = ["int", "str"].map((name) => {
        const environment = join(runtime, name);
        execFileSync("python3", ["-m", "venv", "--without-pip", environment]);
        const find = ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"];
        const packages = execFileSync(join(environment, "bin/python"), find, { encoding: "utf8" }).trim();
        mkdirSync(join(packages, "lib"));
        writeFileSync(join(packages, "lib/__init__.py"), `def which() -> ${name}: ...\n`);
        return environment;
      });
      writeFileSync(join(workspace, "user.py"), "from lib import which\n\nwhich()\n");
      const path = process.env["PATH"];
      const answers: string[] = [];
      for (const environment of environments) {
        setEnv("PATH", `${environment}/bin:${path}`);
        answers.push(...(await compare(shared, ["hover", "user.py@\n<|>which"], "VIRTUAL_ENV", [environment])));
      }
      expect(answers.map((text) => /-> (\w+)/.exec(text)?.[1])).toEqual(["int", "str"]);
      expect(await shared.statuses()).toHaveLength(2);
    }, {}),
  300_000,
);

inFull(
  "--untrusted and another servers.json have sessions of their own",
  () =>
    withSharedCommands(async ({ run, statuses, runtime }) => {
      const servers = join(runtime, "other.json");
      writeFileSync(servers, JSON.stringify({ languages: { python: { servers: ["embedded"] } } }));
      const hover = ["hover", "store/items.py:Item.free"];
      const results = await Promise.all(
        [[], ["--untrusted"], [`--servers=${servers}`]].map((options) => run([...hover, ...options])),
      );
      expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
      const names = (await statuses()).map((status) => status.servers.map(({ name }) => name));
      expect(names.flat().sort()).toEqual(["embedded", "pyright", "pyright"]);
    }, {}),
  300_000,
);

/** Resolves with the answers for values of a variable. Without a session, they are the same. */
async function compare(
  { run }: SharedWorkspace,
  words: readonly string[],
  variable: string,
  values: readonly string[],
): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const value of values) {
    setEnv(variable, value);
    const shared = await run(words);
    expect(shared).toEqual(await run(words, { isShared: false }));
    expect(shared).toMatchObject({ code: 0 });
    answers.push(shared.stdout);
  }
  return answers;
}
