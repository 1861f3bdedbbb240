/**
 * Asks for the diagnostics of a text with an error while all diagnostics come late. An answer may
 * be late or say that the text was not checked, but not that it has no problems.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSession } from "../methodTable/session.mjs";
import { fileOf, isRight, summaryOf } from "./answers.mjs";

const relay = fileURLToPath(new URL("delayedServer.mjs", import.meta.url));
const CLOSE_MS = 5000;
/** Errors that say that the text was not checked. */
const claimlessKinds = ["not_checked", "not_ready", "backend_timeout"];

/**
 * Asks about the text of the question, then each time right after it was written: about an empty
 * text, about that text, about an empty one. Returns `right` if the errors of the text were
 * answered, `unchecked` if each answer about it says that it was not checked, and `wrong` if one
 * says something else, or has an error of a text that was not there any more.
 */
export async function askDelayed({ question, entry, fields, delayMs, ...context }, main) {
  const { root, project, server, languages, caches, path } = context;
  const command = [process.execPath, relay, String(delayMs), ...entry.command];
  const options = { main, root, caches, languages, path, language: project.language, server };
  const session = await openSession({ ...options, fields: { ...fields, command } });
  const file = join(root, fileOf(question.locate));
  const text = readFileSync(file, "utf8");
  let isReported = false;
  try {
    for (const written of [text, "", text, ""]) {
      writeFileSync(file, written);
      const answer = await session.sendRequest("diagnostic", { locate: question.locate }).catch((error) => error);
      if (answer instanceof Error) {
        if (claimlessKinds.includes(answer.data?.kind)) continue;
        return { result: "wrong", why: answer.message };
      }
      const summary = summaryOf(question, answer, root);
      const hasError = isRight(question, summary);
      if (written === text && hasError) isReported = true;
      else if (written === text)
        return { result: "wrong", why: `Of a text with an error: ${summary || "no problems"}` };
      // Any problem is right by such a question, and a server may have one of an empty text.
      else if (hasError && question.parts.length > 0) return { result: "wrong", why: `Of an empty text: ${summary}` };
    }
    return { result: isReported ? "right" : "unchecked" };
  } finally {
    await Promise.race([session.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]);
  }
}
