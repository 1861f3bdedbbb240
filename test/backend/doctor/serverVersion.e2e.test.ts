/** The version of a server: from its package, from the program, or unknown. */

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findVersion, parseVersion } from "../../../src/backend/doctor/serverVersion.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  chmodSync(join(folder, path), 0o755);
}
const says = (text: string) => `#!/bin/sh\necho '${text}'\n`;
write("node_modules/pack/package.json", `{ "name": "pack", "version": "3.2.1" }`);
write("node_modules/pack/lib/package.json", `{ "type": "module" }`);
write("node_modules/pack/lib/server.sh", says("9.9.9"));
write("node_modules/odd/package.json", "{");
write("node_modules/odd/server.sh", says("odd 1.1"));
write("bin/alone", says("alone version 0.4.0-rc1 (linux)"));
write("bin/errors", "#!/bin/sh\necho 1.2.3; exit 1\n");
write("bin/mute", says("usage: mute"));
write("bin/hangs", "#!/bin/sh\nexec sleep 100\n");
// The version of a project is not that of a program in its folder.
write("package.json", `{ "version": "7.7.7" }`);
symlinkSync("../node_modules/pack/lib/server.sh", join(folder, "bin/linked"));

test.each([
  ["bin/linked", "3.2.1"],
  ["node_modules/odd/server.sh", "1.1"],
  ["bin/alone", "0.4.0-rc1"],
  ["bin/errors", null],
  ["bin/mute", null],
  ["bin/missing", null],
])("The version of %s is %s", async (path, version) => {
  expect(await findVersion(join(folder, path), 10_000)).toBe(version);
});

test("A program without output is given up after the timeout", async () => {
  expect(await findVersion(join(folder, "bin/hangs"), 50)).toBeNull();
});

test.each([
  ["5.3.0", "5.3.0"],
  ["Debian clangd version 14.0.6 linux+grpc", "14.0.6"],
  ['{"GoVersion":"go1.26.8","Main":{"Version":"v0.22.0"},"Version":"v0.22.0"}', "0.22.0"],
  ["usage: server [options]", null],
])("The version is read from %s", (text, version) => {
  expect(parseVersion(text)).toBe(version);
});
