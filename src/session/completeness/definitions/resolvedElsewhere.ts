/**
 * Tells uses of other symbols by what scopes, imports and types in the text show, so that the
 * backend need not be asked about them: `app.run()` of an `App` that has its own.
 */

import type { Deadline } from "../../../ask/deadline.js";
import { type Entity, keyOf } from "../../../code/entities/entity.js";
import type { Resolver } from "../../../code/resolve/resolver.js";
import { createResolutionSources, mayBeOneOfMany } from "../../../code/uses/resolution.js";
import type { EvidenceSource, UseTarget } from "../../../code/uses/use.js";
import { type PositionEncoding, positionToOffset } from "../../../text/position.js";
import type { RequestContext } from "../../client/requestContext.js";
import { codeFileOf, resolverOf } from "../codeTexts.js";
import type { FilePosition } from "../enclosingSymbols.js";
import type { FileTexts } from "../fileTexts.js";

/** The maximum number of places of the symbol that are resolved, to know all its declarations. */
const MAX_PLACES = 20;

interface Own {
  /** Places that mean the symbol: its declarations, or uses. */
  readonly places: readonly FilePosition[];
  readonly encoding: PositionEncoding;
  readonly texts: FileTexts;
  /** After it nothing is resolved. */
  readonly deadline: Deadline;
}

/** Makes the source that says which uses are resolved to something else. */
export function createElsewhereSource(own: Own, context: RequestContext): EvidenceSource {
  let resolution: Promise<EvidenceSource | undefined> | undefined;
  return {
    async find(candidate) {
      if (mayBeOneOfMany(candidate)) return [];
      const turns = await resolverOf(candidate.file.path, own.texts, context);
      const found = turns.take(async (resolver) => {
        resolution ??= targetOf(own, resolver, context).then(
          (target) => target && createResolutionSources(target, resolver).resolution,
        );
        return (await resolution)?.find(candidate);
      });
      // What leads to the symbol is the backend's to say.
      return ((await own.deadline.before(found)) ?? []).filter((sign) => sign === "elsewhere");
    },
  };
}

/** Returns the symbol with all declarations that its places lead to. */
async function targetOf(
  { places, encoding, texts }: Own,
  resolver: Resolver,
  context: RequestContext,
): Promise<UseTarget | undefined> {
  const entities = new Map<string, Entity>();
  let first: Omit<UseTarget, "entities"> | undefined;
  for (const { uri, position } of places.slice(0, MAX_PLACES)) {
    const document = await texts.read(uri);
    const file = document && (await codeFileOf(document, context));
    if (document === undefined || file === undefined) continue;
    const from = positionToOffset(document.text, position, encoding);
    const name = await resolver.files.sources.syntax.nameAt(file, from).catch(() => undefined);
    if (name === undefined) continue;
    const { path, languageId } = file;
    first ??= { name, path, languageId, file, from };
    for (const each of (await resolver.resolveAt(file, from)).entities) entities.set(keyOf(each), each);
  }
  return first && entities.size > 0 ? { ...first, entities: [...entities.values()] } : undefined;
}
