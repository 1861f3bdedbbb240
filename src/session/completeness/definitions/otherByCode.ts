/**
 * Tells uses of other symbols by what scopes, imports and types in the text show, so that the
 * backend need not be asked about them: `app.run()` of an `App` that has its own.
 */

import { type Entity, keyOf } from "../../../code/entities/entity.js";
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

/**
 * Returns a function that says whether a use is shown to mean another symbol. Uses are judged one
 * after the other: a resolver takes a name that is being resolved for a cycle.
 */
export function createOtherTest(own: Own, context: RequestContext): (use: PossiblePlace) => Promise<boolean> {
  let judges: Promise<readonly UseJudge[]> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const isOther = async ({ document, use }: PossiblePlace) => {
    const file = await codeFileOf(document, context);
    if (use === undefined || file === undefined) return false;
    judges ??= createJudges(own, context);
    const all = await judges;
    for (const judge of all) if (!(await judge.isOther(use, file))) return false;
    return all.length > 0;
  };
  return (place) => {
    const answer = last.then(() => isOther(place));
    last = answer.catch(() => undefined);
    return answer;
  };
}

/** Makes a judge for each declaration of the symbol that its places lead to. */
async function createJudges({ places, encoding, texts }: Own, context: RequestContext): Promise<readonly UseJudge[]> {
  const resolver = await resolverOf(texts, context);
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
