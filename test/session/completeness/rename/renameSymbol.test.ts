/** `locate/rename` with a scripted backend: completed, checked, applied or refused. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { ErrorReply, fullCapabilities, noReply, pair } from "../../pair.js";

interface PositionParams {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

type Session = ReturnType<typeof pair>;

interface Script {
  readonly files: Readonly<Record<string, string>>;
  /** By `path:line` (0-based): the edits of the rename there, `path:line:character` to new text. */
  readonly renames?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By `path:line`: where the name there is declared, as `path:line:character`. */
  readonly definitions?: Readonly<Record<string, string>>;
  /** By `path:line:character`: where its type is declared, as `path:line:character`. */
  readonly types?: Readonly<Record<string, string>>;
  readonly onRename?: (session: Session, count: number) => unknown;
  readonly capabilities?: object;
  readonly command?: readonly string[];
}

const typescriptCommand = ["typescript-language-server", "--stdio"];

/** Opens a session whose backend has a script. All names have three letters. */
async function sessionWith(script: Script) {
  const {
    files,
    renames = {},
    definitions = {},
    types = {},
    onRename,
    capabilities,
    command = typescriptCommand,
  } = script;
  let count = 0;
  const keyOf = ({ textDocument: { uri }, position: { line } }: PositionParams) =>
    `${uri.slice(session.uri("").length)}:${line}`.replace(/^\//, "");
  const placeOf = (text: string) => {
    const [path = "", line, character] = text.split(":");
    const start = { line: Number(line), character: Number(character) };
    return { uri: session.uri(path), range: { start, end: { ...start, character: start.character + 3 } } };
  };
  const session: Session = pair({
    files,
    command,
    ...(capabilities ? { capabilities } : {}),
    serverCapabilities: { typeDefinitionProvider: true },
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/definition": (params: PositionParams) => {
        const target = definitions[keyOf(params)];
        return target === undefined ? [] : [placeOf(target)];
      },
      "textDocument/typeDefinition": (params: PositionParams) => {
        const target = types[`${keyOf(params)}:${params.position.character}`];
        return target === undefined ? [] : [placeOf(target)];
      },
      "textDocument/rename": (params: PositionParams) => {
        count++;
        const special = onRename?.(session, count);
        if (special !== undefined) return special;
        const edits = Object.entries(renames[keyOf(params)] ?? {});
        const changes: Record<string, object[]> = {};
        for (const [place, newText] of edits) {
          const { uri, range } = placeOf(place);
          changes[uri] = [...(changes[uri] ?? []), { range, newText }];
        }
        return edits.length === 0 ? null : { changes };
      },
    },
  });
  await session.open();
  session.reportLoaded();
  // clangd loads the project of the first document. Others may never get one to wait for.
  if (command[0] === "clangd") {
    const isOpened = session.backend.until(({ method }) => method === "textDocument/didOpen", "a document");
    void isOpened.then(() => session.reportLoaded("backgroundIndexProgress"));
  }
  const rename = (params: object = { place: true }, locate = "util.ts@function <|>old") =>
    session.request("locate/rename", { locate, newName: "now", ...params });
  return { session, rename, renameCount: () => count };
}

/** Draws a WorkspaceEdit as `path:line:character new text`. */
function draw(session: Session, { changes }: { changes: Record<string, { range: PositionRange; newText: string }[]> }) {
  const root = session.uri("").replace(/\/?$/, "/");
  return Object.entries(changes)
    .flatMap(([uri, edits]) =>
      edits.map(
        ({ range: { start }, newText }) => `${uri.slice(root.length)}:${start.line}:${start.character} ${newText}`,
      ),
    )
    .sort();
}

interface PositionRange {
  readonly start: PositionParams["position"];
}

const aliased = {
  files: {
    "util.ts": "function old() {}\nexport { old };\n",
    "use.ts": 'import { old } from "./util.js";\nold();\n',
    "index.ts": 'export { old } from "./util.js";\n',
    "far.ts": 'import { old } from "./index.js";\n',
  },
  renames: {
    "util.ts:0": { "util.ts:0:9": "now", "util.ts:1:9": "now as old" },
    "util.ts:1": {
      "util.ts:1:9": "old as now",
      "use.ts:0:9": "now",
      "use.ts:1:0": "now",
      "index.ts:0:9": "now as old",
    },
    "index.ts:0": { "index.ts:0:9": "old as now", "far.ts:0:9": "now" },
    "use.ts:0": { "use.ts:0:9": "old as now", "use.ts:1:0": "now" },
  },
  definitions: { "use.ts:0": "util.ts:0:9", "use.ts:1": "util.ts:0:9", "far.ts:0": "util.ts:0:9" },
};
const allPlain = [
  "far.ts:0:9 now",
  "index.ts:0:9 now",
  "use.ts:0:9 now",
  "use.ts:1:0 now",
  "util.ts:0:9 now",
  "util.ts:1:9 now",
];

test("Aliases of exports go, and what imports them is renamed, through every file that exports on", async () => {
  const { session, rename } = await sessionWith(aliased);
  const { result } = await rename();
  expect(draw(session, result.result)).toEqual(allPlain);
  expect(result.result.completed).toBe(true);
  expect(result.unconfirmed).toEqual({ count: 0, places: [] });
  await session.close();
});

test("A rename at a use is completed from where the name is declared", async () => {
  const { session, rename } = await sessionWith({
    ...aliased,
    renames: { ...aliased.renames, "use.ts:1": aliased.renames["use.ts:0"] },
  });
  const { result } = await rename({ place: true }, "use.ts:2@old");
  expect(draw(session, result.result)).toEqual(allPlain);
  await session.close();
});

test("A name that package.json makes public keeps its alias, and so do the files that import it", async () => {
  const files = { ...aliased.files, "package.json": '{"name":"p","main":"dist/index.js"}' };
  const { session, rename } = await sessionWith({ ...aliased, files });
  const { result } = await rename();
  expect(draw(session, result.result)).toEqual(
    allPlain.filter((each) => !each.startsWith("far")).map((each) => each.replace(/^index.*/, "$& as old")),
  );
  expect(result.unconfirmed.count).toBe(0);
  expect(result.kept_aliases).toEqual([{ file_path: "index.ts", line: 1, text: 'export { old } from "./util.js";' }]);
  const anyway = await rename({ place: true, public: true });
  expect(draw(session, anyway.result.result)).toEqual(allPlain);
  await session.close();
});

/** A package that gives the name to others through `core.ts`, by an alias in `kept.ts`. */
const throughAlias = {
  files: {
    "package.json": '{"name":"p","exports":"./core.ts"}',
    "util.ts": "export function old() {}\n",
    "kept.ts": 'export { old } from "./util.js";\n',
    "core.ts": 'export * from "./kept.js";\nexport * as util from "./util.js";\n',
  },
  renames: { "util.ts:0": { "util.ts:0:16": "now", "kept.ts:0:9": "now as old" } },
};

test.each<[string, string, string]>([
  ["core.┃old();", 'import * as core from "./core.js";', "old"],
  ["core.util.┃old();", 'import * as core from "./core.js";', "now"],
  ["util.┃old();", 'import { util } from "./core.js";', "now"],
  ["util\n  ?.┃old;", 'import * as all from "./core.js"; const { util } = all;', "refused"],
  ["[...all.┃old]", 'import * as all from "./kept";', "old"],
  ["const { ┃old } = core;", 'import * as core from "./core.js";', "old"],
  ["const { ┃old: own } = core.util;", 'import * as core from "./core.js";', "now"],
  ['(await import("./kept.js")).┃old()', "", "old"],
  ['const { ┃old } = await import("./util.js");', "", "now"],
  ["find().┃old()", "", "refused"],
  ["function f({ ┃old }: typeof core) {}", 'import type * as core from "./core.js";', "refused"],
])("Beside an alias that is kept, %s after %s is %s", async (drawn, imports, expected) => {
  const use = drawn.replace("┃", "");
  const lines = drawn.slice(0, drawn.indexOf("┃")).split("\n");
  const place = `use.ts:${lines.length}:${lines.at(-1)?.length}`;
  const isShorthand = /\{ ┃old \}/.test(drawn);
  const edit = { [place]: isShorthand ? "now: old" : "now" };
  const { session, rename } = await sessionWith({
    files: { ...throughAlias.files, "use.ts": `${imports}\n${use}\n` },
    renames: { "util.ts:0": { ...throughAlias.renames["util.ts:0"], ...edit } },
    definitions: { [`use.ts:${lines.length}`]: "util.ts:0:16" },
  });
  const { result } = await rename();
  const isRenamed = draw(session, result.result).some((each) => each.startsWith("use.ts"));
  expect(isRenamed).toBe(expected === "now");
  expect(result.unconfirmed.certain).toBe(expected === "refused" ? 1 : undefined);
  if (expected !== "refused") expect(result.unconfirmed.count).toBe(0);
  await session.close();
});

test("A left-out use is renamed if it reaches the declaration, and not through an alias that is kept", async () => {
  const { session, rename } = await sessionWith({
    files: {
      ...throughAlias.files,
      "use.ts": 'import * as core from "./core.js";\ncore.old();\nimport { util } from "./core.js";\nutil.old();\n',
    },
    renames: throughAlias.renames,
    definitions: { "use.ts:1": "util.ts:0:16", "use.ts:3": "util.ts:0:16" },
  });
  const { result } = await rename();
  expect(draw(session, result.result)).toContain("use.ts:3:5 now");
  expect(result.completed).toEqual([{ file_path: "use.ts", line: 4, text: "util.old();", why: resolved }]);
  expect(result.unconfirmed.count).toBe(0);
  await session.close();
});

test("An alias remains where the server refuses a rename at it, and its importers are no loss", async () => {
  const { session, rename } = await sessionWith({
    ...aliased,
    onRename: (_session, count) => (count === 1 ? undefined : new ErrorReply({ code: -32603, message: "no" })),
  });
  const { result } = await rename();
  expect(draw(session, result.result)).toEqual(["util.ts:0:9 now", "util.ts:1:9 now as old"]);
  expect(result.result).not.toHaveProperty("completed");
  expect(result.unconfirmed).not.toHaveProperty("certain");
  await session.close();
});

/** The server leaves out the uses, whatever is open; that of `any` may be something else. */
const leftOut = {
  files: {
    "util.ts": "export function old() {}\n",
    "use.ts": 'import { old } from "./util.js";\nold();\nexport const all = { old };\n',
    "ns.ts": 'import * as util from "./util.js";\nutil.old();\n',
    "any.ts": "export const f = (x: any) => x.old();\n",
  },
  renames: { "util.ts:0": { "util.ts:0:16": "now" } },
};
const imported = "its import leads to the renamed file";
const resolved = "typescript-language-server resolves it to the renamed name";

test("Uses whose imports lead to the renamed file are renamed, and listed with what shows it", async () => {
  const { session, rename, renameCount } = await sessionWith(leftOut);
  const { result } = await rename();
  expect(renameCount()).toBe(2);
  expect(draw(session, result.result)).toEqual([
    "ns.ts:1:5 now",
    "use.ts:0:9 now",
    "use.ts:1:0 now",
    "use.ts:2:21 old: now",
    "util.ts:0:16 now",
  ]);
  expect(result.result.completed).toBe(true);
  expect(result.completed).toHaveLength(4);
  expect(result.completed).toEqual(
    expect.arrayContaining([
      { file_path: "use.ts", line: 2, text: "old();", why: imported },
      { file_path: "ns.ts", line: 2, text: "util.old();", why: imported },
    ]),
  );
  expect(result.unconfirmed).toEqual({ count: 0, places: [] });
  expect((await rename({})).result.completed).toBe(true);
  await session.close();
});

/** A use that another type's member shares, and one that may be something else. */
const breaking = {
  files: {
    "util.ts": "export interface A { old: 1 }\nexport interface B { old: 2 }\n",
    "use.ts": "declare const x: A | B;\nx.old;\n",
    "any.ts": "export const f = (y: any) => y.old();\n",
  },
  renames: { "util.ts:0": { "util.ts:0:21": "now", "use.ts:1:2": "now" } },
  definitions: { "util.ts:0": "util.ts:0:21", "use.ts:1": "util.ts:1:21" },
};
const member = "util.ts:1@{ <|>old";

test("With place: true, places that would break are told, and come before those that are possible", async () => {
  const { session, rename, renameCount } = await sessionWith(breaking);
  const { result } = await rename({ place: true }, member);
  expect(renameCount()).toBe(2);
  expect(result.unconfirmed).toMatchObject({
    ...{ certain: 1, count: 2 },
    places: [{ file_path: "util.ts", line: 2, text: "export interface B { old: 2 }" }, { file_path: "any.ts" }],
  });
  await session.close();
});

test("Without place: true, a rename that leaves out uses is refused with the places", async () => {
  const { session, rename } = await sessionWith(breaking);
  const { error } = await rename({}, member);
  expect(error.code).toBe(-32803);
  expect(error.data).toMatchObject({ kind: "rename_incomplete", certain: 1 });
  expect(error.message).toContain("1 place keeps the old name and would break");
  expect(error.message).toContain("util.ts:2: export interface B { old: 2 }");
  expect(error.message).toContain('use apply: "anyway", and then edit this place');
  await session.close();
});

test("With apply: true it is refused, and the client is not asked", async () => {
  const { session, rename } = await sessionWith(breaking);
  const { error } = await rename({ place: true, apply: true }, member);
  expect(error.data.kind).toBe("rename_incomplete");
  expect(session.client.messages.some(({ method }) => method === "workspace/applyEdit")).toBe(false);
  await session.close();
});

test('With apply: "anyway" the client is asked to apply it all the same', async () => {
  const { session, rename } = await sessionWith(breaking);
  const answer = rename({ apply: "anyway" }, member);
  const asked = await session.client.until(({ method }) => method === "workspace/applyEdit", "applyEdit");
  session.fromClient({ id: asked.id, result: { applied: true } });
  const { result } = await answer;
  expect(result).toMatchObject({ applied: true, result: asked.params.edit, unconfirmed: { certain: 1 } });
  expect(result.place.file_path).toBe("util.ts");
  await session.close();
});

test("A rename that a server would carry on into a library is refused, unless that is wanted, too", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export class A { old() {} }\n",
      "node_modules/lib/index.ts": "export interface I { old(): void }\n",
    },
    renames: { "util.ts:0": { "util.ts:0:17": "now", "node_modules/lib/index.ts:0:21": "now" } },
  });
  const { error } = await rename({ apply: true }, "util.ts:1@{ <|>old");
  expect(error.data).toMatchObject({
    ...{ kind: "rename_incomplete", certain: 1, outside: 1 },
    places: [{ file_path: "node_modules/lib/index.ts", line: 1 }],
  });
  expect(error.message).toContain("typescript-language-server would rename it in 1 file of installed packages, too");
  expect(error.message).toContain("\noutside: true changes files outside, too.");
  const { result } = await rename({ place: true }, "util.ts:1@{ <|>old");
  expect(draw(session, result.result)).toEqual(["util.ts:0:17 now"]);
  const { result: everywhere } = await rename({ outside: true }, "util.ts:1@{ <|>old");
  expect(draw(session, everywhere)).toEqual(["node_modules/lib/index.ts:0:21 now", "util.ts:0:17 now"]);
  await session.close();
});

test("A rename inside an installed package is refused, also where one outside of the workspace is wanted", async () => {
  const packageFile = ".venv/lib/python3.12/site-packages/lib.ts";
  const { session, rename } = await sessionWith({
    files: { "util.ts": "", [packageFile]: "export class A { old() {} }\n" },
    renames: { [`${packageFile}:0`]: { [`${packageFile}:0:17`]: "now" } },
  });
  for (const wanted of [{ apply: true }, { outside: true }]) {
    const { error } = await rename(wanted, `${packageFile}:1@{ <|>old`);
    expect(error.data).toMatchObject({ kind: "file_unwritable" });
    expect(error.message).toContain(
      "belongs to a library, which is only read: a later installation would undo the change.",
    );
  }
  await session.close();
});

test("A use is renamed, none or possible: its declaration is the renamed one, another, or not known", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export class A { old() {} }\nexport class B { old() {} }\n",
      "use.ts": "declare const a: A, b: B, c: any;\na.old();\nb.old();\nc.old();\n",
    },
    renames: { "util.ts:0": { "util.ts:0:17": "now" } },
    definitions: { "use.ts:1": "util.ts:0:17", "use.ts:2": "util.ts:1:17" },
  });
  const { result } = await rename({ place: true }, "util.ts:1@{ <|>old");
  expect(result.completed).toEqual([{ file_path: "use.ts", line: 2, text: "a.old();", why: resolved }]);
  expect(result.unconfirmed).toEqual({
    count: 1,
    places: [{ file_path: "use.ts", line: 4, text: "c.old();" }],
    unexamined: "it is not known whether typescript-language-server sees all of use.ts",
  });
  await session.close();
});

test("What is merely possible does not keep a rename from being applied", async () => {
  const { session, rename } = await sessionWith({
    files: { "util.ts": "export class A { old() {} }\n", "use.ts": "declare const c: any;\nc.old();\n" },
    renames: { "util.ts:0": { "util.ts:0:17": "now" } },
  });
  const answer = rename({ apply: true }, "util.ts:1@{ <|>old");
  const asked = await session.client.until(({ method }) => method === "workspace/applyEdit", "applyEdit");
  session.fromClient({ id: asked.id, result: { applied: false, failureReason: "read-only" } });
  const { result } = await answer;
  expect(result).toMatchObject({ applied: false, failureReason: "read-only", unconfirmed: { count: 1 } });
  await session.close();
});

test("A property in an assignment that the text shows to be another type's is none that is left out", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export interface A { old: 1 }\n",
      "use.ts": "interface B { old: 2 }\nlet old: unknown;\n({ old } = x as B);\n",
    },
    renames: { "util.ts:0": { "util.ts:0:21": "now" } },
  });
  const { result } = await rename({ place: true }, "util.ts@{ <|>old");
  expect(result.unconfirmed).not.toHaveProperty("certain");
  await session.close();
});

test("A property in an assignment that takes an object apart would break", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export interface A { old: 1 }\nexport interface B { old: 2 }\n",
      "use.ts": "let old: unknown;\n({ old } = x as A | B);\n",
      "literal.ts": "const old = 1;\nuse({ old });\n",
      "own.ts": "const { old } = x as any;\n",
    },
    renames: { "util.ts:0": { "util.ts:0:21": "now" } },
    definitions: { "use.ts:1": "use.ts:0:4", "literal.ts:1": "literal.ts:0:6" },
  });
  const { result } = await rename({ place: true }, "util.ts:1@{ <|>old");
  expect(result.unconfirmed).toEqual({
    count: 2,
    certain: 1,
    unexamined: "it is not known whether typescript-language-server sees all of own.ts",
    places: [
      { file_path: "use.ts", line: 2, text: "({ old } = x as A | B);" },
      { file_path: "own.ts", line: 1, text: "const { old } = x as any;" },
    ],
  });
  await session.close();
});

test("Another type's member would break if a use that is renamed means it as well", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export interface A { old: 1 }\nexport interface B { old: 2 }\n",
      "use.ts": "declare const x: A | B;\nx.old;\n",
    },
    renames: { "util.ts:0": { "util.ts:0:21": "now", "use.ts:1:2": "now" } },
    definitions: { "util.ts:0": "util.ts:0:21", "use.ts:1": "util.ts:1:21" },
  });
  const { error } = await rename({}, "util.ts:1@{ <|>old");
  expect(error.data).toMatchObject({
    kind: "rename_incomplete",
    certain: 1,
    places: [{ file_path: "util.ts", line: 2, text: "export interface B { old: 2 }" }],
  });
  await session.close();
});

test("A use that means a library's member as well would break", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export interface A { old: 1 }\n",
      "node_modules/lib/index.d.ts": "export interface B { old: 2 }\n",
      "use.ts": "declare const x: A | B;\nx.old;\n",
    },
    renames: { "util.ts:0": { "util.ts:0:21": "now", "use.ts:1:2": "now" } },
    definitions: { "util.ts:0": "util.ts:0:21", "use.ts:1": "node_modules/lib/index.d.ts:0:21" },
  });
  const { error } = await rename({}, "util.ts:1@{ <|>old");
  expect(error.data).toMatchObject({ certain: 1, places: [{ file_path: "use.ts", line: 2, text: "x.old;" }] });
  expect(error.message).toContain("(1 use means the renamed symbol or a declaration of a library, which can't be");
  await session.close();
});

test("The variable of a property that is written out is no other declaration of it", async () => {
  const { session, rename } = await sessionWith({
    files: { "util.ts": "export interface A { old: 1 }\n", "use.ts": "let old: 1;\nuse({ old });\n" },
    renames: { "util.ts:0": { "util.ts:0:21": "now", "use.ts:1:6": "now: old" } },
    definitions: { "util.ts:0": "util.ts:0:21", "use.ts:1": "use.ts:0:4" },
  });
  const { result } = await rename({ place: true }, "util.ts:1@{ <|>old");
  expect(result.unconfirmed).not.toHaveProperty("certain");
  await session.close();
});

test("A string type that may be a key of the type is renamed, unless the server knows another", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": [
        "export interface A { old: 1; b: 2 }",
        'export type Rest = Omit<A, "b" | "old">;',
        'export type Other = Pick<B, "old">;',
        'export const value = a < b || ["old", "b"].includes(c);',
        "type B = { old: 1; c: 3 };\n",
      ].join("\n"),
    },
    renames: { "util.ts:0": { "util.ts:0:21": "now" } },
    definitions: { "util.ts:0": "util.ts:0:21", "util.ts:2": "util.ts:4:11" },
  });
  const { result } = await rename({ place: true }, "util.ts:1@{ <|>old");
  expect(draw(session, result.result)).toEqual(["util.ts:0:21 now", "util.ts:1:34 now"]);
  expect(result.unconfirmed).not.toHaveProperty("certain");
  await session.close();
});

test("Types that only require the property are listed: whether they would break, the verdict says", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": 'export interface A { old: 1; b: 2 }\nimport { f } from "./trait.js";\n',
      "trait.ts": "type Trait = { old: unknown };\nexport function f<T extends Trait>(x: T) {}\n",
      "other.ts": "type Trait = { old: unknown };\n",
    },
    renames: { "util.ts:0": { "util.ts:0:21": "now" } },
    definitions: { "util.ts:0": "util.ts:0:21", "trait.ts:0": "trait.ts:0:15", "other.ts:0": "other.ts:0:15" },
  });
  const { result } = await rename({ place: true }, "util.ts:1@{ <|>old");
  expect(result.unconfirmed).toMatchObject({
    count: 2,
    places: [{ file_path: "other.ts" }, { file_path: "trait.ts" }],
  });
  expect(result.unconfirmed).not.toHaveProperty("certain");
  await session.close();
});

test("A constructor of C++ that the server leaves out after a renamed type is renamed", async () => {
  const { session, rename } = await sessionWith({
    command: ["clangd"],
    files: {
      "util.h": "template <class T> struct old {};\n",
      "use.h": "template <class T> struct B : old<T> { using old<T>::old; };\nusing C = other<int>::old;\n",
    },
    renames: { "util.h:0": { "util.h:0:26": "now", "use.h:0:30": "now", "use.h:0:45": "now" } },
  });
  const { result } = await rename({ place: true }, "util.h@struct <|>old");
  expect(draw(session, result.result)).toContain("use.h:0:53 now");
  expect(result.unconfirmed).toMatchObject({ count: 1, places: [{ file_path: "use.h", line: 2 }] });
  await session.close();
});

test("A rename whose search is cut says so, and is not refused", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export class A { old() {} }\n",
      "use.ts": `declare const c: any;\n${"c.old();\n".repeat(1_100)}`,
    },
    renames: { "util.ts:0": { "util.ts:0:17": "now" } },
  });
  const place = "util.ts:1@{ <|>old";
  expect(await rename({}, place)).not.toHaveProperty("error");
  const { result } = await rename({ place: true }, place);
  expect(result.unconfirmed).toMatchObject({ count: 1_000, more: true });
  expect(result.unconfirmed.why).toContain("more than 1,000 places have the name");
  await session.close();
});

test("A variable that keeps its name beside a renamed property is no use that is left out", async () => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export function old() {}\n",
      "use.ts": 'import * as util from "./util.js";\nconst { old } = util;\nold();\n',
    },
    renames: { "util.ts:0": { "util.ts:0:16": "now", "use.ts:1:8": "now: old" } },
  });
  const { result } = await rename();
  expect(result.unconfirmed.count).toBe(0);
  await session.close();
});

test.each([
  ["old: now", false],
  ["now", true],
])("A use of the property in { old } is renamed beside the edit %j: %j", async (edit, isRenamed) => {
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export const old = 1;\nexport const all = { old };\n",
      "use.ts": 'import { all } from "./util.js";\nall.old;\n',
    },
    renames: { "util.ts:0": { "util.ts:0:13": "now", "util.ts:1:21": edit } },
    definitions: { "use.ts:1": "util.ts:1:21" },
  });
  const { result } = await rename({ place: true }, "util.ts:1@const <|>old");
  expect(draw(session, result.result).includes("use.ts:1:4 now")).toBe(isRenamed);
  expect(result.unconfirmed.count).toBe(0);
  await session.close();
});

test("A server that fails at the second request leaves the first answer, which says so", async () => {
  const { session, rename } = await sessionWith({
    ...breaking,
    onRename: (_session, count) => (count === 1 ? undefined : new ErrorReply({ code: -32603, message: "dead" })),
  });
  const { result } = await rename({ place: true }, member);
  expect(draw(session, result.result)).toEqual(["use.ts:1:2 now", "util.ts:0:21 now"]);
  expect(result.unconfirmed).toMatchObject({
    certain: 1,
    why: "typescript-language-server failed when it was asked again with their files open",
  });
  await session.close();
});

test("A server that dies at the second request gives no half answer", async () => {
  const { session, rename } = await sessionWith({
    ...leftOut,
    onRename: (its, count) => {
      if (count === 1) return undefined;
      its.die(3);
      return noReply;
    },
  });
  const { result, error } = await rename();
  expect(error?.data?.kind ?? result.unconfirmed.why).toMatch(/backend_failed|failed when it was asked again/);
  await session.close();
});

test("Files that vanish between the two requests are not left out", async () => {
  const { session, rename } = await sessionWith({
    ...leftOut,
    onRename: (its, count) => {
      if (count === 2) for (const path of ["use.ts", "ns.ts"]) rmSync(join(its.root, path));
      return undefined;
    },
  });
  const { result } = await rename();
  expect(result.unconfirmed).not.toHaveProperty("certain");
  await session.close();
});

test("A rename of a local alias of an import concerns its file alone", async () => {
  const { session, rename, renameCount } = await sessionWith({
    files: {
      "util.ts": "export function all() {}\nexport function old() {}\n",
      "use.ts": 'import { all as old } from "./util.js";\nold();\n',
      "other.ts": 'import { old } from "./util.js";\nold();\n',
    },
    renames: { "use.ts:1": { "use.ts:0:16": "now", "use.ts:1:0": "now" } },
  });
  const { result } = await rename({ place: true }, "use.ts:2@old");
  expect(renameCount()).toBe(1);
  expect(result.unconfirmed.count).toBe(0);
  await session.close();
});

test("Where the server renames nothing, nothing is left out", async () => {
  const { session, rename } = await sessionWith({ files: leftOut.files });
  expect((await rename({})).result).toBeNull();
  expect((await rename({ apply: true })).result).toMatchObject({ result: null, applied: false });
  await session.close();
});

test.each([
  ["a b", 'line 1: "export function a b() {}" ("a b" contains white space)'],
  ["1x", 'line 1: "export function 1x() {}" (unexpected)'],
  ["null", 'line 1: "export function null() {}" ("null" is a reserved word)'],
  ["a.b", 'line 1: "export function a.b() {}" ("a.b" contains `.`)'],
])("The new name %j is refused as one that breaks the syntax, whatever the params", async (newName, place) => {
  const { session, rename } = await sessionWith({
    files: { "util.ts": "export function old() {}\n", "use.ts": "old();\n" },
    renames: { "util.ts:0": { "use.ts:0:0": newName, "util.ts:0:16": newName } },
  });
  for (const params of [{}, { place: true }, { apply: true }, { apply: "anyway" }]) {
    const { error } = await rename({ ...params, newName });
    expect(error.code).toBe(-32803);
    expect(error.data).toMatchObject({ kind: "edit_breaks_syntax", file_path: "util.ts", errors: [{ line: 1 }] });
    expect(error.message).toContain(
      `With the new name ${JSON.stringify(newName)}, util.ts would have a syntax error in ${place}`,
    );
  }
  expect(session.client.messages.some(({ method }) => method === "workspace/applyEdit")).toBe(false);
  await session.close();
});

test("A reserved word is named where it would be, although the parser sees its error in another line", async () => {
  const { session, rename } = await sessionWith({
    files: { "util.py": "import os\n\n\nclass A:\n    def old(self):\n        pass\n" },
    renames: { "util.py:4": { "util.py:4:8": "class" } },
  });
  const { error } = await rename({ newName: "class" }, "util.py:5@old");
  expect(error.message).toContain('in line 5: "def class(self):" ("class" is a reserved word)');
  await session.close();
});

test("A new name that is the old one is refused before anything is asked, wherever in the name the place is", async () => {
  const { rename, renameCount, session } = await sessionWith({
    files: { "util.ts": "export function old() {}\n" },
    renames: { "util.ts:0": { "util.ts:0:16": "old" } },
  });
  for (const at of ["util.ts:1@<|>old", "util.ts:1@ol<|>d"]) {
    const { error } = await rename({ newName: "old" }, at);
    expect(error.message).toBe("old is the name that it has already. Write another new name.");
    expect(error.data).toMatchObject({ kind: "invalid_locate", field: "newName" });
  }
  expect(renameCount()).toBe(0);
  await session.close();
});

test.each([
  ["a declaration with syntax errors", "util.ts", "function old( {\n", "1x"],
  ["a language without a grammar", "util.unknown", "function old() {}\n", "class"],
  ["a class of JavaScript, where a keyword is one", "util.js", "class A { old() {} }", "class"],
  ["an object of JavaScript, where a keyword is one", "util.js", "const a = { old: 1 };", "default"],
  ["an interface, where a keyword is one", "util.ts", "interface A { old: 1 }", "delete"],
  ["a member access, where a keyword is one", "util.ts", "a.old();", "delete"],
])("A new name is not refused in %s", async (_, path, text, newName) => {
  const { session, rename } = await sessionWith({
    files: { [path]: text },
    renames: { [`${path}:0`]: { [`${path}:0:${text.indexOf("old")}`]: newName } },
  });
  const { result } = await rename({ place: true, newName }, `${path}:1@<|>old`);
  expect(draw(session, result.result)).toHaveLength(1);
  await session.close();
});

test.each([
  [{ apply: "now" }, 'apply must be true, false, "clean" or "anyway".'],
  [{ public: 1 }, "public must be true or false."],
  [{ text: "code" }, 'text must be "comments", "strings" or "all".'],
  [{ check: 0 }, 'check must be true, false or "clean".'],
  [{ apply: "clean", check: false }, 'apply: "clean" needs the check: leave check out.'],
])("The params %j are refused", async (params, message) => {
  const { session, rename } = await sessionWith(leftOut);
  expect((await rename(params)).error).toMatchObject({ code: -32602, message });
  await session.close();
});

test("Own params don't reach the server", async () => {
  const { session, rename } = await sessionWith(aliased);
  await rename({ place: true, apply: false, public: false, check: true, text: "all" });
  const sent = session.backend.messages.find(({ method }) => method === "textDocument/rename");
  expect(Object.keys(sent?.params).sort()).toEqual(["newName", "position", "textDocument"]);
  await session.close();
});

test("A client that can't apply edits is told before anything is asked", async () => {
  const { workspace, ...others } = fullCapabilities;
  const { session, rename, renameCount } = await sessionWith({
    ...leftOut,
    capabilities: { ...others, workspace: { ...workspace, applyEdit: false } },
  });
  expect((await rename({ apply: true })).error.data.kind).toBe("unsupported");
  expect(renameCount()).toBe(0);
  await session.close();
});

test.each<[string, string, number, number]>([
  ["an alias in a class keeps its name", "struct S {\nusing old =\nd::old;\n};\n", 3, 0],
  ["another declaration of the same name is listed", "namespace d {\nclass old;\nold *x;\n}\n", 0, 1],
])("In C++, %s", async (_what, text, character, count) => {
  const { session, rename } = await sessionWith({
    files: { "util.h": "namespace d { class old {}; }\n", "use.h": text },
    command: ["clangd"],
    renames: { "util.h:0": { "util.h:0:20": "now", [`use.h:2:${character}`]: "now" } },
    definitions: { "use.h:1": "use.h:1:6", "use.h:2": "util.h:0:20" },
  });
  const { result } = await rename({ place: true }, "util.h:1@old");
  expect(result.unconfirmed.count).toBe(count);
  await session.close();
});

test.each([
  [200, undefined],
  [201, "only 200 of 201 renamed uses were examined for other declarations that they may mean as well"],
])("Of a member with %d renamed uses, it is said how many were examined", async (count, unexamined) => {
  const uses = Array.from({ length: count - 1 }, (_, n) => [`use.ts:${n + 1}:2`, "now"] as const);
  const { session, rename } = await sessionWith({
    files: {
      "util.ts": "export interface A { old: 1 }\n",
      "use.ts": `declare const x: A;\n${"x.old;\n".repeat(uses.length)}`,
    },
    renames: { "util.ts:0": { "util.ts:0:21": "now", ...Object.fromEntries(uses) } },
  });
  const { result } = await rename({ place: true }, "util.ts:1@{ <|>old");
  expect(result.unconfirmed.count).toBe(0);
  expect(result.unconfirmed.unexamined).toBe(unexamined);
  await session.close();
});

test("A rename changes the places that the request says to be meant, if they have the name", async () => {
  const files = { "util.ts": "export interface A { old: 1 }\n", "use.ts": "declare const x: any;\nx.old;\nx.one;\n" };
  const { session, rename } = await sessionWith({ files, renames: { "util.ts:0": { "util.ts:0:21": "now" } } });
  const { result } = await rename({ place: true, also: ["use.ts:2@old"] }, "util.ts@{ <|>old");
  expect(draw(session, result.result)).toEqual(["use.ts:1:2 now", "util.ts:0:21 now"]);
  expect(result.unconfirmed).toEqual({ count: 0, places: [] });
  const { error } = await rename({ also: ["use.ts:3@one"] }, "util.ts@{ <|>old");
  expect(error.data).toMatchObject({ kind: "invalid_locate", field: "also" });
  await session.close();
});
