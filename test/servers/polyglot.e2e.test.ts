/**
 * Real servers of many languages in one session: Locates and ordinary requests, sent to all of them
 * at once.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompletionItem, CompletionList, Diagnostic } from "vscode-languageserver-protocol";
import { type CapabilitiesName, type Peer, repository, startPeer } from "../peer.js";
import { type Fleet, fakeServer, startFleet } from "../routing/fleet.js";
import { asUtf16, drawPoint } from "./draw.js";
import { type PolyglotLanguage, polyglotLanguages } from "./polyglotLanguages.js";
import { completionLabels, drawLocations, drawRename, hoverText, pathOf, symbolNames } from "./resultText.js";
import { isOnPath } from "./scenario.js";

jest.setTimeout(100_000);

interface Place {
  readonly target: { readonly textDocument: { readonly uri: string }; readonly position: object };
}

describe.each<[CapabilitiesName, python: string]>([
  ["dynamic", "pyright"],
  ["poor", "pylsp"],
])("Many languages, %s client, Python by %s", (capabilities, python) => {
  const languages = polyglotLanguages
    .filter(({ languageId, server }) => languageId !== "python" || server === python)
    .map((language) => (capabilities === "poor" ? withPoorClient(language) : language))
    .filter(({ program, server }) => {
      if (!isOnPath(program)) test.skip(`${server} is not installed: see scripts/install-programs.sh`, () => {});
      return isOnPath(program);
    });
  const { root, serversFile, remove } = copyOfProject();
  const textOf = (path: string) => readFileSync(join(root, path), "utf8");
  let peer: Peer;

  beforeAll(async () => {
    const chosen = { languages: { python: { servers: [python] } } };
    const settings = { css: { validate: true } };
    peer = await startPeer([], { root, capabilities, settings, options: ["--servers", serversFile(chosen)] });
  });
  afterAll(remove);

  const open = (path: string, languageId: string) =>
    peer.notify("textDocument/didOpen", {
      textDocument: { uri: peer.uri(path), languageId, version: 1, text: textOf(path) },
    });
  const targetOf = async (locate: string) => (await peer.locate<Place>("resolve", locate)).target;
  /** Returns the result of the ordinary method at a Locate's place. */
  const ask = async <Result>(method: string, locate: string, more: object = {}) => {
    const { textDocument, position } = await targetOf(locate);
    return peer.request<Result>(`textDocument/${method}`, { textDocument, position, ...more });
  };

  /** Each kind of request by itself, so that all can be sent at once. */
  const questions = {
    hover: async ([locate, drawn, ...holds]) => {
      const { textDocument, position } = await targetOf(locate);
      expect(drawPoint(textOf(pathOf(textDocument.uri, root)), position as never)).toBe(drawn);
      const said = hoverText(await peer.locate("hover", locate));
      for (const part of holds) expect(said).toContain(part);
    },
    definition: async ([locate, drawn]) => {
      expect(drawLocations(await peer.locate("definition", locate), root, asUtf16)).toEqual([drawn]);
    },
    references: async ([locate, ...drawn]) => {
      expect(drawLocations(await peer.locate("references", locate), root, asUtf16)).toEqual([...drawn].sort());
    },
    rename: async ([locate, newName, ...lines]) => {
      const edit = await peer.locate("rename", locate, { newName });
      expect(drawRename(edit, root, asUtf16)).toEqual([...lines].sort());
    },
    completion: async ([locate, label]) => {
      expect(completionLabels(await peer.locate("completion", locate))).toContain(label);
    },
    symbols: async ([file, ...names]) => {
      expect(symbolNames(await peer.locate("documentSymbol", file))).toEqual(expect.arrayContaining(names));
    },
  } satisfies { readonly [Name in keyof PolyglotLanguage]?: Question<Name> };

  /** Adds a test for each language that has such a row. */
  function each<Name extends keyof PolyglotLanguage>(what: string, name: Name, question: Question<Name>): void {
    for (const language of languages) {
      const row = language[name];
      if (row) test(`${language.server} returns the expected ${what}.`, () => question(row, language));
    }
  }

  test("All requests in all languages are answered at once, on files that are not open.", async () => {
    const asked = languages.map(async (language) => {
      // While loading, some return no symbols, and documentSymbol does not wait; an empty hover
      // does.
      await questions.hover(language.hover);
      const rest = Object.entries(questions).map(async ([name, question]) => {
        const row = language[name as keyof typeof questions];
        if (row) await question(row as never).catch((error) => Promise.reject(formatFailure(language, name, error)));
      });
      await Promise.all(rest);
    });
    const failed = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
    expect(failed).toEqual([]);
  });

  test("The client opens a file of each language.", async () => {
    for (const { hover, completion, symbols, languageId } of languages) {
      const files = [hover[0], completion?.[0] ?? "", symbols[0]].map((locate) => locate.replace(/[:@].*$/s, ""));
      for (const file of new Set(files)) if (file !== "") await open(file, languageId);
    }
  });

  each("hover", "hover", async ([locate, , ...holds]) => {
    const said = hoverText(await ask("hover", locate));
    for (const part of holds) expect(said).toContain(part);
  });

  each("definition", "definition", async ([locate, drawn]) => {
    expect(drawLocations(await ask("definition", locate), root, asUtf16)).toEqual([drawn]);
  });

  each("references", "references", async ([locate, ...drawn]) => {
    const answer = await ask("references", locate, { context: { includeDeclaration: true } });
    expect(drawLocations(answer, root, asUtf16)).toEqual([...drawn].sort());
  });

  each("rename", "rename", async ([locate, newName, ...lines]) => {
    expect(drawRename(await ask("rename", locate, { newName }), root, asUtf16)).toEqual([...lines].sort());
  });

  each("completion and its resolve", "completion", async ([locate, label, ...holds]) => {
    const answer = await ask<CompletionList | CompletionItem[] | null>("completion", locate);
    const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
    const item = items.find((item) => item.label.trim() === label);
    expect(completionLabels(answer)).toContain(label);
    // Not every server resolves items; one that does gets back what it sent.
    if (holds.length === 0) return;
    const resolved = JSON.stringify(await peer.request("completionItem/resolve", item));
    for (const part of holds) expect(resolved).toContain(part);
  });

  each("documentSymbol", "symbols", async ([file, ...names]) => {
    const textDocument = { uri: peer.uri(file) };
    const answer = await peer.request("textDocument/documentSymbol", { textDocument });
    expect(symbolNames(answer)).toEqual(expect.arrayContaining(names));
  });

  each("diagnostics", "broken", async ([file, says], { languageId }) => {
    await open(file, languageId);
    const { params } = await peer.waitForNotification(({ method, params }) => {
      const { uri, diagnostics } = params as { uri: string; diagnostics: Diagnostic[] };
      return method === "textDocument/publishDiagnostics" && uri === peer.uri(file) && diagnostics.length > 0;
    });
    const { diagnostics } = params as { diagnostics: Diagnostic[] };
    expect(diagnostics.map(({ message }) => message).join("\n")).toContain(says);
  });

  test("Workspace symbols come from every language that has them.", async () => {
    const found = symbolNames(await peer.request("workspace/symbol", { query: "St" }));
    const declared = [
      ["Stock", "pyright"],
      ["Store", "gopls"],
    ].filter(([, server]) => languages.some((language) => language.server === server));
    expect(found).toEqual(expect.arrayContaining(declared.map(([name]) => name)));
    expect(symbolNames(await peer.request("workspace/symbol", { query: "Cart" }))).toContain("Cart");
  });

  if (capabilities === "dynamic") {
    test("Hover is registered once for each language.", () => {
      const selectors = peer.requests
        .filter(({ method }) => method === "client/registerCapability")
        .flatMap(({ params }) => (params as { registrations: Registration[] }).registrations)
        .filter(({ method }) => method === "textDocument/hover")
        .flatMap(({ registerOptions }) => registerOptions.documentSelector.map(({ language }) => language));
      for (const { languageId } of languages)
        expect(selectors.filter((language) => language === languageId)).toEqual([languageId]);
    });
  } else {
    test("Capabilities that can't be registered are announced, unless they differ by server.", () => {
      expect(peer.requests.filter(({ method }) => method === "client/registerCapability")).toEqual([]);
      const { capabilities } = peer.initialized;
      for (const provider of ["hover", "completion", "definition", "references", "documentSymbol", "rename"] as const)
        expect(capabilities).toHaveProperty(`${provider}Provider`);
      expect(capabilities).not.toHaveProperty("semanticTokensProvider");
    });
  }

  test("The session ends normally.", () => peer.close());
});

describe("A server in another process namespace, marked remote", () => {
  const wrapper = namespaceWrapper();
  if (wrapper === undefined) {
    test.skip("unshare is not installed or not allowed here", () => {});
    return;
  }

  test("A real remote server responds.", async () => {
    const { root, serversFile, remove } = copyOfProject();
    const command = [...wrapper, "vscode-json-language-server", "--stdio"];
    const servers = { servers: { "vscode-json-language-server": { command, remote: true } } };
    const peer = await startPeer([], {
      root,
      capabilities: "full",
      options: ["--servers", serversFile(servers)],
    });
    expect(hoverText(await peer.locate("hover", "config/settings.json:colour"))).toContain("What it is painted with");
    await peer.close();
    remove();
  });

  test("A remote server gets no process id of this system; other servers do. Otherwise both get the same messages.", async () => {
    const far = { command: [...wrapper, process.execPath, fakeServer], remote: true };
    const fleet: Fleet = await startFleet({ languages: { near: {}, far: {} }, serversFile: { servers: { far } } });
    const [near, there] = await Promise.all(["near", "far"].map((name) => fleet.state(fleet.open(name))));
    expect(near?.processId).toBe(fleet.raw.process.pid);
    expect(there).toMatchObject({ name: "far", processId: null, documents: [{ version: 1 }] });
    // Only a separate namespace has so few processes.
    expect(there?.pid).toBeLessThan(10);
    expect(await fleet.end()).toBe(0);
    fleet.remove();
  });
});

type Question<Name extends keyof PolyglotLanguage> = (
  row: NonNullable<PolyglotLanguage[Name]>,
  language: PolyglotLanguage,
) => Promise<void>;

interface Registration {
  readonly method: string;
  readonly registerOptions: { readonly documentSelector: readonly { readonly language: string }[] };
}

function withPoorClient({ poor, ...language }: PolyglotLanguage): PolyglotLanguage {
  const { lacks = [], ...differs } = poor ?? {};
  const kept = Object.entries({ ...language, ...differs }).filter(([name]) => !lacks.includes(name as never));
  return Object.fromEntries(kept) as unknown as PolyglotLanguage;
}

/** Creates a folder with the project in it, and room for a servers.json next to it. */
function copyOfProject() {
  // The real path, because servers return it, and a temporary folder is a link on some systems.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lsp-locate-polyglot-")));
  const root = join(folder, "project");
  cpSync(join(repository, "test/projects/polyglot"), root, { recursive: true });
  return {
    root,
    serversFile: (content: object) => {
      const path = join(folder, "servers.json");
      writeFileSync(path, JSON.stringify(content));
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Returns the prefix of a command that starts it in a process namespace of its own; `undefined` if
 * not allowed.
 */
function namespaceWrapper(): readonly string[] | undefined {
  const own = ["--pid", "--fork", "--mount-proc", "--kill-child"];
  return [own, ["--user", "--map-root-user", ...own]]
    .map((options) => ["unshare", ...options])
    .find(([program = "", ...options]) => {
      try {
        execFileSync(program, [...options, "true"], { stdio: "ignore" });
        return true;
      } catch {
        return false;
      }
    });
}

function formatFailure({ server }: PolyglotLanguage, question: string, error: unknown): string {
  return `${server}, ${question}: ${error instanceof Error ? error.message : String(error)}`;
}
