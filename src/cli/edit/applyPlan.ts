/** A plan carried out on the disk: each file whole or not at all. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { decode } from "../../text/decode.js";
import type { DiskEntry, EditPlan, FileStep } from "./editPlan.js";
import { UnusableEdit } from "./textEdits.js";

/** What is at a path on disk. */
export function readDiskEntry(path: string): DiskEntry {
  let bytes: Buffer;
  try {
    const kind = statSync(path);
    if (kind.isDirectory()) return { kind: "folder" };
    if (!kind.isFile()) return { kind: "other", why: "it is neither a file nor a folder" };
    bytes = readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? { kind: "absent" } : { kind: "other", why: message };
  }
  const decoded = decode(bytes);
  if ("binary" in decoded) return { kind: "other", why: decoded.binary };
  // What was decoded with losses would be written back with them.
  if (!decoded.valid) return { kind: "other", why: "it is not valid UTF-8" };
  return { kind: "file", text: decoded.text, bom: decoded.bom };
}

/** Carries out the steps in turn. Throws UnusableEdit that says how far it came. */
export function applyPlan({ steps }: EditPlan): void {
  steps.forEach((step, index) => {
    try {
      applyStep(step);
    } catch (error) {
      const done = steps.slice(0, index).map(({ kind, path }) => `${kind} ${path}`);
      const progress = done.length === 0 ? "Nothing was written." : `Done before that: ${done.join(", ")}.`;
      throw new UnusableEdit(`${step.kind} ${step.path}: ${(error as Error).message}. ${progress}`);
    }
  });
}

function applyStep(step: FileStep): void {
  const { kind, path } = step;
  if (kind === "write") writeAtomically(path, `${step.bom ? "\ufeff" : ""}${step.text}`);
  else if (kind === "rename") {
    if (existsSync(step.to) && !step.overwrite) throw new Error(`${step.to} is there already`);
    mkdirSync(dirname(step.to), { recursive: true });
    renameSync(path, step.to);
  } else if (step.recursive || !lstatSync(path).isDirectory()) rmSync(path, { recursive: step.recursive });
  // Refuses a folder that is not empty.
  else rmdirSync(path);
}

/** Written beside and renamed: who reads meanwhile sees the old text or the new. A link stays a link, a file's permissions stay. */
function writeAtomically(path: string, text: string): void {
  const isThere = existsSync(path);
  const target = isThere ? realpathSync(path) : path;
  mkdirSync(dirname(target), { recursive: true });
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.lsp-locate`);
  try {
    writeFileSync(draft, text, { flag: "wx" });
    if (isThere) chmodSync(draft, statSync(target).mode);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
