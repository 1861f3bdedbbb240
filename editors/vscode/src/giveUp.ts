/**
 * Handles an unexpected end of the proxy: restarts it, and tells the user if that fails too often.
 */

import { window } from "vscode";
import { CloseAction, type ErrorHandler, type LanguageClient } from "vscode-languageclient/node";

interface Whose {
  /** Returns the client, which is created with this handler. */
  readonly client: () => LanguageClient;
  readonly restart: () => Promise<void>;
  readonly showLog: () => void;
}

/** How often the proxy is restarted within three minutes. */
const attempts = 4;

export function giveUp({ client, restart, showLog }: Whose): ErrorHandler {
  let usual: ErrorHandler | undefined;
  const asUsual = () => (usual ??= client().createDefaultErrorHandler(attempts));
  return {
    error: (...what) => asUsual().error(...what),
    async closed() {
      // A proxy that has never started won't start the next time. The error of its start says why.
      if (client().initializeResult === undefined) return { action: CloseAction.DoNotRestart, handled: true };
      const result = await asUsual().closed();
      if (result.action === CloseAction.DoNotRestart) void tell(restart, showLog);
      // Marked as handled, so that the client does not report the restart as well.
      return { ...result, handled: true };
    },
  };
}

async function tell(restart: () => Promise<void>, showLog: () => void): Promise<void> {
  const message = `lsp-locate has ended ${attempts + 1} times within three minutes, and is not started again. The log says why; any command of LSP Locate tries once more.`;
  const chosen = await window.showErrorMessage(message, "Restart", "Show Log");
  if (chosen === "Restart") await restart();
  else if (chosen === "Show Log") showLog();
}
