/**
 * The language client of the proxy: started on first use, restarted when settings or extensions
 * change.
 */

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
import { createErrorHandler } from "./errorHandler.js";
import { narrowRegistrations } from "./registrations.js";
import { servedLanguages } from "./servedLanguages.js";
import { serverOptions } from "./serverOptions.js";
import { section, settings } from "./settings.js";

export interface Connection {
  /** Starts the proxy if it is not running. Rejects with the reason if it can't be started. */
  ensureRunning(): Promise<void>;
  /**
   * Sends a request, and starts the proxy if it is not running. Rejects with the proxy's error, or
   * with the reason why it can't be started.
   */
  sendRequest<Answer>(method: string, params: object, token?: CancellationToken): Promise<Answer>;
  sendNotification(method: string, params: object): Promise<void>;
  /**
   * Returns whether a document is synchronised with the proxy, which then offers all that its
   * server can do.
   */
  serves(document: Pick<TextDocument, "uri" | "languageId">): boolean;
  readonly isRunning: () => boolean;
  restart(): Promise<void>;
  /** Shuts the proxy down for good, as the protocol says. */
  shutDown(): Promise<void>;
  /** Fires when the proxy has started or stopped. */
  readonly onDidChange: Event<void>;
  /** Fires when the proxy has started, without any state of an earlier one. */
  readonly onDidStart: Event<void>;
}

export async function connect(context: ExtensionContext, log: LogOutputChannel): Promise<Connection> {
  const changed = new EventEmitter<void>();
  const started = new EventEmitter<void>();
  let served = await languagesToServe();
  let client: LanguageClient | undefined;
  let starting: Promise<LanguageClient> | undefined;
  let restarted: Promise<void> = Promise.resolve();
  let isShutDown = false;

  const start = async (): Promise<LanguageClient> => {
    // Two clients at a time would register the same commands twice.
    await restarted;
    if (isShutDown) throw new Error("LSP Locate has been shut down.");
    if (hasFailed()) {
      void client?.dispose().catch(() => undefined);
      starting = undefined;
    }
    starting ??= createClient().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };
  const createClient = async (): Promise<LanguageClient> => {
    const newClient: LanguageClient = new LanguageClient(
      section,
      "LSP Locate",
      serverOptions(context.extensionPath, settings()),
      {
        ...clientOptions(served),
        errorHandler: createErrorHandler({ client: () => newClient, restart, showLog: () => log.show() }),
        outputChannel: log,
      },
    );
    client = newClient;
    newClient.onDidChangeState(({ newState }) => {
      changed.fire();
      if (newState === State.Running) started.fire();
    });
    await newClient.start();
    return newClient;
  };
  /**
   * Whether the proxy has ended so often that the client no longer responds. A client that is
   * restarting must not be stopped.
   */
  const hasFailed = () =>
    starting !== undefined && (client?.state === State.Stopped || client?.state === State.StartFailed);
  const stop = async (): Promise<void> => {
    const [running, pendingStart] = [client, starting];
    client = undefined;
    starting = undefined;
    // A client that is still starting can't be stopped; one that failed to start need not be.
    await pendingStart?.catch(() => undefined);
    await running?.dispose().catch(() => undefined);
    changed.fire();
  };
  const serves: Connection["serves"] = ({ uri, languageId }) => uri.scheme === "file" && served.includes(languageId);
  const startIfNeeded = () => {
    // The client itself reports why it can't start. Opening a file does not retry; a command does.
    if (workspace.textDocuments.some(serves) && !hasFailed()) void start().catch(() => undefined);
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
      const isRelevant = ["languages", "servers", "command"].some((key) =>
        change.affectsConfiguration(`${section}.${key}`),
      );
      if (isRelevant) void restart();
    }),
    extensions.onDidChange(async () => {
      if (String(await languagesToServe()) !== String(served)) await restart();
    }),
    changed,
    started,
  ];
  startIfNeeded();

  return {
    ensureRunning: async () => void (await start()),
    sendRequest: async (method, params, token = neverCancelled) => (await start()).sendRequest(method, params, token),
    sendNotification: async (method, params) => (await start()).sendNotification(method, params),
    serves,
    isRunning: () => client?.isRunning() ?? false,
    restart,
    shutDown() {
      isShutDown = true;
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
    // An error in a server's log must not take the focus away from the editor.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    middleware: {
      handleRegisterCapability: async ({ registrations }, next) => {
        const left = narrowRegistrations(registrations, served, await commands.getCommands());
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
