/**
 * What an editor and its server send each other through the proxy: the same bytes, frame by frame,
 * but for the response to initialize, which announces our methods, and a server's progress, which
 * an editor that can't show it does not get.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildCommand } from "../buildCommand.js";
import { canRun, startEditor } from "./editor.js";
import { emacs, neovim } from "./recipes.js";
import { makeWorkspace, unsupportedReason, type Workspace } from "./workspace.js";

jest.setTimeout(100_000);

/** Makes the workspace's lsp-locate a proxy of one server that records all four streams. */
async function recordStreams({ programs, project }: Workspace): Promise<(stream: string) => readonly string[]> {
  const folder = join(programs, "streams");
  mkdirSync(folder);
  const write = (name: string, command: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${command}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  const tee = (name: string) => `tee '${join(folder, name)}'`;
  write("recorded-server", `${tee("to-server")} | typescript-language-server --stdio | ${tee("from-server")}`);
  const proxy = `'${process.execPath}' '${await buildCommand()}' -- '${join(programs, "recorded-server")}'`;
  write("lsp-locate", `${tee("from-editor")} | ${proxy} | ${tee("to-editor")}`);
  expect(project).not.toContain("'");
  return (stream) => framesOf(readFileSync(join(folder, stream)));
}

/** Returns the frames of a stream, each with its header. */
function framesOf(bytes: Buffer): readonly string[] {
  const frames: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const bodyFrom = bytes.indexOf("\r\n\r\n", at) + 4;
    const [, length] = /content-length: *(\d+)/i.exec(bytes.toString("latin1", at, bodyFrom)) ?? [];
    const to = bodyFrom + Number(length);
    if (bodyFrom < 4 || Number.isNaN(to) || to > bytes.length) throw new Error(`no whole frame at ${at}`);
    frames.push(bytes.toString("utf8", at, to));
    at = to;
  }
  return frames;
}

/** Waits until nothing arrives any more. */
async function untilQuiet(streamOf: (stream: string) => readonly string[]): Promise<void> {
  const count = () => ["to-server", "to-editor"].map((stream) => streamOf(stream).length).join();
  for (let before = ""; before !== count(); await pause(500)) before = count();
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly capabilities?: { readonly window?: { readonly workDoneProgress?: boolean } } };
  readonly result?: { readonly capabilities?: object };
}

const messageOf = (frame: string) => JSON.parse(frame.slice(frame.indexOf("\r\n\r\n") + 4)) as Message;

const PROGRESS = "window/workDoneProgress/create";

/**
 * Returns what a server sends about its progress, and what it gets in response, out of both of its
 * streams. An editor that can't show progress has no part in it: the server is asked for it, to
 * know when it has loaded.
 */
function progressFrames(sent: readonly string[], received: readonly string[]): ReadonlySet<string> {
  const isAbout = (frame: string) => [PROGRESS, "$/progress"].includes(messageOf(frame).method ?? "");
  const progress = sent.filter(isAbout);
  const ids = progress.map(messageOf).flatMap(({ method, id }) => (method === PROGRESS ? [id] : []));
  const isResponse = ({ method, id }: Message) => method === undefined && ids.includes(id);
  return new Set([...progress, ...received.filter((frame) => isResponse(messageOf(frame)))]);
}

for (const { editor: name, program, args, check } of [neovim, emacs]) {
  const isMissing = canRun({ program, args: check }) ? undefined : "is not installed: see scripts/install-programs.sh";
  const reason = unsupportedReason ?? isMissing;
  const testHere = reason === undefined ? test : test.skip;
  testHere(
    `${name} and its server get the bytes that the other sends${reason ? ` (skipped: ${reason})` : ""}`,
    async () => {
      const workspace = await makeWorkspace();
      const streamOf = await recordStreams(workspace);
      const editor = startEditor({ program, args }, workspace.project, workspace.env);
      try {
        await editor.call("open", "app/src/cart.ts");
        await editor.call("at", "  ┃total(): number");
        expect(await editor.call("hover")).toContain("Cart.total(): number");
        await editor.call("open", "app/src/main.ts");
        await editor.call("at", "new ┃Cart()");
        // While it loads, the server may lead to the import.
        await editor.call("definition");
        await editor.call("open", "app/src/cart.ts");
        await editor.call("at", "  ┃total(): number");
        await editor.call("insert", "x");
        await editor.call("completion");
        expect(await editor.quit()).toBe(0);
        await untilQuiet(streamOf);
      } finally {
        editor.kill();
      }
      const [asked, received] = [streamOf("from-editor"), streamOf("to-server")];
      const [sent, got] = [streamOf("from-server"), streamOf("to-editor")];
      const methods = received.map((frame) => messageOf(frame).method);
      for (const method of ["didOpen", "didChange", "hover", "definition", "completion"])
        expect(methods).toContain(`textDocument/${method}`);
      const [initialize, forwarded] = [messageOf(asked[0] ?? ""), messageOf(received[0] ?? "")];
      const showsProgress = initialize.params?.capabilities?.window?.workDoneProgress === true;
      const own = showsProgress ? new Set() : progressFrames(sent, received);
      if (showsProgress) expect(received[0]).toBe(asked[0]);
      const window = { ...initialize.params?.capabilities?.window, workDoneProgress: true };
      const capabilities = { ...initialize.params?.capabilities, window };
      expect(forwarded).toEqual({ ...initialize, params: { ...initialize.params, capabilities } });
      expect(received.slice(1).filter((frame) => !own.has(frame))).toEqual(asked.slice(1));
      // An editor that quits may close its stream before the last messages.
      const passed = sent.filter((frame) => !own.has(frame)).slice(0, got.length);
      expect(passed).toHaveLength(got.length);
      const responded = got.map(messageOf).flatMap(({ method, id }) => (method === undefined ? [id] : []));
      const waitedFor = asked.map(messageOf).filter(({ method = "" }) => /\/(?:hover|definition)$/.test(method));
      expect(responded).toEqual(expect.arrayContaining(waitedFor.map(({ id }) => id)));
      const changed = got.flatMap((frame, at) => (frame === passed[at] ? [] : [at]));
      expect(changed.map((at) => messageOf(got[at] ?? "").id)).toEqual([initialize.id]);
      const capabilitiesIn = (frame = "") => messageOf(frame).result?.capabilities ?? {};
      const { experimental, ...others } = capabilitiesIn(got[changed[0] ?? 0]) as { readonly experimental?: object };
      expect(Object.keys(experimental ?? {})).toEqual(["locate"]);
      expect(others).toEqual(capabilitiesIn(passed[changed[0] ?? 0]));
      workspace.remove();
    },
  );
}
