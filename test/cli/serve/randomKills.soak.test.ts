/**
 * Ends sessions of every mode at random moments, by killing the session or by ending it as its
 * client or a user does. Nothing that they have started is left.
 */

import { setTimeout as pause } from "node:timers/promises";
import { buildCommand } from "../../buildCommand.js";
import { removeFolders } from "../../folders.js";
import { testIf } from "../../jest.js";
import { canFindLeftovers, createMarker } from "../../leftovers.js";
import { pick, type Random, randomFrom } from "../../text/random.js";
import { modes, startStubborn } from "./stubbornServer.js";

const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e9));
const kills = Number(process.env["CHAOS_KILLS"] ?? (process.env["TEST_SOAK"] === "full" ? 300 : 20));
const CONCURRENT = 4;
/** On a busy machine a session may take seconds until it notices its end. */
const LIMIT_MS = 30_000;
const ends = ["SIGKILL", "SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "end of input", "exit"] as const;

afterAll(removeFolders);

testIf(canFindLeftovers, "needs Linux")(
  `Nothing is left of ${kills} sessions that ended at random moments (CHAOS_SEED=${seed})`,
  async () => {
    const main = await buildCommand();
    const wrong: string[] = [];
    let count = 0;
    const worker = async (random: Random) => {
      while (count++ < kills) wrong.push(...(await endOne(main, random)));
    };
    await Promise.all(Array.from({ length: CONCURRENT }, (_, index) => worker(randomFrom(seed + index))));
    expect(wrong).toEqual([]);
  },
  kills * 30_000,
);

/** Returns a description of what is left of one session. */
async function endOne(main: string, random: Random): Promise<readonly string[]> {
  const marker = createMarker();
  const mode = pick(random, modes);
  const end = pick(random, ends);
  const session = startStubborn(mode, { main, env: marker.env });
  // Half of the sessions end while they start.
  const delayMs = random(2) === 0 ? random(600) : undefined;
  if (delayMs === undefined) await session.up();
  else await pause(delayMs);
  if (end === "end of input") session.child.stdin.end();
  else if (end === "exit") {
    session.sendExit();
    // Not all modes know this notification.
    if (mode === "mcp" || mode === "shell") session.child.kill("SIGKILL");
  } else session.child.kill(end);
  // A shell command goes on without its input.
  if (end === "end of input" && mode === "shell") session.child.kill("SIGTERM");
  const left = await marker.gone(LIMIT_MS);
  marker.kill();
  return left.map((line) => `${mode}, ${end}, after ${delayMs ?? "its start"}: ${line}`);
}
