import { Memo } from "../../../src/code/entities/memo.js";

test("A result is found once", async () => {
  const memo = new Memo();
  let calls = 0;
  const find = async () => ++calls;
  expect([await memo.get("a", 0, find), await memo.get("a", 0, find)]).toEqual([1, 1]);
});

test("What needs itself gets another answer, and does not wait for itself", async () => {
  const memo = new Memo();
  const find = (): Promise<number> => memo.get("a", 7, async () => (await find()) + 1);
  expect(await find()).toBe(8);
});

test("What was found inside of a cycle is found again", async () => {
  const memo = new Memo();
  const a = (): Promise<string> => memo.get("a", "-", async () => `a${await b()}`);
  const b = (): Promise<string> => memo.get("b", "-", async () => `b${await a()}`);
  expect(await a()).toBe("ab-");
  expect(await b()).toBe("bab-");
});

test("What is complete but for a cycle inside of it is found once, also for another", async () => {
  const memo = new Memo();
  let calls = 0;
  const a = (): Promise<string> =>
    memo.get("a", "-", async () => {
      calls++;
      return `a${await b()}`;
    });
  const b = (): Promise<string> => memo.get("b", "-", async () => `b${await a()}`);
  expect(await memo.get("c", "-", a)).toBe("ab-");
  expect(await a()).toBe("ab-");
  expect(calls).toBe(1);
});

test("A failure is not kept", async () => {
  const memo = new Memo();
  const fails = memo.get("a", 0, () => Promise.reject(new Error("no")));
  await expect(fails).rejects.toThrow("no");
  expect(await memo.get("a", 0, async () => 1)).toBe(1);
});
