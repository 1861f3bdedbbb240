/** A workspace of pipes, devices, sockets, loops and odd names, for tests. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Nothing like it can be made on Windows. */
export const canBeHostile = process.platform !== "win32";

const python = `class Cart:
    """A cart."""

    def total(self, price):
        return price + 1


def pay(cart):
    return cart.total(2)
`;

/** A path that can't be read as a file, and what the error says about it. */
export interface OddFile {
  readonly path: string;
  readonly why: RegExp;
}

/** Files of the workspace that can't be read. */
export const oddFiles: readonly OddFile[] = [
  { path: "pipe.py", why: /it is a named pipe, not a regular file/ },
  { path: "linkToPipe.py", why: /it is a named pipe, not a regular file/ },
  { path: "socket.py", why: /it is a socket, not a regular file/ },
  { path: "zero.py", why: /it is a device, not a regular file/ },
  { path: "terminal.py", why: /it is a device, not a regular file/ },
  { path: "loop.py", why: /There is no file|it is a link that leads to itself/ },
  {
    path: "folder.py",
    why: /it is a folder, not a regular file|folder\.py is a folder|There are no .*files .*in folder\.py/,
  },
  ...(existsSync("/proc/self/pagemap") ? [{ path: "pagemap.py", why: /it is larger than 32 MB/ }] : []),
  // Records come one at a time, and the first may be there. Only root may read them.
  ...(existsSync("/proc/kmsg")
    ? [{ path: "kmsg.py", why: /it is not a regular file but a stream|permission denied/ }]
    : []),
];

/** Names that are allowed in a workspace, each with the same text as shop.py. */
export const oddNames: readonly string[] = [
  "with space.py",
  "ünïcode 💣.py",
  "'quoted'.py",
  "-dash.py",
  "[brackets].py",
];

/** Makes the workspace; shop.py declares Cart, Cart.total and pay. Resolves with its path. */
export async function createHostileFolder(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hostile-")));
  const at = (name: string) => join(folder, name);
  for (const name of [".git", ".git/info", "folder.py", "inner", "generated", "deep"]) mkdirSync(at(name));
  writeFileSync(at("shop.py"), python);
  writeFileSync(at("inner/use.py"), "from shop import pay\n\npay(None)\n");
  const pipes = [".gitignore", "CACHEDIR.TAG", "pipe.py", "generated/CACHEDIR.TAG", ".git/info/exclude"];
  execFileSync("mkfifo", pipes.map(at));
  const links: Readonly<Record<string, string>> = {
    "linkToPipe.py": "pipe.py",
    "zero.py": "/dev/zero",
    "terminal.py": "/dev/tty",
    "loop.py": "loop.py",
    "inner/.gitignore": "/dev/zero",
    "deep/.gitignore": "../pipe.py",
    "deep/CACHEDIR.TAG": "/dev/zero",
    "deep/up": "..",
    "pagemap.py": "/proc/self/pagemap",
    "kmsg.py": "/proc/kmsg",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, at(name));
  // The socket's file stays where it is not unlinked by its server.
  await new Promise<void>((resolve) => {
    const server = createServer().listen(at("socket.py"), () => {
      execFileSync("ln", [at("socket.py"), at("socket2.py")]);
      server.close(() => resolve());
    });
  });
  execFileSync("mv", [at("socket2.py"), at("socket.py")]);
  for (const name of oddNames) writeFileSync(at(name), python.replaceAll("pay", "payOdd"));
  // A name that is not UTF-8.
  writeFileSync(Buffer.concat([Buffer.from(at("latin-")), Buffer.from([0xe9]), Buffer.from(".py")]), python);
  return folder;
}
