/** Answers that are held against names in very many places. */

import { pair } from "../pair.js";

const declaration = "export function target() {}\n";
const locate = { file_path: "src/a.ts", scope: { symbol_path: ["target"] } };
const use = "target();\n";

test.each<[string, Record<string, string>]>([
  ["20,000 places in one file", { "src/b.ts": `import { target } from "./a.js";\n${use.repeat(20_000)}` }],
  [
    "20,000 places in 200 files",
    Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`src/f${n}.ts`, `import { target } from "./a.js";\n${use.repeat(100)}`]),
    ),
  ],
])(
  "An answer beside %s comes, and what it leaves out is counted or said to be cut",
  async (_what, files) => {
    const session = pair({
      files: { "src/a.ts": declaration, ...files },
      command: ["typescript-language-server", "--stdio"],
      handlers: {
        "textDocument/documentSymbol": () => [],
        "textDocument/references": () => [
          {
            uri: session.uri("src/a.ts"),
            range: { start: { line: 0, character: 16 }, end: { line: 0, character: 22 } },
          },
        ],
      },
    });
    await session.open();
    for (const value of [{ kind: "begin", title: "Initializing JS/TS language features…" }, { kind: "end" }])
      session.fromBackend({ method: "$/progress", params: { token: "load", value } });
    const { result, error } = await session.request("locate/references", { locate, place: true });
    expect(error).toBeUndefined();
    expect(result.result).toHaveLength(1);
    expect(result.unconfirmed.count === 2 || result.unconfirmed.more === true).toBe(true);
    expect(result.unconfirmed.places.length).toBeLessThanOrEqual(50);
    await session.close();
  },
  120_000,
);
