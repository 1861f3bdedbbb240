/** The language client in front of the proxy: started when first needed, restarted when a setting or the extensions say otherwise. */

import {
  type CancellationToken,
  commands,
  type Event,
  EventEmitter,
  type ExtensionContext,
  extensions,
  type LogOutputChannel,
  languages,
  type TextDocument,
  workspace,
} from "vscode";
import { LanguageClient, type LanguageClientOptions, RevealOutputChannelOn, State } from "vscode-languageclient/node";
import { giveUp } from "./giveUp.js";
import { program } from "./program.js";
import { narrowed } from "./registrations.js";
import { servedLanguages } from "./served.js";
import { section, settings } from "./settings.js";

export interface Connection {
  /** Resolves when the proxy runs: it is started where it does not. Rejects with why it can't be. */
  running(): Promise<void>;
  /** Asks the proxy, and starts it where it does not run. Rejects with what it answers, or with why it can't be started. */
  ask<Answer>(method: string, params: object, token?: CancellationToken): Promise<Answer>;
  notify(method: string, params: object): Promise<void>;
  /** Whether a document is kept in step with the proxy, which then serves it with all that its server can do. */
  serves(document: Pick<TextDocument, "uri" | "languageId">): boolean;
  readonly isRunning: () => boolean;
  restart(): Promise<void>;
  /** Ends the proxy as the protocol says, for good. */
  end(): Promise<void>;
  /** It was started or stopped. */
  readonly onDidChange: Event<void>;
  /** It runs, and knows of nothing that one before it was told. */
  readonly onDidStart: Event<void>;
}

export async function connect(context: ExtensionContext, log: LogOutputChannel): Promise<Connection> {
  const changed = new EventEmitter<void>();
  const started = new EventEmitter<void>();
  let served = await languagesToServe();
  let client: LanguageClient | undefined;
  let starting: Promise<LanguageClient> | undefined;
  let restarted: Promise<void> = Promise.resolve();
  let isOver = false;

  const start = async (): Promise<LanguageClient> => {
    // Two clients at a time would register the same commands twice.
    await restarted;
    if (isOver) throw new Error("LSP Locate has been ended.");
    if (hasGivenUp()) {
      void client?.dispose().catch(() => undefined);
      starting = undefined;
    }
    starting ??= begin().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };
  const begin = async (): Promise<LanguageClient> => {
    const beginning: LanguageClient = new LanguageClient(
      section,
      "LSP Locate",
      program(context.extensionPath, settings()),
      {
        ...clientOptions(served),
        errorHandler: giveUp({ client: () => beginning, restart, showLog: () => log.show() }),
        outputChannel: log,
      },
    );
    client = beginning;
    beginning.onDidChangeState(({ newState }) => {
      changed.fire();
      if (newState === State.Running) started.fire();
    });
    await beginning.start();
    return beginning;
  };
  /** Whether the proxy has ended too often for the client, which then answers nothing any more. One that is being started again is not stopped. */
  const hasGivenUp = () =>
    starting !== undefined && (client?.state === State.Stopped || client?.state === State.StartFailed);
  const stop = async (): Promise<void> => {
    const [running, coming] = [client, starting];
    client = undefined;
    starting = undefined;
    // One that is still coming up can't be stopped, one that never came up need not be.
    await coming?.catch(() => undefined);
    await running?.dispose().catch(() => undefined);
    changed.fire();
  };
  const serves: Connection["serves"] = ({ uri, languageId }) => uri.scheme === "file" && served.includes(languageId);
  const startIfNeeded = () => {
    // Why it can't be started is said by the client itself. To open a file is no reason to try again, a command is.
    if (workspace.textDocuments.some(serves) && !hasGivenUp()) void start().catch(() => undefined);
  };
  const restart = (): Promise<void> => {
    const done = restarted.then(async () => {
      await stop();
      served = await languagesToServe();
      startIfNeeded();
    });
    restarted = done.catch(() => undefined);
    return done;
  };

  const subscriptions = [
    workspace.onDidOpenTextDocument(startIfNeeded),
    workspace.onDidChangeConfiguration((change) => {
      const matters = ["languages", "servers", "command"].some((key) =>
        change.affectsConfiguration(`${section}.${key}`),
      );
      if (matters) void restart();
    }),
    extensions.onDidChange(async () => {
      if (String(await languagesToServe()) !== String(served)) await restart();
    }),
    changed,
    started,
  ];
  startIfNeeded();

  return {
    running: async () => void (await start()),
    ask: async (method, params, token = neverCancelled) => (await start()).sendRequest(method, params, token),
    notify: async (method, params) => (await start()).sendNotification(method, params),
    serves,
    isRunning: () => client?.isRunning() ?? false,
    restart,
    end() {
      isOver = true;
      for (const subscription of subscriptions) subscription.dispose();
      return restarted.then(stop);
    },
    onDidChange: changed.event,
    onDidStart: started.event,
  };
}

async function languagesToServe(): Promise<readonly string[]> {
  return servedLanguages(settings().languages, {
    known: await languages.getLanguages(),
    installed: extensions.all.map(({ id }) => id),
  });
}

function clientOptions(served: readonly string[]): LanguageClientOptions {
  return {
    documentSelector: served.map((language) => ({ scheme: "file", language })),
    // A server that complains in its log is no reason to take the user's hands off the keyboard.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: {
      handleRegisterCapability: async ({ registrations }, next) => {
        const left = narrowed(registrations, served, await commands.getCommands());
        if (left.length > 0) await next({ registrations: left }, neverCancelled);
      },
      handleDiagnostics(uri, diagnostics, next) {
        const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
        if (document === undefined || served.includes(document.languageId)) next(uri, diagnostics);
      },
    },
  };
}

const neverCancelled: CancellationToken = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose() {} }),
};
