/**
 * The entry of servers.json that fits a dev container. Its devcontainer.json is only read: nothing
 * of it is started.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: devcontainer.json has such

import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type ParseError, parse } from "jsonc-parser";
import { readWholeFileSync } from "../../files/readFileSync.js";
import type { PathPair, Server } from "../config/servers.js";
import { isObject } from "../isObject.js";

export interface DevContainerAdvice {
  /** The devcontainer.json: an absolute path. */
  readonly file: string;
  /** A servers.json with the entry, as JSON; null where it can't be told. */
  readonly entry: string | null;
  /** Why it can't be told, or what else to know: a sentence. */
  readonly note: string;
}

const MAX_BYTES = 1024 * 1024;

/** Returns the advice for the dev container of a folder (absolute), for one server. */
export function adviseDevContainer(
  folder: string,
  server: Pick<Server, "name" | "command">,
): DevContainerAdvice | undefined {
  const file = findDevContainer(folder);
  if (file === undefined) return undefined;
  const config = readConfig(file);
  if (config === undefined) return { file, entry: null, note: "It can't be read as JSON." };
  const pair = mountOf(folder, config);
  if (pair === undefined || /\$\{/.test(`${pair.local}${pair.remote}`)) {
    const why = pair
      ? "it has variables of the environment"
      : 'it uses Docker Compose and names no "workspaceFolder", so that its mounts say it';
    return { file, entry: null, note: `Where the code is in the container can't be told from it: ${why}.` };
  }
  const reach = ["devcontainer", "exec", "--workspace-folder", folder];
  const entry = {
    command: [...reach, ...server.command],
    paths: [pair],
    read: [...reach, "cat", "{path}"],
  };
  const note = `Start the container with: devcontainer up --workspace-folder ${folder}. The entry is for this folder alone: put it into a file of its own, which --servers names.`;
  return { file, entry: JSON.stringify({ servers: { [server.name]: entry } }), note };
}

/** In the order in which the specification looks for them. */
function findDevContainer(folder: string): string | undefined {
  const inner = join(folder, ".devcontainer");
  const fixed = [join(inner, "devcontainer.json"), join(folder, ".devcontainer.json")];
  const found = fixed.find((path) => existsSync(path));
  if (found !== undefined || !existsSync(inner)) return found;
  return readdirSync(inner)
    .map((name) => join(inner, name, "devcontainer.json"))
    .find((path) => existsSync(path));
}

function readConfig(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { bytes } = readWholeFileSync(file, { maxBytes: MAX_BYTES });
    const errors: ParseError[] = [];
    const config: unknown = parse(bytes.toString("utf8"), errors, { allowTrailingComma: true });
    return isObject(config) && errors.length === 0 ? config : undefined;
  } catch {
    return undefined;
  }
}

/** Returns which folder is mounted where; undefined where other files say it. */
function mountOf(folder: string, config: Readonly<Record<string, unknown>>): PathPair | undefined {
  const { workspaceFolder, workspaceMount, dockerComposeFile } = config;
  const fill = (text: string) =>
    text.replaceAll("${localWorkspaceFolderBasename}", basename(folder)).replaceAll("${localWorkspaceFolder}", folder);
  if (typeof workspaceMount === "string") {
    const fields = new Map(
      fill(workspaceMount)
        .split(",")
        .map((field) => field.split("=", 2) as [string, string]),
    );
    const remote = fields.get("target") ?? fields.get("dst") ?? fields.get("destination");
    const local = fields.get("source") ?? fields.get("src");
    if (remote?.startsWith("/")) return { local: local?.startsWith("/") ? local : folder, remote };
  }
  if (dockerComposeFile !== undefined)
    return typeof workspaceFolder === "string" ? { local: folder, remote: fill(workspaceFolder) } : undefined;
  // The root of the repository is mounted, by its name.
  const root = gitRootOf(folder) ?? folder;
  if (typeof workspaceFolder === "string") {
    const remote = fill(workspaceFolder);
    const inside = relative(root, folder).split("\\").join("/");
    // Where only a subfolder is opened, the name is that of the folder in the mount.
    return inside !== "" && remote.endsWith(`/${inside}`)
      ? { local: root, remote: remote.slice(0, -inside.length - 1) }
      : { local: folder, remote };
  }
  return { local: root, remote: `/workspaces/${basename(root)}` };
}

function gitRootOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
}
