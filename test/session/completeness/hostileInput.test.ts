/** Answers that are held against hostile texts, changing files and a server that fails. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ErrorReply, noReply, type Pair, pair } from "../pair.js";

const declaration = "export function target() {}\n";
const at = (line: number, character: number) => ({
  start: { line, character },
  end: { line, character: character + 6 },
});
/** Uses of what is imported from `pkg` are doubtful: nothing says where that is. */
const locate = { file_path: "src/a.ts", scope: { symbol_path: ["target"] } };

/**
 * Opens a session with a server that knows the declaration alone. `onAsk` runs before it answers.
 */
async function sessionWith(
  files: Readonly<Record<string, string>>,
  onAsk: (session: Pair, nth: number) => unknown = () => {},
) {
  let count = 0;
  const session: Pair = pair({
    files: { "src/a.ts": declaration, ...files },
    command: ["typescript-language-server", "--stdio"],
    handlers: {
      "textDocument/documentSymbol": () => [],
      "textDocument/references": () => {
        const reply = onAsk(session, ++count);
        return reply ?? [{ uri: session.uri("src/a.ts"), range: at(0, 16) }];
      },
    },
  });
  await session.open();
  session.reportLoaded();
  return session;
}

const ask = async (session: Pair) => (await session.request("locate/references", { locate, place: true })).result;

test("A count is exact up to 1,000 and then says that there are more; at most 50 places are listed", async () => {
  const many = `import { target } from "pkg/a.js";\n${"target();\n".repeat(1_050)}`;
  const session = await sessionWith({ "src/many.ts": many });
  const { unconfirmed } = await ask(session);
  expect(unconfirmed).toMatchObject({ count: 1_000, more: true });
  expect(unconfirmed.places).toHaveLength(50);
  await session.close();
});

test("Of more than 50 places of a name that is declared several times, the nearest are listed", async () => {
  const many = `import { target } from "pkg/a.js";\n${"target();\n".repeat(60)}`;
  const session = await sessionWith({ "src/many.ts": many, "lib/b.ts": "export class B { target() {} }\n" });
  const { unconfirmed } = await ask(session);
  expect(unconfirmed).toMatchObject({ count: 61, why: expect.stringMatching(/^several symbols have this name/) });
  expect(unconfirmed.places).toHaveLength(5);
  expect(unconfirmed.more).toBeUndefined();
  await session.close();
});

test("Ignored, installed and minified files have no candidates", async () => {
  const use = 'import { target } from "../src/a.js";\ntarget();\n';
  const session = await sessionWith({
    ".gitignore": "out/\n*.gen.ts\n",
    "out/b.ts": use,
    "src/b.gen.ts": use,
    "node_modules/x/index.ts": use,
    "src/min.ts": `${"const a=1;".repeat(2_000)}${use.replaceAll("\n", "")}`,
  });
  const { unconfirmed } = await ask(session);
  expect(unconfirmed).toEqual({ count: 0, places: [] });
  await session.close();
});

test("A file that vanishes between the two requests has no place any more", async () => {
  const use = 'import { target } from "pkg/a.js";\ntarget();\n';
  const session = await sessionWith({ "src/gone.ts": use, "src/stays.ts": use }, (self, nth) => {
    if (nth === 2) rmSync(fileURLToPath(self.uri("src/gone.ts")));
  });
  const { unconfirmed } = await ask(session);
  const paths = unconfirmed.places.map(({ file_path }: { file_path: string }) => file_path);
  expect(new Set(paths)).toEqual(new Set([join("src", "stays.ts").replaceAll("\\", "/")]));
  await session.close();
});

test("A file that appears between the two requests is no reason to fail", async () => {
  const use = 'import { target } from "pkg/a.js";\ntarget();\n';
  const session = await sessionWith({ "src/b.ts": use }, (self, nth) => {
    if (nth === 2) writeFileSync(fileURLToPath(self.uri("src/new.ts")), use);
  });
  const { result, unconfirmed } = await ask(session);
  expect(result).toHaveLength(1);
  expect(unconfirmed.count).toBeGreaterThanOrEqual(2);
  await session.close();
});

test("A file that changes between two questions is read again", async () => {
  const use = 'import { target } from "pkg/a.js";\ntarget();\n';
  const session = await sessionWith({ "src/b.ts": use });
  expect((await ask(session)).unconfirmed.count).toBe(2);
  writeFileSync(fileURLToPath(session.uri("src/b.ts")), `${use}target();\n`);
  expect((await ask(session)).unconfirmed.count).toBe(3);
  await session.close();
});

test("A server that dies at the second request gives an error or its first answer, no half one", async () => {
  const use = 'import { target } from "pkg/a.js";\ntarget();\n';
  const session = await sessionWith({ "src/b.ts": use }, (self, nth) => {
    if (nth !== 2) return undefined;
    self.die(3);
    return noReply;
  });
  const { result, error } = await session.request("locate/references", { locate, place: true });
  expect(error?.data?.kind ?? result.unconfirmed.why).toMatch(/backend_failed|failed when it was asked again/);
  await session.close();
});

test("If the second request fails, the first answer counts, and why says so", async () => {
  const use = 'import { target } from "pkg/a.js";\ntarget();\n';
  const session = await sessionWith({ "src/b.ts": use }, (_self, nth) =>
    nth === 2 ? new ErrorReply({ code: -32603, message: "out of memory" }) : undefined,
  );
  const { result, unconfirmed } = await ask(session);
  expect(result).toHaveLength(1);
  expect(unconfirmed.count).toBe(2);
  expect(unconfirmed.why).toContain("failed when it was asked again with their files open");
  expect(unconfirmed.why).toContain("there is no tsconfig.json or jsconfig.json");
  await session.close();
});
