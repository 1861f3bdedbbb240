/** The clients of a shared session, and what serves them. */

import type { Duplex } from "node:stream";
import type { DaemonServer } from "../../daemon/daemonStatus.js";
import type { Logger } from "../../error.js";
import type { Router } from "../../router.js";
import { createMultiBackendMode } from "../../routing/instances/routingMode.js";
import type { Options } from "../options.js";
import { openRouterSession } from "../serve/routerSession.js";
import { embeddingOf } from "../setup/embeddedServer.js";

export interface DaemonClients {
  /** Serves one client until its stream ends. */
  connect(stream: Duplex): void;
  /** Returns the servers, those that are not running included. */
  servers(): Promise<readonly DaemonServer[]>;
  /** Ends all servers. */
  end(): Promise<void>;
}

/** Serves each client with a router of its own. */
export function openDaemonClients(options: Options, log: Logger): DaemonClients {
  const routers = new Set<Router>();
  return {
    async connect(stream) {
      const session = await openRouterSession(options, () => createMultiBackendMode(embeddingOf), log);
      const router = session.connect(stream, stream);
      routers.add(router);
      await router.ended;
      routers.delete(router);
      await session.end();
      stream.destroy();
    },
    servers: async () => [],
    async end() {
      for (const router of routers) router.stop();
      await Promise.all([...routers].map(({ ended }) => ended));
    },
  };
}
