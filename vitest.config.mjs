/** The tests in their tiers. The tier of a test is in its file name, see CONTRIBUTING.md. */
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { compiledSources } from "./test/compiledSources.mjs";

/** Defines the project of one tier. */
function tier(name, include, options, plugins = []) {
  return { extends: true, plugins, test: { name, include: [include], exclude: ["test/projects/**"], ...options } };
}

export default defineConfig({
  test: {
    globals: true,
    // Halves the time to load modules that Vite transforms: tests, and sources in the other tiers.
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
      tier(
        "unit",
        "test/**/!(*.e2e|*.soak).test.ts",
        {
          isolate: false,
          // Fewer collections of young objects, and less optimised code: most functions run for a
          // moment only, and so do the parsers, which are WebAssembly.
          execArgv: ["--max-semi-space-size=64", "--interrupt-budget=540672", "--liftoff-only"],
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
        // When watching, Vite has to see the sources.
        process.argv.includes("run") ? [compiledSources()] : [],
      ),
      tier("e2e", "test/**/*.e2e.test.ts", { sequence: { groupOrder: 1 } }),
      tier("soak", "test/**/*.soak.test.ts", { sequence: { groupOrder: 1 } }),
    ],
  },
});
