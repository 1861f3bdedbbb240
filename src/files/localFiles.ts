/**
 * Which files are on a local disk. Their stats are read at once, as a call in another thread takes
 * ten times as long. A network's file system may hang, so its files are left to other threads.
 */

import { readFileSync } from "node:fs";

const MAX_PATHS = 10_000;

/** Paths of files that were on a local disk when last looked at. */
export class LocalFiles {
  readonly #paths = new Set<string>();

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Notes the device of a file (`stat.dev`); undefined if the file can't be looked at. */
  note(path: string, device: number | undefined): void {
    if (device === undefined || !isLocalDevice(device)) this.#paths.delete(path);
    else if (!this.#paths.has(path)) {
      if (this.#paths.size >= MAX_PATHS) this.#paths.clear();
      this.#paths.add(path);
    }
  }
}

/** Linux lists what is mounted here. Elsewhere, no device is known to be local. */
const MOUNTS_FILE = "/proc/self/mountinfo";
/** A device that is not in the list is looked for again after this time. */
const MOUNTS_TTL_MS = 10_000;

let devices: { readonly local: ReadonlySet<number>; readonly at: number } | undefined;

function isLocalDevice(device: number): boolean {
  if (devices?.local.has(device)) return true;
  if (devices === undefined || performance.now() - devices.at > MOUNTS_TTL_MS)
    devices = { local: localDevicesOf(readMounts()), at: performance.now() };
  return devices.local.has(device);
}

function readMounts(): string {
  try {
    return readFileSync(MOUNTS_FILE, "utf8");
  } catch {
    return "";
  }
}

const localTypes: ReadonlySet<string> = new Set(["ext2", "ext3", "ext4", "xfs", "f2fs", "zfs", "tmpfs", "overlay"]);

/**
 * Returns the numbers of the devices (`stat.dev`) whose file system is local, from the lines of
 * proc_pid_mountinfo(5): `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext4 /dev/root rw`.
 */
export function localDevicesOf(mounts: string): ReadonlySet<number> {
  const local = new Set<number>();
  for (const line of mounts.split("\n")) {
    const [head = "", tail = ""] = line.split(" - ", 2);
    const [major, minor] = (head.split(" ")[2] ?? "").split(":").map(Number);
    if (major === undefined || minor === undefined || !localTypes.has(tail.split(" ")[0] ?? "")) continue;
    local.add(deviceNumber(major, minor));
  }
  return local;
}

/** Returns a device's number as `makedev` of glibc does, for the bits that Linux uses. */
function deviceNumber(major: number, minor: number): number {
  return (minor & 0xff) + (major & 0xfff) * 2 ** 8 + (minor >>> 8) * 2 ** 20;
}
