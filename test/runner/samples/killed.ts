/** A file whose process ends, for runner.e2e.test.ts. */

test("is killed", async () => {
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => {});
});
