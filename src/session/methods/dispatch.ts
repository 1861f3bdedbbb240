/** The switch from the name of a `locate/*` method to its handler. */

import { locateMethods, lspMethods } from "../../ask/methodTable.js";
import { LocateError } from "../../error.js";
import { clip, MAX_ECHO_LENGTH } from "../../locate/errorText.js";
import { looseSimilarity } from "../../locate/similarity.js";
import { RawJson } from "../../wire/rawJson.js";
import type { RequestContext } from "../client/requestContext.js";
import { foldersOf } from "../documents/filePaths.js";
import { Libraries } from "../documents/libraries.js";
import { VirtualNames } from "../documents/virtualNames.js";
import { toPlaceResult } from "../place/placeResult.js";
import { resolvePlace } from "../place/resolvePlace.js";
import { hasVirtualDocuments } from "../place/virtualDocuments.js";
import { chosenUses } from "./context/chosenUses.js";
import { readUseChoice } from "./context/usesBySymbol.js";
import { describe } from "./describe.js";
import { diagnosedFiles, diagnoseFiles } from "./diagnostic/diagnoseFiles.js";
import { forwardToBackend } from "./forward/forwardToBackend.js";
import { hierarchyTree, wantsAllLevels } from "./forward/hierarchyTree.js";
import { nodes } from "./nodes.js";
import { outline } from "./outline/outline.js";
import { locateOf, type RequestParams, readParams } from "./params.js";
import { locateSymbol } from "./search/locateSymbol.js";
import { search } from "./search/search.js";
import { status } from "./status.js";
import { track, untrack } from "./track.js";

/**
 * Answers a `locate/*` request, or a `workspace/symbol` whose query is a Locate. Errors: see
 * docs/protocol/. What plans changes of files is loaded when first requested.
 */
export async function dispatch(method: string, params: unknown, context: RequestContext): Promise<unknown> {
  attachLibraries(context);
  const answer = await answerRequest(method, params, context);
  if (context.backends.all().some(hasVirtualDocuments))
    context.client.roots.virtualNames?.note(
      answer instanceof RawJson ? answer.bytes.toString("utf8") : JSON.stringify(answer ?? null),
    );
  return answer;
}

async function answerRequest(method: string, params: unknown, context: RequestContext): Promise<unknown> {
  if (method === "workspace/symbol") return locateSymbol(readParams(params), context);
  const name = method.slice("locate/".length);
  const request = readParams(params);
  switch (name) {
    case "resolve":
    case "resolveRange": {
      const as = name === "resolve" ? "point" : "range";
      const place = await resolvePlace(locateOf(request), { as, purpose: "read" }, context);
      try {
        return toPlaceResult(place, as, context);
      } finally {
        place.release();
      }
    }
    case "describe":
      return describe(request, context);
    case "outline":
      return outline(request, context);
    case "context":
      return (await import("./context/context.js")).contextOf(request, context);
    case "diagnostic": {
      const files = diagnosedFiles(request, context);
      return files ? diagnoseFiles(files, request, context) : forwardRequest(name, request, context);
    }
    case "nodes":
      return nodes(request, context);
    case "search":
      return search(request, context);
    case "track":
      return track(request, context);
    case "untrack":
      return untrack(request, context.documents);
    case "edit":
      return (await import("./edit/edit.js")).edit(request, context);
    case "delete":
      return (await import("./change/delete.js")).deleteSymbol(request, context);
    case "fix":
      return (await import("./change/fix.js")).fix(request, context);
    case "signature":
      return (await import("./change/signature/signature.js")).changeSignature(request, context);
    case "move":
      return (await import("./change/move.js")).move(request, context);
    case "status":
      return status(request, context);
    default:
      return forwardRequest(name, request, context);
  }
}

/** Has file paths be understood that begin with the name of a library, or of an archive in one. */
function attachLibraries(context: RequestContext): void {
  const { client } = context;
  if (client.roots.libraries) return;
  const libraries = new Libraries({ folders: () => foldersOf(client.roots), servers: context.servers });
  client.roots = { ...client.roots, libraries, virtualNames: new VirtualNames() };
}

async function forwardRequest(name: string, request: RequestParams, context: RequestContext): Promise<unknown> {
  const row = Object.hasOwn(lspMethods, name) ? lspMethods[name] : undefined;
  if (!row) throw unknownMethodError(clip(`locate/${name}`, MAX_ECHO_LENGTH));
  const uses = row.hasUses ? readUseChoice(request) : undefined;
  if (wantsAllLevels(row, request)) {
    if (uses !== undefined) throw levelsOfUsesError();
    return hierarchyTree(name, row, request, context);
  }
  if (uses !== undefined) return chosenUses(uses, name, row, request, context);
  return forwardToBackend(name, row, request, context);
}

function levelsOfUsesError(): LocateError {
  return new LocateError("invalid_locate", "levels is for all uses: leave uses out, or ask for one level.", {
    field: "levels",
    expected: "nothing beside uses",
  });
}

function unknownMethodError(method: string): LocateError {
  const [nearest] = [...locateMethods].sort((a, b) => looseSimilarity(b, method) - looseSimilarity(a, method));
  const advice = nearest !== undefined && looseSimilarity(nearest, method) >= 0.8 ? ` Write ${nearest}.` : "";
  return new LocateError("unknown_method", `There is no ${method}.${advice} There are: ${locateMethods.join(", ")}.`, {
    methods: locateMethods,
  });
}
