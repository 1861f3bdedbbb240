/** What starting costs, against Node starting with nothing to do. */
import { startClient } from "./lib/client.mjs";
import { compareToFirst, measureRun } from "./lib/processTime.mjs";
import { direct, framed, proxied, server } from "./lib/subjects.mjs";

export const title = "Start";
export const rounds = 25;

export async function run({ rounds, proxy }) {
  const echo = server("echo");
  const subjects = [
    { name: "`node -e 0`", measure: () => measureRun(["-e", "0"]) },
    { name: "`lsp-locate --version`", measure: () => measureRun([proxy, "--version"]) },
    { name: "start → initialize, direct", measure: () => initializing(direct(echo)) },
    { name: "start → initialize, frame", measure: () => initializing(framed(echo)) },
    { name: "start → initialize, ours", measure: () => initializing(proxied(proxy, echo)) },
  ];
  return compareToFirst(subjects, rounds);
}

async function initializing({ command }) {
  const client = startClient(command);
  const time = await client.initialize();
  await client.close();
  return time;
}
