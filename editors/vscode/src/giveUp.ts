/** What is done when the proxy has ended without being asked to: it is started again, until that is of no use; then the user is told, and may try. */

import { window } from "vscode";
import { CloseAction, type ErrorHandler, type LanguageClient } from "vscode-languageclient/node";

interface Whose {
  /** The client, which is made with this. */
  readonly client: () => LanguageClient;
  readonly restart: () => Promise<void>;
  readonly showLog: () => void;
}

/** How often it is started again within three minutes. */
const attempts = 4;

export function giveUp({ client, restart, showLog }: Whose): ErrorHandler {
  let usual: ErrorHandler | undefined;
  const asUsual = () => (usual ??= client().createDefaultErrorHandler(attempts));
  return {
    error: (...what) => asUsual().error(...what),
    async closed() {
      // One that has not come up once won't the next time; why is in the failure of its start.
      if (client().initializeResult === undefined) return { action: CloseAction.DoNotRestart, handled: true };
      const result = await asUsual().closed();
      if (result.action === CloseAction.DoNotRestart) void tell(restart, showLog);
      // Neither is told of twice: what is started again is nobody's business.
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
