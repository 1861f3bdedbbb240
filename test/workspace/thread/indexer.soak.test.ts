/** A soak test of the index: a workspace of many files. */

import { folderOf, indexOf } from "../indexHarness.js";

const fileCount = process.env["TEST_SOAK"] === "full" ? 20_000 : 2_000;

test(`A workspace of ${fileCount} files is indexed completely`, async () => {
  const files: Record<string, string> = {};
  for (let n = 0; n < fileCount; n++) files[`d${n % 200}/f${n}.py`] = `def f${n}(a, b=1):\n    return ${n}\n`;
  const root = folderOf(files);
  const { index, declared } = indexOf(root, { workers: 2 });
  const placeOf = (n: number) => `d${n % 200}/f${n}.py:1 f${n}`;
  const [first, last] = [Math.floor(0.617 * fileCount), fileCount - 1];
  expect(await declared(`f${last}`)).toEqual([placeOf(last)]);
  expect(await index.waitUntilComplete()).toEqual({ isComplete: true, indexed: fileCount, files: fileCount });
  expect(await declared(`f${first}`, 1)).toEqual([placeOf(first)]);
  expect(await declared(`f${first}`, 3)).toEqual([]);
  const matching = (await index.findMatching(`f${last - 1}`, 50)).answer.map(({ name }) => name);
  expect(matching).toEqual([`f${last - 1}`]);
}, 240_000);
