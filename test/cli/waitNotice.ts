/** Returns what a command wrote to stderr without the line about a long wait, as on a busy machine. */
export function withoutWaitNotice(stderr: string): string {
  return stderr.replace(/^lsp-locate: still waiting after .*\n/gm, "");
}
