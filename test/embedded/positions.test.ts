/** The embedded server answers any position and range with a result or a proper error. */

import { law, pick } from "../text/random.js";
import { awkwardText, randomPosition, randomRange } from "../text/randomPositions.js";
import { pair } from "./pair.js";

const ROUNDS = 30;

const methods = [
  "definition",
  "references",
  "documentHighlight",
  "hover",
  "completion",
  "prepareRename",
  "rename",
  "selectionRange",
  "foldingRange",
  "documentSymbol",
];

const properErrors = new Set([-32602, -32803, -32801]);

law("Any position gets a result or a proper error", 1, async (random) => {
  const session = await pair({ files: { "a.py": awkwardText } });
  await session.open("a.py", awkwardText);
  for (let round = 0; round < ROUNDS; round++) {
    const method = pick(random, methods);
    const params = {
      textDocument: { uri: session.uri("a.py") },
      position: randomPosition(random),
      positions: pick<unknown>(random, [[randomPosition(random)], randomPosition(random), []]),
      range: randomRange(random),
      newName: "x",
      context: pick<unknown>(random, [{ includeDeclaration: true }, null, {}, 1]),
    };
    const code = await session.ask(`textDocument/${method}`, params).then(
      () => undefined,
      (error: { code: number }) => error.code,
    );
    if (code !== undefined)
      expect([method, JSON.stringify(params), code, properErrors.has(code)]).toEqual([
        method,
        JSON.stringify(params),
        code,
        true,
      ]);
  }
  expect(session.logged).toEqual([]);
  await session.close();
});

law("After any change the next whole text counts", 1, async (random) => {
  const session = await pair({ files: { "a.py": awkwardText } });
  await session.open("a.py", awkwardText);
  for (let round = 0; round < ROUNDS; round++)
    await session.change("a.py", [{ range: randomRange(random) as object, text: pick(random, ["", "x", "\r", "💣"]) }]);
  await session.change("a.py", [{ text: awkwardText }]);
  const symbols = await session.ask("textDocument/documentSymbol", { textDocument: { uri: session.uri("a.py") } });
  expect(symbols.map(({ name }: { name: string }) => name)).toContain("C");
  await session.close();
});
