/** Returns what a command wrote to stderr, without the line about a long wait. */
export function withoutWaitNotice(stderr: string): string {
  return stderr.replace(/^lsp-locate: still waiting after .*\n/gm, "");
}
