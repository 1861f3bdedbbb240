/**
 * Another host: Debian's sshd on loopback, in a mount namespace of its own. There, the project has
 * another path, its path here is an empty folder, and `LIBRARIES` are files that only it has.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createFolder } from "../folders.js";
import { repository } from "../peer.js";

/** The folder that has the project there, and one with what only that host has. */
export const REMOTE_ROOT = "/srv/shop";
export const LIBRARIES = "/srv/lib";

export interface RemoteHost {
  /** Returns the command that runs one there; `line` is for its shell. */
  command(line: string): readonly string[];
  /** Kills the connections that are open. Returns their number. */
  killConnections(): number;
  stop(): Promise<void>;
}

const SSHD = "/usr/sbin/sshd";

/** Why there can be no other host on this machine; undefined where there can. */
export function remoteHostProblem(): string | undefined {
  if (process.platform !== "linux") return "other hosts are mount namespaces of Linux";
  for (const program of [SSHD, "/usr/bin/ssh", "/usr/bin/ssh-keygen"])
    if (!existsSync(program)) return `${program} is not installed: see scripts/install-programs.sh`;
  const [program = "", ...args] = namespace(["mount", "-t", "tmpfs", "tmpfs", "/srv"]);
  return spawnSync(program, args).status === 0 ? undefined : "neither root nor a user namespace is to be had";
}

/** Returns the command that runs one in a mount namespace, as root there. */
function namespace(command: readonly string[]): readonly string[] {
  const asRoot = userInfo().uid === 0 ? [] : ["--user", "--map-root-user"];
  return ["unshare", ...asRoot, "--mount", "--propagation", "private", "--", ...command];
}

/** Starts a host that has the folder `local` at `REMOTE_ROOT`, and these files in `LIBRARIES`. */
export async function startRemoteHost(
  local: string,
  libraries: Readonly<Record<string, string>> = {},
): Promise<RemoteHost> {
  const folder = createFolder();
  const path = (name: string) => join(folder, name);
  for (const key of ["host", "user"]) spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path(key)]);
  for (const [name, text] of Object.entries(libraries)) {
    mkdirSync(join(path("lib"), name, ".."), { recursive: true });
    writeFileSync(join(path("lib"), name), text);
  }
  mkdirSync(path("lib"), { recursive: true });
  const port = await freePort();
  const programs = [join(repository, "node_modules/.bin"), process.env["PATH"] ?? ""].join(delimiter);
  const options = {
    Port: port,
    ListenAddress: "127.0.0.1",
    HostKey: path("host"),
    AuthorizedKeysFile: path("user.pub"),
    PidFile: "none",
    StrictModes: "no",
    UsePAM: "no",
    PermitRootLogin: "yes",
    MaxStartups: 100,
    SetEnv: `"PATH=${programs}" GOFLAGS=-mod=mod GOPROXY=off`,
  };
  writeFileSync(path("sshd_config"), linesOf(options));
  const { username, uid, gid } = userInfo();
  const client = {
    HostName: "127.0.0.1",
    Port: port,
    User: username,
    IdentityFile: path("user"),
    StrictHostKeyChecking: "no",
    UserKnownHostsFile: "/dev/null",
    LogLevel: "ERROR",
    BatchMode: "yes",
  };
  writeFileSync(path("ssh_config"), `Host box\n${linesOf(client)}`);
  // sshd drops its privileges, for which it needs to be either root or nobody else.
  const asUser = uid === 0 ? "" : `unshare --user --map-user=${uid} --map-group=${gid} -- `;
  const script = [
    "mount -t tmpfs tmpfs /srv",
    `mkdir ${REMOTE_ROOT} ${LIBRARIES}`,
    `mount --bind '${local}' ${REMOTE_ROOT}`,
    `mount --bind '${path("lib")}' ${LIBRARIES}`,
    `mount -t tmpfs tmpfs '${local}'`,
    "test -d /run/sshd || { mount -t tmpfs tmpfs /run && mkdir /run/sshd; }",
    `exec ${asUser}${SSHD} -D -e -f '${path("sshd_config")}'`,
  ].join(" && ");
  const [program = "", ...args] = namespace(["sh", "-c", script]);
  const daemon = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  const command = (line: string) => ["ssh", "-F", path("ssh_config"), "-T", "box", line];
  await untilReachable(daemon, command("true"));
  return {
    command,
    killConnections() {
      const connections = childrenOf(daemon.pid);
      for (const pid of connections) kill(pid);
      return connections.length;
    },
    async stop() {
      const ended = new Promise((resolve) => daemon.once("exit", resolve));
      for (const pid of childrenOf(daemon.pid)) kill(pid);
      if (daemon.exitCode === null && daemon.kill("SIGKILL")) await ended;
    },
  };
}

function linesOf(options: Readonly<Record<string, string | number>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}\n`)
    .join("");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function untilReachable(daemon: ChildProcess, [program = "", ...args]: readonly string[]): Promise<void> {
  let output = "";
  daemon.stderr?.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  for (let tries = 0; tries < 100; tries++) {
    const tried = spawnSync(program, args, { encoding: "utf8" });
    if (tried.status === 0) return;
    if (daemon.exitCode !== null || tries === 99) throw new Error(`sshd: ${output}${tried.stderr}`);
    await pause(50);
  }
}

/** Returns the processes that one has started: of sshd, its connections. */
function childrenOf(pid: number | undefined): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
