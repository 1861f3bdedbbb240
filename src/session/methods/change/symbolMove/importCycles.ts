/** Cycles of imports that a move would make, and that matter while the files are loaded. */

import { dirname } from "node:path";
import { isFolderIndex, submoduleName } from "../../../../code/imports/moduleName.js";
import { isInside } from "../../../../files/isInside.js";
import { escapeName } from "../../../../text/printable.js";
import { keyOfPath } from "../../../../uri.js";
import { usesAtLoad } from "./declarationText.js";
import type { ModuleMove } from "./moduleMove.js";
import { TextDraft } from "./textDraft.js";
import { readImports, type WrittenImport } from "./writtenImports.js";

/** More files are not followed. */
const MAX_FILES = 500;

interface Edge {
  readonly to: string;
  readonly by: readonly WrittenImport[];
}

/** Names each new cycle of imports as a place that is left. */
export async function leaveCycles(move: ModuleMove): Promise<void> {
  const { plan, source, target } = move;
  const named = new Set<string>();
  for (const draft of plan.changed()) {
    const known = draft.before ? await edgesOf(beforeOf(draft), move) : [];
    const added = (await edgesOf(draft, move)).filter(({ to }) => !known.some((each) => each.to === to));
    for (const edge of added) {
      const back = await pathBetween(edge.to, draft.path, move);
      if (back === undefined) continue;
      // What imports the moved symbol may have been in a circle with the new file before.
      const isImporter = draft !== source && draft !== target && !isLoadedBefore(edge.to, draft.path, move);
      if (isImporter && (await pathBetween(draft.path, edge.to, move, beforeOf)) !== undefined) continue;
      const circle = [draft.path, ...back];
      const members = circle.toSorted().join("\n");
      if (named.has(members)) continue;
      named.add(members);
      if (!(await mattersAtLoad(circle, move))) {
        plan.notes.push(`${describe(circle, move)} import each other now; none uses another while it is loaded.`);
        continue;
      }
      const at = edge.by[0]?.from ?? 0;
      plan.leave(draft.version, at, `a cycle of imports: ${describe(circle, move)}`);
    }
  }
}

/** Whether a file is loaded before another in any case: that of the package around it. */
function isLoadedBefore(path: string, other: string, { hasNamedModules }: ModuleMove): boolean {
  return hasNamedModules && isFolderIndex(path) && isInside(other, dirname(path));
}

/** Returns a draft without its changes. */
function beforeOf(draft: TextDraft): TextDraft {
  return new TextDraft(draft.path, draft.before ?? draft.version);
}

function describe(circle: readonly string[], { plan }: ModuleMove): string {
  const shown = circle.map((path) => escapeName(plan.shownPath(path)));
  return [...shown, shown[0]].join(" → ");
}

/** Returns the files between two, the first one included; undefined where no imports lead there. */
async function pathBetween(
  from: string,
  to: string,
  move: ModuleMove,
  stateOf: (draft: TextDraft) => TextDraft = (draft) => draft,
): Promise<readonly string[] | undefined> {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  const pending = [from];
  for (let path = pending.shift(); path !== undefined && before.size < MAX_FILES; path = pending.shift()) {
    const draft = await move.plan.at(path);
    for (const { to: next } of draft ? await edgesOf(stateOf(draft), move) : []) {
      if (keyOfPath(next) === keyOfPath(to)) {
        const steps: string[] = [];
        for (let at: string | undefined = path; at !== undefined; at = before.get(at)) steps.unshift(at);
        return steps;
      }
      if (before.has(next)) continue;
      before.set(next, path);
      pending.push(next);
    }
  }
  return undefined;
}

/** Returns the files that a file imports when it is loaded. */
async function edgesOf(draft: TextDraft, { plan, hasNamedModules }: ModuleMove): Promise<readonly Edge[]> {
  const edges = new Map<string, WrittenImport[]>();
  for (const each of await readImports(draft.version, plan.context)) {
    if (each.isType || each.place !== "top") continue;
    const { source, original } = each.import;
    const submodule = hasNamedModules && original !== undefined ? submoduleName(source, original) : undefined;
    const path = (submodule && (await plan.moduleAt(submodule, draft))) ?? (await plan.moduleAt(source, draft));
    if (path === undefined) continue;
    const known = edges.get(path);
    if (known) known.push(each);
    else edges.set(path, [each]);
  }
  return [...edges].map(([to, by]) => ({ to, by }));
}

/** Whether a file of a circle uses another one of it while it is loaded. */
async function mattersAtLoad(circle: readonly string[], move: ModuleMove): Promise<boolean> {
  const { plan, hasNamedModules } = move;
  for (const [index, path] of circle.entries()) {
    const draft = await plan.at(path);
    const next = circle[(index + 1) % circle.length];
    const edge = draft && (await edgesOf(draft, move)).find(({ to }) => to === next);
    if (draft === undefined || edge === undefined) continue;
    for (const { import: taken, uses } of edge.by) {
      if (hasNamedModules && taken.original !== undefined) return true;
      if ((await usesAtLoad(draft, uses, plan.context)).length > 0) return true;
    }
  }
  return false;
}
