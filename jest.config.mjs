/** The tests in their tiers. The tier of a test is in its file name, see CONTRIBUTING.md. */

const runner = "<rootDir>/test/runner/runner.mjs";

/** Defines the project of one tier. */
function tier(displayName, testMatch, options) {
  return {
    displayName,
    testMatch: [`<rootDir>/test/**/${testMatch}`],
    roots: ["<rootDir>/src", "<rootDir>/test", "<rootDir>/editors/vscode/src"],
    modulePathIgnorePatterns: ["<rootDir>/test/projects/"],
    testPathIgnorePatterns: ["<rootDir>/test/projects/"],
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
  // Uses all cores, because the tests wait for servers half of their time.
  maxWorkers: "100%",
  projects: [
    // Each process loads modules, WebAssembly and grammars once. One more than there are cores, as
    // a third of the time is spent waiting.
    tier("unit", "!(*.e2e|*.soak).test.ts", {
      shareModules: true,
      extraProcesses: 1,
      // Fewer collections of young objects, and less optimised code: most functions run for a moment
      // only, and so do the parsers, which are WebAssembly.
      execArgv: ["--max-semi-space-size=64", "--interrupt-budget=540672", "--liftoff-only"],
    }),
    tier("e2e", "*.e2e.test.ts", {}),
    tier("soak", "*.soak.test.ts", {}),
  ],
};
