/** The command as a process: what only shows from outside of it. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { frameOf, frameSplitter } from "../src/wire/frames.js";
import { buildCommand } from "./buildCommand.js";

let child: ChildProcess;
let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "locate-")));
});
afterEach(() => {
  for (const one of children.splice(0)) one.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the source of a small backend that answers initialize and the methods in `answers`. */
const script = (answers: string, more: string) => `
${more}
let buffer = Buffer.alloc(0);
const send = (body) => process.stdout.write("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
const reply = (id, result) => send(JSON.stringify({ jsonrpc: "2.0", id, result }));
const answers = { initialize: (id) => reply(id, { capabilities: { textDocumentSync: 1, hoverProvider: true } }), shutdown: (id) => reply(id, null), exit: () => process.exit(0), ${answers} };
process.stdin.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf("\\r\\n\\r\\n");
    if (end < 0) return;
    const length = Number(/Content-Length: (\\d+)/i.exec(buffer.toString("latin1", 0, end))[1]);
    if (buffer.length < end + 4 + length) return;
    const { id, method, params } = JSON.parse(buffer.toString("utf8", end + 4, end + 4 + length));
    buffer = buffer.subarray(end + 4 + length);
    answers[method]?.(id, params);
  }
});
`;

async function start(server: readonly string[], options: readonly string[] = []) {
  child = spawn(process.execPath, [await buildCommand(), ...options, "--", ...server], { cwd: folder, stdio: "pipe" });
  children.push(child);
  const messages: {
    id?: unknown;
    method?: string;
    result?: never;
    error?: { code: number; message: string; data: Record<string, unknown> };
  }[] = [];
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin?.on("error", () => {});
  let arrived = () => {};
  child.stdout?.on(
    "data",
    frameSplitter({
      decide: () => ({
        kind: "see",
        see: (body) => {
          messages.push(JSON.parse(body.toString()));
          arrived();
        },
      }),
      pass: () => {},
      stray: (bytes) => {
        throw new Error(`stray on stdout: ${bytes}`);
      },
      oversized: ({ length }) => {
        throw new Error(`a frame of ${length} bytes`);
      },
    }),
  );
  const exited = once(child, "exit").then(([code, signal]) => (code as number | null) ?? (signal as string));
  const send = (message: object) => child.stdin?.write(frameOf(JSON.stringify({ jsonrpc: "2.0", ...message })));
  const answer = async (id: number) => {
    for (;;) {
      const found = messages.find((message) => message.id === id);
      if (found) return found;
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
  };
  const initialize = () => {
    const uri = pathToFileURL(folder).href;
    send({
      id: 0,
      method: "initialize",
      params: { processId: null, rootUri: uri, workspaceFolders: [{ uri, name: "w" }], capabilities: {} },
    });
    return answer(0);
  };
  const open = async () => {
    await initialize();
    send({ method: "initialized", params: {} });
  };
  const locate = (id: number, locate: unknown) => {
    send({ id, method: "locate/hover", params: { locate } });
    return answer(id);
  };
  return { send, answer, initialize, open, locate, exited, stderr: () => stderr, messages };
}

const node = (answers = "", more = "") => [process.execPath, "-e", script(answers, more)];
const hover = 'async "textDocument/hover"(id, { position }) { reply(id, { contents: JSON.stringify(position) }) }';

test("If the server's command does not exist, initialize fails and the exit code is 127", async () => {
  const session = await start(["no-such-server", "--stdio"]);
  const { error } = await session.initialize();
  expect(error?.data).toMatchObject({ kind: "backend_failed" });
  expect(error?.message).toContain("no-such-server");
  expect(await session.exited).toBe(127);
  expect(session.stderr()).toContain("no-such-server");
});

test("If the server's file is not executable, initialize fails and the exit code is 126", async () => {
  writeFileSync(join(folder, "server"), "text");
  chmodSync(join(folder, "server"), 0o644);
  const session = await start([join(folder, "server")]);
  expect((await session.initialize()).error?.data).toMatchObject({ kind: "backend_failed" });
  expect(await session.exited).toBe(126);
});

test("If the server dies at start, initialize fails with the end of its stderr and its exit code is ours", async () => {
  const session = await start([process.execPath, "-e", 'console.error("no licence"); process.exit(9)']);
  const { error } = await session.initialize();
  expect(error?.data).toMatchObject({ kind: "backend_failed", exit_code: 9, stderr: ["no licence"] });
  expect(error?.message).toContain("no licence");
  expect(await session.exited).toBe(9);
});

test("If the server dies during a Locate, the Locate fails and the server's exit code is ours", async () => {
  writeFileSync(join(folder, "a.txt"), "x");
  const session = await start(node('"textDocument/hover": () => process.exit(5)'));
  await session.open();
  expect((await session.locate(1, "a.txt@x")).error?.data).toMatchObject({ kind: "backend_failed", exit_code: 5 });
  expect(await session.exited).toBe(5);
});

test("A Locate does not hang if the server never answers initialize", async () => {
  const session = await start([process.execPath, "-e", "setInterval(() => {}, 1000)"]);
  void session.initialize();
  expect((await session.locate(1, "a.txt@x")).error?.code).toBe(-32002);
  child.stdin?.end();
  expect(await session.exited).toBe(143);
});

test("A server that ignores SIGTERM is killed", async () => {
  const session = await start(node("", 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);'));
  await session.open();
  child.stdin?.end();
  expect(await session.exited).toBe(137);
});

test("After shutdown and exit, a server that stays is ended, and the exit code is 0", async () => {
  const session = await start(node("exit: () => {}", "setInterval(() => {}, 1000);"));
  await session.open();
  session.send({ id: 1, method: "shutdown" });
  await session.answer(1);
  session.send({ method: "exit" });
  expect(await session.exited).toBe(0);
});

test("The session ends when the client's process is gone", async () => {
  const client = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const session = await start(node(), ["--stdio", "--clientProcessId", String(client.pid)]);
  await session.open();
  client.kill("SIGKILL");
  expect(await session.exited).toBe(0);
});

test("A command whose output is never taken doesn't end with success", async () => {
  const preload = join(folder, "preload.cjs");
  writeFileSync(preload, "process.stdout.write = () => false;");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--require", preload, await buildCommand(), "--version"],
    { encoding: "utf8" },
  );
  expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
  expect(stderr).toMatch(/^lsp-locate: the command ended before it was done; this is a bug of its own\. Run it again/);
});

test("A wrong option ends with exit code 2 and is named on stderr", async () => {
  const session = await start(node(), ["--colour"]);
  expect(await session.exited).toBe(2);
  expect(session.stderr()).toContain("--colour");
});

describe("A Locate in a file that the client has not opened", () => {
  const position = async (name: string, content: Buffer | string, find: string) => {
    writeFileSync(join(folder, name), content);
    const session = await start(node(hover));
    await session.open();
    const { result, error } = await session.locate(1, { file_path: name, find });
    return error ? error.data : JSON.parse((result as unknown as { contents: string }).contents);
  };
  test("counts CRLF as one line ending", async () =>
    expect(await position("a.txt", "a\r\nb x", "x")).toEqual({ line: 1, character: 2 }));
  test("counts a lone CR as a line ending", async () =>
    expect(await position("a.txt", "a\rb x", "x")).toEqual({ line: 1, character: 2 }));
  test("does not count a BOM", async () =>
    expect(await position("a.txt", "\ufeffx", "x")).toEqual({ line: 0, character: 0 }));
  test("reads bytes that are not UTF-8 as replacement characters", async () =>
    expect(await position("a.txt", Buffer.from([0x61, 0xff, 0x20, 0x78]), "x")).toEqual({ line: 0, character: 3 }));
  test("finds nothing in an empty file", async () =>
    expect(await position("a.txt", "", "x")).toMatchObject({ kind: "text_not_found" }));
  test("refuses a binary file", async () =>
    expect(await position("a.txt", Buffer.from([0, 1, 2]), "x")).toMatchObject({
      kind: "file_unreadable",
      why: expect.stringContaining("NUL"),
    }));
  test("refuses a file of 50 MB", async () => {
    writeFileSync(join(folder, "large.txt"), "x");
    truncateSync(join(folder, "large.txt"), 50 * 1024 * 1024);
    expect(await position("small.txt", "x", "x")).toEqual({ line: 0, character: 0 });
    const session = await start(node(hover));
    await session.open();
    expect((await session.locate(1, "large.txt@x")).error?.data).toMatchObject({
      kind: "file_unreadable",
      why: expect.stringContaining("50 MB"),
    });
  });
  test("fails once the file was deleted", async () => {
    const { unlinkSync } = await import("node:fs");
    writeFileSync(join(folder, "a.txt"), "x");
    const session = await start(node(hover));
    await session.open();
    expect((await session.locate(1, "a.txt@x")).error).toBeUndefined();
    unlinkSync(join(folder, "a.txt"));
    expect((await session.locate(2, "a.txt@x")).error?.data).toMatchObject({ kind: "file_not_found" });
  });
});

test("Bytes between the client's frames are logged, and the session goes on", async () => {
  writeFileSync(join(folder, "a.txt"), "x");
  const session = await start(node(hover));
  await session.open();
  child.stdin?.write("GET / HTTP/1.1\r\n\r\n");
  session.send({ id: 1, method: "locate/hover", params: { locate: "a.txt@x" } });
  expect((await session.answer(1)).result).toEqual({ contents: '{"line":0,"character":0}' });
  expect(session.stderr()).toContain("GET / HTTP/1.1");
});

test("A body that is not JSON goes to the server unchanged", async () => {
  const seen = 'send(\'{"jsonrpc":"2.0","id":77,"result":"seen"}\')';
  const session = await start(
    node("", `process.stdin.on("data", (chunk) => { if (chunk.includes("{{{")) ${seen}; });`),
  );
  await session.open();
  child.stdin?.write(frameOf("{{{}}}"));
  // This server dies of it, as it would without a proxy; its earlier output is relayed.
  expect((await session.answer(77)).result).toBe("seen");
});
