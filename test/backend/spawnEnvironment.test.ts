/** PATH of the processes that we start. */

import { spawnEnvironment } from "../../src/backend/spawnEnvironment.js";

test.each([
  ["/usr/bin:/opt/x", "/usr/bin:/opt/x"],
  [":/usr/bin", "/usr/bin"],
  ["/usr/bin:", "/usr/bin"],
  ["/usr/bin::/bin", "/usr/bin:/bin"],
  [".:/usr/bin:./node_modules/.bin:../bin:bin", "/usr/bin"],
  ["", "/usr/bin:/bin"],
  [".", "/usr/bin:/bin"],
])("Of the PATH %j, only absolute folders remain: %j", (path, expected) => {
  expect(spawnEnvironment({ PATH: path, HOME: "/h" }, "linux")).toEqual({ PATH: expected, HOME: "/h" });
});

test("An environment without PATH stays as it is", () => {
  expect(spawnEnvironment({ HOME: "/h" }, "linux")).toEqual({ HOME: "/h" });
});

test("On Windows, quotes are removed, and programs are not searched in the working directory", () => {
  const path = String.raw`C:\bin;"C:\Program Files\x";.;bin;;C:relative`;
  expect(spawnEnvironment({ Path: path }, "win32")).toEqual({
    Path: String.raw`C:\bin;C:\Program Files\x`,
    NoDefaultCurrentDirectoryInExePath: "1",
  });
});
