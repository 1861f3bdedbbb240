/** docs/evidence.md has the figures that the bench measured, and README.md their short form. */
import { join } from "node:path";
import { regionOf, repository, textOf } from "./markdown.js";

const { commandOf, shortForm } = await import(join(repository, "bench/evidence.mjs"));
const { measurements } = (await import(join(repository, "bench/evidence/measurements.mjs"))) as {
  measurements: readonly { part: string }[];
};
const page = "docs/evidence.md";

test.each(measurements)("The report of $part has its command, its day and versions, and no path", (measurement) => {
  const text = regionOf(page, measurement.part);
  expect(text).toContain(`\`${commandOf(measurement)}\`\n`);
  expect(text).toMatch(
    /^Measured \d{4}-\d\d-\d\d in \d+ s(?:, beside other work \(load \d+\))?; lsp-locate \S+ \([0-9a-f]+\), Node v/m,
  );
  expect(text).toMatch(/^\|/m);
  expect(text).not.toMatch(/\/(?:tmp|root|home|work)\//);
});

test("README.md has the short form of the page; npm run evidence -- --render writes it", () => {
  expect(regionOf("README.md", "evidence").trim()).toBe(shortForm(textOf(page)));
});
