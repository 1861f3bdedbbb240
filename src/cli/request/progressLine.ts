/** The line that says what a server is doing while a command waits. */

/** Returns it for a message of progress, which may name the server, and end with its own dots. */
export function progressLine(server: string, message: string): string {
  const doing = message
    .replaceAll(`${server} is loading · `, "")
    .replace(/(?:…|\.{3})$/, "")
    .trimEnd();
  return `${server}: ${doing || "working"} …`;
}
