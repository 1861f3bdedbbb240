/**
 * `lsp-locate setup [client]`: lists the clients on this machine, prints what a client needs to
 * start lsp-locate, writes it, or takes it back.
 */

import { existsSync } from "node:fs";
import { loadServers } from "../../backend/config/loadServers.js";
import { findProgram } from "../../backend/installation/findProgram.js";
import { LocateError } from "../../error.js";
import {
  type ClientContext,
  type ClientFile,
  type SetupClient,
  SetupError,
  type SetupScope,
} from "../configure/clientFile.js";
import { isOnPath, openClientContext, setupClients } from "../configure/clients.js";
import { changeFiles, readRecords, readSettings, withSetupLock } from "../configure/configFiles.js";
import { type FilePlan, partState, planInsertion, planRemoval, snippetOf } from "../configure/planFile.js";
import type { FileRecord } from "../configure/setupRecord.js";
import {
  type FileReport,
  type FoundClient,
  renderChanges,
  renderClients,
  renderSnippets,
} from "../configure/setupReport.js";
import { type Options, suggestNames, UsageError } from "../options.js";
import { print } from "../terminal.js";
import type { CommandCall } from "./commandCall.js";

/** Resolves with the exit code: 1 if a file can't be changed. */
export async function run({ words: [name], options }: CommandCall): Promise<number> {
  if (options.write && options.remove)
    throw new UsageError("--write and --remove exclude each other; write one of them.");
  const client = name === undefined ? undefined : readClient(name);
  const scope: SetupScope = options.project ? "project" : "user";
  if (client === undefined && (options.write || options.remove || options.project))
    throw new UsageError(`Write the client: lsp-locate setup <client>${options.remove ? " --remove" : " --write"}.`);
  if (client !== undefined && scope === "project" && client.project === undefined)
    throw new UsageError(`${client.title} has no settings of a project; leave --project out.`);
  if (options.hooks && client?.hooks === undefined) throw new UsageError(`${hooksAdvice(client)}.`);
  try {
    const context = openClientContext(await loadServers());
    if (client === undefined) await reportClients(context, options);
    else if (options.write || options.remove) await changeClient(client, scope, context, options);
    else await reportSnippets(client, scope, context, options);
    return 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    if (options.json) await print(JSON.stringify({ error: { message: error.message } }, null, 2));
    else await print(`lsp-locate: ${error.message}`, process.stderr);
    return 1;
  }
}

function hooksAdvice(client: SetupClient | undefined): string {
  const names = setupClients.filter(({ hooks }) => hooks !== undefined).map(({ name }) => name);
  const what = client === undefined ? "Write the client" : `There is no hook for ${client.title}; leave --hooks out`;
  return `${what}: lsp-locate setup ${names.join(" or ")} --hooks`;
}

function readClient(name: string): SetupClient {
  const client = setupClients.find((each) => each.name === name);
  if (client !== undefined) return client;
  const names = setupClients.map((each) => each.name);
  const [near] = suggestNames(name, names);
  const advice = near === undefined ? ` It knows ${names.join(", ")}.` : ` Did you mean ${near}?`;
  throw new UsageError(`setup does not know the client ${JSON.stringify(name)}.${advice}`);
}

function filesOf(
  client: SetupClient,
  scope: SetupScope,
  context: ClientContext,
  { hooks, remove }: { readonly [Name in "hooks" | "remove"]?: boolean | undefined } = {},
): readonly ClientFile[] {
  const files = (scope === "project" ? client.project?.(context) : client.user(context)) ?? [];
  // What is taken back includes the hook, whether it was written or not.
  return hooks || remove ? joinFiles([...files, ...(client.hooks?.(scope, context) ?? [])]) : files;
}

/** Makes one of the parts of the same JSON file. */
function joinFiles(files: readonly ClientFile[]): readonly ClientFile[] {
  const byPath = new Map<string, ClientFile>();
  for (const file of files) {
    const other = byPath.get(file.path);
    const isJoined = other?.kind === "json" && file.kind === "json";
    byPath.set(file.path, isJoined ? { ...file, entries: [...other.entries, ...file.entries] } : file);
  }
  return [...byPath.values()];
}

async function reportClients(context: ClientContext, { json }: Options): Promise<void> {
  const records = readRecords();
  const all = setupClients.map((client): FoundClient => {
    const files = filesOf(client, "user", context);
    return { client, found: findClient(client, context), state: clientState(files, records) };
  });
  const data = all.map(({ client: { name, title }, found = null, state }) => ({ name, title, found, state }));
  await print(json ? JSON.stringify({ clients: data }, null, 2) : renderClients(all));
}

/** Returns the program or folder by which a client is found. */
function findClient({ programs, folders }: SetupClient, context: ClientContext): string | undefined {
  for (const program of programs) {
    const found = findProgram(program);
    if (found.kind === "installed") return found.path;
  }
  return folders(context).find((folder) => existsSync(folder));
}

function clientState(files: readonly ClientFile[], records: readonly FileRecord[]): string {
  try {
    const states = files.map((file) => planOf(planInsertion, file, records).state);
    if (states.every((state) => state === "present")) return "set up";
    if (states.includes("different")) return "set up in another way";
    if (states.includes("outdated")) return "set up, to be updated with --write";
    return states.includes("present") ? "set up in part" : "not set up";
  } catch (error) {
    // A file that can't be read says nothing of the other clients.
    if (error instanceof SetupError || error instanceof LocateError) return "not known: a file can't be read";
    throw error;
  }
}

function planOf(plan: typeof planInsertion, file: ClientFile, records: readonly FileRecord[]): FilePlan {
  return plan(
    file,
    readSettings(file.path),
    records.find(({ path }) => path === file.path),
  );
}

async function reportSnippets(
  client: SetupClient,
  scope: SetupScope,
  context: ClientContext,
  { json, hooks }: Options,
): Promise<void> {
  const faults: string[] = [];
  const stateOf = (file: ClientFile) => {
    try {
      return partState(file, readSettings(file.path));
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      faults.push(error.message);
      return "not known";
    }
  };
  const files = filesOf(client, scope, context, { hooks }).map((file): FileReport => {
    return { path: file.path, state: stateOf(file), text: snippetOf(file) };
  });
  const notes = [...notesOf(client, scope, context, { hooks }), ...faults];
  await print(
    json
      ? JSON.stringify({ client: client.name, scope, files, notes }, null, 2)
      : renderSnippets(client, scope, files, notes),
  );
}

async function changeClient(
  client: SetupClient,
  scope: SetupScope,
  context: ClientContext,
  { write, json, hooks, remove }: Options,
): Promise<void> {
  if (typeof remove === "string") throw new UsageError("--remove takes no value here; write just --remove.");
  const files = filesOf(client, scope, context, { hooks, remove });
  const { plans, changed } = await withSetupLock(async () => {
    const records = readRecords();
    const plans = files.map((file) => planOf(write ? planInsertion : planRemoval, file, records));
    if (write === true) refuseReplacement(client, scope, plans);
    return {
      plans,
      changed: await changeFiles(plans, records, `setup ${client.name} ${write ? "--write" : "--remove"}`),
    };
  });
  const reports = files.map(({ path }, index): FileReport => {
    return { path, state: changeOf(plans[index] as FilePlan, changed), text: plans[index]?.after ?? "" };
  });
  const notes = write
    ? notesOf(client, scope, context, { hooks })
    : plans.filter(({ isOtherLeft }) => isOtherLeft).map(({ path }) => leftNote(path));
  const data = { client: client.name, scope, files: reports.map(({ path, state }) => ({ path, state })), notes };
  await print(json ? JSON.stringify(data, null, 2) : renderChanges(reports, notes));
}

function leftNote(path: string): string {
  return `${path} configures lsp-locate in another way than \`lsp-locate setup\` has written, which is left as it is. Delete that if you don't need it.`;
}

function changeOf({ path, after }: FilePlan, changed: readonly string[]): string {
  if (!changed.includes(path)) return "unchanged";
  return after === undefined ? "deleted" : "wrote";
}

/** Throws SetupError if a file has an entry of our name that `setup` has not written. */
function refuseReplacement({ name }: SetupClient, scope: SetupScope, plans: readonly FilePlan[]): void {
  const other = plans.find(({ state }) => state === "different");
  if (other === undefined) return;
  throw new SetupError(
    `${other.path} configures lsp-locate in another way. Nothing was written. To replace that: lsp-locate setup ${name}${scope === "project" ? " --project" : ""} --write=anyway.`,
  );
}

function notesOf(
  { notes }: SetupClient,
  scope: SetupScope,
  context: ClientContext,
  options: { readonly hooks?: boolean | undefined },
): readonly string[] {
  if (isOnPath(context)) return notes(scope, context, options);
  return [
    ...notes(scope, context, options),
    `The files name this installation, ${context.command.join(" ")}. If it moves, run the command again.`,
  ];
}
