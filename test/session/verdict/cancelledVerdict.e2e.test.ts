/** Verdicts of real servers whose client goes away amid them: the next one is right. */

import { CancellationTokenSource } from "vscode-jsonrpc/node";
import type { ChangeVerdict } from "../../../src/session/verdict/verdict.js";
import { testIf } from "../../jest.js";
import { isOnPath } from "../../servers/scenario.js";
import { openProject } from "./openProject.js";

jest.setTimeout(180_000);

const python = {
  "pyrightconfig.json": '{ "typeCheckingMode": "standard" }',
  "items.py": "def total(count: int) -> int:\n    return count\n",
  "shop.py": "from items import total\n\n\ndef pay() -> int:\n    return total(3)\n",
};
const typescript = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true } }',
  "items.ts": "export function total(count: number): number {\n  return count;\n}\n",
  "shop.ts": 'import { total } from "./items";\n\nexport const pay = total(3);\n',
};

const cases = [
  ["pyright", "pyright-langserver", "python", python, "items.py:total", "def total(count: str) -> int:\n    return 1"],
  [
    ...(["typescript-language-server", "typescript-language-server", "typescript", typescript] as const),
    ...(["items.ts:total", "export function total(count: string): number {\n  return 1;\n}"] as const),
  ],
] as const;

describe.each(cases)("%s", (server, program, language, files, locate, new_text) => {
  testIf(isOnPath(program), `${program} is not installed`)(
    "finds the same errors as ever after clients have gone amid their verdicts",
    async () => {
      const { peer } = await openProject(files, language, server);
      const params = { locate, operation: "replace", new_text, check: true };
      for (const waitMs of [0, 50, 200, 800]) {
        const source = new CancellationTokenSource();
        const answer = peer.connection.sendRequest("locate/edit", params, source.token).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, waitMs));
        source.cancel();
        await answer;
      }
      const { diagnostics } = await peer.request<{ diagnostics: ChangeVerdict }>("locate/edit", params);
      expect(diagnostics).toMatchObject({ checked: "all", added: [{ severity: "error", line: expect.any(Number) }] });
      expect(diagnostics.added[0]?.file_path).toMatch(/^shop/);
    },
  );
});
