/** The Locates used last in this workspace, newest first. */

import type { Memento } from "vscode";

const key = "recentLocates";
const most = 10;

export function recent(memory: Memento): readonly string[] {
  return memory.get<readonly string[]>(key, []);
}

export async function remember(locate: string, memory: Memento): Promise<void> {
  await memory.update(key, [locate, ...recent(memory).filter((each) => each !== locate)].slice(0, most));
}
