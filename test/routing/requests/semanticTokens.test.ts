/** Semantic tokens in a session with many servers, for a client without dynamic registration. */

import { routedSession } from "../routedSession.js";

const textDocument = { semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: [] } };
const tokensOf = (data: readonly number[]) => ({ "textDocument/semanticTokens/full": () => ({ data }) });
const legend = (tokenTypes: readonly string[], tokenModifiers: readonly string[]) => ({
  semanticTokensProvider: { legend: { tokenTypes, tokenModifiers }, full: true },
});
const methods = ["textDocument/hover", "textDocument/semanticTokens/full"];

test("One legend is announced, and each server's tokens are encoded to it", async () => {
  const session = routedSession({
    capabilities: { textDocument },
    files: { "a.red": "", "b.green": "" },
    servers: { redls: { methods }, greenls: { methods } },
    can: {
      redls: legend(["selfKeyword", "function", "lifetime"], ["own", "declaration"]),
      greenls: legend(["nothing like it", "comment"], ["static", "async"]),
    },
    handlers: {
      redls: tokensOf([0, 0, 1, 0, 0, 0, 2, 1, 1, 2, 0, 4, 1, 2, 3]),
      greenls: tokensOf([0, 0, 1, 0, 3, 1, 0, 1, 1, 1]),
    },
  });
  const { result } = await session.open();
  const { tokenTypes, tokenModifiers } = result.capabilities.semanticTokensProvider.legend;
  const tokens = async (path: string) => {
    session.didOpen(path);
    const { data } = (await session.request("textDocument/semanticTokens/full", session.about(path))).result;
    return Array.from({ length: data.length / 5 }, (_, n) => [
      ...data.slice(5 * n, 5 * n + 3),
      tokenTypes[data[5 * n + 3]],
      tokenModifiers.filter((_name: string, bit: number) => (data[5 * n + 4] & (1 << bit)) !== 0).join(),
    ]);
  };
  expect(await tokens("a.red")).toEqual([
    [0, 0, 1, "keyword", ""],
    [0, 2, 1, "function", "declaration"],
    [0, 4, 1, "typeParameter", "declaration"],
  ]);
  expect(await tokens("b.green")).toEqual([
    [0, 0, 1, "variable", "static,async"],
    [1, 0, 1, "comment", "static"],
  ]);
  await session.close();
});

test.each([
  ["takes no tokens", {}],
  ["takes registrations", { semanticTokens: { ...textDocument.semanticTokens, dynamicRegistration: true } }],
])("A client that %s is announced no legend", async (_what, capabilities) => {
  const session = routedSession({
    capabilities: { textDocument: capabilities },
    files: { "a.red": "" },
    servers: { redls: { methods } },
  });
  const { result } = await session.open();
  expect(result.capabilities).not.toHaveProperty("semanticTokensProvider");
  await session.close();
});
