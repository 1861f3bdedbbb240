/** Tests with each outcome, for runner.e2e.test.ts. */

import { afterTest, setEnv, skip, testIf } from "../../jest.js";

const calls: string[] = [];

afterEach(() => calls.push("afterEach"));
beforeAll(() => calls.push("beforeAll"));

test("passes", () => {
  expect(calls).toEqual(["beforeAll"]);
});

test("fails", () => {
  expect({ found: 1 }).toEqual({ found: 2 });
});

test("hangs", () => new Promise(() => {}), 50);

test("has an error that nothing waits for", async () => {
  setTimeout(() => {
    throw new Error("from a timer");
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
});

test("exits", () => process.exit(3));

test("cleans up", () => {
  calls.length = 0;
  setEnv("LSP_LOCATE_SAMPLE", "set");
  jest.spyOn(Math, "max").mockReturnValue(1);
  jest.useFakeTimers();
  afterTest(() => calls.push("first"));
  afterTest(() => calls.push("second"));
});

test("is cleaned up", () => {
  expect(calls).toEqual(["afterEach", "second", "first"]);
  expect(process.env["LSP_LOCATE_SAMPLE"]).toBeUndefined();
  expect(Math.max(1, 2)).toBe(2);
});

test("fails to clean up", () => {
  afterTest(() => {
    throw new Error("from the clean-up");
  });
});

test("finds out that it can't run", () => skip("no server"));

testIf(false, "no Linux")("can't run", () => {});

testIf(false, "no Windows").each([["a"], ["b"]])("can't run with %s", () => {});

test.each<[first: number, second?: number]>([[1], [1, 2]])("has rows of %s values", (first, second) => {
  expect(second ?? first + 1).toBe(2);
});
