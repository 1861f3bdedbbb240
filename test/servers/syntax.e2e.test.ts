/**
 * What the syntax tree adds to a real server, in a session through the built command: whole
 * declarations, nodes, descriptions, tracked places.
 */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Position, Range, TextEdit } from "vscode-languageserver-protocol";
import { findServerProgram } from "../../src/backend/installation/installation.js";
import { Document } from "../../src/text/document.js";
import { isInseparableAt } from "../../src/text/lineEnd.js";
import { offsetsToRange, offsetToPosition } from "../../src/text/position.js";
import { type Peer, repository, startPeer } from "../peer.js";
import { type Random, randomFrom, randomStretch } from "../text/random.js";
import { asUtf16, drawPoint, drawRange } from "./draw.js";
import { actionTitles, drawLocations, hoverText } from "./resultText.js";

interface SyntaxScenario {
  readonly server: string;
  readonly command: readonly string[];
  readonly languageId: string;
  /** A folder in test/projects, and files of it that are described. */
  readonly project: string;
  readonly described: readonly string[];
  /** A file added to the project, which the rows are about. */
  readonly file: string;
  readonly source: string;
  /** Symbols as ranges; `⟦…⟧` is drawn around the first to the last line. */
  readonly declarations: readonly (readonly [path: string, drawn: string])[];
  /** Finds in parts of a declaration that the server's range leaves out. */
  readonly finds: readonly (readonly [locate: string, drawn: string])[];
  readonly hovers: readonly (readonly [anchor: string, type: string, ...holds: string[]])[];
  readonly actions: readonly (readonly [anchor: string, type: string, title: string])[];
  /** A place to track, and its definition. */
  readonly tracked: readonly [locate: string, definition: string];
  /** What replaces a node, and what would break the file there. */
  readonly edit: readonly [anchor: string, type: string, newText: string, breaking: string, line: string];
}

const scenarios: readonly SyntaxScenario[] = [
  {
    server: "typescript-language-server",
    command: ["typescript-language-server", "--stdio"],
    languageId: "typescript",
    project: "typescript",
    described: ["src/shapes.ts", "src/main.ts"],
    file: "src/store.ts",
    source: `import { log } from "./shapes.js";

/** Keeps what it is given. */
@sealed
export abstract class Store<T> {
  // Comes from elsewhere.
  @cached()
  private static async load(
    from: string,
  ): Promise<void> {
    log.push(from + "💣");
  }
}

export const settings = {
  colour: "red",
} as const;

/** What may be missing. */
export type Maybe<T> =
  | T
  | undefined;

function sealed(target: unknown): void {
  log.push(String(target));
}

const cached = () => (_: unknown, __: unknown): void => {};
`,
    declarations: [
      ["Store", "⟦@sealed … }⟧"],
      ["Store.load", "⟦@cached() … }⟧"],
      ["settings", "⟦export const settings = { … } as const;⟧"],
      ["Maybe", "⟦export type Maybe<T> = … | undefined;⟧"],
      ["cached", "⟦const cached = () => (_: unknown, __: unknown): void => {};⟧"],
    ],
    finds: [
      ["settings@as <|>const", "} as ┃const;"],
      ["settings@export <|>const", "export ┃const settings = {"],
      ["Store@Keeps <|>what", "/** Keeps ┃what it is given. */"],
    ],
    hovers: [
      ["sealed(target", "function_declaration", "function sealed(target: unknown): void"],
      ["log.push(String", "call_expression", "const log: string[]"],
    ],
    actions: [['from + "💣"', "binary_expression", "Extract to constant"]],
    tracked: ["src/store.ts:sealed@<|>log.push", "src/shapes.ts: export const ┃log: string[] = [];"],
    edit: ['from + "💣"', "arguments", "(from)", "(from", "log.push(from);"],
  },
  {
    server: "pyright",
    command: ["pyright-langserver", "--stdio"],
    languageId: "python",
    project: "python",
    described: ["store/items.py", "store/shop.py"],
    file: "store/points.py",
    source: `from dataclasses import dataclass

from store.items import counted


# A place.
@dataclass(frozen=True)
class Point:
    """💣"""

    x: int = 0

    # How far it is.
    @property
    def length(self) -> int:
        return abs(self.x)


# The outer ones.
LIMITS = {
    "low": Point(1),
}


@counted
async def walk(points):
    for point in points:
        print(point.length)
`,
    declarations: [
      ["Point", "⟦@dataclass(frozen=True) … return abs(self.x)⟧"],
      ["Point.length", "⟦@property … return abs(self.x)⟧"],
      ["LIMITS", "⟦LIMITS = { … }⟧"],
      ["walk", "⟦@counted … print(point.length)⟧"],
      ["Point.x", "⟦x: int = 0⟧"],
    ],
    finds: [
      ["LIMITS@<|>Point(1)", '"low": ┃Point(1),'],
      ["Point@A <|>place", "# A ┃place."],
      ["Point@frozen=<|>True", "@dataclass(frozen=┃True)"],
    ],
    hovers: [
      ["async def walk", "function_definition", "walk"],
      ["@dataclass", "decorated_definition", "class Point"],
    ],
    actions: [],
    tracked: ["store/points.py@@<|>counted", "store/items.py: def ┃counted(function):"],
    edit: ["point.length", "argument_list", "(point)", "(point", "print(point)"],
  },
  {
    server: "gopls",
    command: ["gopls"],
    languageId: "go",
    project: "go",
    described: ["bank/account.go", "bank/ledger.go"],
    file: "bank/kind.go",
    source: `package bank

import "fmt"

// Kind says what it is.
type Kind int

// Rates of interest.
const (
	Low  = 1
	High = 2
)

var count, sum int

// Box holds one thing.
type Box[T any] struct {
	thing T
}

// Open gives it away.
func (b *Box[T]) Open() T {
	fmt.Println("💣", Low+High)
	return b.thing
}
`,
    declarations: [
      ["Kind", "⟦type Kind int⟧"],
      ["High", "⟦High = 2⟧"],
      ["Box", "⟦type Box[T any] struct { … }⟧"],
      ["Box.Open", "⟦func (b *Box[T]) Open() T { … }⟧"],
      ["Box.thing", "⟦thing T⟧"],
    ],
    finds: [
      ["Kind@<|>type", "┃type Kind int"],
      ["Box@holds <|>one", "// Box holds ┃one thing."],
    ],
    hovers: [
      ["Open() T", "method_declaration", "Open gives it away."],
      ["fmt.Println", "call_expression", "package fmt"],
    ],
    actions: [["Low+High", "binary_expression", "Extract"]],
    tracked: ["bank/kind.go:Box.Open@<|>High", "bank/kind.go: ┃High = 2"],
    edit: ["Low+High", "argument_list", '("💣", Low)', '("💣", Low', 'fmt.Println("💣", Low)'],
  },
  {
    server: "clangd",
    command: ["clangd"],
    languageId: "cpp",
    project: "cpp",
    described: ["src/shapes.cpp", "src/shapes.hpp"],
    file: "src/larger.cpp",
    source: `/// Counts. 💣
static constexpr int limit = 3;

/// The larger one.
template <typename T,
          typename U>
[[nodiscard]] inline T largest(T a, U b) {
  return a < b ? b : a;
}

/// Points.
template <typename T>
struct Point final {
  T x, y;
};

using Flat = Point<int>;

int main() { return largest(limit, 4); }
`,
    declarations: [
      ["limit", "⟦static constexpr int limit = 3;⟧"],
      ["largest", "⟦template <typename T, … }⟧"],
      ["Point", "⟦template <typename T> … };⟧"],
      ["Flat", "⟦using Flat = Point<int>;⟧"],
      ["main", "⟦int main() { return largest(limit, 4); }⟧"],
    ],
    finds: [
      ["largest@typename <|>U", "typename ┃U>"],
      ["Point@<|>template", "┃template <typename T>"],
      ["limit@<|>Counts", "/// ┃Counts. 💣"],
    ],
    hovers: [
      ["largest(T a", "function_definition", "The larger one."],
      ["largest(limit", "call_expression", "largest"],
    ],
    actions: [],
    tracked: ["src/larger.cpp:main@<|>limit", "src/larger.cpp: static constexpr int ┃limit = 3;"],
    edit: ["limit, 4", "argument_list", "(limit, 5)", "(limit, 5", "int main() { return largest(limit, 5); }"],
  },
];

for (const scenario of scenarios) {
  const isInstalled = findServerProgram(scenario, { searchIn: [join(repository, "node_modules/.bin")] }) !== undefined;
  if (isInstalled) describe(scenario.server, () => testSession(scenario));
  else test.skip(`${scenario.server} is not installed: see scripts/install-programs.sh`, () => {});
}

interface Placed {
  readonly target: {
    readonly textDocument: { readonly uri: string };
    readonly position: Position;
    readonly range: Range;
  };
}

function testSession(scenario: SyntaxScenario): void {
  const { file, source, languageId } = scenario;
  const root = realpathSync(mkdtempSync(join(tmpdir(), `lsp-locate-syntax-${scenario.project}-`)));
  let peer: Peer;

  beforeAll(async () => {
    cpSync(join(repository, "test/projects", scenario.project), root, { recursive: true });
    writeFileSync(join(root, file), source);
    peer = await startPeer(scenario.command, { root });
  });
  afterAll(async () => {
    rmSync(root, { recursive: true, force: true });
    await peer.close();
  });

  describe.each([...scenario.described, file])("The description of a place in %s leads back to it", (path) => {
    test.each(["point", "range"] as const)("It leads back as a %s.", async (as) => {
      const text = readFileSync(join(root, path), "utf8");
      const random = randomFrom(path.length);
      for (let count = 0; count < 60; count++) await expectRoundTrip(as, text, path, random);
    });
  });

  async function expectRoundTrip(as: "point" | "range", text: string, path: string, random: Random): Promise<void> {
    const document = Document.of(text);
    const { from, to } = randomStretch(random, text.length);
    if (partsCharacter(text, from) || partsCharacter(text, to)) return;
    const range = offsetsToRange(document, { from, to }, "utf-16");
    const place = as === "point" ? { position: offsetToPosition(document, from, "utf-16") } : { range };
    const textDocument = { uri: peer.uri(path) };
    const described = await peer
      .request<{ locate: object; notation: string | null }>("locate/describe", { textDocument, ...place })
      .catch((error) => {
        // A range Locate never begins or ends inside whitespace.
        const said = text.slice(from, to);
        if (as === "range" && said !== said.trim()) expect(error.data.kind).toBe("unsupported");
        else throw error;
      });
    if (!described) return;
    for (const locate of [described.locate, described.notation ?? described.locate]) {
      const { target } = await peer.locate<Placed>(as === "point" ? "resolve" : "resolveRange", locate);
      const found = as === "point" ? { position: target.position } : { range: target.range };
      expect({ locate, ...found }).toEqual({ locate, ...place });
    }
  }

  test.each(scenario.declarations)("The symbol %s as a range is the whole declaration.", async (path, drawn) => {
    const { target } = await peer.locate<Placed>("resolveRange", `${file}:${path}`);
    expect(drawRange(source, target.range)).toBe(drawn);
  });

  test.each(scenario.finds)("The text %s is found, though the server's range leaves it out.", async (locate, drawn) => {
    const { target } = await peer.locate<Placed>("resolve", `${file}:${locate}`);
    expect(drawPoint(source, target.position)).toBe(drawn);
  });

  test.each(scenario.hovers)(
    "Hover over the node around %s has a result.",
    async (anchor_text, ancestor_node_type, ...holds) => {
      const hover = hoverText(await peer.locate("hover", { file_path: file, anchor_text, ancestor_node_type }));
      for (const part of holds) expect(hover).toContain(part);
    },
  );

  for (const [anchor_text, ancestor_node_type, title] of scenario.actions) {
    test(`Code actions for the node around ${anchor_text} are offered.`, async () => {
      const actions = await peer.locate("codeAction", { file_path: file, anchor_text, ancestor_node_type });
      expect(actionTitles(actions)).toContain(title);
    });
  }

  test("The file stays valid after an edit of a node.", async () => {
    const [anchor_text, ancestor_node_type, newText, breaking, line] = scenario.edit;
    const locate = { file_path: file, anchor_text, ancestor_node_type };
    const replace = (new_text: string) =>
      peer.locate<{ edit: { documentChanges: { edits: TextEdit[] }[] }; markdown: string }>("edit", locate, {
        operation: "replace",
        new_text,
      });
    const { edit, markdown } = await replace(newText);
    expect(edit.documentChanges.flatMap(({ edits }) => edits)).toMatchObject([{ newText }]);
    expect(
      markdown
        .split("\n")
        .filter((each) => each.startsWith("+"))[1]
        ?.slice(1)
        .trim(),
    ).toBe(line);
    await expect(replace(breaking)).rejects.toMatchObject({ data: { kind: "edit_breaks_syntax" } });
  });

  test("A tracked place moves with the text, and requests use its new position.", async () => {
    const [locate, definition] = scenario.tracked;
    const textDocument = { uri: peer.uri(file) };
    await peer.notify("textDocument/didOpen", {
      textDocument: { ...textDocument, languageId, version: 1, text: source },
    });
    const { handle } = await peer.locate<{ handle: string }>("track", locate);
    const inserted = "\n\n";
    for (let version = 2; version < 6; version++) {
      const start = { line: 0, character: 0 };
      const contentChanges = [{ range: { start, end: start }, text: inserted }];
      await peer.notify("textDocument/didChange", { textDocument: { ...textDocument, version }, contentChanges });
      const { target } = await peer.locate<Placed>("resolve", { handle });
      const { target: anew } = await peer.locate<Placed>("resolve", locate);
      expect(target).toEqual(anew);
    }
    // Lines are counted in the text that the server has; the drawing is of the file on disk.
    writeFileSync(join(root, file), inserted.repeat(4) + source);
    expect(drawLocations(await peer.locate("definition", { handle }), root, asUtf16)).toEqual([definition]);
    await peer.notify("textDocument/didClose", { textDocument });
  });
}

function partsCharacter(text: string, offset: number): boolean {
  return isInseparableAt(text, offset) || /^[\udc00-\udfff]/.test(text.slice(offset, offset + 1));
}
