/** `lsp-locate doctor [language]`: which servers there are, which is installed, whether it starts and what it can do. */

import { type DoctorReport, examine } from "../backend/doctor.js";
import { embeddedName, loadServers } from "../backend/servers.js";
import { checkLanguage } from "./choose.js";
import { isEmbeddable } from "./embeddedChoice.js";
import { type Options, UsageError } from "./options.js";
import { diagnosis } from "./show/diagnosis.js";
import { print, statusLine, terminal } from "./terminal.js";

/** Resolves with the exit code: 1 where a language was named and nothing works for it. */
export async function doctor(words: readonly string[], options: Options, signal: AbortSignal): Promise<number> {
  const [word, surplus] = words;
  if (surplus !== undefined)
    throw new UsageError(`doctor takes one language, and ${JSON.stringify(surplus)} is behind it.`);
  const servers = await loadServers(options.servers === undefined ? {} : { path: options.servers });
  const language = word ?? options.language;
  const status = statusLine();
  status.show("starting every server that is installed …");
  let report: DoctorReport;
  try {
    report = await examine(servers, {
      signal,
      isEmbedded: isEmbeddable(servers),
      onServer: ({ name, state }) => status.show(`${name}: ${state} …`),
      ...(language === undefined ? {} : { languages: [checkLanguage(servers, language)] }),
    });
  } finally {
    status.show("");
  }
  if (signal.aborted) throw signal.reason;
  await print(options.json ? JSON.stringify(report, null, 2) : diagnosis(report, terminal()));
  return language === undefined || worksFor(report) ? 0 : 1;
}

function worksFor({ servers, languages }: DoctorReport): boolean {
  return servers.some(({ state }) => state === "works") || languages.some(({ serving }) => serving === embeddedName);
}
