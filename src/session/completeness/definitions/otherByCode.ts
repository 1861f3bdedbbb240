/**
 * Tells uses of other symbols by what scopes, imports and types in the text show, so that the
 * backend need not be asked about them: `app.run()` of an `App` that has its own.
 */

import { type Entity, keyOf } from "../../../code/entities/entity.js";
import type { Resolver } from "../../../code/resolve/resolver.js";
import { UseJudge } from "../../../code/resolve/useJudge.js";
import { type PositionEncoding, positionToOffset } from "../../../text/position.js";
import type { RequestContext } from "../../client/requestContext.js";
import { codeFileOf, resolverOf } from "../codeTexts.js";
import type { FilePosition } from "../enclosingSymbols.js";
import type { FileTexts } from "../fileTexts.js";
import type { PossiblePlace } from "../searchRun.js";

/** The maximum number of places of the symbol that are resolved, to know all its declarations. */
const MAX_PLACES = 20;

interface Own {
  /** Places that mean the symbol: its declarations, or uses. */
  readonly places: readonly FilePosition[];
  readonly encoding: PositionEncoding;
  readonly texts: FileTexts;
}

/** Returns a function that says whether a use is shown to mean another symbol. */
export function createOtherTest(own: Own, context: RequestContext): (use: PossiblePlace) => Promise<boolean> {
  let judges: Promise<readonly UseJudge[]> | undefined;
  return async ({ document, use }) => {
    const file = await codeFileOf(document, context);
    if (use === undefined || file === undefined) return false;
    const turns = await resolverOf(file.path, own.texts, context);
    return turns.take(async (resolver) => {
      judges ??= createJudges(own, resolver, context);
      const all = await judges;
      for (const judge of all) if (!(await judge.isOther(use, file))) return false;
      return all.length > 0;
    });
  };
}

/** Makes a judge for each declaration of the symbol that its places lead to. */
async function createJudges(
  { places, encoding, texts }: Own,
  resolver: Resolver,
  context: RequestContext,
): Promise<readonly UseJudge[]> {
  const judges = new Map<string, UseJudge>();
  for (const { uri, position } of places.slice(0, MAX_PLACES)) {
    const document = await texts.read(uri);
    const file = document && (await codeFileOf(document, context));
    if (document === undefined || file === undefined) continue;
    const from = positionToOffset(document.text, position, encoding);
    const name = await resolver.files.sources.syntax.nameAt(file, from).catch(() => undefined);
    if (name === undefined) continue;
    const { entities } = await resolver.resolveAt(file, from);
    const { path, languageId } = file;
    const judgeOf = (entity: Entity) =>
      new UseJudge(resolver, { name, path, languageId, file, from, entities: [entity] });
    for (const entity of entities) judges.set(keyOf(entity), judges.get(keyOf(entity)) ?? judgeOf(entity));
  }
  return [...judges.values()];
}
