/** Where the sockets are, and which folders are refused. */

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkDaemonFolder, createDaemonFolder, daemonFiles, daemonFolder } from "../../src/daemon/daemonFolder.js";
import { fileSystemView } from "../../src/daemon/daemonRecord.js";
import { testIf } from "../jest.js";

let base: string;
beforeAll(() => {
  base = mkdtempSync(join(realpathSync(tmpdir()), "locate-folder-"));
});
afterAll(() => rmSync(base, { recursive: true }));

const uid = process.getuid?.();
const query = { platform: "linux", temporaryFolder: "/", uid } as const;
const inTemporaryFolder = `/lsp-locate-run-${uid ?? "user"}`;

test("The runtime folder counts if it is absolute, exists, and is the user's", () => {
  expect(daemonFolder({ ...query, env: { XDG_RUNTIME_DIR: base } })).toBe(join(base, "lsp-locate"));
  expect(daemonFolder({ ...query, env: {} })).toBe(inTemporaryFolder);
  expect(daemonFolder({ ...query, env: { XDG_RUNTIME_DIR: "run" } })).toBe(inTemporaryFolder);
  expect(daemonFolder({ ...query, env: { XDG_RUNTIME_DIR: join(base, "gone") } })).toBe(inTemporaryFolder);
  expect(daemonFolder({ ...query, env: { XDG_RUNTIME_DIR: base }, uid: 12345 })).toBe("/lsp-locate-run-12345");
});

test("A path that is too long for a socket is left out, so that each socket fits", () => {
  const long = join(base, "x".repeat(80));
  mkdirSync(long);
  expect(daemonFolder({ ...query, env: { XDG_RUNTIME_DIR: long } })).toBe(inTemporaryFolder);
  const folder = daemonFolder({ ...query, env: {}, temporaryFolder: `/${"é".repeat(40)}` });
  expect(folder).toBe(`/tmp/lsp-locate-run-${uid ?? "user"}`);
  expect(Buffer.byteLength(daemonFiles(folder, "0123456789abcdef", "linux").socket)).toBeLessThan(104);
});

test("A temporary folder that is relative, missing or a file doesn't count", () => {
  const file = join(base, "file");
  writeFileSync(file, "");
  for (const temporaryFolder of ["tmp", ".", "", "/no/such/folder", file])
    expect(daemonFolder({ ...query, env: {}, temporaryFolder })).toBe(`/tmp/lsp-locate-run-${uid ?? "user"}`);
});

test("On Windows the session has a pipe, and its files are in the user's folder", () => {
  const env = { LOCALAPPDATA: "C:\\Users\\ann\\AppData\\Local" };
  const folder = daemonFolder({ ...query, platform: "win32", env });
  expect(folder).toBe("C:\\Users\\ann\\AppData\\Local\\lsp-locate\\sessions");
  const inProfile = daemonFolder({ ...query, platform: "win32", env: { USERPROFILE: "C:\\Users\\ann" } });
  expect(inProfile).toBe("C:\\Users\\ann\\lsp-locate\\sessions");
  const files = daemonFiles(folder, "0123456789abcdef", "win32");
  expect(files.socket).toMatch(/^\\\\\.\\pipe\\lsp-locate-[0-9a-f]{16}-0123456789abcdef$/);
  expect(files.record).toBe(`${folder}\\0123456789abcdef.json`);
});

test("On Windows each user has pipes of their own, however the path of the folder is written", () => {
  const pipe = (profile: string) =>
    daemonFiles(
      daemonFolder({ ...query, platform: "win32", env: { USERPROFILE: profile } }),
      "0123456789abcdef",
      "win32",
    ).socket;
  expect(pipe("C:\\Users\\Änn")).not.toBe(pipe("C:\\Users\\Önn"));
  expect(pipe("C:\\Users\\ann")).toBe(pipe("c:\\users\\ann"));
});

test("On Windows without a profile the folder is in the temporary one, and never on a relative path", () => {
  const folder = daemonFolder({
    ...query,
    platform: "win32",
    env: { LOCALAPPDATA: "AppData", USERPROFILE: "" },
    temporaryFolder: "C:\\Windows\\Temp",
  });
  expect(folder).toBe("C:\\Windows\\Temp\\lsp-locate\\sessions");
});

test("On Windows the view of the file system is the same on each drive", () => {
  expect(fileSystemView("win32")).toBe("");
  expect(fileSystemView("linux")).not.toBe("");
});

testIf(uid !== undefined, "needs POSIX")(
  "A new folder is the user's alone, and one that others can enter is refused",
  () => {
    const folder = join(base, "sessions");
    expect(checkDaemonFolder(folder)).toBe(false);
    createDaemonFolder(folder);
    createDaemonFolder(folder);
    expect(checkDaemonFolder(folder)).toBe(true);
    expect(() => checkDaemonFolder(folder, 12345)).toThrow("belongs to another user");
    chmodSync(folder, 0o710);
    expect(() => createDaemonFolder(folder)).toThrow("can be entered by other users (its mode is not 0700)");
  },
);
