/**
 * Everything that a real server lists in a file is in our outline of the same text, at the same
 * position.
 */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { repository } from "../peer.js";
import { compareOutlines, type Difference } from "./compareOutlines.js";
import { type Listing, type OutlineServer, outlineServers, startListing } from "./outlineServers.js";
import { isOnPath } from "./scenario.js";

/** Language ids by extension; headers have the language of their project. */
const languages: Readonly<Record<string, string>> = {
  ".cpp": "cpp",
  ".css": "css",
  ".go": "go",
  ".hpp": "cpp",
  ".html": "html",
  ".json": "json",
  ".py": "python",
  ".sh": "shellscript",
  ".ts": "typescript",
  ".yaml": "yaml",
};

/** Files in test/projects by language, except those that are broken on purpose. */
const files = (readdirSync(join(repository, "test/projects"), { recursive: true }) as string[])
  .filter((file) => !file.includes("broken."))
  .sort();

for (const server of outlineServers) {
  for (const language of server.languages) testListing(server, language);
}

function testListing(server: OutlineServer, language: string): void {
  const paths = files.filter((file) => languages[extname(file)] === language);
  if (paths.length === 0) return;
  if (!isOnPath(server.command[0] ?? "")) {
    test.skip(`${server.name} is not installed: see scripts/install-programs.sh`, () => {});
    return;
  }
  describe(`The outline of ${language}, compared with ${server.name}`, () => {
    let listing: Listing;
    beforeAll(async () => {
      listing = await startListing(server, language);
    });
    afterAll(() => listing.close());

    test.each(paths)("The outline of %s contains the server's symbols.", async (file) => {
      const path = join(repository, "test/projects", file);
      const text = readFileSync(path, "utf8");
      const answer = await listing.symbols(path, text);
      const { missed } = await compareOutlines(language, text, answer, server.quirks);
      expect(missed.map((difference) => drawn(difference, text))).toEqual([]);
    });
  });
}

function drawn({ name, context, at }: Difference, text: string): string {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const line = `${text.slice(from, at)}┃${text.slice(at)}`.split("\n", 1)[0] ?? "";
  return `${name}: ${line.trim()} (${context})`;
}
