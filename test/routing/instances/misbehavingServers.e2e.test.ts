/**
 * Tests of servers, entries and readers that misbehave: the client gets an error, and other
 * languages go on.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describeIf, testIf } from "../../jest.js";
import type { Answer } from "../countingClient.js";
import { type Document, type Fleet, type FleetOptions, kill, sha1, startFleet } from "../fleet.js";

jest.setTimeout(120_000);

let fleet: Fleet;
afterEach(() => fleet.remove());

/** Starts a session with these languages and `steady`, which never misbehaves. */
async function start(languages: FleetOptions["languages"], more: Omit<FleetOptions, "languages"> = {}) {
  fleet = await startFleet({ languages: { ...languages, steady: {} }, ...more });
  return fleet;
}

/** Returns the data of an error. */
const dataOf = ({ error }: Answer) => error?.data;

/**
 * Expects an empty response to a plain request and an error to a Locate. Resolves with the error
 * message.
 */
async function noBackend(document: Document): Promise<string> {
  expect(await fleet.request("textDocument/hover", at(document))).toHaveProperty("result", null);
  const { error } = await fleet.request("locate/hover", { locate: `${basename(document.uri)}:1` });
  expect(error?.data).toMatchObject({ kind: "no_backend", language: document.language });
  return error?.message ?? "";
}

/**
 * Expects that `steady` responds, that the client saw no error, and that the session ends properly.
 */
async function othersGoOn(): Promise<void> {
  const document = fleet.open("steady", "const 💣 = 1\n", "steady");
  expect((await fleet.hover(document)).result).toMatchObject({ name: "steady", sha1: sha1(document.text) });
  await endsWell();
}

async function endsWell(): Promise<void> {
  expect(fleet.oddities).toEqual([]);
  expect(fleet.complaints()).toEqual([]);
  expect(await fleet.end()).toBe(0);
}

describe("servers.json", () => {
  test("A file that is not JSON is reported with its line, and the session starts", async () => {
    await start({}, { serversFile: '{\n  "servers": {\n    "mine" [ \n' });
    expect(fleet.raw.stderr()).toMatch(/servers\.json:3/);
    expect(await fleet.end()).toBe(0);
  });

  test("Unknown keys are reported, and the rest holds", async () => {
    await start({ good: {} }, { serversFile: { servers: { odd: { comand: ["x"], command: ["no-such-server"] } } } });
    expect(fleet.raw.stderr()).toContain("comand");
    expect((await fleet.hover(fleet.open("good"))).result?.name).toBe("good");
    await othersGoOn();
  });

  test("A command that does not exist is reported", async () => {
    await start(
      { bad: {} },
      { serversFile: { servers: { bad: { command: ["no-such-server"], languages: ["bad"] } } } },
    );
    expect(await noBackend(fleet.open("bad"))).toContain("bad");
    await othersGoOn();
  });

  test("A command that is no program is reported", async () => {
    const program = join(tmpdir(), `lsp-locate-no-program-${process.pid}`);
    writeFileSync(program, "text");
    chmodSync(program, 0o644);
    await start({ bad: {} }, { serversFile: { servers: { bad: { command: [program], languages: ["bad"] } } } });
    expect(await noBackend(fleet.open("bad"))).toContain("bad");
    rmSync(program);
    await othersGoOn();
  });
});

describe("languages", () => {
  test.each([
    ["a language without any server", { languages: { bare: { extensions: [".bare"], servers: [] } } }],
    ["a language that servers.json does not have", {}],
  ])("The session works with %s", async (_, serversFile) => {
    await start({}, { serversFile });
    const document = fleet.open("bare");
    await noBackend(document);
    fleet.replace(document, "other text");
    await noBackend(document);
    fleet.close(document);
    await othersGoOn();
  });

  test("The file name decides if the languageId is unknown", async () => {
    await start({ good: {} });
    const uri = `${fleet.open("steady").uri.replace(/[^/]*$/, "")}notes.good`;
    fleet.notify("textDocument/didOpen", { textDocument: { uri, languageId: "plaintext", version: 1, text: "x" } });
    const answer = await fleet.request<{ contents: string }>("textDocument/hover", {
      textDocument: { uri },
      position: { line: 0, character: 0 },
    });
    expect(JSON.parse(answer.result?.contents ?? "null")).toMatchObject({ name: "good", version: 1 });
    await othersGoOn();
  });
});

test("After the removal of a root its process goes on, and a restart succeeds once the folder is back", async () => {
  await start({ other: {} });
  const [document, other] = [fleet.open("steady"), fleet.open("other")];
  const pid = (await fleet.state(other)).pid;
  expect((await fleet.hover(document)).result?.version).toBe(1);
  rmSync(fleet.root, { recursive: true });
  expect((await fleet.hover(document)).result?.version).toBe(1);
  kill(pid);
  const { result, error } = await fleet.hover(other);
  expect([1, "backend_failed"]).toContain(result?.version ?? error?.data?.["kind"]);
  mkdirSync(fleet.root);
  fleet.replace(other, "and back");
  expect((await fleet.hover(other)).result).toMatchObject({ version: 2, sha1: sha1("and back") });
  await endsWell();
});

testIf(process.platform !== "win32", "needs signals")(
  "A server that is stopped is ended, and another process answers its request",
  async () => {
    await start({ other: {} });
    const other = fleet.open("other");
    const { pid } = await fleet.state(other);
    process.kill(pid, "SIGSTOP");
    expect((await fleet.hover(other)).result).toMatchObject({ version: 1, sha1: sha1(other.text) });
    expect((await fleet.state(other)).pid).not.toBe(pid);
    await othersGoOn();
  },
);

describe("a server that does not come up", () => {
  test("An error in response to initialize is passed on in its words", async () => {
    await start({ bad: { refuse: "the licence has run out" } });
    const { error } = await fleet.hover(fleet.open("bad"));
    expect(error?.data).toMatchObject({ kind: "backend_failed" });
    expect(error?.message).toContain("the licence has run out");
    expect(fleet.pids("bad")).toHaveLength(1);
    await othersGoOn();
  });

  test("Another encoding than utf-16 is refused", async () => {
    await start({ bad: { encoding: "utf-8" } });
    const { error } = await fleet.hover(fleet.open("bad"));
    expect(error?.data).toMatchObject({ kind: "backend_failed" });
    expect(error?.message).toMatch(/utf-8.*utf-16|utf-16.*utf-8/);
    await othersGoOn();
  });

  test("A server that insists on utf-32, as ccls does, is served", async () => {
    await start({ odd: { encoding: "utf-32" } });
    const document = fleet.open("odd");
    expect((await fleet.hover(document)).result).toMatchObject({ name: "odd" });
    await othersGoOn();
  });

  test("A server that exits at once is started five times, and once more after a change", async () => {
    await start({ bad: { exitAtOnce: 9 } });
    const document = fleet.open("bad");
    const { error } = await fleet.hover(document);
    expect(error?.data).toMatchObject({ kind: "backend_failed", exit_code: 9 });
    expect(fleet.pids("bad")).toHaveLength(5);
    expect(dataOf(await fleet.hover(document))).toMatchObject({ kind: "backend_failed" });
    expect(fleet.pids("bad")).toHaveLength(5);
    fleet.replace(document, "something else");
    expect(dataOf(await fleet.hover(document))).toMatchObject({ kind: "backend_failed" });
    expect(fleet.pids("bad")).toHaveLength(6);
    await othersGoOn();
  });

  test("A server that never answers initialize holds up only its own documents", async () => {
    await start({ bad: { hangOn: ["initialize"] } });
    const { id, answer } = fleet.ask("textDocument/hover", at(fleet.open("bad")));
    const steady = fleet.open("steady");
    expect((await fleet.hover(steady)).result?.version).toBe(1);
    fleet.notify("$/cancelRequest", { id });
    expect((await answer).error?.code).toBe(-32800);
    await othersGoOn();
  });
});

describe("a server that dies", () => {
  test("A request that kills the server is sent again a few times at most, and is answered", async () => {
    await start({ bad: { dieOn: ["textDocument/definition"] } });
    const document = fleet.open("bad");
    const answers = await Promise.all([
      fleet.request("textDocument/definition", at(document)),
      fleet.request("textDocument/definition", at(document)),
    ]);
    for (const answer of answers) expect(dataOf(answer)).toMatchObject({ kind: "backend_failed" });
    expect(fleet.pids("bad").length).toBeLessThanOrEqual(6);
    fleet.replace(document, "harmless");
    expect((await fleet.hover(document)).result?.sha1).toBe(sha1("harmless"));
    await othersGoOn();
  });

  test("A command that kills the server is not sent again", async () => {
    await start({ bad: { dieOn: ["workspace/executeCommand"] } });
    const document = fleet.open("bad");
    await fleet.hover(document);
    const params = { command: "fake.bad", arguments: [{ of: "bad" }] };
    const answer = await fleet.request("workspace/executeCommand", params);
    expect(dataOf(answer)).toMatchObject({ kind: "backend_failed", signal: "SIGKILL" });
    expect((await fleet.hover(document)).result?.version).toBe(1);
    expect(fleet.pids("bad")).toHaveLength(2);
    await othersGoOn();
  });

  test("An incomplete frame does not reach the client", async () => {
    await start({ bad: { dieInFrameOn: ["textDocument/definition"] } });
    const document = fleet.open("bad");
    const [definition, hover] = await Promise.all([
      fleet.request("textDocument/definition", at(document)),
      fleet.hover(document),
    ]);
    expect(dataOf(definition)).toMatchObject({ kind: "backend_failed" });
    expect(hover.result ?? dataOf(hover)).toBeDefined();
    await othersGoOn();
  });

  test("Every request is answered although the server exits at random", async () => {
    await start({ bad: { dieOneIn: 12 } });
    const document = fleet.open("bad");
    const answers = await Promise.all(Array.from({ length: 60 }, () => fleet.hover(document)));
    for (const { result, error } of answers) expect(result?.sha1 ?? error?.data?.["kind"]).toBeDefined();
    await othersGoOn();
  });
});

describe("a server that sends what it should not", () => {
  test("A duplicate response reaches the client once", async () => {
    await start({ bad: { twiceOn: ["textDocument/hover"] } });
    const document = fleet.open("bad");
    for (let n = 0; n < 3; n++) expect((await fleet.hover(document)).result?.name).toBe("bad");
    // Its next response comes after the duplicates.
    await fleet.state(document);
    await othersGoOn();
  });

  test("A response to no request is dropped", async () => {
    await start({ bad: { unasked: true } });
    expect((await fleet.hover(fleet.open("bad"))).result?.name).toBe("bad");
    await othersGoOn();
  });

  test("Text between its frames is logged to stderr", async () => {
    await start({ bad: { stray: "Debugger attached.\n" } });
    const document = fleet.open("bad");
    expect((await fleet.hover(document)).result?.name).toBe("bad");
    expect((await fleet.hover(document)).result?.name).toBe("bad");
    await othersGoOn();
    expect(fleet.raw.stderr()).toContain("Debugger attached.");
  });

  test("20 MB on its stderr hold up nothing", async () => {
    await start({ bad: { stderr: 20 } });
    expect((await fleet.hover(fleet.open("bad"))).result?.name).toBe("bad");
    await othersGoOn();
  });
});

test("Two servers with the same ids and tokens each get their own responses", async () => {
  await start({ one: {}, two: {} });
  const documents = ["one", "two"].map((language) => fleet.open(language));
  for (const document of documents) {
    const { heard } = await fleet.settled(document);
    expect(heard).toEqual({ 1: null, 2: null, 3: { title: document.language } });
  }
  const created = fleet.messages.filter(({ method }) => method === "window/workDoneProgress/create");
  const tokens = created.map(({ params }) => (params as { token: unknown }).token);
  expect(new Set(tokens).size).toBe(2);
  const progress = fleet.messages.filter(({ method }) => method === "$/progress");
  const params = progress.map(({ params }) => params as { token: unknown; value: { title?: string } });
  const tokenOf = (language: string) => params.find(({ value }) => value.title === `${language} works`)?.token;
  fleet.notify("window/workDoneProgress/cancel", { token: tokenOf("two") });
  const [one, two] = await Promise.all(documents.map((document) => fleet.state(document)));
  expect(one?.heard).not.toHaveProperty("cancelled");
  expect(two?.heard).toHaveProperty("cancelled", 1);
  await othersGoOn();
});

test("A client that declares nothing is asked all the same, and each server gets its responses", async () => {
  await start({ one: {}, two: {} }, { capabilities: "poor" });
  for (const document of ["one", "two"].map((language) => fleet.open(language)))
    expect((await fleet.settled(document)).heard).toEqual({ 1: null, 2: null, 3: { title: document.language } });
  await othersGoOn();
});

describe("requests that only the origin can answer", () => {
  let documents: Document[];
  beforeEach(async () => {
    await start({ one: {}, two: {} });
    documents = ["one", "two"].map((language) => fleet.open(language));
  });
  afterEach(othersGoOn);

  test("Completion items are resolved by their origin", async () => {
    const lists = await Promise.all(
      documents.map((document) => fleet.request<{ items: object[] }>("textDocument/completion", at(document))),
    );
    for (const [n, language] of ["one", "two"].entries()) {
      const resolved = await fleet.request("completionItem/resolve", lists[n]?.result?.items[0]);
      expect(resolved.result).toMatchObject({ detail: `resolved by ${language}` });
    }
  });

  test("Code actions and commands of the same name go to their origin", async () => {
    const context = { diagnostics: [] };
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const lists = await Promise.all(
      documents.map(({ uri }) =>
        fleet.request<{ command?: object }[]>("textDocument/codeAction", { textDocument: { uri }, range, context }),
      ),
    );
    for (const [n, language] of ["one", "two"].entries()) {
      const [atOnce, later] = lists[n]?.result ?? [];
      const ran = await fleet.request("workspace/executeCommand", atOnce?.command);
      expect(ran.result).toEqual({ ran: "fake.shared", by: language });
      const resolved = await fleet.request<{ command: object }>("codeAction/resolve", later);
      const ranLater = await fleet.request("workspace/executeCommand", resolved.result?.command);
      expect(ranLater.result).toEqual({ ran: `fake.${language}`, by: language });
    }
  });

  test("Workspace symbols come from all backends", async () => {
    for (const document of documents) await fleet.hover(document);
    const { result } = await fleet.request<{ name: string }[]>("workspace/symbol", { query: "Symbol" });
    expect(result?.map(({ name }) => name).sort()).toEqual(["oneSymbol", "twoSymbol"]);
  });
});

describe("a server that hangs", () => {
  test("A request that hangs does not hold up others, and can be cancelled", async () => {
    await start({ bad: { hangOn: ["textDocument/definition"] } });
    const document = fleet.open("bad");
    const { answer } = fleet.ask("textDocument/definition", at(document));
    answer.catch(() => {}); // It is never answered: the session ends before.
    expect((await fleet.hover(document)).result?.version).toBe(1);
    await othersGoOn();
  });

  test("A server that reads nothing does not hold up others, and ends with the session", async () => {
    await start({ bad: { deaf: true } });
    const document = fleet.open("bad");
    const steady = fleet.open("steady");
    // More than the pipe, the buffer and the queue can hold together.
    for (let n = 0; n < 700; n++) fleet.replace(document, `${n}${"x".repeat(100_000)}`);
    fleet.ask("textDocument/hover", at(document)).answer.catch(() => {});
    for (let n = 0; n < 20; n++) {
      fleet.replace(steady, `steady ${n}`);
      expect((await fleet.hover(steady)).result?.sha1).toBe(sha1(steady.text));
    }
    const [pid = 0] = fleet.pids("bad");
    expect(isAlive(pid)).toBe(true);
    expect(await fleet.end()).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });
});

const megabyte = 1024 * 1024;
const onLinux = describeIf(existsSync("/proc/self/status"), "needs Linux");
onLinux("more than memory should hold (skipped where /proc tells nothing)", () => {
  test("200 MB reach a client that reads slowly", async () => {
    await start({ loud: {} }, { pace: 1 });
    const document = fleet.open("loud");
    const bytes = 200 * megabyte;
    expect((await fleet.request("fake/flood", { textDocument: { uri: document.uri }, bytes })).result).toBeNull();
    const received = fleet.messages.filter(({ method }) => method === "window/logMessage");
    expect(received.length * 64 * 1024).toBeGreaterThanOrEqual(bytes);
    // The process itself, and some messages on their way.
    expect(peak()).toBeLessThan(160 * megabyte);
    await othersGoOn();
  });

  test("300 MB reach a server that reads slowly", async () => {
    await start({ slow: { slow: 2 } });
    const document = fleet.open("slow");
    const text = "0123456789abcde\n".repeat(megabyte / 16);
    for (let n = 0; n < 300; n++) {
      fleet.replace(document, `${n} ${text}`);
      await drained();
    }
    expect((await fleet.hover(document)).result?.sha1).toBe(sha1(document.text));
    // The process itself, 32 MB unsent, as much not yet applied to our copy, and garbage of both.
    expect(peak()).toBeLessThan(300 * megabyte);
    await othersGoOn();
  });
});

/** The peak memory of the proxy's process, in bytes. */
function peak(): number {
  const status = readFileSync(`/proc/${fleet.raw.process.pid}/status`, "utf8");
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1]) * 1024;
}

/** Resolves when everything sent has been read. */
async function drained(): Promise<void> {
  const { stdin } = fleet.raw.process;
  if (stdin.writableNeedDrain) await new Promise((resolve) => stdin.once("drain", resolve));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function at({ uri }: Document): object {
  return { textDocument: { uri }, position: { line: 0, character: 0 } };
}
