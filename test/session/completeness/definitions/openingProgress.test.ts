import { reportOpening } from "../../../../src/session/completeness/definitions/openingProgress.js";

test("While an answer waits for an index, the client sees how far that is read", async () => {
  const values: object[] = [];
  let answer: (value: string) => void = () => {};
  const answered = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const fractions = [0.1, 0.578];
  const readOpening = async () => {
    const fraction = fractions.shift();
    if (fraction === undefined) answer("done");
    return { path: "/shop/index.scip", fraction: fraction ?? 0.9 };
  };
  expect(await reportOpening(answered, readOpening, (value) => values.push(value), 1)).toBe("done");
  expect(values.slice(0, 2)).toEqual([
    { kind: "begin", title: "reading index.scip", percentage: 10 },
    { kind: "report", message: "reading index.scip", percentage: 57 },
  ]);
  expect(values.at(-1)).toEqual({ kind: "end" });
});

test("Nothing is reported where no index is being read, and a failure passes", async () => {
  const values: object[] = [];
  const failing = new Promise((_, reject) => setTimeout(() => reject(new Error("lost")), 10));
  const asked = reportOpening(
    failing,
    async () => undefined,
    (value) => values.push(value),
    1,
  );
  await expect(asked).rejects.toThrow("lost");
  expect(values).toEqual([]);
});
