/** The line that says what a server is doing while a command waits. */

/** Returns it for a message of progress, which may name the server, and end with its own dots. */
export function progressLine(message: string): string {
  const doing = message
    .replace(/^(\S+) is loading · (?:\1 is loading · )*/, "$1: ")
    .replace(/(?:…|\.{3})$/, "")
    .trimEnd();
  return `${doing || "working"} …`;
}
