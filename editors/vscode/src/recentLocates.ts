/** The Locates used last in this workspace, newest first. */

import type { Memento } from "vscode";

const STORAGE_KEY = "recentLocates";
const MAX_LOCATES = 10;

export function recentLocates(memory: Memento): readonly string[] {
  return memory.get<readonly string[]>(STORAGE_KEY, []);
}

export async function rememberLocate(locate: string, memory: Memento): Promise<void> {
  await memory.update(
    STORAGE_KEY,
    [locate, ...recentLocates(memory).filter((each) => each !== locate)].slice(0, MAX_LOCATES),
  );
}
