/**
 * A session of many made-up languages, each with a fake server, and a client that counts every
 * message it gets.
 */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type CapabilitiesName, clientCapabilities, type RawPeer, startRaw } from "../peer.js";
import { pick, type Random } from "../text/random.js";
import { type Answer, type CountingClient, countingClient } from "./countingClient.js";

/** Options of a fake server, described in fakeServer.mjs. */
export interface FakeOptions {
  readonly sync?: 1 | 2;
  readonly slow?: number;
  readonly stderr?: number;
  readonly exitAtOnce?: number;
  readonly refuse?: string;
  readonly encoding?: string;
  readonly dieOn?: readonly string[];
  readonly dieInFrameOn?: readonly string[];
  readonly dieOneIn?: number;
  readonly hangOn?: readonly string[];
  readonly deaf?: true;
  readonly twiceOn?: readonly string[];
  readonly unasked?: true;
  readonly stray?: string;
}

type Entries = Readonly<Record<string, object>>;

export interface FleetOptions {
  /** The languages and how their servers behave. */
  readonly languages: Readonly<Record<string, FakeOptions>>;
  /**
   * Merged into the servers.json for these languages, field by field. A string is the whole file.
   */
  readonly serversFile?: { readonly servers?: Entries; readonly languages?: Entries } | string;
  readonly capabilities?: CapabilitiesName;
  /** The time in milliseconds that the client takes for each message. */
  readonly pace?: number;
}

/** The state of a document at a fake server; null members if it is not open there. */
export interface DocumentReport {
  readonly name: string;
  readonly pid: number;
  readonly version: number | null;
  readonly length: number | null;
  readonly sha1: string | null;
}

export interface State {
  readonly name: string;
  readonly pid: number;
  readonly processId: number | null;
  readonly rootUri: string;
  readonly heard: Readonly<Record<string, unknown>>;
  readonly documents: readonly (DocumentReport & { readonly uri: string })[];
}

/** A line in the journal of a fake server. */
interface Entry {
  readonly name: string;
  readonly pid: number;
  readonly what: string;
  readonly about: string;
}

/** A document as the client has it. */
export interface Document {
  readonly uri: string;
  readonly language: string;
  /** The text of each version that a server may have, by version. */
  readonly texts: ReadonlyMap<number, string>;
  version: number;
  text: string;
}

export interface Fleet extends CountingClient {
  readonly root: string;
  readonly raw: RawPeer;
  open(language: string, text?: string, name?: string): Document;
  close(document: Document): void;
  reopen(document: Document): void;
  /** Changes it once or several times in one message. */
  edit(document: Document, random: Random): void;
  replace(document: Document, text: string): void;
  hover(document: Document): Promise<Answer<DocumentReport>>;
  state(document: Document): Promise<State>;
  /** Does the same once the server has the responses to all requests that it sends by itself. */
  settled(document: Document): Promise<State>;
  /** Processes of a language's server so far, oldest first. */
  pids(language: string): readonly number[];
  /** Returns the pid of the process that follows the first `after` processes of that language. */
  started(language: string, after: number): Promise<number>;
  /** Returns the errors that the servers found in their messages. */
  complaints(): readonly string[];
  /** Sends shutdown and exit, ends the input, and returns the exit code. */
  end(): Promise<number | string>;
  /** Kills remaining processes and removes the folder. */
  remove(): void;
}

export const fakeServer = join(import.meta.dirname, "fakeServer.mjs");

/** The maximum number of polls; the awaited response is on its way before the first one. */
const mostRounds = 2000;

/** Starts a session and initializes it. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-fleet-")));
  const root = join(folder, "workspace");
  mkdirSync(root);
  const journal = join(folder, "journal");
  appendFileSync(journal, "");
  const serversPath = join(folder, "servers.json");
  writeFileSync(serversPath, serversFile(options, journal));
  const raw = startRaw([], { root, options: ["--servers", serversPath] });
  const client = countingClient(raw, options.pace ?? 0);
  const { request, notify } = client;

  const uri = pathToFileURL(root).href;
  const introduced = await request("initialize", {
    processId: process.pid,
    rootUri: uri,
    workspaceFolders: [{ uri, name: "workspace" }],
    capabilities: clientCapabilities[options.capabilities ?? "dynamic"],
  });
  if (introduced.error) throw new Error(`initialize was refused: ${introduced.error.message}`);
  notify("initialized", {});

  const entries = (): Entry[] =>
    readFileSync(journal, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Entry);
  const pids = (language: string) =>
    entries()
      .filter(({ name, what }) => name === language && what === "started")
      .map(({ pid }) => pid);
  const didOpen = ({ uri, language, version, text }: Document) =>
    notify("textDocument/didOpen", { textDocument: { uri, languageId: language, version, text } });
  const state = async ({ uri }: Document) => {
    const { result, error } = await request<State>("fake/state", { textDocument: { uri } });
    if (!result) throw new Error(`fake/state: ${error?.message}`);
    return result;
  };
  const send = (document: Document, contentChanges: readonly Change[]) => {
    document.version++;
    (document.texts as Map<number, string>).set(document.version, document.text);
    const { uri, version } = document;
    notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
  };

  return {
    root,
    raw,
    ...client,
    open: (language, text = "one\ntwo 💣\nthree\n", name = "document") => {
      const { href } = pathToFileURL(join(root, `${name}.${language}`));
      const document: Document = { uri: href, language, version: 1, text, texts: new Map([[1, text]]) };
      didOpen(document);
      return document;
    },
    close: ({ uri }) => notify("textDocument/didClose", { textDocument: { uri } }),
    reopen: (document) => {
      document.version++;
      (document.texts as Map<number, string>).set(document.version, document.text);
      didOpen(document);
    },
    edit: (document, random) => {
      const changes = Array.from({ length: 1 + random(3) }, () => {
        const change = randomChange(document.text, random);
        document.text = change.after;
        return change.change;
      });
      send(document, changes);
    },
    replace: (document, text) => {
      document.text = text;
      send(document, [{ text }]);
    },
    hover: async ({ uri }) => {
      const answer = await request<{ contents: string } | null>("textDocument/hover", {
        textDocument: { uri },
        position: { line: 0, character: 0 },
      });
      if (answer.error) return { error: answer.error };
      return answer.result ? { result: JSON.parse(answer.result.contents) as DocumentReport } : {};
    },
    state,
    settled: async (document) => {
      for (let round = 0; round < mostRounds; round++) {
        const told = await state(document);
        if ("3" in told.heard) return told;
      }
      throw new Error(`not all was answered: ${JSON.stringify(await state(document))}`);
    },
    pids,
    started: (language, after) =>
      new Promise((resolve) => {
        const look = () => {
          const pid = pids(language)[after];
          if (pid === undefined) return;
          watching.close();
          resolve(pid);
        };
        const watching = watch(journal, look);
        look();
      }),
    complaints: () =>
      entries()
        .filter(({ what }) => what !== "started")
        .map(({ name, what, about }) => `${name}: ${what} ${about}`),
    end: async () => {
      await request("shutdown");
      notify("exit");
      raw.end();
      return raw.exit();
    },
    remove: () => {
      raw.kill();
      // A server that reads nothing does not notice the end of its input.
      for (const { name, pid } of entries()) if (options.languages[name]?.deaf) kill(pid);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Kills a process with SIGKILL, if it still exists. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

function serversFile({ languages, serversFile: over = {} }: FleetOptions, journal: string): string {
  if (typeof over === "string") return over;
  const servers = Object.entries(languages).map(([name, options]) => {
    const env = { FAKE_SERVER: JSON.stringify({ name, journal, ...options }) };
    return [name, { command: [process.execPath, fakeServer], languages: [name], env, ready: "at once" }] as const;
  });
  const byName = Object.keys(languages).map((name) => [name, { extensions: [`.${name}`], servers: [name] }] as const);
  return JSON.stringify({
    servers: laidOver(Object.fromEntries(servers), over.servers),
    languages: laidOver(Object.fromEntries(byName), over.languages),
  });
}

/** Merges entries field by field. */
function laidOver(base: Entries, over: Entries = {}): Entries {
  const names = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries([...names].map((name) => [name, { ...base[name], ...over[name] }]));
}

type Change = {
  readonly range?: { readonly start: object; readonly end: object };
  readonly text: string;
};

/**
 * Makes a random change of a few words in a text with `\n` line ends, sometimes of the whole text.
 */
function randomChange(text: string, random: Random): { readonly change: Change; readonly after: string } {
  const inserted = Array.from({ length: random(4) }, () =>
    pick(random, ["let", " ", "\n", "é", "💣", "x = 1;\n"]),
  ).join("");
  if (random(12) === 0) return { change: { text: inserted }, after: inserted };
  const from = wholeCharacter(text, random(text.length + 1));
  const to = wholeCharacter(text, Math.min(text.length, from + random(8)));
  return {
    change: { range: { start: positionAt(text, from), end: positionAt(text, to) }, text: inserted },
    after: text.slice(0, from) + inserted + text.slice(to),
  };
}

/** Moves an offset out of a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  return /^[\udc00-\udfff]/.test(text.slice(offset, offset + 1)) ? offset + 1 : offset;
}

function positionAt(text: string, offset: number): object {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length };
}
