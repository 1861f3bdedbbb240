/**
 * Tells what uses mean by what scopes, imports and types in the text show: those of other symbols,
 * so that the backend need not be asked about them, and those in files that it does not see.
 */

import type { Deadline } from "../../../ask/deadline.js";
import { type Entity, keyOf } from "../../../code/entities/entity.js";
import type { Resolver } from "../../../code/resolve/resolver.js";
import { mayReach } from "../../../code/uses/mayReach.js";
import { createResolutionSources, mayBeOneOfMany } from "../../../code/uses/resolution.js";
import type { Sign } from "../../../code/uses/rules.js";
import type { EvidenceSource, UseTarget } from "../../../code/uses/use.js";
import { factsOf } from "../../../languages/languages.js";
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

/** What the text alone tells of uses. */
interface TextSources {
  /** Says which uses are resolved to something else; what leads to the symbol is the backend's. */
  readonly elsewhere: EvidenceSource;
  /** Says that, and which uses lead to the symbol. */
  readonly resolved: EvidenceSource;
  /** Says which uses that the backend knows nothing of lead to the symbol, or can reach it. */
  readonly unseen: EvidenceSource;
}

/** Makes the sources that resolve names in the text. */
export function createTextSources(own: Own, context: RequestContext): TextSources {
  let made: Promise<OwnResolution | undefined> | undefined;
  const work = async <Found>(path: string, find: (own: OwnResolution, resolver: Resolver) => Promise<Found>) => {
    const turns = await resolverOf(path, own.texts, context);
    const found = turns.take(async (resolver) => {
      made ??= targetOf(own, resolver, context).then(
        (target) => target && { target, source: createResolutionSources(target, resolver).resolution },
      );
      const resolution = await made;
      return resolution && find(resolution, resolver);
    });
    return own.deadline.before(found);
  };
  const resolving = (kept: readonly Sign[]): EvidenceSource => ({
    async find(candidate) {
      // The variable of a shorthand has one declaration, whatever the property has.
      const isKnown = candidate.use.shorthand !== undefined ? kept.includes("resolved") : !mayBeOneOfMany(candidate);
      if (!isKnown) return [];
      const signs = await work(candidate.file.path, async ({ source }) => source.find(candidate));
      return (signs ?? []).filter((sign) => kept.includes(sign) && (sign === "resolved" || !mayBeOneOfMany(candidate)));
    },
  });
  return {
    elsewhere: resolving(["elsewhere"]),
    resolved: resolving(["elsewhere", "resolved"]),
    unseen: {
      of: "unknown",
      async find(candidate) {
        const { file } = candidate;
        const signs = await work(file.path, async ({ source, target }, resolver) => {
          const found = factsOf(file.languageId).hasDeclaredTypes ? await source.find(candidate) : [];
          const paths = new Set(target.entities.flatMap((each) => ("file" in each ? [each.file.path] : [])));
          const isReached = await mayReach(file, paths, resolver);
          return [...found.filter((sign) => sign === "resolved"), ...(isReached ? (["within reach"] as const) : [])];
        });
        return signs ?? ["within reach"];
      },
    },
  };
}

interface OwnResolution {
  readonly target: UseTarget;
  readonly source: EvidenceSource;
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
