/** A file that can't be loaded, for runner.e2e.test.ts. */

throw new Error("while it is loaded");
