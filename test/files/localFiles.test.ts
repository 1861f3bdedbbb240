import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileReader } from "../../src/files/fileReader.js";
import { localDevicesOf } from "../../src/files/localFiles.js";
import { testIf } from "../jest.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stat-file-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("Each look at a file sees what was written before it", async () => {
  const path = join(folder, "a.txt");
  for (const text of ["", "a", "ab", "abc"]) {
    writeFileSync(path, text);
    expect(await fileReader.stat(path)).toMatchObject({ size: text.length, isFile: true, isFolder: false });
  }
});

test("A file that is deleted is missing, and is found when it is back", async () => {
  const path = join(folder, "a.txt");
  for (let round = 0; round < 2; round++) {
    writeFileSync(path, "a");
    expect((await fileReader.stat(path)).size).toBe(1);
    expect((await fileReader.stat(path)).size).toBe(1);
    rmSync(path);
    await expect(fileReader.stat(path)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(fileReader.stat(path)).rejects.toMatchObject({ code: "ENOENT" });
  }
});

testIf(process.platform !== "win32", "needs POSIX")("A file that becomes a link to itself can't be read", async () => {
  const path = join(folder, "a.txt");
  writeFileSync(path, "a");
  await fileReader.stat(path);
  rmSync(path);
  symlinkSync(path, path);
  await expect(fileReader.stat(path)).rejects.toMatchObject({ kind: "file_unreadable" });
});

test.each([
  ["27 1 254:0 / / rw,relatime - ext4 /dev/vda rw", [65024]],
  ["36 35 0:300 /a /b\\040c rw,noatime shared:2 master:1 - tmpfs none rw", [(1 << 20) + 44]],
  ["40 27 0:45 / /net rw - nfs4 server:/ext4 rw\n41 27 0:46 / /c rw - 9p drvfs rw", []],
  ["42 27 0:47 / /remote rw - fuse.sshfs user@host: rw", []],
  ["", []],
  ["not a list of mounts - ext4", []],
])("The local devices of %j are %j", (mounts, expected) => {
  expect([...localDevicesOf(mounts)]).toEqual(expected);
});
