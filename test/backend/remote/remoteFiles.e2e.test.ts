/** The command that reads files of another file system: its words, its limits, its failures. */

import { type RemoteReading, readCommand, readRemoteFile } from "../../../src/backend/remote/remoteFiles.js";
import { attempt, LocateError } from "../../../src/error.js";
import { describeIf } from "../../jest.js";

/** Returns a command that runs a script of Node, with the path as its argument. */
const running = (script: string): readonly string[] => [process.execPath, "-e", script, "{path}"];

const ssh: RemoteReading = { name: "gopls", read: ["ssh", "box", "cat", "{path}"], shell: "posix" };

test.each<[string, string, string]>([
  ["a path", "/usr/lib/a.go", "'/usr/lib/a.go'"],
  ["spaces and substitutions", "/lib/$(touch x) `y` $HOME", "'/lib/$(touch x) `y` $HOME'"],
  ["a quote", "/lib/it's", "'/lib/it'\\''s'"],
  ["patterns of a replacement", "/lib/$&$1", "'/lib/$&$1'"],
])("A shell gets one word for %s", (_title, path, word) => {
  expect(readCommand(path, ssh)).toEqual(["ssh", "box", "cat", word]);
});

test("Without a shell the path is passed on as it is, also within a word", () => {
  expect(readCommand("/lib/it's", { name: "gopls", read: ["cat", "--file={path}"] })).toEqual([
    "cat",
    "--file=/lib/it's",
  ]);
});

const readable = { ...ssh, readable: ["/usr/lib/", "C:\\Go"] };

test.each(["/usr/lib", "/usr/lib/a.go", "c:/Go/src/fmt.go", "C:\\go\\src\\fmt.go"])("%s is readable", (path) => {
  expect(readCommand(path, readable)).toHaveLength(4);
});

test.each<[string, string, RemoteReading]>([
  ["/usr/library/a.go", "it is in none of the folders of servers.gopls.readable: /usr/lib/, C:\\Go", readable],
  ["/usr/lib/../../etc/passwd", "it is in none of the folders", readable],
  ["/usr/lib/a\0b", "its name has a NUL", readable],
  ["/usr/lib/a.go", 'servers.gopls in servers.json has no `read`, as in "read": ["ssh"', { name: "gopls" }],
])("%j is not read: %s", (path, why, reading) => {
  const error = attempt(() => readCommand(path, reading));
  expect(error).toBeInstanceOf(LocateError);
  expect((error as LocateError).message).toContain(why);
  expect((error as LocateError).data).toMatchObject({ kind: "file_unreadable", path });
});

const failing: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    "fails",
    running("console.error('cat: no such file'); process.exit(2)"),
    /ended with exit code 2: cat: no such file\.$/,
  ],
  ["is not installed", ["no-such-program-67", "{path}"], /no-such-program-67/],
  ["prints for ever", running("setInterval(() => process.stdout.write('x'.repeat(1e6)), 1)"), /more than 20 MB/],
];

test.each(failing)("A command that %s is the error that says so", async (_title, read, message) => {
  const error = await readRemoteFile("/lib/a.go", { name: "gopls", read }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LocateError);
  expect((error as LocateError).message).toMatch(/^\/lib\/a\.go can't be read where the server runs: /);
  expect((error as LocateError).message).toMatch(message);
});

test("A command that prints nothing and doesn't end is killed after its time", async () => {
  const read = running("setInterval(() => {}, 1000)");
  const error = await readRemoteFile("/lib/a.go", { name: "gopls", read }, 100).catch((reason: unknown) => reason);
  expect((error as LocateError).message).toMatch(/took more than 0\.1 s\.$/);
});

test("What it prints is the file, byte for byte", async () => {
  const read = running("process.stdout.write(Buffer.from([0, 0xff, 0x0d, 0x0a]))");
  expect(await readRemoteFile("/lib/a.go", { name: "gopls", read })).toEqual(Buffer.from([0, 0xff, 0x0d, 0x0a]));
});

describeIf(process.platform !== "win32", "there is no POSIX shell")("a shell", () => {
  test("reads the file that is named, whatever is in its name", async () => {
    const reading: RemoteReading = { name: "gopls", read: ["sh", "-c", "printf %s {path}"], shell: "posix" };
    const path = '/lib/it\'s $(echo x) `y` "z" \\ *';
    expect((await readRemoteFile(path, reading)).toString()).toBe(path);
  });
});
