/**
 * Finds the backend for a `workspace/executeCommand`: the one that offers it; of several, the one
 * that sent the action or lens.
 */

import { createHash } from "node:crypto";
import { isObject } from "../../backend/isObject.js";
import { setLatest } from "../../text/list.js";
import { elements, findValue, findValues, type Span, stringAt } from "../../wire/json.js";
import { canonicalJson } from "../canonicalJson.js";

/**
 * The maximum number of commands noted from responses. The oldest go first, as a client runs what
 * it has just shown.
 */
const MAX_NOTED = 2000;

export type CommandOrigin =
  | { readonly kind: "single"; readonly key: string; readonly because: "offered" | "response" }
  /**
   * The backends that it may be for, and the documents in its arguments to decide by, the outermost
   * first.
   */
  | { readonly kind: "candidates"; readonly keys: readonly string[]; readonly uris: readonly string[] };

export class CommandOrigins {
  /** By backend. */
  readonly #offered = new Map<string, Set<string>>();
  /** Commands that several backends offer; undefined after a change. */
  #shared: ReadonlySet<string> | undefined;
  /**
   * By fingerprint, the latest last: the backends that sent exactly this command with these
   * arguments.
   */
  readonly #backendsByCommand = new Map<string, readonly string[]>();

  /** Adds commands that a backend offers. A value that is not a list is ignored. */
  addOffered(key: string, commands: unknown): void {
    const offered = this.#offered.get(key) ?? new Set<string>();
    for (const command of Array.isArray(commands) ? commands : []) offered.add(String(command));
    this.#offered.set(key, offered);
    this.#shared = undefined;
  }

  /** Removes everything of a backend. */
  remove(key: string): void {
    this.#offered.delete(key);
    this.#shared = undefined;
    for (const [fingerprint, keys] of this.#backendsByCommand) {
      const others = keys.filter((other) => other !== key);
      if (others.length === 0) this.#backendsByCommand.delete(fingerprint);
      else if (others.length < keys.length) this.#backendsByCommand.set(fingerprint, others);
    }
  }

  /** Whether a response may have commands that are to be noted. */
  mayNote(method: string): boolean {
    return commandsIn.has(method) && this.#sharedCommands().size > 0;
  }

  /**
   * Notes the commands in a response, or in a partial result. Only names that several backends
   * offer are looked for.
   */
  noteResponse(method: string, key: string, body: Buffer): void {
    const where = commandsIn.get(method);
    const shared = where && this.#sharedCommands();
    if (!shared || !mayContainAny(body, shared)) return;
    const root = findValue(body, ["result"]) ?? findValue(body, ["params", "value"]);
    if (!root) return;
    for (const { from } of where(body, root.from)) {
      const name = stringAt(body, findValue(body, ["command"], from));
      if (name === undefined || !shared.has(name)) continue;
      this.#remember(fingerprintOf(name, parseAt(body, findValue(body, ["arguments"], from))), key);
    }
  }

  /** Returns the origin of the command in the body of a `workspace/executeCommand`. */
  originOf(body: Buffer): CommandOrigin {
    const name = stringAt(body, findValue(body, ["params", "command"])) ?? "";
    const offering = [...this.#offered].flatMap(([key, commands]) => (commands.has(name) ? [key] : []));
    const [only] = offering;
    if (only !== undefined && offering.length === 1) return { kind: "single", key: only, because: "offered" };
    const given = parseAt(body, findValue(body, ["params", "arguments"]));
    const noted =
      this.#backendsByCommand.get(fingerprintOf(name, given))?.filter((key) => offering.includes(key)) ?? [];
    const [answered] = noted;
    if (answered !== undefined && noted.length === 1) return { kind: "single", key: answered, because: "response" };
    return { kind: "candidates", keys: noted.length > 0 ? noted : offering, uris: urisIn(given) };
  }

  #sharedCommands(): ReadonlySet<string> {
    if (this.#shared) return this.#shared;
    const times = new Map<string, number>();
    for (const commands of this.#offered.values()) {
      for (const command of commands) times.set(command, (times.get(command) ?? 0) + 1);
    }
    this.#shared = new Set([...times].flatMap(([command, count]) => (count > 1 ? [command] : [])));
    return this.#shared;
  }

  #remember(fingerprint: string, key: string): void {
    const keys = this.#backendsByCommand.get(fingerprint) ?? [];
    setLatest(this.#backendsByCommand, fingerprint, keys.includes(key) ? keys : [...keys, key], MAX_NOTED);
  }
}

/** With more names, looking for each of them takes longer than reading the commands. */
const MAX_NAMES_TO_LOOK_FOR = 50;

function mayContainAny(body: Buffer, names: ReadonlySet<string>): boolean {
  return names.size > MAX_NAMES_TO_LOOK_FOR || [...names].some((name) => mayContain(body, name));
}

/**
 * Whether the body may contain this name. A slash may be escaped, so a name with one is always
 * looked for.
 */
function mayContain(body: Buffer, name: string): boolean {
  return name.includes("/") || body.includes(JSON.stringify(name));
}

/** Finds the `Command` objects in the result at an offset. */
type CommandFinder = (body: Buffer, result: number) => readonly Span[];

const atPaths =
  (...paths: readonly (readonly string[])[]): CommandFinder =>
  (body, result) =>
    paths.flatMap((path) => findValues(body, path, result));

const QUOTE = 0x22;

/**
 * Finds the command of a code action, or the action itself if it is a `Command`: then `command` is
 * a string.
 */
const inAction: CommandFinder = (body, action) => {
  const command = findValue(body, ["command"], action);
  if (!command) return [];
  return body[command.from] === QUOTE ? [{ from: action, to: action }] : [command];
};

/** By the method of the request. */
const commandsIn: ReadonlyMap<string, CommandFinder> = new Map<string, CommandFinder>([
  [
    "textDocument/codeAction",
    (body, result) => elements(body, result).flatMap((action) => inAction(body, action.from)),
  ],
  ["codeAction/resolve", inAction],
  ["textDocument/codeLens", atPaths(["*", "command"])],
  ["codeLens/resolve", atPaths(["command"])],
  ["textDocument/completion", atPaths(["*", "command"], ["items", "*", "command"])],
  ["completionItem/resolve", atPaths(["command"])],
  ["textDocument/inlayHint", atPaths(["*", "label", "*", "command"])],
  ["inlayHint/resolve", atPaths(["label", "*", "command"])],
]);

/** Parses the JSON in a span; `undefined` without a span and for invalid JSON. */
function parseAt(body: Buffer, span: Span | undefined): unknown {
  if (!span) return undefined;
  try {
    return JSON.parse(body.toString("utf8", span.from, span.to));
  } catch {
    return undefined;
  }
}

/**
 * Returns a hash of the name and the arguments, in whatever order their keys are. No arguments,
 * null and an empty list are the same, as clients write any of them. Arguments nested too deeply
 * for JSON.stringify count as none.
 */
function fingerprintOf(name: string, given: unknown): string {
  try {
    return digest(canonicalJson([name, given ?? []]));
  } catch {
    return digest(canonicalJson([name, []]));
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/**
 * Collects the file URIs among all strings and keys, and the values of every key `uri`, outermost
 * first.
 */
function urisIn(given: unknown): readonly string[] {
  const found = new Set<string>();
  const left: [name: string, value: unknown][] = [["", given]];
  // The list grows during the loop, level by level.
  for (const [name, value] of left) {
    if (typeof value === "string") {
      if (name === "uri" || /^file:/i.test(value)) found.add(value);
    } else if (Array.isArray(value)) {
      for (const element of value) left.push(["", element]);
    } else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) left.push(["", key], [key, inner]);
    }
  }
  return [...found];
}
