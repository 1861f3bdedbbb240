/** SCIP indexes for tests, written with the generated types, and a session with the server. */

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { create, toBinary } from "@bufbuild/protobuf";
import { DocumentSchema, type Index, IndexSchema } from "@c4312/scip/scip_pb.js";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { serveScip } from "../../src/scip/server.js";
import { removeFolder } from "../removeFolder.js";

/** What an index says of a name: its symbol, and the facts of it. */
export interface NameFacts {
  readonly symbol: string;
  readonly documentation?: readonly string[];
  readonly displayName?: string;
  readonly kind?: number;
  readonly signature?: string;
  readonly relationships?: readonly object[];
}

export interface FixtureDocument {
  readonly path: string;
  readonly text: string;
  /** By name: each whole word of the text is an occurrence, and a definition after `def `. */
  readonly names: Readonly<Record<string, string | NameFacts>>;
  readonly encoding?: "utf-8" | "utf-16" | "utf-32";
  /** Whether the index has the text. */
  readonly hasText?: boolean;
  readonly language?: string;
}

const encodings = { "utf-8": 1, "utf-16": 2, "utf-32": 3 };

/** Returns the lengths of texts in the units of an encoding. */
export const unitsOf = {
  "utf-8": (text: string) => Buffer.byteLength(text),
  "utf-16": (text: string) => text.length,
  "utf-32": (text: string) => [...text].length,
};

export function indexOf(
  documents: readonly FixtureDocument[],
  { tool = "test", projectRoot = "file:///nowhere", external = [] as readonly NameFacts[] } = {},
): Index {
  return create(IndexSchema, {
    metadata: { toolInfo: { name: tool, version: "1.0" }, projectRoot },
    documents: documents.map((document) => messageOf(document)),
    externalSymbols: external.map(factsOf),
  });
}

export function bytesOf(index: Index): Buffer {
  return Buffer.from(toBinary(IndexSchema, index));
}

function messageOf({ path, text, names, encoding = "utf-16", hasText = false, language = "test" }: FixtureDocument) {
  const units = unitsOf[encoding];
  const occurrences = Object.entries(names).flatMap(([name, facts]) => {
    const matches = [...text.matchAll(new RegExp(`(?<![\\p{L}\\w])${name}(?![\\p{L}\\w])`, "gu"))];
    return matches.map(({ index }) => {
      const before = text.slice(0, index).split(/\r\n|\r|\n/);
      const line = before.length - 1;
      const from = units(before.at(-1) ?? "");
      const isDefinition = /\bdef $/.test(before.at(-1) ?? "");
      return {
        range: [line, from, from + units(name)],
        symbol: typeof facts === "string" ? facts : facts.symbol,
        symbolRoles: isDefinition ? 1 : 8,
        order: index,
      };
    });
  });
  occurrences.sort((one, other) => one.order - other.order);
  return create(DocumentSchema, {
    relativePath: path,
    language,
    text: hasText ? text : "",
    positionEncoding: encodings[encoding],
    occurrences: occurrences.map(({ order: _order, ...occurrence }) => occurrence),
    symbols: Object.entries(names)
      .filter(([name]) => text.includes(`def ${name}`))
      .map(([, facts]) => factsOf(typeof facts === "string" ? { symbol: facts } : facts)),
  });
}

function factsOf({ symbol, documentation = [], displayName = "", kind = 0, signature, relationships = [] }: NameFacts) {
  return {
    symbol,
    documentation: [...documentation],
    displayName,
    kind,
    relationships: [...relationships],
    ...(signature === undefined ? {} : { signatureDocumentation: { language: "test", text: signature } }),
  };
}

export interface ScipSession {
  readonly folder: string;
  readonly logged: readonly string[];
  uri(path: string): string;
  write(path: string, content: string | Buffer): void;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ask(method: string, path: string, position?: object, more?: object): Promise<any>;
  notify(method: string, params: object): Promise<void>;
  close(): void;
}

export interface ScipSessionOptions {
  readonly files: Readonly<Record<string, string | Buffer>>;
  /** Relative to the folder. */
  readonly indexes?: readonly string[];
  readonly root?: string;
  readonly commit?: string | undefined;
  readonly cacheFolder?: string;
  readonly initializationOptions?: object;
  /** Called with the folder before the session begins. */
  readonly prepare?: (folder: string) => void;
}

/** Opens a session in a new folder with these files. */
export async function openScip(options: ScipSessionOptions): Promise<ScipSession> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "scip-")));
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  for (const [path, content] of Object.entries(options.files)) write(path, content);
  options.prepare?.(folder);
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  const logged: string[] = [];
  serveScip({
    reader: new StreamMessageReader(toServer),
    writer: new StreamMessageWriter(toClient),
    languageOf: (path) => (/\.(?:txt|scip|json)$/.test(path) ? undefined : "test"),
    version: "0.0.0",
    log: (line) => logged.push(line),
    indexPaths: (options.indexes ?? ["index.scip"]).map((path) => join(folder, path)),
    commit: options.commit,
    cacheFolder: options.cacheFolder,
  });
  const client = createMessageConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  client.listen();
  const uri = (path: string) => pathToFileURL(join(folder, path)).href;
  const root = { uri: uri(options.root ?? ""), name: "root" };
  await client.sendRequest("initialize", {
    processId: null,
    rootUri: null,
    workspaceFolders: [root],
    initializationOptions: options.initializationOptions,
    capabilities: {
      textDocument: {
        hover: { contentFormat: ["markdown"] },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      },
    },
  });
  await client.sendNotification("initialized", {});
  return {
    folder,
    logged,
    uri,
    write,
    ask: (method, path, position, more) =>
      client.sendRequest(method, { textDocument: { uri: uri(path) }, ...(position && { position }), ...more }),
    notify: (method, params) => client.sendNotification(method, params),
    close() {
      client.dispose();
      removeFolder(folder);
    },
  };
}
