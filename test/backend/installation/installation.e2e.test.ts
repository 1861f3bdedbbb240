/** Programs are searched in PATH and the given folders only. */

import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findInstallation, findServerProgram } from "../../../src/backend/installation/installation.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();
const bin = join(folder, "bin");
const other = join(folder, "other");

for (const place of [bin, other]) {
  mkdirSync(place);
  writeFileSync(join(place, "server"), "#!/bin/sh\n");
  chmodSync(join(place, "server"), 0o755);
}
writeFileSync(join(bin, "text"), "");
chmodSync(join(bin, "text"), 0o644);
mkdirSync(join(bin, "folder"));

test.each([
  [["server"], { env: { PATH: `${bin}:${other}` } }, join(bin, "server")],
  [["server"], { env: { PATH: bin }, searchIn: [other] }, join(other, "server")],
  [["server"], { env: { PATH: "/nowhere" } }, undefined],
  [["server"], { env: {} }, undefined],
  [["text"], { env: { PATH: bin } }, undefined],
  [["folder"], { env: { PATH: bin } }, undefined],
  [[join(other, "server")], { env: { PATH: "" } }, join(other, "server")],
  [["./server"], { env: { PATH: bin } }, undefined],
  [[], { env: { PATH: bin } }, undefined],
  [[""], { env: { PATH: bin } }, undefined],
] as const)("%j with %j", (command, options, path) => {
  expect(findServerProgram({ command }, { platform: "linux", ...options })).toBe(path);
});

test("Relative entries of PATH are skipped, as they lead into the workspace", () => {
  const before = process.cwd();
  process.chdir(bin);
  try {
    expect(
      findServerProgram({ command: ["server"] }, { platform: "linux", env: { PATH: ".::../bin" } }),
    ).toBeUndefined();
  } finally {
    process.chdir(before);
  }
});

describe("findInstallation", () => {
  const script = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  script("stub", `echo "error: unknown binary 'stub'" >&2; echo "  at line 1"; exit 1`);
  script("silent", "exit 3");
  script("fine", `[ "$1" = check ] && [ "$2" = "a b" ] && [ "$MINE" = yes ]`);
  script("killed", "kill -9 $$");

  test.each([
    ["server", undefined, { kind: "installed", path: join(bin, "server") }],
    ["nothing", undefined, { kind: "missing" }],
    ["folder", undefined, { kind: "missing" }],
    ["text", undefined, { kind: "not executable", path: join(bin, "text") }],
    [join(bin, "text"), undefined, { kind: "not executable", path: join(bin, "text") }],
    [join(bin, "nothing"), undefined, { kind: "missing" }],
    ["fine", ["fine", "check", "a b"], { kind: "installed", path: join(bin, "fine") }],
    ["server", ["fine", "check", "a b"], { kind: "installed", path: join(bin, "server") }],
    ["fine", ["fine", "check"], { kind: "unfit", path: join(bin, "fine"), reason: "its check ended with exit code 1" }],
    ["stub", ["stub"], { kind: "unfit", path: join(bin, "stub"), reason: "error: unknown binary 'stub'" }],
    ["silent", ["silent"], { kind: "unfit", path: join(bin, "silent"), reason: "its check ended with exit code 3" }],
    ["server", ["no"], { kind: "unfit", reason: "`no`, which its check runs, is not installed" }],
    ["killed", ["killed"], { kind: "unfit", reason: "its check ended by SIGKILL" }],
    // A check is run only if the program exists.
    ["nothing", ["fine", "check"], { kind: "missing" }],
  ])("The installation of %s with the check %j is %j", (program, check, finding) => {
    const sought = { command: [program], env: { MINE: "yes" }, ...(check === undefined ? {} : { check }) };
    expect(findInstallation(sought, { platform: "linux", env: { PATH: `${bin}:/usr/bin:/bin` } })).toMatchObject(
      finding,
    );
  });

  test("An executable later in PATH precedes a file that is not executable", () => {
    writeFileSync(join(other, "text"), "#!/bin/sh\n");
    chmodSync(join(other, "text"), 0o755);
    expect(findServerProgram({ command: ["text"] }, { platform: "linux", env: { PATH: `${bin}:${other}` } })).toBe(
      join(other, "text"),
    );
  });

  test("The result of a check is cached", () => {
    const log = join(folder, "checks");
    script("counted", `echo run >> ${log}`);
    appendFileSync(log, "");
    const options = { platform: "linux", env: { PATH: `${bin}:/usr/bin:/bin` } } as const;
    for (let time = 0; time < 3; time++) findServerProgram({ command: ["counted"], check: ["counted"] }, options);
    expect(readFileSync(log, "utf8")).toBe("run\n");
  });

  test("A check that has failed is run again with another environment of the server", () => {
    script("particular", `[ "$MINE" = yes ]`);
    const check = { command: ["particular"], check: ["particular"] };
    const kinds = ["no", "yes"].map(
      (mine) => findInstallation({ ...check, env: { MINE: mine } }, { env: { PATH: bin } }).kind,
    );
    expect(kinds).toEqual(["unfit", "installed"]);
  });

  test("A check that has failed is run again with another environment of the caller", () => {
    script("peculiar", `[ "$MINE" = yes ]`);
    const check = { command: ["peculiar"], check: ["peculiar"] };
    const kinds = ["no", "yes"].map((mine) => findInstallation(check, { env: { PATH: bin, MINE: mine } }).kind);
    expect(kinds).toEqual(["unfit", "installed"]);
  });
});
