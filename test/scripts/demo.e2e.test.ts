/**
 * `npm run demo`: every question that it asks of this repository's own source is answered, but the
 * one that is meant to fail.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { withDaemons } from "../daemon/daemonHarness.js";
import { repository } from "../documentation/markdown.js";

jest.setTimeout(300_000);

test("The demo succeeds", async () => {
  // The questions share a session, as a user's do.
  await withDaemons(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(repository, "scripts/demo.mjs")]);
    expect(stdout.split(/^\$ lsp-locate /m).length).toBeGreaterThan(8);
    // One match each: what the demo teaches about finds, it does itself.
    expect(stdout).not.toMatch(/match \d+ of/);
  });
});
