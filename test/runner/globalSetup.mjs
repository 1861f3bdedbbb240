/**
 * Compiles before a run, and gives the run an environment of its own, with a folder for temporary
 * files and no shared sessions.
 */

import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "./compile.mjs";

/** Folders that our own code makes are named so; programs that tests start may leave others. */
const OWN_PREFIX = /^(?:lsp-)?locate-/;

/** The variables by which `tmpdir()` finds the folder, on Windows and elsewhere. */
const variables = ["TMPDIR", "TEMP", "TMP"];
let folder;
let environment;

export default async function setUp() {
  await compile();
  environment = { ...process.env };
  // Outside of the run's folder, so that the next run finds what was downloaded.
  process.env.TEST_DATA ??= join(realpathSync(tmpdir()), "lsp-locate-test-data");
  // A short path: sockets may lie below it, and their paths are limited to some 100 bytes.
  folder = mkdtempSync(join(realpathSync(tmpdir()), "llt-"));
  // As open as the system's folder, for tests that start programs as another user.
  chmodSync(folder, 0o1777);
  // Commands answer in their own process; tests of shared sessions have a folder of their own.
  process.env.LSP_LOCATE_DAEMON = "off";
  delete process.env.XDG_RUNTIME_DIR;
  leaveCertificatesToNpm();
  for (const variable of variables) process.env[variable] = folder;
}

/** Removes the folder, and reports what tests have left there. */
export function tearDown() {
  // For the next run when watching.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  const left = readdirSync(folder).filter((name) => OWN_PREFIX.test(name));
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    // No failure either: jest would lose the results of the run. Some process still writes there.
    console.error(`${folder} is left: ${error.message}`);
  }
  // Not a failure: a test that runs a second time may have left a folder the first time.
  if (left.length > 0) console.error(`Tests have left temporary folders: ${left.join(", ")}. Remove them in the test.`);
}

/**
 * With this variable, each Node process reads the certificates when it starts, which takes twice as
 * long as the rest of its start. Of the programs that tests start, only npm needs them.
 */
function leaveCertificatesToNpm() {
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates === undefined) return;
  process.env.npm_config_cafile ??= certificates;
  delete process.env.NODE_EXTRA_CA_CERTS;
}
