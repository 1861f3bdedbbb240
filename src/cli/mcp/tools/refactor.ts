/**
 * The tool for changes that a language server or we find: fixes, deletions, moves, parameters; and
 * undo.
 */

import { LocateError } from "../../../error.js";
import { undoWrite } from "../../../files/undo/undo.js";
import { pastWrites } from "../../../files/write/transaction/history.js";
import { escapeName } from "../../../text/printable.js";
import { changeFiles } from "./changeFiles.js";
import { createPathWriter, type ToolCall } from "./toolCall.js";

export const refactorings = ["fix", "delete", "move", "signature", "undo"] as const;

interface RefactorArguments {
  readonly action: (typeof refactorings)[number];
  readonly locate?: unknown;
  readonly title?: string | undefined;
  readonly kind?: string | undefined;
  readonly to?: string | undefined;
  readonly changes?: readonly object[] | undefined;
  readonly check?: boolean | undefined;
  readonly apply?: boolean | "anyway" | "clean" | undefined;
}

/** The arguments that each action takes besides its own name, those that it needs first. */
const argumentsOf = {
  fix: { needed: ["locate"], taken: ["title", "kind", "check", "apply"] },
  delete: { needed: ["locate"], taken: ["check", "apply"] },
  move: { needed: ["locate", "to"], taken: ["check", "apply"] },
  signature: { needed: ["locate", "changes"], taken: ["check", "apply"] },
  undo: { needed: [], taken: [] },
} as const satisfies Record<RefactorArguments["action"], Record<"needed" | "taken", readonly string[]>>;

/** Errors: `invalid_locate` for arguments that the action lacks or does not take. */
export function refactor({ action, ...given }: RefactorArguments, call: ToolCall): Promise<string> {
  assertArguments(action, given);
  const { locate, title, kind, to, changes, check, apply = false } = given;
  const checked = check === undefined ? {} : { check };
  switch (action) {
    case "undo":
      return undoLast(call);
    case "move":
      return changeFiles(
        "move",
        `${typeof locate === "string" ? locate : JSON.stringify(locate)} ${to}`,
        { from: locate, to, ...checked },
        apply,
        call,
      );
    case "signature":
      return changeFiles("signature", locate, { changes, ...checked }, apply, call);
    case "delete":
      return changeFiles("delete", locate, checked, apply, call);
    case "fix": {
      const wanted = { ...(title !== undefined && { title }), ...(kind !== undefined && { kind }) };
      return changeFiles("fix", locate, { ...wanted, ...checked }, apply, call);
    }
  }
}

function assertArguments(action: RefactorArguments["action"], given: Omit<RefactorArguments, "action">): void {
  const names: readonly string[] = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  const { needed, taken }: { readonly needed: readonly string[]; readonly taken: readonly string[] } =
    argumentsOf[action];
  const missing = needed.find((name) => !names.includes(name));
  if (missing !== undefined) throw argumentError(missing, `${action} needs ${needed.join(" and ")}.`);
  const surplus = names.find((name) => !needed.includes(name) && !taken.includes(name));
  if (surplus === undefined) return;
  const all = [...needed, ...taken];
  throw argumentError(surplus, `${action} takes no ${surplus}${all.length === 0 ? "" : `, but ${all.join(", ")}`}.`);
}

function argumentError(field: string, message: string): LocateError {
  return new LocateError("invalid_locate", message, { field, expected: "the arguments of the action" });
}

/** Errors: `content_modified` with the files that were changed since. */
function undoLast({ connection, folders, signal, runExclusive }: ToolCall): Promise<string> {
  return runExclusive(async () => {
    const [write, ...earlier] = pastWrites({ connection });
    if (write === undefined) return "There is nothing to undo: no write of this connection is kept.";
    const { restored, messages } = await undoWrite(write, { signal });
    const pathOf = createPathWriter(folders);
    const lines = restored.map(({ what, path }) => `${escapeName(pathOf(path))}: ${what}`);
    const next =
      earlier[0] === undefined ? "Nothing earlier is left." : `The next undo takes back: ${earlier[0].command}`;
    return [`Undone: ${write.command}`, ...lines, ...messages, next].join("\n");
  });
}
