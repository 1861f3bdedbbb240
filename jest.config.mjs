/** The tests in their tiers. The tier of a test is in its file name, see CONTRIBUTING.md. */

/**
 * What `npm test` runs of the end-to-end tests: of each kind of thing one file, with real servers
 * that npm installs.
 */
export const gate = {
  relay: "test/servers/typescriptLanguageServer.e2e.test.ts",
  routing: "test/servers/poorClients.e2e.test.ts",
  shell: "test/cli/edit/rename.e2e.test.ts",
  writes: "test/cli/edit/rename.e2e.test.ts",
  session: "test/cli/daemon/daemon.e2e.test.ts",
  mcp: "test/cli/mcp/session/readGuard.e2e.test.ts",
  agentMode: "test/servers/filesOnDisk.e2e.test.ts",
  editor: "test/servers/codemirror.e2e.test.ts",
  readiness: "test/backend/readiness/readiness.e2e.test.ts",
};
const gateFiles = [...new Set(Object.values(gate))].map((file) => `<rootDir>/${file}`);

const runner = "<rootDir>/test/runner/runner.mjs";

/** Defines a project: a tier of tests, or a part of it. */
function project(displayName, { testMatch, without = [], ...options }) {
  return {
    displayName,
    testMatch,
    roots: ["<rootDir>/src", "<rootDir>/test", "<rootDir>/editors/vscode/src"],
    modulePathIgnorePatterns: ["<rootDir>/test/projects/"],
    testPathIgnorePatterns: ["<rootDir>/test/projects/", ...without],
    moduleFileExtensions: ["ts", "mjs", "js", "json"],
    // To know what a change affects: sources import each other by the names of the compiled files.
    moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
    transform: {},
    runner: [runner, options],
    globalSetup: "<rootDir>/test/runner/globalSetup.mjs",
    globalTeardown: "<rootDir>/test/runner/globalTeardown.mjs",
    // For real servers on a busy machine: a test that hangs fails, one that waits its turn does not.
    testTimeout: 60_000,
    fakeTimers: { doNotFake: ["nextTick", "queueMicrotask"] },
  };
}

export default {
  watchman: false,
  // Uses all cores, and with `extraProcesses` one process more, because the tests wait for a third of
  // their time.
  maxWorkers: "100%",
  projects: [
    // Each process loads modules, WebAssembly and grammars once.
    project("unit", {
      testMatch: ["<rootDir>/test/**/!(*.e2e|*.soak).test.ts"],
      shareModules: true,
      extraProcesses: 1,
      // Fewer collections of young objects, and less optimised code: most functions run for a moment
      // only, and so do the parsers, which are WebAssembly.
      execArgv: ["--max-semi-space-size=64", "--interrupt-budget=540672", "--liftoff-only"],
    }),
    project("gate", { testMatch: gateFiles }),
    project("e2e", { testMatch: ["<rootDir>/test/**/*.e2e.test.ts"], without: gateFiles, extraProcesses: 1 }),
    project("soak", { testMatch: ["<rootDir>/test/**/*.soak.test.ts"], extraProcesses: 1 }),
  ],
};
