/** Work that an end signal rejects, and results that it does not keep. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEndSignal } from "../../../src/cli/client/endSignal.js";

test("Pending and later work is rejected with the first reason", async () => {
  const end = createEndSignal();
  expect(await end.race(Promise.resolve("done"))).toBe("done");
  await expect(end.race(Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  const [one, other] = [end.race(new Promise(() => {})), end.race(new Promise(() => {}))];
  end.end(new Error("over"));
  end.end(new Error("later"));
  await expect(one).rejects.toThrow("over");
  await expect(other).rejects.toThrow("over");
  await expect(end.race(Promise.resolve("too late"))).rejects.toThrow("over");
  await expect(end.race(Promise.reject(new Error("too late")))).rejects.toThrow("over");
});

test("A result is not kept until the end", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const end = createEndSignal();
  const answered = async () => new WeakRef(await end.race(Promise.resolve({ long: "answer" })));
  const answers = await Promise.all(Array.from({ length: 20 }, answered));
  // A WeakRef keeps its target until the end of the turn.
  await new Promise(setImmediate);
  collect();
  expect(answers.filter((answer) => answer.deref() !== undefined)).toEqual([]);
  end.end(undefined);
});
