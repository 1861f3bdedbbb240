/**
 * The requests to every real server, through the proxy, on files that the client has not opened. A
 * server's own file contains only the table.
 */
import { accessSync, constants, cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Position, Range } from "vscode-languageserver-protocol";
import { removeFolders } from "../folders.js";
import { type CapabilitiesName, type Peer, repository, startPeer } from "../peer.js";
import { asUtf16, drawPoint, drawRange, fromCodePoints } from "./draw.js";
import { REMOTE_ROOT, type RemoteHost, remoteHostProblem, startRemoteHost } from "./remoteHost.js";
import {
  actionTitles,
  completionLabels,
  drawLocations,
  drawRename,
  editVersions,
  hoverText,
  pathOf,
  signatureLabels,
  symbolNames,
} from "./resultText.js";

type Rows<Expected extends readonly unknown[]> = readonly (readonly [locate: string, ...expected: Expected])[];

export interface Scenario {
  readonly server: string;
  readonly command: readonly string[];
  /** A folder in test/projects; every session uses its own copy. */
  readonly project: string;
  /** `seenAs` is the root as the server sees it. */
  readonly prepare?: (root: string, seenAs: string) => void;
  readonly initializationOptions?: unknown;
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * Its characters are code points, whatever encoding was agreed on; so are those of results that
   * are relayed unchanged.
   */
  readonly countsCodePoints?: true;
  /** It publishes diagnostics of files that are not open, which the client then receives too. */
  readonly publishesUnopened?: true;

  /** Where a point is; `file: ` precedes it if the Locate names no file. */
  readonly points: Rows<[drawn: string]>;
  readonly ranges: Rows<[drawn: string]>;
  readonly failures: Rows<[kind: string]>;
  /** Symbol paths in the outline of a file, joined by dots. */
  readonly outlines: Rows<string[]>;
  readonly hovers: Rows<string[]>;
  readonly definitions: Rows<string[]>;
  readonly references: Rows<string[]>;
  /** The lines that differ once the edit is applied. */
  readonly renames: Rows<[newName: string, ...lines: string[]]>;
  readonly completions: Rows<string[]>;
  readonly signatures: Rows<string[]>;
  readonly actions: Rows<string[]>;
  readonly documentSymbols: Rows<string[]>;
  /** Any other method; the result, as JSON, contains these. */
  readonly others: readonly (readonly [method: string, locate: string, ...holds: string[]])[];
  /** Methods that the server does not support, and words of our error. */
  readonly unsupported?: readonly (readonly [method: string, locate: string])[];
  /** Differences for a client that declares no capabilities. */
  readonly poor?: Partial<Scenario>;
  /** The server is tested behind ssh, too, on a host with other paths. */
  readonly elsewhere?: true;
}

interface Place {
  readonly file_path: string;
  readonly markdown: string;
  readonly position: Position;
  readonly range: Range;
  readonly target: {
    readonly textDocument: { readonly uri: string };
    readonly position: Position;
    readonly range: Range;
  };
}

interface OutlineSymbol {
  readonly symbol_path: readonly string[];
  readonly range: Range;
  readonly children?: readonly OutlineSymbol[];
}

/**
 * The tests of one server, with a client that declares many capabilities and one that declares
 * none.
 */
export function testServer(scenario: Scenario): void {
  if (!isOnPath(scenario.command[0] ?? "")) {
    test.skip(`${scenario.server} is not installed: see scripts/install-programs.sh`, () => {});
    return;
  }
  describe.each<CapabilitiesName>(["full", "poor"])(`${scenario.server}, %s client`, (capabilities) => {
    testSession(capabilities === "full" ? scenario : { ...scenario, ...scenario.poor }, capabilities);
  });
  if (!scenario.elsewhere) return;
  const problem = remoteHostProblem();
  const host = problem === undefined ? "another host" : `another host, for which a relay stands in: ${problem}`;
  describe(`${scenario.server} on ${host}`, () => {
    testSession(scenario, "full", problem === undefined ? "host" : "relay");
  });
}

/** `elsewhere` is what the server is behind, if it has other paths. */
function testSession(scenario: Scenario, capabilities: CapabilitiesName, elsewhere?: "host" | "relay"): void {
  jest.setTimeout(100_000);
  // The real path, because servers return it, and a temporary folder is a link on some systems.
  const root = realpathSync(mkdtempSync(join(tmpdir(), `lsp-locate-${scenario.project}-`)));
  const textOf = (path: string) => readFileSync(join(root, path), "utf8");
  const toUtf16 = scenario.countsCodePoints ? fromCodePoints : asUtf16;
  let peer: Peer;
  let host: RemoteHost | undefined;

  beforeAll(async () => {
    cpSync(join(repository, "test/projects", scenario.project), root, { recursive: true });
    scenario.prepare?.(root, elsewhere === "host" ? REMOTE_ROOT : root);
    const { initializationOptions, settings = {} } = scenario;
    if (elsewhere === "host") host = await startRemoteHost(root);
    const relay = [process.execPath, join(repository, "test/servers/rewritingRelay.mjs"), REMOTE_ROOT, root];
    const reached = host?.command(scenario.command.join(" ")) ?? [...relay, ...scenario.command];
    const command = elsewhere ? reached : scenario.command;
    const options = elsewhere ? [`--map=${root}=${REMOTE_ROOT}`] : [];
    peer = await startPeer(command, { root, capabilities, initializationOptions, settings, options });
  });
  afterAll(async () => {
    await host?.stop();
    rmSync(root, { recursive: true, force: true });
    removeFolders();
  });

  const resolve = async (locate: unknown) => peer.locate<Place>("resolve", locate);

  each("point", scenario.points, async (locate, [drawn]) => {
    const place = await resolve(locate);
    const { uri } = place.target.textDocument;
    const path = pathOf(uri, root);
    const position = toUtf16(textOf(path), place.target.position);
    const at = drawPoint(textOf(path), position, drawn);
    expect(locate.startsWith(":") ? `${path}: ${at}` : at).toBe(drawn);
    expect(place.file_path).toBe(path);
    expect(place.position).toEqual(oneBased(position));
    expect(place.markdown).toBe(`Located \`${path}\` at ${place.position.line}:${place.position.character}`);
  });

  each("range", scenario.ranges, async (locate, [drawn]) => {
    const place = await peer.locate<Place>("resolveRange", locate);
    const text = textOf(place.file_path);
    const range = {
      start: toUtf16(text, place.target.range.start),
      end: toUtf16(text, place.target.range.end),
    };
    expect(drawRange(text, range)).toBe(drawn);
    expect(place.range).toEqual({ start: oneBased(range.start), end: oneBased(range.end) });
  });

  each("failure", scenario.failures, async (locate, [kind]) => {
    await expect(resolve(locate)).rejects.toMatchObject({ data: { kind } });
  });

  each("outline", scenario.outlines, async (file, paths) => {
    const outline = await peer.request<{ symbols: OutlineSymbol[] }>("locate/outline", { file_path: file });
    const symbols = flat(outline.symbols);
    expect(symbols.filter(({ symbol_path }) => !symbol_path)).toEqual([]);
    expect(symbols.map(({ symbol_path }) => symbol_path.join("."))).toEqual(expect.arrayContaining(paths));
    // Law: the path of every symbol in the outline leads to it.
    for (const { symbol_path, range } of symbols) {
      const { position } = await resolve({ file_path: file, scope: { symbol_path } });
      expect({ symbol_path, position, inside: isInside(position, range) }).toEqual({
        symbol_path,
        position,
        inside: true,
      });
    }
  });

  each("hover", scenario.hovers, async (locate, holds) => {
    expectAll(hoverText(await peer.locate("hover", locate)), holds);
    const placed = await peer.locate<{ place: Place; result: unknown }>("hover", locate, { place: true });
    expect(placed.place).toEqual(await resolve(locate));
    expectAll(hoverText(placed.result), holds);
  });

  each("definition", scenario.definitions, async (locate, drawn) => {
    expect(drawLocations(await peer.locate("definition", locate), root, toUtf16)).toEqual([...drawn].sort());
  });

  each("references", scenario.references, async (locate, drawn) => {
    expect(drawLocations(await peer.locate("references", locate), root, toUtf16)).toEqual([...drawn].sort());
  });

  each("rename", scenario.renames, async (locate, [newName, ...lines]) => {
    const edit = await peer.locate("rename", locate, { newName });
    expect(drawRename(edit, root, toUtf16)).toEqual([...lines].sort());
    for (const version of editVersions(edit)) expect(version).toBeNull();
  });

  each("completion", scenario.completions, async (locate, labels) => {
    expect(completionLabels(await peer.locate("completion", locate))).toEqual(expect.arrayContaining(labels));
  });

  each("signatureHelp", scenario.signatures, async (locate, holds) => {
    expectAll(signatureLabels(await peer.locate("signatureHelp", locate)), holds);
  });

  each("codeAction", scenario.actions, async (locate, titles) => {
    expectAll(actionTitles(await peer.locate("codeAction", locate)), titles);
  });

  each("documentSymbol", scenario.documentSymbols, async (file, names) => {
    expect(symbolNames(await peer.locate("documentSymbol", file))).toEqual(expect.arrayContaining(names));
  });

  each(
    "",
    scenario.others.map(([method, ...row]) => [`${method} ${row[0]}`, method, ...row] as const),
    async (_, [method = "", locate, ...holds]) => {
      expectAll(JSON.stringify(await peer.locate(method, locate)), holds);
    },
  );

  for (const [method, locate] of scenario.unsupported ?? []) {
    test(`${method} at ${locate} is unsupported.`, async () => {
      await expect(peer.locate(method, locate)).rejects.toMatchObject({ data: { kind: "unsupported" } });
    });
  }

  test("The client gets no notifications about files that only the proxy opened.", () => {
    const notificationsOf = (method: string) =>
      peer.notifications.filter((notification) => notification.method === method);
    if (!scenario.publishesUnopened) {
      const files = scenario.points.map(([locate]) => peer.uri(fileOf(locate)));
      const diagnostics = notificationsOf("textDocument/publishDiagnostics").map(
        ({ params }) => params as { uri: string },
      );
      expect(diagnostics.filter(({ uri }) => files.includes(uri))).toEqual([]);
    }
    if (capabilities === "poor") {
      expect(notificationsOf("$/progress")).toEqual([]);
      expect(peer.requests.map(({ method }) => method)).not.toContain("window/workDoneProgress/create");
    }
  });

  // The same place must be found where it moves to: two lines down in the client's text, and again
  // on disk.
  const [movedLocate, drawnMoved] = scenario.points[0] ?? ["", ""];
  const movedFile = fileOf(movedLocate);
  const [hoverLocate = "", ...hoverHolds] = scenario.hovers.find(([locate]) => locate.startsWith(movedFile)) ?? [];
  const expectSamePlace = async (text: string) => {
    const { target } = await resolve(movedLocate);
    expect(drawPoint(text, toUtf16(text, target.position), drawnMoved)).toBe(drawnMoved);
    if (hoverLocate !== "") expectAll(hoverText(await peer.locate("hover", hoverLocate)), hoverHolds);
  };

  test("A file that the client opens has the client's text, and once closed the text on disk.", async () => {
    const disk = textOf(movedFile);
    const unsaved = `\n\n${disk}`;
    const textDocument = { uri: peer.uri(movedFile) };
    await peer.notify("textDocument/didOpen", {
      textDocument: { ...textDocument, languageId: languageOf(movedFile), version: 1, text: unsaved },
    });
    await expectSamePlace(unsaved);
    await peer.notify("textDocument/didChange", {
      textDocument: { ...textDocument, version: 2 },
      contentChanges: [{ text: `\n${unsaved}` }],
    });
    await expectSamePlace(`\n${unsaved}`);
    await peer.notify("textDocument/didClose", { textDocument });
    await expectSamePlace(disk);
  });

  test("A request on a file just written uses its current text.", async () => {
    const written = `\n\n${textOf(movedFile)}`;
    writeFileSync(join(root, movedFile), written);
    await expectSamePlace(written);
  });

  test("The session ends normally.", () => peer.close());
}

/** Adds a test for each row, named by its Locate. */
function each<Expected extends readonly unknown[]>(
  what: string,
  rows: readonly (readonly [string, ...Expected])[],
  check: (locate: string, expected: Expected) => Promise<void>,
): void {
  for (const [locate, ...expected] of rows)
    test(`${what} at ${locate} has the expected result.`.trim(), () => check(locate, expected));
}

function fileOf(locate: string): string {
  return locate.replace(/[:@].*$/s, "");
}

function expectAll(text: string, parts: readonly string[]): void {
  for (const part of parts) expect(text).toContain(part);
}

function flat(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  return symbols.flatMap((symbol) => [symbol, ...flat(symbol.children ?? [])]);
}

function oneBased({ line, character }: Position): Position {
  return { line: line + 1, character: character + 1 };
}

function isInside(position: Position, { start, end }: Range): boolean {
  const after = position.line > start.line || (position.line === start.line && position.character >= start.character);
  const before = position.line < end.line || (position.line === end.line && position.character <= end.character);
  return after && before;
}

function languageOf(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  const ids: Record<string, string> = { ts: "typescript", py: "python", sh: "shellscript", hpp: "cpp" };
  return ids[extension] ?? extension;
}

export function isOnPath(command: string): boolean {
  const folders = [join(repository, "node_modules", ".bin"), ...(process.env["PATH"] ?? "").split(delimiter)];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
