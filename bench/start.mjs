/** Measures the start of the command, compared with an empty Node process. */
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
    { name: "start → initialize, direct", measure: () => measureInitialize(direct(echo)) },
    { name: "start → initialize, frame", measure: () => measureInitialize(framed(echo)) },
    { name: "start → initialize, ours", measure: () => measureInitialize(proxied(proxy, echo)) },
  ];
  return compareToFirst(subjects, rounds);
}

async function measureInitialize({ command }) {
  const client = startClient(command);
  const time = await client.initialize();
  await client.close();
  return time;
}
