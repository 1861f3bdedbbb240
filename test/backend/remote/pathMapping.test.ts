import { createPathMapping, remotePathOf } from "../../../src/backend/remote/pathMapping.js";

const shop = createPathMapping([{ local: "/home/me/my shop", remote: "/workspace" }]);

test.each([
  ["/home/me/my shop", "/workspace"],
  ["/home/me/my shop/", "/workspace"],
  ["/home/me/my shop/src/a.ts", "/workspace/src/a.ts"],
  ["/home/me/my shop/💣 é.ts", "/workspace/💣 é.ts"],
  ["/home/me/my shop/src/../b.ts", "/workspace/b.ts"],
])("The path %s is %s on the other side", (local, remote) => {
  expect(shop.toRemote.path(local)).toBe(remote);
});

test.each([
  "/home/me/my shop2/a.ts",
  "/home/me",
  "/home/me/my shop/../secret.ts",
  "src/a.ts",
  "",
  "file:///home/me/my%20shop/a.ts",
])("The path %j is in no mapped folder", (path) => {
  expect(shop.toRemote.path(path)).toBeUndefined();
});

test.each([
  ["file:///workspace", "file:///home/me/my%20shop"],
  ["file:///workspace/a.ts", "file:///home/me/my%20shop/a.ts"],
  ["file:///workspace/a%20b%23.ts#L3", "file:///home/me/my%20shop/a%20b%23.ts#L3"],
  ["file://localhost/workspace/a.ts", "file:///home/me/my%20shop/a.ts"],
  ["file:///work%73pace/a.ts", "file:///home/me/my%20shop/a.ts"],
  ["file:///workspace/%F0%9F%92%A3.ts", "file:///home/me/my%20shop/%F0%9F%92%A3.ts"],
])("The URI %s of the server is %s here", (remote, local) => {
  expect(shop.toLocal.uri(remote)).toBe(local);
});

test.each([
  "file:///workspace2/a.ts",
  "file:///workspace/../etc/passwd",
  "file:///workspace/%2e%2e/etc/passwd",
  "untitled:/workspace/a.ts",
  "http://host/workspace/a.ts",
  "file:///work%zz",
])("The URI %s of the server is in no mapped folder", (uri) => {
  expect(shop.toLocal.uri(uri)).toBeUndefined();
});

describe("Of folders in each other, the longest one counts", () => {
  const { toRemote, toLocal } = createPathMapping([
    { local: "/home/me/shop", remote: "/workspace" },
    { local: "/home/me/shop/vendor", remote: "/opt/vendor" },
    { local: "/data", remote: "/workspace/data" },
  ]);

  test.each([
    ["/home/me/shop/a.ts", "/workspace/a.ts"],
    ["/home/me/shop/vendor/b.ts", "/opt/vendor/b.ts"],
    ["/home/me/shop/vendor2/b.ts", "/workspace/vendor2/b.ts"],
    ["/data/c.ts", "/workspace/data/c.ts"],
  ])("%s is %s on the other side, and back", (local, remote) => {
    expect(toRemote.path(local)).toBe(remote);
    expect(toLocal.path(remote)).toBe(local);
  });

  test("A folder in which another one is mounted there has no path there", () => {
    expect(toRemote.path("/home/me/shop/data/hidden.ts")).toBeUndefined();
    expect(toLocal.path("/workspace/vendor/hidden.ts")).toBeUndefined();
  });
});

describe("One side may be Windows", () => {
  const wsl = createPathMapping([
    { local: "C:\\Users\\me\\shop", remote: "/mnt/c/Users/me/shop" },
    { local: "\\\\wsl.localhost\\Debian\\home\\me", remote: "/home/me" },
  ]);

  test.each([
    ["C:\\Users\\me\\shop\\src\\a.ts", "/mnt/c/Users/me/shop/src/a.ts"],
    ["\\\\wsl.localhost\\Debian\\home\\me\\b.ts", "/home/me/b.ts"],
  ])("The path %s is %s, and back", (local, remote) => {
    expect(wsl.toRemote.path(local)).toBe(remote);
    expect(wsl.toLocal.path(remote)).toBe(local);
  });

  test.each([
    ["file:///c%3A/Users/me/shop/a.ts", "file:///mnt/c/Users/me/shop/a.ts"],
    ["file://wsl.localhost/Debian/home/me/b.ts", "file:///home/me/b.ts"],
  ])("The URI %s is %s, and back", (local, remote) => {
    expect(wsl.toRemote.uri(local)).toBe(remote);
    expect(wsl.toLocal.uri(remote)).toBe(local);
  });

  test("A drive and names are compared without case", () => {
    expect(wsl.toRemote.uri("file:///C:/users/ME/shop/a.ts")).toBe("file:///mnt/c/Users/me/shop/a.ts");
    expect(wsl.toRemote.path("c:/Users/me/shop/a.ts")).toBe("/mnt/c/Users/me/shop/a.ts");
  });
});

test("The whole of the other file system may be mapped", () => {
  const { toRemote, toLocal } = createPathMapping([{ local: "/mnt/box", remote: "/" }]);
  expect(toRemote.path("/mnt/box")).toBe("/");
  expect(toLocal.path("/")).toBe("/mnt/box");
  expect(toLocal.uri("file:///usr/lib/a.py")).toBe("file:///mnt/box/usr/lib/a.py");
  expect(toRemote.uri("file:///mnt/box/usr/lib/a.py")).toBe("file:///usr/lib/a.py");
});

test.each([
  ["file:///usr/lib/a%20b.py", "/usr/lib/a b.py"],
  ["file:///usr/lib/../../etc/x", "/etc/x"],
  ["file:///C%3A/Go/src/fmt.go", "c:/Go/src/fmt.go"],
])("The URI %s names the path %s", (uri, path) => {
  expect(remotePathOf(uri)).toBe(path);
});
