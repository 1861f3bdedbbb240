/** Runs the examples of README.md, and checks its numbers. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { shippedGrammars } from "../../src/languages/languages.js";
import { withDaemons } from "../daemon/daemonHarness.js";
import { expectCommands } from "./commands.js";
import { expectTerminal } from "./console.js";
import { expectDrawing } from "./drawing.js";
import { repository, textOf } from "./markdown.js";
import { shopWithCommand } from "./shopWithCommand.js";
import { testPage } from "./testPage.js";

jest.setTimeout(180_000);

const shop = shopWithCommand();

testPage("README.md", {
  "": ({ code }) => expectDrawing(code),
  console: ({ code }) => {
    mkdirSync(join(shop.root, ".git"), { recursive: true });
    return expectTerminal(code, shop.root, shop.path);
  },
  // The commands are about the sources of this repository, and share a session, as a user's do.
  sh: ({ code }) => withDaemons(() => expectCommands(code, { cwd: repository, path: shop.path })),
});

test("README.md counts the servers, languages and grammars correctly", () => {
  const { servers, languages } = parse(readFileSync(join(repository, "servers.json"), "utf8")) as Record<
    string,
    object
  >;
  const prose = textOf("README.md").replaceAll("\n", " ");
  expect(prose).toContain(
    `knows ${Object.keys(servers ?? {}).length} servers and ${Object.keys(languages ?? {}).length} languages`,
  );
  expect(prose).toContain(
    `[${shippedGrammars.length} languages](docs/protocol/embedded.md#languages-with-syntax-trees)`,
  );
  expect(prose).toContain(`[grammars](docs/grammars.md) for ${shippedGrammars.length} languages`);
});
