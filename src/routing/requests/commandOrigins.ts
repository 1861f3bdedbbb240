/** Which backend a `workspace/executeCommand` goes to: the one that offers the command; where several do, the one whose action or lens it was. */

import { createHash } from "node:crypto";
import { isObject } from "../../backend/json.js";
import { elements, findValue, findValues, type Span, stringAt } from "../../wire/json.js";

/** So many commands out of answers are remembered; the oldest go first. A client runs what it has just been shown. */
const MAX_NOTED = 2000;

export type CommandOrigin =
  | { readonly kind: "known"; readonly key: string; readonly because: "offered" | "answered" }
  /** Those it may be for, none where nobody offers it; and the documents that its arguments name, the outermost first, by which to decide. */
  | { readonly kind: "candidates"; readonly keys: readonly string[]; readonly uris: readonly string[] };

export class CommandOrigins {
  /** By backend. */
  readonly #offered = new Map<string, Set<string>>();
  /** What more than one backend offers. */
  #shared: readonly string[] = [];
  /** By fingerprint, the latest last: the backends whose answers held exactly that command with those arguments. */
  readonly #backendsByCommand = new Map<string, readonly string[]>();

  /** A backend offers these too. What it wrote for a list of names and is none offers nothing. */
  addOffered(key: string, commands: unknown): void {
    const offered = this.#offered.get(key) ?? new Set<string>();
    for (const command of Array.isArray(commands) ? commands : []) offered.add(String(command));
    this.#offered.set(key, offered);
    this.#updateShared();
  }

  /** A backend offers nothing any longer; what it had answered is forgotten. */
  remove(key: string): void {
    this.#offered.delete(key);
    this.#updateShared();
    for (const [fingerprint, keys] of this.#backendsByCommand) {
      const others = keys.filter((other) => other !== key);
      if (others.length === 0) this.#backendsByCommand.delete(fingerprint);
      else if (others.length < keys.length) this.#backendsByCommand.set(fingerprint, others);
    }
  }

  /** A backend's answer to `method`, or a `$/progress` with part of it. It is looked at only where it holds a name that several offer. */
  noteResponse(method: string, key: string, body: Buffer): void {
    const where = commandsIn.get(method);
    if (!where || !this.#shared.some((name) => mayContain(body, name))) return;
    const root = findValue(body, ["result"]) ?? findValue(body, ["params", "value"]);
    if (!root) return;
    for (const { from } of where(body, root.from)) {
      const name = stringAt(body, findValue(body, ["command"], from));
      if (name === undefined || !this.#shared.includes(name)) continue;
      this.#remember(fingerprintOf(name, parseAt(body, findValue(body, ["arguments"], from))), key);
    }
  }

  /** Whom the client's `workspace/executeCommand` is for. */
  originOf(body: Buffer): CommandOrigin {
    const name = stringAt(body, findValue(body, ["params", "command"])) ?? "";
    const offering = [...this.#offered].flatMap(([key, commands]) => (commands.has(name) ? [key] : []));
    const [only] = offering;
    if (only !== undefined && offering.length === 1) return { kind: "known", key: only, because: "offered" };
    const given = parseAt(body, findValue(body, ["params", "arguments"]));
    const noted =
      this.#backendsByCommand.get(fingerprintOf(name, given))?.filter((key) => offering.includes(key)) ?? [];
    const [answered] = noted;
    if (answered !== undefined && noted.length === 1) return { kind: "known", key: answered, because: "answered" };
    return { kind: "candidates", keys: noted.length > 0 ? noted : offering, uris: urisIn(given) };
  }

  #updateShared(): void {
    const times = new Map<string, number>();
    for (const commands of this.#offered.values()) {
      for (const command of commands) times.set(command, (times.get(command) ?? 0) + 1);
    }
    this.#shared = [...times].flatMap(([command, count]) => (count > 1 ? [command] : []));
  }

  #remember(fingerprint: string, key: string): void {
    const keys = this.#backendsByCommand.get(fingerprint) ?? [];
    this.#backendsByCommand.delete(fingerprint);
    this.#backendsByCommand.set(fingerprint, keys.includes(key) ? keys : [...keys, key]);
    if (this.#backendsByCommand.size <= MAX_NOTED) return;
    for (const oldest of this.#backendsByCommand.keys()) {
      this.#backendsByCommand.delete(oldest);
      break;
    }
  }
}

/** Whether the bytes may spell this name. A slash may be written in two ways, so such a name is always looked for. */
function mayContain(body: Buffer, name: string): boolean {
  return name.includes("/") || body.includes(JSON.stringify(name));
}

/** Where in a result, at that offset, `Command` objects stand. */
type CommandFinder = (body: Buffer, result: number) => readonly Span[];

const atPaths =
  (...paths: readonly (readonly string[])[]): CommandFinder =>
  (body, result) =>
    paths.flatMap((path) => findValues(body, path, result));

const QUOTE = 0x22;

/** An action holds its command, or is one itself: then what is called `command` is the name. */
const inAction: CommandFinder = (body, action) => {
  const command = findValue(body, ["command"], action);
  if (!command) return [];
  return body[command.from] === QUOTE ? [{ from: action, to: action }] : [command];
};

/** By the method of the request that is answered. */
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

/** Undefined for what isn't there and for what is no JSON. */
function parseAt(body: Buffer, span: Span | undefined): unknown {
  if (!span) return undefined;
  try {
    return JSON.parse(body.toString("utf8", span.from, span.to));
  } catch {
    return undefined;
  }
}

/**
 * The same for the same name and arguments, in whatever order their keys are. No arguments, null and an empty list are one: clients write either.
 * Arguments that are nested too deeply for JSON.stringify count as none.
 */
function fingerprintOf(name: string, given: unknown): string {
  const inOrder = (_key: string, value: unknown): unknown =>
    isObject(value) ? { members: Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) } : value;
  const canonical = (values: unknown): string => JSON.stringify([name, values], inOrder);
  try {
    return digest(canonical(given ?? []));
  } catch {
    return digest(canonical([]));
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** The strings that are file URIs, keys among them, and whatever is called `uri`. */
function urisIn(given: unknown): readonly string[] {
  const found = new Set<string>();
  const left: [name: string, value: unknown][] = [["", given]];
  // Grows while it is gone through: level by level, however deep.
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
