/** Every example in the documentation, run. */

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describeLocate, type LocateError, parseLocate, resolveLocate } from "../src/index.js";
import { methods, ownMethods } from "../src/session/methods.js";
import { command } from "./built.js";

const root = resolve(__dirname, "..");
const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "docs/protocol.md",
  "docs/servers.md",
  "docs/trace.md",
  "bench/README.md",
];
const text = (file: string) => readFileSync(join(root, file), "utf8");

/** The code blocks of one language. */
function blocks(file: string, language: string): string[] {
  return [...text(file).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code ?? "");
}

const shell = blocks("README.md", "sh")
  .flatMap((block) => block.split("\n"))
  .map((line) => line.replace(/\s+#.*$/, "").trim())
  .filter((line) => line !== "");

test("links lead somewhere", () => {
  const links = documents.flatMap((file) =>
    [...text(file).matchAll(/\]\((?!https:)([^)#]+)\)/g)].map(([, link = ""]) => join(dirname(file), link)),
  );
  expect(links.length).toBeGreaterThan(4);
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
});

test("files that the documentation names are there", () => {
  const named = documents.flatMap((file) =>
    [...text(file).matchAll(/`((?:src|test|bench|schema|docs|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, path]) => path as string,
    ),
  );
  const madeUp = ["src/shop.py"];
  expect(named.filter((path) => !madeUp.includes(path) && !existsSync(join(root, path)))).toEqual([]);
});

test("npm scripts that the README names are there", () => {
  const { scripts } = JSON.parse(text("package.json")) as { scripts: Record<string, string> };
  for (const line of shell.filter((one) => one.startsWith("npm "))) {
    const [, verb, name] = line.split(" ");
    expect(scripts).toHaveProperty(verb === "run" ? (name as string) : (verb as string));
  }
});

test("the example for TypeScript", () => {
  const [block = ""] = blocks("README.md", "ts");
  const [, source = ""] = /const text = (".*");/.exec(block) ?? [];
  const [, written = ""] = /parseLocate\("(.*)"\)/.exec(block) ?? [];
  const [, from] = /from: (\d+)/.exec(block) ?? [];
  const found = resolveLocate(parseLocate(written), { text: JSON.parse(source) as string });
  expect(found).toMatchObject({ from: Number(from), to: Number(from), match: { reading: "literal" } });
  const [, described] = /the way back: \{ find: (".*") \}/.exec(block) ?? [];
  expect(describeLocate(found, { text: JSON.parse(source) as string })).toEqual({ find: JSON.parse(described ?? "") });
});

/** Notations in the first column of the protocol's table. */
const notations = [...text("docs/protocol.md").matchAll(/^\| (`{1,2}) ?(\S.*?) ?\1 \| /gm)]
  .map(([, , notation = ""]) => notation.replaceAll("\\|", "|"))
  .filter((notation) => /\.\w+[:@]/.test(notation));

test("there are notations to try", () => expect(notations.length).toBeGreaterThan(6));

test.each(notations)("%s is a Locate", (notation) => {
  expect(() => parseLocate(notation)).not.toThrow();
});

const asked = shell.filter(
  (line) => line.startsWith("lsp-locate ") && !/ -- |--language|^lsp-locate embedded/.test(line),
);

test.each(asked)("$ %s", async (line) => {
  const [, name = "", ...words] = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
  if (name === "doctor") return; // it starts every server there is; test/backend does that one by one
  expect([...ownMethods, ...Object.keys(methods)]).toContain(name);
  const path = [join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  const run = promisify(execFile)(process.execPath, [await command(), name, ...words], {
    cwd: root,
    env: { ...process.env, PATH: path },
  });
  expect((await run).stdout.length).toBeGreaterThan(20);
});

test("the error that the README shows is the one that comes", () => {
  const symbol = (name: string, from: number, to: number, children: never[] = []) => ({
    name,
    kind: 5,
    from,
    to,
    nameFrom: from + 6,
    nameTo: from + 6 + name.length,
    children,
  });
  const source = {
    text: "class Cart:\n    def total(self): pass\n",
    symbols: [symbol("Cart", 0, 36, [symbol("total", 14, 36) as never])],
  };
  try {
    resolveLocate("src/shop.py:Cart.totl", source);
  } catch (error) {
    expect((error as LocateError).message).toContain("No symbol `Cart.totl` in `src/shop.py`");
    expect((error as LocateError).message).toContain("Write `Cart.total`");
    return;
  }
  throw new Error("it resolved");
});
