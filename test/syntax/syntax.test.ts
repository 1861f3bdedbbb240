/** The main thread's side of the parser: the messages sent to it, and a parser that breaks. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LocateError } from "../../src/error.js";
import { Syntax } from "../../src/syntax/syntax.js";
import type { SyntaxThread } from "../../src/syntax/workerConnection.js";
import type {
  SyntaxWorkerMessage,
  SyntaxWorkerOptions,
  SyntaxWorkerResponse,
} from "../../src/syntax/workerMessages.js";
import { useProcessor } from "../jest.js";
import { createInProcessSyntax } from "./inProcessSyntax.js";
import { engineWasm, PackagedGrammars, wasmOf } from "./packagedGrammars.js";

/** Closed after each test, so that their timers don't run into the next one. */
const open: Syntax[] = [];
afterEach(() => {
  for (const syntax of open.splice(0)) syntax.close();
});

/** Ignores the rejection of a request that gets no response. */
function ignoreAnswer(question: Promise<unknown>): void {
  question.catch(() => {});
}

/** Creates a Syntax whose threads send what the test tells them to. */
function scriptedSyntax() {
  const threads: {
    readonly received: SyntaxWorkerMessage[];
    answer(message: SyntaxWorkerResponse): void;
    die(why: string): void;
    beat(): void;
    isTerminated: boolean;
  }[] = [];
  const startWorker = ({ heartbeat }: SyntaxWorkerOptions): SyntaxThread => {
    let take: (message: SyntaxWorkerResponse) => void = () => {};
    let fail: (error: Error) => void = () => {};
    const thread = {
      received: [] as SyntaxWorkerMessage[],
      answer: (message: SyntaxWorkerResponse) => take(message),
      die: (why: string) => fail(new Error(why)),
      beat: () => Atomics.add(heartbeat, 0, 1),
      isTerminated: false,
    };
    threads.push(thread);
    return {
      postMessage: (message) => thread.received.push(message),
      on(event: "message" | "error", listener: never) {
        if (event === "message") take = listener;
        else fail = listener;
      },
      terminate() {
        thread.isTerminated = true;
      },
    };
  };
  const logged: string[] = [];
  const grammars = new PackagedGrammars(new Map([["mine", { wasm: "mine.wasm" }]]));
  const syntax = new Syntax({ grammars, treeSitterWasm: engineWasm, startWorker, log: (line) => logged.push(line) });
  open.push(syntax);
  return { syntax, threads, logged };
}

const text = (source: string, languageId = "python", uri = "file:///a.py") => ({ uri, languageId, text: source });
const kinds = (received: readonly SyntaxWorkerMessage[] = []) => received.map(({ kind }) => kind);

async function failureOf(promise: Promise<unknown>): Promise<LocateError> {
  return promise.then(
    () => {
      throw new Error("it should have failed");
    },
    (error) => error as LocateError,
  );
}

test("A text is sent once, and afterwards only its changes.", () => {
  const { syntax, threads } = scriptedSyntax();
  ignoreAnswer(syntax.outline(text("x = 1\n")));
  ignoreAnswer(syntax.syntaxErrors(text("x = 1\n")));
  ignoreAnswer(syntax.syntaxErrors(text("x = 💣12\n")));
  ignoreAnswer(syntax.syntaxErrors(text("x = 💣12\n", "json")));
  const [thread] = threads;
  expect(threads).toHaveLength(1);
  expect(kinds(thread?.received)).toEqual([
    "open",
    "request",
    "request",
    "edit",
    "request",
    "close",
    "open",
    "request",
  ]);
  expect(thread?.received[3]).toMatchObject({ stretch: { from: 4, to: 5 }, insert: "💣12" });
});

test("The texts used longest ago are closed.", () => {
  const { syntax, threads } = scriptedSyntax();
  for (let n = 0; n < 70; n++) ignoreAnswer(syntax.outline(text("x", "python", `file:///${n}.py`)));
  ignoreAnswer(syntax.outline(text("x", "python", "file:///69.py")));
  ignoreAnswer(syntax.outline(text("x", "python", "file:///0.py")));
  const received = threads[0]?.received ?? [];
  expect(received.filter(({ kind }) => kind === "open")).toHaveLength(71);
  expect(received.filter(({ kind }) => kind === "close")).toHaveLength(11);
});

test("A user's grammar and a very long text each have a worker of their own.", () => {
  const { syntax, threads } = scriptedSyntax();
  ignoreAnswer(syntax.outline(text("x")));
  ignoreAnswer(syntax.outline(text("x", "mine")));
  ignoreAnswer(syntax.outline(text("x\n".repeat(600_000))));
  expect(threads.map(({ received }) => received.length)).toEqual([2, 2, 2]);
});

test("A worker that dies fails its pending request, and the next request starts another worker.", async () => {
  const { syntax, threads, logged } = scriptedSyntax();
  const asked = failureOf(syntax.outline(text("x")));
  threads[0]?.die("out of memory");
  const error = await asked;
  expect(error.kind).toBe("unsupported");
  expect(error.message).toMatch(/grammar for python failed on `a.py`.*out of memory.*scope in lines/);
  expect(logged).toHaveLength(1);
  const again = syntax.outline(text("x"));
  const [, second] = threads;
  expect(kinds(second?.received)).toEqual(["open", "request"]);
  second?.answer({ id: 2, result: [] });
  expect(await again).toEqual([]);
});

test("A fatal error fails the text that caused it; other requests are sent to another worker.", async () => {
  const { syntax, threads } = scriptedSyntax();
  const broken = failureOf(syntax.outline(text("x", "python", "file:///bad.py")));
  const other = syntax.syntaxErrors(text("x"));
  threads[0]?.answer({ id: 2, error: "memory access out of bounds", reason: "fatal" });
  expect((await broken).message).toMatch(/bad\.py.*out of bounds/);
  expect(threads[0]?.isTerminated).toBe(true);
  const [, second] = threads;
  expect(kinds(second?.received)).toEqual(["open", "request"]);
  second?.answer({ id: 2, result: [] });
  expect(await other).toEqual([]);
});

test("The error of a parse that took too long says so.", async () => {
  const { syntax, threads } = scriptedSyntax();
  const asked = failureOf(syntax.outline(text("x")));
  threads[0]?.answer({ id: 2, error: "not parsed within 20 s", reason: "limit" });
  expect((await asked).message).toMatch(/too large or too irregular.*20 s/);
});

describe("A worker that hangs", () => {
  beforeEach(() => {
    jest.useFakeTimers();
    useProcessor(1);
  });
  afterEach(() => jest.useRealTimers());

  test("A worker without progress for 10 s is ended, its text fails, and other requests go to another.", async () => {
    const { syntax, threads } = scriptedSyntax();
    const stuck = failureOf(syntax.outline(text("x", "python", "file:///stuck.py")));
    const other = syntax.syntaxErrors(text("x"));
    await jest.advanceTimersByTimeAsync(9_000);
    expect(threads[0]?.isTerminated).toBe(false);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(threads[0]?.isTerminated).toBe(true);
    expect((await stuck).message).toMatch(/stuck\.py.*no progress for 10 s; it was ended, and the next request/);
    threads[1]?.answer({ id: 2, result: [] });
    expect(await other).toEqual([]);
  });

  test("On a busy machine a worker without progress is given up to 60 s.", async () => {
    useProcessor(0.05);
    const { syntax, threads } = scriptedSyntax();
    const slow = failureOf(syntax.outline(text("x")));
    await jest.advanceTimersByTimeAsync(58_000);
    expect(threads[0]?.isTerminated).toBe(false);
    await jest.advanceTimersByTimeAsync(3_000);
    expect((await slow).message).toContain("no progress for 10 s");
  });

  test("A worker that makes progress is not ended.", async () => {
    const { syntax, threads } = scriptedSyntax();
    const slow = syntax.outline(text("x"));
    for (let n = 0; n < 10; n++) {
      threads[0]?.beat();
      await jest.advanceTimersByTimeAsync(9_000);
    }
    expect(threads[0]?.isTerminated).toBe(false);
    threads[0]?.answer({ id: 2, result: [] });
    expect(await slow).toEqual([]);
  });
});

test("A text that is too long to be parsed is refused at once, and the error says what to use.", async () => {
  const { syntax, threads } = scriptedSyntax();
  const long = text("x".repeat(8_500_000), "python", "file:///in/so%20big.py");
  const { kind, message } = await failureOf(syntax.outline(long));
  expect(kind).toBe("unsupported");
  expect(message).toBe(
    "There are no symbols and no syntax tree of `so big.py`: it has 8.5 million characters, and texts of more than 8.4 million are not parsed. Lines and a find can be used there.",
  );
  expect(threads).toEqual([]);
});

test("Closing rejects pending requests.", async () => {
  const { syntax, threads } = scriptedSyntax();
  const asked = failureOf(syntax.outline(text("x")));
  syntax.close();
  expect((await asked).message).toContain("session has ended");
  expect(threads[0]?.isTerminated).toBe(true);
});

describe("A user's grammar", () => {
  const folder = mkdtempSync(join(tmpdir(), "grammar-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const own = (wasm: string, queries?: string) =>
    createInProcessSyntax(new Map([["ini", queries === undefined ? { wasm } : { wasm, queries }]]));
  const source = text("[a]\nb = 1\n", "ini", "file:///a.ini");

  test("A user's grammar is used with its queries.", async () => {
    writeFileSync(join(folder, "outline.scm"), "(section (section_name (text) @name)) @definition.module\n");
    const syntax = own(wasmOf("ini"), folder);
    expect(await syntax.outline(source)).toMatchObject([{ name: "a", kind: "module", from: 0, to: 9, nameFrom: 1 }]);
    expect(syntax.languages).toContain("ini");
  });

  test("A user's grammar that is broken fails alone, and the error names it.", async () => {
    writeFileSync(join(folder, "broken.wasm"), "no grammar at all");
    const syntax = own(join(folder, "broken.wasm"));
    const error = await failureOf(syntax.outline(source));
    expect(error.message).toMatch(/broken\.wasm that servers\.json names for ini failed/);
    expect(await syntax.outline(text("x = 1\n"))).toMatchObject([{ name: "x" }]);
    const missing = await failureOf(own(join(folder, "missing.wasm")).outline(source));
    expect(missing.message).toMatch(/missing\.wasm/);
  });

  test("A broken query fails with the name of its file.", async () => {
    const queries = join(folder, "broken");
    mkdirSync(queries);
    writeFileSync(join(queries, "outline.scm"), "(no_such_node) @definition.module");
    const syntax = own(wasmOf("ini"), queries);
    expect((await failureOf(syntax.outline(source))).message).toMatch(/outline\.scm is not a query.*no_such_node/s);
    expect((await syntax.coveringNodes(source, [{ from: 1, to: 2 }], {}))[0]?.length).toBeGreaterThan(2);
  });
});

test("The error for a language without a grammar lists the languages that have one.", async () => {
  const error = await failureOf(createInProcessSyntax().outline(text("x", "brainfuck")));
  expect(error.kind).toBe("unsupported");
  expect(error.message).toMatch(/no syntax tree for brainfuck.*python/);
  const { languages } = createInProcessSyntax();
  expect(languages).toEqual(expect.arrayContaining(["typescriptreact", "shellscript", "csharp", "terraform"]));
  expect(languages).not.toEqual(expect.arrayContaining(["tsx"]));
});

test("Ruby's calls need no brackets", async () => {
  const syntax = createInProcessSyntax();
  open.push(syntax);
  const text = "def f(x)\n  x.a\n  x.b(1)\n  x.c { 2 }\nend\n";
  const calls = await syntax.callsIn({ uri: "a:a.rb", text, languageId: "ruby" }, { from: 0, to: text.length }, 10);
  expect(calls.map(({ name, argumentCount }) => [name, argumentCount])).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 0],
  ]);
});
