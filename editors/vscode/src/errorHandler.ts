/**
 * Handles an unexpected end of the proxy: restarts it, and tells the user if that fails too often.
 */

import { window } from "vscode";
import { CloseAction, type ErrorHandler, type LanguageClient } from "vscode-languageclient/node";

interface ErrorHandlerOptions {
  /** Returns the client, which is created with this handler. */
  readonly client: () => LanguageClient;
  readonly restart: () => Promise<void>;
  readonly showLog: () => void;
}

/** How often the proxy is restarted within three minutes. */
const MAX_RESTARTS = 4;

export function createErrorHandler({ client, restart, showLog }: ErrorHandlerOptions): ErrorHandler {
  let defaultHandler: ErrorHandler | undefined;
  const getDefault = () => (defaultHandler ??= client().createDefaultErrorHandler(MAX_RESTARTS));
  return {
    error: (...what) => getDefault().error(...what),
    async closed() {
      // A proxy that has never started won't start the next time. The error of its start says why.
      if (client().initializeResult === undefined) return { action: CloseAction.DoNotRestart, handled: true };
      const result = await getDefault().closed();
      if (result.action === CloseAction.DoNotRestart) void reportFailure(restart, showLog);
      // Marked as handled, so that the client does not report the restart as well.
      return { ...result, handled: true };
    },
  };
}

async function reportFailure(restart: () => Promise<void>, showLog: () => void): Promise<void> {
  const message = `lsp-locate has ended ${MAX_RESTARTS + 1} times within three minutes, and will not be restarted. See the log for the cause. Any LSP Locate command tries again.`;
  const chosen = await window.showErrorMessage(message, "Restart", "Show Log");
  if (chosen === "Restart") await restart();
  else if (chosen === "Show Log") showLog();
}
