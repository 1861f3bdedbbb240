/** Whether the process of a lock still runs. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { identityOf, stateOf, systemProcesses } from "../../../src/files/write/processIdentity.js";
import { afterTest, testIf, waitFor } from "../../jest.js";

const source = join(import.meta.dirname, "../../../src");

/** Starts a program whose child is never waited for. Resolves with the child's process id. */
async function startUnwaited(): Promise<number> {
  const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], { stdio: ["ignore", "pipe", "inherit"] });
  afterTest(() => {
    parent.kill();
  });
  const [output] = await once(parent.stdout, "data");
  const child = Number(String(output));
  // The shell waits for its children until it is replaced.
  await waitFor(() => expect(readFileSync(`/proc/${parent.pid}/comm`, "utf8")).toBe("sleep\n"), 30_000);
  return child;
}

testIf(process.platform === "linux", "needs Linux")(
  "A process that ended without being waited for does not run",
  async () => {
    const pid = await startUnwaited();
    const identity = { ...systemProcesses.self(), pid, start: "" };
    expect(systemProcesses.mayRun(identity)).toBe(true);
    process.kill(pid, "SIGKILL");
    await waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z "), 30_000);
    expect(systemProcesses.mayRun(identity)).toBe(false);
  },
);

/** Returns the URL of the module, for other processes. */
function buildModule(): string {
  const outfile = join(mkdtempSync(join(tmpdir(), "identity-")), "processIdentity.mjs");
  const entryPoints = [join(source, "files/write/processIdentity.ts")];
  buildSync({ entryPoints, outfile, bundle: true, platform: "node", format: "esm" });
  return pathToFileURL(outfile).href;
}

const canUnshare = spawnSync("unshare", ["--uts", "--pid", "--fork", "true"]).status === 0;

testIf(process.platform === "linux" && canUnshare, "needs the right to unshare")(
  "A process keeps its identity when the host gets another name, and is unknown in another container",
  async () => {
    const built = buildModule();
    const child = spawn("sleep", ["600"]);
    const identity = identityOf(child.pid ?? 0);
    const renamed = ["unshare", "--uts", "sh", "-c", 'hostname elsewhere && exec "$0" "$@"'];
    const state = (...words: string[]) => {
      const script = `import("${built}").then(({ stateOf }) => console.log(stateOf(${JSON.stringify(identity)})))`;
      const [program = "", ...rest] = [...words, process.execPath, "-e", script];
      return spawnSync(program, rest, { encoding: "utf8" }).stdout.trim();
    };
    try {
      expect(stateOf(identity)).toBe("running");
      expect(state(...renamed)).toBe("running");
      expect(state("unshare", "--pid", "--fork", "--mount-proc")).toBe("unknown");
    } finally {
      child.kill("SIGKILL");
    }
    await once(child, "exit");
    expect(state(...renamed)).toBe("ended");
  },
);

test("Nothing in the sources reads the name of the host", () => {
  const sources = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(sources.filter((file) => /\bhostname\b/.test(readFileSync(join(source, file), "utf8")))).toEqual([]);
});
