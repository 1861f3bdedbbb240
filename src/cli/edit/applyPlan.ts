/** Applies an edit plan to the disk; each file is written whole or not at all. */

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

/** Reads what is at a path. */
export function readDiskEntry(path: string): DiskEntry {
  let bytes: Buffer;
  try {
    const kind = statSync(path);
    if (kind.isDirectory()) return { kind: "folder" };
    if (!kind.isFile()) return { kind: "other", reason: "it is neither a file nor a folder" };
    bytes = readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? { kind: "absent" } : { kind: "other", reason: message };
  }
  const decoded = decode(bytes);
  if ("binary" in decoded) return { kind: "other", reason: decoded.binary };
  // A text that is decoded with losses would be written back with them.
  if (!decoded.valid) return { kind: "other", reason: "it is not valid UTF-8" };
  return { kind: "file", text: decoded.text, bom: decoded.bom };
}

/** Performs the steps in order. Throws UnusableEdit that names the steps done before a failure. */
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
    if (existsSync(step.to) && !step.overwrite) throw new Error(`${step.to} exists already`);
    mkdirSync(dirname(step.to), { recursive: true });
    renameSync(path, step.to);
  } else if (step.recursive || !lstatSync(path).isDirectory()) rmSync(path, { recursive: step.recursive });
  // rmdirSync refuses a folder that is not empty.
  else rmdirSync(path);
}

/**
 * Writes a draft beside the file and renames it, so that readers see the old or the new text. Keeps
 * links and permissions.
 */
function writeAtomically(path: string, text: string): void {
  const exists = existsSync(path);
  const target = exists ? realpathSync(path) : path;
  mkdirSync(dirname(target), { recursive: true });
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.lsp-locate`);
  try {
    writeFileSync(draft, text, { flag: "wx" });
    if (exists) chmodSync(draft, statSync(target).mode);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
