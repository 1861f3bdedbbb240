/** Work-done progress of what a rename does after the server's answer. */

/** Renames that take less time report nothing. */
const SILENT_MS = 2_000;

export interface RenameProgress {
  /** Says what is done from now on. */
  note(stage: string): void;
  end(): void;
}

/** Begins a progress after two seconds; `report` gets its values, if the client wants them. */
export function startRenameProgress(newName: string, report: ((value: object) => void) | undefined): RenameProgress {
  if (report === undefined) return { note: () => {}, end: () => {} };
  let message: string | undefined;
  let isBegun = false;
  const timer = setTimeout(() => {
    isBegun = true;
    report({ kind: "begin", title: `Renaming to ${newName}`, ...(message !== undefined && { message }) });
  }, SILENT_MS);
  return {
    note(stage) {
      if (stage === message) return;
      message = stage;
      if (isBegun) report({ kind: "report", message });
    },
    end() {
      clearTimeout(timer);
      if (isBegun) report({ kind: "end" });
    },
  };
}
