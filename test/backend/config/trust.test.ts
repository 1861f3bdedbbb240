/** Trust in workspaces: the folders of servers.json, and the restrictions of servers. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadServers, shippedServers } from "../../../src/backend/config/loadServers.js";
import { effectiveSettings, mergeOptions } from "../../../src/backend/config/settings.js";
import { isUntrusted, serversAt, untrustedServers } from "../../../src/backend/config/trust.js";
import { temporaryFolder } from "../../folders.js";

const folder = temporaryFolder();

async function load(file: object, options: { readonly untrusted?: boolean } = {}) {
  const path = join(folder, "servers.json");
  writeFileSync(path, JSON.stringify(file));
  return loadServers({ path, home: "/home/me", ...options });
}

test("The innermost entry around a path decides, by its real path", async () => {
  for (const path of ["down/mine/a", "down/other"]) mkdirSync(join(folder, path), { recursive: true });
  symlinkSync(join(folder, "down/other"), join(folder, "link"));
  const servers = await load({
    folders: { down: {}, [join(folder, "down/mine")]: { untrusted: false }, "~/x": { untrusted: true } },
  });
  expect(servers.problems).toEqual([]);
  const rows = [
    ["down", true],
    ["down/other/a.ts", true],
    ["down/mine", false],
    ["down/mine/a/b.ts", false],
    ["link/a.ts", true],
    ["downtown", false],
    [".", false],
    ["/home/me/x/y", true],
  ] as const;
  for (const [path, expected] of rows)
    expect([path, isUntrusted(servers, path.startsWith("/") ? path : join(folder, path))]).toEqual([path, expected]);
});

test("A mistake in folders is reported like others, and an entry without its field stays untrusted", async () => {
  const servers = await load({ folders: { "/a": { untrusted: "yes" }, "/b": { trusted: true } } });
  expect(servers.problems.map(({ key }) => key).sort()).toEqual(["folders./a.untrusted", "folders./b.trusted"]);
  expect([isUntrusted(servers, "/a"), isUntrusted(servers, "/b")]).toEqual([true, true]);
});

test("Safeguards are merged over the entry; a server without them is refused", async () => {
  const { servers } = await load(
    {
      servers: {
        safe: {
          command: ["safe"],
          settings: { a: 1, b: { c: 2 } },
          untrusted: { settings: { b: { c: 3 } }, env: { X: "" }, arguments: ["--safe"] },
        },
        unknown: { command: ["unknown"] },
        unsafe: { command: ["unsafe"], untrusted: "it runs code" },
        gopls: { untrusted: null },
      },
    },
    { untrusted: true },
  );
  expect(servers.get("safe")).toMatchObject({
    command: ["safe", "--safe"],
    settings: { a: 1, b: { c: 3 } },
    env: { X: "" },
    restriction: { kind: "limited" },
  });
  for (const name of ["unknown", "gopls"]) expect(servers.get(name)?.restriction?.kind).toBe("refused");
  expect(servers.get("unsafe")?.restriction).toEqual({ kind: "refused", reason: "it runs code" });
});

test("The embedded server is started in an untrusted workspace", () => {
  expect(untrustedServers(shippedServers()).servers.get("embedded")?.restriction?.kind).toBe("limited");
});

test("In a trusted workspace, servers are as they were", async () => {
  const servers = await load({ folders: { "/elsewhere": {} } });
  expect(serversAt(servers, folder)).toBe(servers);
  expect(serversAt(servers, "/elsewhere/a")).toBe(serversAt(servers, "/elsewhere/b"));
  expect(servers.servers.get("pyright")?.restriction).toBeUndefined();
});

const restricted = {
  restriction: { kind: "limited", settings: { ra: { build: { enable: false }, check: null } } },
} as const;

test.each([
  [{ ra: { build: { enable: true, x: 1 } } }, undefined, { ra: { build: { enable: false, x: 1 }, check: null } }],
  [{ build: { enable: true }, y: 2 }, "ra", { build: { enable: false }, y: 2, check: null }],
  [null, "ra", { build: { enable: false }, check: null }],
  [true, "ra.build.enable", false],
  [{ z: 1 }, "other", { z: 1 }],
  [null, "other", null],
])("The settings %j of section %j become %j", (value, section, expected) => {
  expect(effectiveSettings(value, section, restricted)).toEqual(expected);
  expect(effectiveSettings(value, section, undefined)).toEqual(value);
});

test("A value that is no object is replaced as a whole", () => {
  expect(mergeOptions([1], { a: 1 })).toEqual({ a: 1 });
  expect(mergeOptions({ a: { b: 1 } }, { a: null })).toEqual({ a: null });
});
