/** The tests in their tiers. The tier of a test is in its file name, see CONTRIBUTING.md. */
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Defines the project of one tier. */
function tier(name, include, options) {
  return { extends: true, test: { name, include: [include], exclude: ["test/projects/**"], ...options } };
}

export default defineConfig({
  test: {
    globals: true,
    // Halves the time to load the modules of the unit tests.
    experimental: { fsModuleCache: true },
    globalSetup: "test/globalSetup.ts",
    setupFiles: "test/setup.ts",
    // For real servers on a busy machine: a test that hangs fails, one that waits its turn does not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Uses all cores, because the tests wait for servers half of their time.
    maxWorkers: "100%",
    projects: [
      // Each worker loads modules, WebAssembly and grammars once. Workers end with their group. One
      // more than there are cores, as a third of the time is spent waiting.
      tier("unit", "test/**/!(*.e2e|*.soak).test.ts", {
        isolate: false,
        // Fewer collections of young objects, which take a tenth of the processor time.
        execArgv: ["--max-semi-space-size=64"],
        maxWorkers: availableParallelism() + 1,
        sequence: { groupOrder: 0 },
      }),
      tier("e2e", "test/**/*.e2e.test.ts", { sequence: { groupOrder: 1 } }),
      tier("soak", "test/**/*.soak.test.ts", { sequence: { groupOrder: 1 } }),
    ],
  },
});
