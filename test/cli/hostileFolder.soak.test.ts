/**
 * Every shell command, every MCP tool and every Locate method in a workspace full of pipes,
 * devices, sockets, loops and odd names: each answers or says what is wrong, and its session ends.
 */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { locateMethods } from "../../src/ask/methodTable.js";
import { methodCommands } from "../../src/cli/methods/commandTable.js";
import { buildCommand } from "../buildCommand.js";
import { canBeHostile, createHostileFolder, oddFiles, oddNames } from "../hostileFolder.js";
import { describeIf, testIf } from "../jest.js";
import { frameOf } from "../peer.js";
import { type Agent, cleanUp, createEnvironment, startAgent } from "./mcp/agent.js";

/** No server is installed for Python: our own one serves it. */
const servers = { languages: { python: { servers: [] } } };
const TIMEOUT_MS = 300_000;
/** Three times the promise of an end after 3 s. */
const MAX_END_MS = 9_000;
const PARALLEL_COMMANDS = 3;

const isFull = process.env["TEST_SOAK"] === "full";
/** Whether a method takes and answers the same as another one. */
function isLike(one: string): (other: string) => boolean {
  const kindOf = (name: string) => {
    const { takes, isServerMethod, changesFiles } = methodCommands.get(name) ?? {};
    return JSON.stringify([takes, isServerMethod, changesFiles]);
  };
  return (other) => kindOf(one) === kindOf(other);
}

const describeHostile = describeIf(canBeHostile, "needs Linux and root");
let folder: string;
let environment: Record<string, string>;
const running = new Set<ChildProcessWithoutNullStreams>();

beforeAll(async () => {
  if (!canBeHostile) return;
  await buildCommand();
  folder = await createHostileFolder();
  environment = { ...createEnvironment(servers), NO_COLOR: "1" };
}, TIMEOUT_MS);

afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await cleanUp();
  if (folder) rmSync(folder, { recursive: true });
});

interface Run {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

async function start(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn(process.execPath, [await buildCommand(), ...args], {
    cwd: folder,
    env: { ...environment, ...env },
  });
  running.add(child);
  child.on("close", () => running.delete(child));
  return child;
}

/** Runs a command, which is killed when it doesn't end. */
async function run(args: readonly string[], env?: Record<string, string>): Promise<Run> {
  const child = await start(args, env);
  child.stdin.end();
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  return { code: await exitOf(child, 60_000), ...output };
}

/** Resolves with the exit code, or with SIGKILL after the timeout. */
function exitOf(child: ChildProcessWithoutNullStreams, timeoutMs: number): Promise<number | string> {
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve(code ?? signal ?? "nothing");
    });
  });
}

/** Runs `act` for each of these, a few at a time. Resolves with the complaints. */
async function complaintsOf<Each>(all: readonly Each[], act: (each: Each) => Promise<string | undefined>) {
  const complaints: string[] = [];
  const queue = all[Symbol.iterator]();
  const work = async () => {
    for (const each of queue) complaints.push(...[await act(each)].filter((text) => text !== undefined));
  };
  await Promise.all(Array.from({ length: PARALLEL_COMMANDS }, work));
  return complaints;
}

const isInternal = (text: string) => /bug of its own|internal error|\bat .*\.js:\d+/.test(text);
const isUnsupported = (text: string) => /unsupported|not support|doesn't support|can't be asked|has no /i.test(text);

/** The words of a command about a file of Python, by the name of the method. */
function wordsFor(method: string, file: string): readonly string[] {
  const places = new Map([
    ["position", `${file}:1:7`],
    ["document", file],
    ["symbol", "total"],
  ]);
  const place = places.get(methodCommands.get(method)?.takes ?? "");
  if (method === "onTypeFormatting") return [method, `${file}:Cart`, '--params={"ch":":"}'];
  if (method === "rename") return [method, `${file}:Cart`, "Basket"];
  if (method === "edit") return [method, `${file}:Cart`, "--delete"];
  if (method === "signature") return [method, `${file}:Cart.add`, "--remove=item"];
  return [method, place ?? `${file}:Cart`];
}

describeHostile("At a shell", () => {
  /** A process for each takes a minute and more; the short form has one method of each kind. */
  const methods = [...methodCommands.keys()].filter((name, n, all) => isFull || all.findIndex(isLike(name)) === n);

  test(
    "every method ends by itself on a file of the workspace, without an internal error",
    async () => {
      expect(methods.length).toBeGreaterThan(isFull ? 40 : 10);
      const complaints = await complaintsOf(methods, async (method) => {
        const { code, stderr } = await run(wordsFor(method, "shop.py"));
        return typeof code === "number" && !isInternal(stderr) ? undefined : `${method}: ${code} ${stderr}`;
      });
      expect(complaints).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    "every method refuses what is no regular file, and says what it is",
    async () => {
      const complaints = await complaintsOf([...methods.entries()], async ([n, method]) => {
        if (methodCommands.get(method)?.takes === "symbol" || method === "move") return undefined;
        const { path, why } = oddFiles[n % oddFiles.length] as (typeof oddFiles)[number];
        const { code, stderr } = await run(wordsFor(method, path));
        const isRefused = code !== 0 && (why.test(stderr) || isUnsupported(stderr));
        return isRefused ? undefined : `${method} ${path}: ${code} ${stderr}`;
      });
      expect(complaints).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    "search finds what is declared, and the places are those of regular files",
    async () => {
      const { code, stdout } = await run(["search", "pay"]);
      expect({ code, stdout: stdout.split("\n")[0] }).toEqual({ code: 0, stdout: "shop.py:8:5  function pay" });
    },
    TIMEOUT_MS,
  );

  test(
    "doctor, init, complete and help end by themselves",
    async () => {
      const commands = [
        ["doctor", "python"],
        ["complete", "--", "outline", "pipe.py:"],
        ["complete", "--", "outline", "shop.py:"],
        ["complete", "--", "outline", ""],
        ["complete", "bash"],
        ["help", "edit"],
      ];
      const complaints = await complaintsOf(commands, async (words) => {
        const { code, stderr } = await run(words);
        return code === 0 && stderr === "" ? undefined : `${words.join(" ")}: ${code} ${stderr}`;
      });
      expect(complaints).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test.each(["pipe.py", "zero.py", "folder.py"])(
    "a servers.json that is %s is reported, and the included one is used",
    async (name) => {
      const { code, stderr } = await run(["outline", "shop.py", `--servers=${name}`, "--language=lua"]);
      expect(stderr).toContain(`${name}:1: expected a file that can be read, found one that can't be: it is a`);
      expect(typeof code).toBe("number");
    },
    TIMEOUT_MS,
  );

  test(
    "a grammar and queries of the user that are pipes are reported",
    async () => {
      const path = join(folder, "grammar.json");
      const grammars = { odd: { wasm: join(folder, "pipe.py") } };
      const languages = { odd: { extensions: [".odd"], servers: [] } };
      writeFileSync(path, JSON.stringify({ languages, grammars }));
      writeFileSync(join(folder, "a.odd"), "text\n");
      const { code, stderr } = await run(["outline", "a.odd", `--servers=${path}`]);
      expect(code).toBe(1);
      expect(stderr).toContain("it is a named pipe, not a regular file");
    },
    TIMEOUT_MS,
  );

  test(
    "a deleted working directory is named, and absolute paths need none",
    async () => {
      const script = `cd "$(mktemp -d)" && rmdir "$PWD" && exec "$@"`;
      const runDeleted = async (...words: string[]): Promise<Run> => {
        const child = spawn("sh", ["-c", script, "sh", process.execPath, await buildCommand(), ...words], {
          env: environment,
        });
        child.stdin.end();
        const output = { stdout: "", stderr: "" };
        for (const name of ["stdout", "stderr"] as const)
          child[name].setEncoding("utf8").on("data", (text: string) => {
            output[name] += text;
          });
        return { code: await exitOf(child, 60_000), ...output };
      };
      const outline = await runDeleted("outline", join(folder, "shop.py"));
      expect(outline).toMatchObject({ code: 0, stdout: expect.stringContaining("class Cart") });
      expect((await runDeleted("search", "pay", `--root=${folder}`)).stdout).toContain("shop.py:8:5  function pay");
      const problem = /^lsp-locate: The working directory no longer exists: change to another one, or write absolute/;
      expect(await runDeleted("search", "pay")).toMatchObject({ code: 2, stderr: expect.stringMatching(problem) });
      expect(await runDeleted("hover", "shop.py:pay")).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(problem),
      });
      expect((await runDeleted("--version")).code).toBe(0);
    },
    TIMEOUT_MS,
  );
});

describeHostile("Over MCP", () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await startAgent(folder, { servers, args: ["--allow-read"] });
  }, TIMEOUT_MS);

  const tools: Readonly<Record<string, (file: string) => object>> = {
    outline: (file) => ({ file_path: file }),
    diagnostics: (file) => ({ file_path: file }),
    resolve: (file) => ({ locate: { file_path: file, scope: "Cart" } }),
    ask: (file) => ({ question: "references", locate: { file_path: file, scope: "Cart" } }),
    rename: (file) => ({ locate: { file_path: file, scope: "Cart" }, new_name: "Basket" }),
    preview: (file) => ({ locate: { file_path: file, scope: "Cart" }, new_name: "Basket" }),
    edit: (file) => ({ locate: { file_path: file, scope: "Cart" }, operation: "delete" }),
    context: (file) => ({ locate: { file_path: file, scope: "Cart" } }),
    refactor: (file) => ({ action: "delete", locate: { file_path: file, scope: "Cart" } }),
  };

  test(
    "every tool is tested",
    async () => {
      const { tools: listed } = await agent.client.listTools();
      expect(listed.map(({ name }) => name).sort()).toEqual([...Object.keys(tools), "search"].sort());
    },
    TIMEOUT_MS,
  );

  test.each(Object.entries(tools))(
    "%s refuses what is no regular file, and says what it is",
    async (tool, argumentsFor) => {
      for (const { path, why } of oddFiles) {
        const { text, isError } = await agent.call(tool, argumentsFor(path));
        expect({ path, text, isError }).toEqual({ path, text: expect.stringMatching(why), isError: true });
      }
    },
    TIMEOUT_MS,
  );

  test(
    "outline reads files with odd names, and search finds what is declared",
    async () => {
      for (const name of ["shop.py", ...oddNames])
        expect(await agent.text("outline", { file_path: name })).toContain("class `Cart` 1-5");
      expect(await agent.text("search", { symbol_path: "pay" })).toContain("shop.py:");
      expect(await agent.text("resolve", { locate: "shop.py:Cart.total" })).toContain("shop.py:4");
    },
    TIMEOUT_MS,
  );

  const onLinux = testIf(process.platform === "linux", "needs Linux");
  onLinux(
    "a file of the kernel that has no end is refused, and ten reads of one that waits leave the session alive",
    async () => {
      const endless = await agent.call("resolve", { locate: "/proc/self/pagemap:1" });
      expect(endless).toEqual({ text: expect.stringMatching(/larger than 32 MB|outside|roots/), isError: true });
      const waits = Array.from({ length: 10 }, () => agent.call("resolve", { locate: "kmsg.py:1" }));
      for (const { isError } of await Promise.all(waits)) expect(isError).toBe(true);
      expect(await agent.text("outline", { file_path: "shop.py" })).toContain("class `Cart`");
    },
    TIMEOUT_MS,
  );
});

describeHostile("In a session", () => {
  /** A client of the routed proxy, as plain frames. */
  async function openSession() {
    const child = await start(["--log=/dev/null"]);
    const answers = new Map<number, (message: { error?: { message: string; data?: { kind?: string } } }) => void>();
    let received = Buffer.alloc(0);
    const send = (message: object) => child.stdin.write(frameOf({ jsonrpc: "2.0", ...message }));
    child.stdout.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        const head = received.indexOf("\r\n\r\n");
        const length = Number(/content-length: *(\d+)/i.exec(received.toString("latin1", 0, Math.max(0, head)))?.[1]);
        if (head < 0 || received.length < head + 4 + length) return;
        const message = JSON.parse(received.toString("utf8", head + 4, head + 4 + length));
        received = received.subarray(head + 4 + length);
        if (message.method === undefined) answers.get(message.id)?.(message);
        else if (message.id !== undefined) send({ id: message.id, result: null });
      }
    });
    let lastId = 0;
    const request = (method: string, params?: object) =>
      new Promise<{ error?: { message: string; data?: { kind?: string } } }>((resolve) => {
        answers.set(++lastId, resolve);
        send({ id: lastId, method, ...(params && { params }) });
      });
    const rootUri = `file://${folder}`;
    await request("initialize", { processId: null, rootUri, capabilities: {}, workspaceFolders: null });
    send({ method: "initialized", params: {} });
    return { child, send, request };
  }

  test(
    "every method refuses what is no regular file, and says what it is",
    async () => {
      const { child, send, request } = await openSession();
      const methods = locateMethods.filter((method) => !/\/(?:search|untrack|describe|status|move)$/.test(method));
      const complaints: string[] = [];
      for (const { path, why } of oddFiles) {
        for (const method of methods) {
          const locate = { file_path: path, scope: "Cart" };
          const extras = {
            newName: "x",
            ch: ";",
            operation: "delete",
            file_path: path,
            options: {},
            changes: [{ remove: "x" }],
          };
          const { error } = await request(
            method,
            method === "locate/outline" ? { file_path: path } : { locate, ...extras },
          );
          const text = error?.message ?? "no error";
          if (!why.test(text) && !isUnsupported(text) && !/write .* without a scope/.test(text))
            complaints.push(`${method} ${path}: ${text}`);
        }
      }
      expect(complaints).toEqual([]);
      await request("shutdown");
      send({ method: "exit" });
      expect(await exitOf(child, MAX_END_MS)).toBe(0);
    },
    TIMEOUT_MS,
  );

  const ends: readonly (readonly [string, (child: ChildProcessWithoutNullStreams) => void])[] = [
    ["its input ends", (child) => void child.stdin.end()],
    ["SIGTERM comes", (child) => void child.kill("SIGTERM")],
    ["SIGINT comes", (child) => void child.kill("SIGINT")],
  ];
  test.each(ends)(
    "the session ends when %s while the workspace is indexed",
    async (_, end) => {
      const { child, request } = await openSession();
      void request("locate/search", { symbol_path: ["pay"] });
      void request("locate/hover", { locate: { file_path: "kmsg.py", scope: "10" } });
      await request("locate/outline", { file_path: "shop.py" });
      end(child);
      expect(await exitOf(child, MAX_END_MS)).not.toBe("SIGKILL");
    },
    TIMEOUT_MS,
  );
});
