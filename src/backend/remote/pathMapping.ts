/** Paths and `file:` URIs here and on the file system of a server elsewhere. */

import { posix } from "node:path";
import { URI } from "vscode-uri";
import { setLatest } from "../../text/list.js";
import { isAbsoluteAnywhere, isDrivePath, trimSeparators } from "../config/pathPairs.js";
import type { PathPair } from "../config/servers.js";

/** One direction of a mapping. */
export interface PathMap {
  /** The folders that are mapped, longest first. */
  readonly folders: readonly MappedFolder[];
  /** Returns the path on the other side; undefined for one that is in no mapped folder. */
  path(path: string): string | undefined;
  /** Returns the URI on the other side; undefined for one that is in no mapped folder. */
  uri(uri: string): string | undefined;
}

export interface PathMapping {
  readonly toRemote: PathMap;
  readonly toLocal: PathMap;
}

export interface MappedFolder {
  readonly from: Folder;
  readonly to: Folder;
  /** Whether another mapped folder is in it, or is reached through it. */
  readonly hasInner: boolean;
}

/** A folder of either side, in all spellings. */
interface Folder {
  /** As it was written, without a separator at its end; empty for `/`. */
  readonly path: string;
  /** That of the path, encoded as VS Code does, without a slash at its end. */
  readonly uri: string;
  /** The path of the URI: `/c:/work` for `C:\work`, `//host/share` for a network folder. */
  readonly slashed: string;
  readonly isWindows: boolean;
}

/** Returns the mapping of these folders. The longest one around a path counts. */
export function createPathMapping(pairs: readonly PathPair[]): PathMapping {
  const folders = pairs.map(({ local, remote }) => ({ local: folderOf(local), remote: folderOf(remote) }));
  const isInner = (side: "local" | "remote", at: number) =>
    folders.some((each, n) => n !== at && insideOf(folders[at]![side], each[side].slashed) !== undefined);
  const ordered = (from: "local" | "remote", to: "local" | "remote"): MappedFolder[] =>
    folders
      .map((each, n) => ({ from: each[from], to: each[to], hasInner: isInner(from, n) || isInner(to, n) }))
      .sort((one, other) => other.from.slashed.length - one.from.slashed.length);
  const [outward, inward] = [ordered("local", "remote"), ordered("remote", "local")];
  return { toRemote: createPathMap(outward, inward), toLocal: createPathMap(inward, outward) };
}

/** How many results are kept. */
const MAX_KEPT = 5_000;

function createPathMap(folders: readonly MappedFolder[], inverse: readonly MappedFolder[]): PathMap {
  const kept = new Map<string, string | undefined>();
  const remember = (text: string, map: () => string | undefined) => {
    const known = kept.get(text);
    if (known !== undefined || kept.has(text)) return known;
    const mapped = map();
    setLatest(kept, text, mapped, MAX_KEPT);
    return mapped;
  };
  const find = (slashed: string) => {
    const found = longestAround(slashed, folders);
    if (!found) return undefined;
    const mapped = `${found.folder.to.slashed}${found.inside}`;
    // A folder that is mapped inside of this one hides what is at its place.
    if (found.folder.hasInner && longestAround(mapped, inverse)?.folder.to !== found.folder.from) return undefined;
    return found;
  };
  return {
    folders,
    path: (path) =>
      remember(path, () => {
        if (!isAbsoluteAnywhere(path)) return undefined;
        const found = find(slashedOf(path));
        if (!found) return undefined;
        const { to } = found.folder;
        const inside = to.isWindows ? found.inside.replaceAll("/", "\\") : found.inside;
        return `${to.path}${inside}` || "/";
      }),
    uri: (uri) =>
      remember(uri, () => {
        const parsed = parseFileUri(uri);
        const found = parsed && find(parsed.slashed);
        if (!found) return undefined;
        const inside = URI.from({ scheme: "file", path: found.inside || "/" }).toString();
        const encoded = found.inside === "" ? "" : inside.slice("file://".length);
        return `${found.folder.to.uri}${encoded}${parsed.suffix}`;
      }),
  };
}

/** Returns the longest folder around a path, and the path in it: empty, or from its slash on. */
function longestAround(slashed: string, folders: readonly MappedFolder[]) {
  for (const folder of folders) {
    const inside = insideOf(folder.from, slashed);
    if (inside !== undefined) return { folder, inside };
  }
  return undefined;
}

function insideOf({ slashed: folder, isWindows }: Folder, slashed: string): string | undefined {
  const begin = slashed.slice(0, folder.length);
  const isSame = isWindows ? begin.toLowerCase() === folder.toLowerCase() : begin === folder;
  const inside = slashed.slice(folder.length);
  if (!isSame || (inside !== "" && inside[0] !== "/")) return undefined;
  return inside === "/" ? "" : inside;
}

function folderOf(path: string): Folder {
  const slashed = trimSeparators(slashedOf(path));
  const hostEnd = slashed.startsWith("//") ? `${slashed}/`.indexOf("/", 2) : 0;
  const parts = { authority: slashed.slice(2, hostEnd), path: slashed.slice(hostEnd) || "/" };
  const uri = URI.from({ scheme: "file", ...parts }).toString();
  return { path: trimSeparators(path), uri: uri.replace(/\/$/, ""), slashed, isWindows: isDrivePath(path) };
}

/** Returns a path as URIs write it, with `.` and `..` resolved and the drive in lower case. */
function slashedOf(path: string): string {
  if (!isDrivePath(path)) return posix.normalize(path);
  const slashes = path.replaceAll("\\", "/");
  const isNetwork = slashes.startsWith("//");
  const normal = posix.normalize(isNetwork ? slashes.slice(1) : `/${slashes}`);
  return isNetwork ? `/${normal}` : lowerDrive(normal);
}

/** Returns the decoded path of a `file:` URI, and its query and fragment as they were written. */
function parseFileUri(uri: string): { readonly slashed: string; readonly suffix: string } | undefined {
  try {
    const { scheme, authority, path } = URI.parse(uri, true);
    if (scheme !== "file") return undefined;
    const slashed = lowerDrive(posix.normalize(path));
    const host = authority === "" || authority === "localhost" ? "" : `//${authority}`;
    const suffixAt = uri.search(/[?#]/);
    return { slashed: `${host}${slashed}`, suffix: suffixAt < 0 ? "" : uri.slice(suffixAt) };
  } catch {
    return undefined;
  }
}

/** Returns the absolute path of a `file:` URI on its own system; undefined for another URI. */
export function remotePathOf(uri: string): string | undefined {
  const slashed = parseFileUri(uri)?.slashed;
  return slashed?.replace(/^\/(?=[a-z]:\/)/, "");
}

function lowerDrive(path: string): string {
  return path.replace(/^\/[A-Z]:/, (drive) => drive.toLowerCase());
}
