/**
 * Commands whose session is killed, stopped or loses its files, whose workspace is moved, and that
 * start all at once on a busy machine: each prints what it should, or says that it doesn't.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { activityOf } from "../../../src/files/write/processIdentity.js";
import { afterTest, setEnv, testIf } from "../../jest.js";
import { pick, type Random, randomFrom } from "../../text/random.js";
import { type CommandResult, type SharedWorkspace, withSharedCommands } from "./sharedCommands.js";

const isFull = process.env["TEST_SOAK"] === "full";
const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e9));
const onPosix = testIf(process.platform !== "win32", "needs signals");
const FILES = ["store/items.py", "store/shop.py", "store/prices.py"];

/** What a command prints, and what its files are afterwards. */
interface Effect extends CommandResult {
  readonly texts: readonly string[];
}

/** Questions, and changes that are written. */
const COMMANDS: readonly (readonly string[])[] = [
  ["edit", "store/items.py:LIMIT", "--replace=LIMIT = 20", "--write"],
  ["rename", "store/items.py@def <|>wrapper", "inner", "--write"],
  ["references", "store/items.py:Shelf.add"],
  ["diagnostic", "store/items.py"],
  ["hover", "store/items.py:Item.free"],
].flatMap((words) => [words, [...words, "--json"]]);
const [WARM_UP] = COMMANDS.slice(-2) as [readonly string[]];

class Workspace {
  readonly #shared: SharedWorkspace;
  readonly #original: readonly string[];
  readonly #expected = new Map<readonly string[], Effect>();

  constructor(shared: SharedWorkspace) {
    this.#shared = shared;
    this.#original = this.#texts();
  }

  /** Finds out what the commands do in processes of their own. */
  async prepare(commands: readonly (readonly string[])[]): Promise<void> {
    for (const words of commands) {
      const result = await this.#shared.run(words, { isShared: false });
      const texts = this.#texts();
      expect([words, isEqual(texts, this.#original)]).toEqual([words, !words.includes("--write")]);
      this.#expected.set(words, { ...result, texts });
      this.restore();
    }
  }

  restore(): void {
    const now = this.#texts();
    for (const [at, file] of FILES.entries())
      if (now[at] !== this.#original[at]) writeFileSync(join(this.#shared.workspace, file), this.#original[at] ?? "");
  }

  /** Says what is wrong with a result: neither right, nor an error that has written nothing. */
  problems(words: readonly string[], { code, stdout, stderr }: CommandResult): readonly string[] {
    const expected = this.#expected.get(words);
    const texts = this.#texts();
    const isComplete = isSameOutput(stdout, expected?.stdout) || stderr.includes("the change is made;");
    const isRight = code === expected?.code && isComplete && isEqual(texts, expected.texts);
    // A wait is no failure, and neither are the errors that a diagnostic has found.
    const notes = stderr.replace(/^lsp-locate: still waiting .*$/gm, "").trim();
    const isExplained = notes !== "" || (words.includes("--json") && stdout.includes('"error"'));
    const isError = code !== 0 && isExplained && isEqual(texts, this.#original);
    // "None found" is a claim.
    const isClaim = code === 1 && (stdout === "" || words.includes("--json")) && / no |nothing/i.test(stderr + stdout);
    if (isRight || (isError && !isClaim)) return [];
    return [JSON.stringify({ words, code, stdout, stderr, isWritten: !isEqual(texts, this.#original) })];
  }

  isRight(words: readonly string[], { code, stdout }: CommandResult): boolean {
    const expected = this.#expected.get(words);
    return code === expected?.code && isSameOutput(stdout, expected.stdout);
  }

  #texts(): readonly string[] {
    return FILES.map((file) => {
      const path = join(this.#shared.workspace, file);
      return existsSync(path) ? readFileSync(path, "utf8") : "";
    });
  }
}

/** The version of a text is counted in each session. */
function isSameOutput(one: string, other: string | undefined): boolean {
  const plain = (output: string | undefined) => output?.replace(/"version": \d+/g, '"version": n');
  return plain(one) === plain(other);
}

function isEqual(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

const PHASES = ["start", "request", "end"] as const;
const ACTIONS = [
  { action: "kill" },
  { action: "stop" },
  ...[".json", ".sock", "locks"].map((suffix) => ({ action: "remove", suffix })),
] as const;
const pointCount = isFull ? 60 : 3;
/** Three times what a stopped session may cost a command, and what the command itself takes. */
const LIMIT_MS = 30_000 + 30_000;

onPosix(
  `Commands are right, or fail and write nothing, whatever happens to their session at ${pointCount} points (CHAOS_SEED=${seed})`,
  async () => {
    await withSharedCommands(async (shared) => {
      const { runtime, run } = shared;
      const random = randomFrom(seed);
      setEnv("NODE_OPTIONS", `--require=${join(import.meta.dirname, "faultPoint.cjs")}`);
      const fault = join(runtime, "fault.json");
      const workspace = new Workspace(shared);
      await workspace.prepare(COMMANDS);
      const endSessions = () => run(["daemon", "stop"]);
      /** Brings a session to a phase in which it meets a fault, with a command. */
      const meet = async (phase: (typeof PHASES)[number], content: object, words: readonly string[]) => {
        if (phase === "start") await endSessions();
        else await run(WARM_UP);
        rmSync(join(runtime, "done"), { force: true });
        writeFileSync(fault, JSON.stringify({ phase, ...content }));
        const ended = phase === "end" ? endSessions() : undefined;
        const startedAt = Date.now();
        const result = await run(words);
        const ms = Date.now() - startedAt;
        await ended;
        rmSync(fault, { force: true });
        return { result, ms };
      };
      /** Ends the processes of sessions that were stopped. */
      const cleanUp = () => {
        for (const line of shared.marker.processes()) {
          const pid = Number.parseInt(line, 10);
          if (activityOf(pid) === "stopped") process.kill(pid, "SIGKILL");
        }
        workspace.restore();
      };
      const wrong: string[] = [];
      const tally: Record<string, number> = {};
      for (const phase of PHASES) {
        rmSync(join(runtime, "steps"), { force: true });
        await meet(phase, { action: "count" }, WARM_UP);
        const steps = statSync(join(runtime, "steps")).size;
        cleanUp();
        const points = pointCount / PHASES.length;
        for (let point = 0; point < points; point++)
          for (const each of chooseActions(random)) {
            const at = 1 + Math.floor(((point + random(1000) / 1000) * steps) / points);
            const words = pick(random, COMMANDS);
            const { result, ms } = await meet(phase, { ...each, at }, words);
            const found = [...workspace.problems(words, result)];
            if (ms > LIMIT_MS) found.push(`${ms} ms`);
            const where = `${phase} ${at} of ${steps}, ${JSON.stringify(each)}`;
            for (const problem of found) wrong.push(`${where}: ${problem}`);
            const isMet = existsSync(join(runtime, "done"));
            const outcome = workspace.isRight(words, result) ? "right" : `code ${result.code}`;
            const key = `${phase} ${each.action}: ${isMet ? outcome : "not met"}`;
            tally[key] = (tally[key] ?? 0) + 1;
            if (isFull) console.log(`${where} ${words[0]}: ${outcome} after ${ms} ms ${result.stderr.trim()}`);
            cleanUp();
          }
      }
      if (isFull) console.log(tally);
      expect(wrong).toEqual([]);
    });
  },
  180_000 + pointCount * 3 * 20_000,
);

/** A kill, a stop, and the removal of one of the files. */
function chooseActions(random: Random): readonly (typeof ACTIONS)[number][] {
  const [kill, stop, ...removals] = ACTIONS;
  return [kill, stop, pick(random, removals)];
}

const moveCount = isFull ? 20 : 4;

onPosix(
  `Commands are right, or fail and write nothing, while their workspace is moved ${moveCount} times (CHAOS_SEED=${seed})`,
  async () => {
    await withSharedCommands(async (shared) => {
      const { run, runtime } = shared;
      const random = randomFrom(seed);
      const workspace = new Workspace(shared);
      await workspace.prepare(COMMANDS);
      const [away, copy] = [`${shared.workspace}-away`, join(runtime, "copy")];
      const moves: Readonly<Record<string, () => Promise<void> | void>> = {
        "moved and back at once"() {
          renameSync(shared.workspace, away);
          renameSync(away, shared.workspace);
        },
        async "moved and back"() {
          renameSync(shared.workspace, away);
          await pause(random(3000));
          renameSync(away, shared.workspace);
        },
        "replaced by a copy"() {
          cpSync(shared.workspace, copy, { recursive: true });
          renameSync(shared.workspace, away);
          renameSync(copy, shared.workspace);
          rmSync(away, { recursive: true });
        },
        async "deleted and made anew"() {
          cpSync(shared.workspace, copy, { recursive: true });
          rmSync(shared.workspace, { recursive: true });
          await pause(random(3000));
          renameSync(copy, shared.workspace);
        },
      };
      const wrong: string[] = [];
      for (let count = 0; count < moveCount; count++) {
        const [name, move] = Object.entries(moves)[count % 4] as [string, () => Promise<void>];
        const isIdle = random(2) === 0;
        const words = pick(random, COMMANDS);
        if (isIdle) await move();
        // A change that is written while its folder is replaced may be in either of them.
        const amid = isIdle ? undefined : run(words.filter((word) => word !== "--write"));
        if (!isIdle) await pause(random(1500));
        if (!isIdle) await move();
        const during = await amid;
        if (during?.code === 0 && !words.includes("--write") && !workspace.isRight(words, during))
          wrong.push(`${name}, amid a request: ${JSON.stringify({ words, ...during })}`);
        if (during && during.code !== 0 && during.stderr + during.stdout === "") wrong.push(`${name}: nothing printed`);
        const after = await run(words);
        if (!workspace.isRight(words, after)) wrong.push(`${name}, afterwards: ${JSON.stringify({ words, ...after })}`);
        wrong.push(...workspace.problems(words, after));
        workspace.restore();
      }
      expect(wrong).toEqual([]);
    });
  },
  180_000 + moveCount * 30_000,
);

const rounds = isFull ? 10 : 1;
const coldCount = isFull ? 40 : 6;
const loopCount = isFull ? 20 : 1;

onPosix(
  `${coldCount} cold commands at once beside ${loopCount} busy loops are right, or say why not, in ${rounds} rounds`,
  async () => {
    await withSharedCommands(async (shared) => {
      const { run, workspace, statuses } = shared;
      writeFileSync(join(workspace, "store/broken.py"), "def broken() -> int:\n    return missing\n");
      const commands = [
        ["diagnostic", "store/broken.py"],
        ["references", "store/items.py:Shelf.add"],
        ["hover", "store/items.py:Item.free"],
        ["edit", "store/items.py:LIMIT", "--replace=LIMIT = 20"],
        ["rename", "store/items.py:Shelf.add", "put"],
        ["diagnostic", "store/items.py", "--json"],
      ];
      const judge = new Workspace(shared);
      await judge.prepare(commands);
      const wrong: string[] = [];
      const tally: Record<string, number> = {};
      for (let round = 0; round < rounds; round++) {
        const loops = Array.from({ length: loopCount }, startBusyLoop);
        const startedAt = Date.now();
        const results = await Promise.all(
          Array.from({ length: coldCount }, async (_value, at) => {
            const words = commands[at % commands.length] as readonly string[];
            const result = await run(words);
            return { words, result, ms: Date.now() - startedAt };
          }),
        );
        for (const loop of loops) loop.kill("SIGKILL");
        for (const { words, result, ms } of results) {
          for (const problem of judge.problems(words, result)) wrong.push(`round ${round}: ${problem}`);
          const { code, stdout, stderr } = result;
          const key = judge.isRight(words, result) ? "right" : `${words[0]}, code ${code}: ${stderr}${stdout}`;
          tally[key] = (tally[key] ?? 0) + 1;
          if (ms > 60_000) tally["over 60 s"] = (tally["over 60 s"] ?? 0) + 1;
        }
        const slowest = Math.max(...results.map(({ ms }) => ms));
        if (isFull) console.log(`round ${round}: ${slowest} ms, ${(await statuses()).length} sessions`, tally);
        await run(["daemon", "stop", "--all"]);
      }
      expect(wrong).toEqual([]);
    }, {});
  },
  120_000 + rounds * 300_000,
);

/** A process that uses the processor all the time, in a session of its own. */
function startBusyLoop(): ChildProcess {
  const loop = spawn("sh", ["-c", "while :; do :; done"], { detached: true, stdio: "ignore" });
  afterTest(() => loop.kill("SIGKILL"));
  return loop;
}
