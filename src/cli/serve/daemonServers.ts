/** The servers of a workspace's shared session, for LSP sessions in agent mode. */

import type { Logger } from "../../error.js";
import { pathOfUri } from "../../uri.js";
import type { Options } from "../options.js";
import type { SharedServers } from "./routerSession.js";

/** Starts the shared session with the first server that is needed. */
export function daemonServers(options: Options, log: Logger): SharedServers {
  return {
    sharing: "agents",
    async attach(spec) {
      const workingDirectory = pathOfUri(spec.root);
      if (workingDirectory === undefined) return undefined;
      const [{ connectWorkspaceDaemon }, { attachedProcess }] = await Promise.all([
        import("./connectWorkspaceDaemon.js"),
        import("../../routing/sharing/attachedProcess.js"),
      ]);
      const stream = await connectWorkspaceDaemon(options, workingDirectory, { purpose: "backend", log });
      return stream && attachedProcess(stream, spec);
    },
  };
}
