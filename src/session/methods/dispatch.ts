/** One `locate/*` request from its params to its result: the steps that all methods share, in order. */

import type { CancellationToken } from "vscode-jsonrpc/node";
import { LocateError } from "../../error.js";
import { looseSimilarity } from "../../locate/similarity.js";
import { locateMethods, lspMethods } from "../backend/locateMethods.js";
import { toPlaceResult } from "../place/placeResult.js";
import { resolvePlace } from "../place/resolvePlace.js";
import type { Session } from "../session.js";
import { describe } from "./describe.js";
import { edit } from "./edit.js";
import { forwardToBackend } from "./forwardToBackend.js";
import { nodes } from "./nodes.js";
import { outline } from "./outline.js";
import { locateOf, readParams } from "./params.js";
import { search } from "./search.js";
import { status } from "./status.js";
import { track, untrack } from "./track.js";

/** Answers `locate/…`. Errors: see docs/protocol.md. */
export async function dispatch(
  method: string,
  params: unknown,
  session: Session,
  token: CancellationToken,
): Promise<unknown> {
  const name = method.slice("locate/".length);
  const request = readParams(params);
  switch (name) {
    case "resolve":
    case "resolveRange": {
      const as = name === "resolve" ? "point" : "range";
      const place = await resolvePlace(locateOf(request), { as, purpose: "read" }, session, token);
      try {
        return toPlaceResult(place, as, session);
      } finally {
        place.release();
      }
    }
    case "describe":
      return describe(request, session, token);
    case "outline":
      return outline(request, session, token);
    case "nodes":
      return nodes(request, session, token);
    case "search":
      return search(request, session, token);
    case "track":
      return track(request, session, token);
    case "untrack":
      return untrack(request, session);
    case "edit":
      return edit(request, session, token);
    case "status":
      return status(request, session);
    default: {
      const row = Object.hasOwn(lspMethods, name) ? lspMethods[name] : undefined;
      if (!row) throw unknownMethodError(method);
      return forwardToBackend(name, row, request, session, token);
    }
  }
}

function unknownMethodError(method: string): LocateError {
  const [nearest] = [...locateMethods].sort((a, b) => looseSimilarity(b, method) - looseSimilarity(a, method));
  const advice = nearest !== undefined && looseSimilarity(nearest, method) >= 0.8 ? ` Write ${nearest}.` : "";
  return new LocateError("unknown_method", `There is no ${method}.${advice} There are: ${locateMethods.join(", ")}.`, {
    methods: locateMethods,
  });
}
