/** The servers of a workspace's shared session, for LSP sessions in agent mode. */

import type { Duplex } from "node:stream";
import type { ClientPurpose } from "../../daemon/handshake.js";
import type { Logger } from "../../error.js";
import { pathOfUri } from "../../uri.js";
import type { Options } from "../options.js";
import { daemonAnswers } from "./daemonAnswers.js";
import type { SharedServers } from "./routerSession.js";

/** Starts the shared session with the first server that is needed. It completes answers, too. */
export function daemonServers(options: Options, log: Logger): SharedServers {
  const connect = async (folder: string, purpose: ClientPurpose): Promise<Duplex | undefined> => {
    const { connectWorkspaceDaemon } = await import("./connectWorkspaceDaemon.js");
    return connectWorkspaceDaemon(options, folder, { purpose, log });
  };
  return {
    sharing: "agents",
    openAnswer: daemonAnswers((folder) => connect(folder, "client")),
    async attach(spec) {
      const folder = pathOfUri(spec.root);
      if (folder === undefined) return undefined;
      const [stream, { attachedProcess }] = await Promise.all([
        connect(folder, "backend"),
        import("../../routing/sharing/attachedProcess.js"),
      ]);
      return stream && attachedProcess(stream, spec);
    },
  };
}
