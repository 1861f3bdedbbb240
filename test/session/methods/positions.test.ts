/** Every `locate/*` method answers any position and range with a result or a proper error. */

import { lspMethods, ownMethods } from "../../../src/ask/methodTable.js";
import { law, pick, type Random } from "../../text/random.js";
import { awkwardText, randomPosition, randomRange } from "../../text/randomPositions.js";
import { pair } from "../pair.js";

const ROUNDS = 30;

/** Errors in the request, or about what it names. */
const properErrors = new Set([-32602, -32803, -32801, -32601]);

const methods = [...Object.keys(ownMethods), ...Object.keys(lspMethods)];

/** Params with positions and ranges in all the places where a method may read them. */
function randomParams(random: Random, uri: string): object {
  const lines = { start_line: random(30) - 5, end_line: random(30) - 5 };
  const locate = pick<unknown>(random, [
    "a.py@f",
    `a.py:${random(40) - 5}`,
    `a.py:${random(40) - 5}-${random(40) - 5}`,
    `a.py:${random(9)}:${random(40) - 5}`,
    { file_path: "a.py", ...lines },
    { file_path: "a.py", find: "b", find_index: random(5) - 2 },
    { file_path: "a.py", line: randomPosition(random) },
    { textDocument: { uri }, position: randomPosition(random) },
    { textDocument: { uri }, range: randomRange(random) },
    randomPosition(random),
  ]);
  const about = random(2) === 0 ? { locate } : { textDocument: { uri } };
  return {
    ...about,
    ...(random(2) === 0 ? { position: randomPosition(random) } : {}),
    ...(random(2) === 0 ? { range: randomRange(random) } : {}),
    ...(random(4) === 0 ? { positions: [randomPosition(random)], ranges: [randomRange(random)] } : {}),
    ...(random(4) === 0 ? { depth: pick<unknown>(random, [0, 1, -1, 0.5, "1", null]) } : {}),
    ...(random(4) === 0 ? { options: randomPosition(random), context: randomRange(random) } : {}),
    newName: "x",
    operation: "delete",
    symbol_path: ["f"],
    handle: "h1",
    ch: "x",
  };
}

law("Any position and range gets a result or a proper error", 1, async (random) => {
  const session = pair({ files: { "a.py": awkwardText }, serverCapabilities: { diagnosticProvider: {} } });
  const result = () =>
    pick<unknown>(random, [null, [], { range: randomRange(random) }, [{ range: randomRange(random) }]]);
  for (const { requestMethod, provider } of Object.values(lspMethods))
    if (provider) session.handlers[`textDocument/${requestMethod ?? ""}`] = result;
  for (const name of Object.keys(lspMethods)) session.handlers[`textDocument/${name}`] = result;
  await session.open();
  session.didOpen("a.py", awkwardText, "python");
  for (let round = 0; round < ROUNDS; round++) {
    const params = randomParams(random, session.uri("a.py"));
    const name = pick(
      random,
      methods.filter((method) => !/^(diagnostic|codeAction)$/.test(method)),
    );
    const { error } = await session.request(`locate/${name}`, params);
    if (error)
      expect([name, params, error.code, properErrors.has(error.code)]).toEqual([name, params, error.code, true]);
  }
  expect(session.logged).toEqual([]);
  await session.close();
});

law("Any change of a document leaves the session alive", 1, async (random) => {
  const session = pair({ files: { "a.py": awkwardText } });
  await session.open();
  session.didOpen("a.py", awkwardText, "python");
  for (let round = 0; round < ROUNDS; round++) {
    session.didChange("a.py", [{ range: randomRange(random), text: pick(random, ["", "x", "\r", "💣"]) }]);
    if (random(10) === 0) await session.request("locate/resolve", { locate: "a.py:1" });
  }
  session.didChange("a.py", [{ text: awkwardText }]);
  expect((await session.request("locate/resolve", { locate: "a.py:C" })).error).toBeUndefined();
  await session.close();
});
