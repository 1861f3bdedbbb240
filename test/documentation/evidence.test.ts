/** docs/evidence.md has the figures that the bench measured, and README.md their short form. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { regionOf, repository, textOf } from "./markdown.js";

const { shortForm } = await import(join(repository, "bench/evidence.mjs"));
const { sections } = (await import(join(repository, "bench/evidence/sections.mjs"))) as {
  sections: readonly { name: string; runs: readonly { part: string; rounds: number; env: Record<string, string> }[] }[];
};
const page = "docs/evidence.md";

test.each(sections)("The section $name has a report of each of its parts, with command and day", ({ name, runs }) => {
  const text = regionOf(page, name);
  for (const { part, rounds, env } of runs) {
    const variables = Object.entries(env).map(([variable, value]) => `${variable}=${value} `);
    expect(existsSync(join(repository, `bench/${part}.mjs`))).toBe(true);
    expect(text).toContain(`    ${variables.join("")}npm run bench -- --only ${part} --rounds ${rounds}\n`);
  }
  expect(text.match(/^Measured \d{4}-\d\d-\d\d in \d+ s\.$/gm)).toHaveLength(runs.length);
  expect(text).toMatch(/^lsp-locate \S+ \([0-9a-f]+\), Node v/m);
  expect(text).not.toMatch(/\/(?:tmp|root|home|work)\//);
});

test("README.md has the short form of the page; npm run evidence -- --render writes it", () => {
  expect(regionOf("README.md", "evidence").trim()).toBe(shortForm(textOf(page)));
});
