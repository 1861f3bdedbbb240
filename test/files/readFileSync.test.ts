/** What is read as a file, and how everything else is refused. */

import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ByteCollector } from "../../src/files/byteCollector.js";
import { readBeginningSync, readTextSync, readWholeFileSync } from "../../src/files/readFileSync.js";
import { temporaryFolder } from "../folders.js";
import { testIf } from "../jest.js";

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const MB = 1024 * 1024;
const onLinux = testIf(process.platform === "linux", "needs Linux");

test.each([0, 1, 8191, 8192, 8193, MB - 1, MB, MB + 1, 3 * MB])("A file of %d bytes is read whole", (size) => {
  const bytes = Buffer.alloc(size, "abc💣");
  writeFileSync(path("whole"), bytes);
  const content = readWholeFileSync(path("whole"), { maxBytes: 3 * MB });
  expect(content.bytes.equals(bytes)).toBe(true);
  expect(content.statsAfter.size).toBe(size);
});

test("A file of exactly the limit is read, and one with a byte more is refused", () => {
  writeFileSync(path("limit"), "123456");
  expect(readTextSync(path("limit"), { maxBytes: 6 })).toBe("123456");
  expect(() => readTextSync(path("limit"), { maxBytes: 5 })).toThrow(`Can't read ${path("limit")}: it is larger than`);
});

test("The error for a large file has both sizes", () => {
  writeFileSync(path("large"), "");
  truncateSync(path("large"), 50 * MB);
  expect(() => readTextSync(path("large"), { maxBytes: 32 * MB })).toThrow("it is larger than 32 MB (50 MB).");
});

test("A missing file is the file system's own error, also below a file", () => {
  writeFileSync(path("file"), "");
  expect(() => readTextSync(path("none"), { maxBytes: 1 })).toThrow(expect.objectContaining({ code: "ENOENT" }));
  expect(() => readTextSync(path("file/x"), { maxBytes: 1 })).toThrow(expect.objectContaining({ code: "ENOTDIR" }));
});

test("A folder and a link in a circle are refused", () => {
  mkdirSync(path("inner"));
  symlinkSync(path("circle"), path("circle"));
  expect(() => readTextSync(path("inner"), { maxBytes: 1 })).toThrow("it is a folder, not a regular file");
  expect(() => readTextSync(path("circle"), { maxBytes: 1 })).toThrow("it is a link that leads to itself");
});

onLinux("A link to a device is refused", () => {
  symlinkSync("/dev/zero", path("zero"));
  const refused = expect.objectContaining({
    kind: "file_unreadable",
    data: { kind: "file_unreadable", path: path("zero"), why: "it is a device, not a regular file" },
  });
  expect(() => readWholeFileSync(path("zero"), { maxBytes: MB })).toThrow(refused);
  expect(() => readBeginningSync(path("zero"), 10)).toThrow(refused);
});

onLinux("A file that reports no size is read to its end, up to the limit", () => {
  expect(readTextSync("/proc/self/status", { maxBytes: MB })).toMatch(/^Name:[\s\S]+\n$/);
  expect(() => readTextSync("/proc/self/pagemap", { maxBytes: MB })).toThrow("it is larger than 1 MB.");
});

test("The beginning of a file is read, or all of a shorter one", () => {
  writeFileSync(path("beginning"), "abcdef");
  expect(readBeginningSync(path("beginning"), 3).toString()).toBe("abc");
  expect(readBeginningSync(path("beginning"), 9).toString()).toBe("abcdef");
});

describe("Chunks", () => {
  /** Collects what `read` gives for the room of each call; stops after 100 calls. */
  function collect(size: number, maxBytes: number, read: (room: number) => number): ByteCollector {
    const collector = new ByteCollector(size, maxBytes);
    for (let calls = 0; collector.wantsMore && calls < 100; calls++) collector.add(read(collector.room));
    return collector;
  }

  test("A file that grows while it is read is read on", () => {
    let left = 30_000;
    const take = (room: number) => {
      const count = Math.min(room, left);
      left -= count;
      return count;
    };
    expect(collect(100, MB, take).length).toBe(30_000);
  });

  test("A file that shrinks while it is read ends where it ends", () => {
    const counts = [40, 0];
    expect(collect(100, MB, () => counts.shift() ?? 0).length).toBe(40);
  });

  test("A file without an end is left within one chunk after the limit", () => {
    const { length, wantsMore } = collect(0, 5_000_000, (room) => room);
    expect(wantsMore).toBe(false);
    expect(length).toBeGreaterThan(5_000_000);
    expect(length).toBeLessThanOrEqual(5_000_000 + MB);
  });

  test("Records that come one at a time are collected until there is no more", () => {
    const counts = [7, 7, 7, 0];
    expect(collect(0, MB, () => counts.shift() ?? 0).length).toBe(21);
  });
});
