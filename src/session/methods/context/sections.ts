/** The sections of `locate/context`: asked all at once; what fails is left out, with the reason. */

import { errorMessage } from "../../../error.js";
import type { RequestContext } from "../../client/requestContext.js";
import type { FullSection } from "./cutSection.js";
import { calleesOf, implementationsOf, typesOf } from "./relatedSections.js";
import { type SectionKind, sectionKinds } from "./section.js";
import { createQuestions, type QuestionOptions, type SymbolQuestions } from "./symbolQuestions.js";
import { bodyOf, signatureOf } from "./textSections.js";
import { callersOf, referencesOf } from "./useSections.js";

type FindSection = (questions: SymbolQuestions, context: RequestContext) => Promise<FullSection | undefined>;

const sectionFinders: Readonly<Record<SectionKind, FindSection>> = {
  signature: signatureOf,
  body: bodyOf,
  callers: callersOf,
  callees: calleesOf,
  references: referencesOf,
  implementations: implementationsOf,
  types: typesOf,
};

export interface FoundSections {
  /** The most important first. */
  readonly sections: readonly FullSection[];
  /** By kind of section: why it is not known. */
  readonly unknown: Readonly<Record<string, string>>;
}

export async function findSections(options: QuestionOptions, context: RequestContext): Promise<FoundSections> {
  const questions = await createQuestions(options, context);
  const unknown: Record<string, string> = {};
  const asked = sectionKinds.map(async (kind) => {
    if (!options.included.has(kind)) return undefined;
    try {
      return await sectionFinders[kind](questions, context);
    } catch (error) {
      if (context.token.isCancellationRequested) throw error;
      unknown[kind] = errorMessage(error).split("\n", 1)[0] as string;
      return undefined;
    }
  });
  const sections = await Promise.all(asked);
  return { sections: sections.flatMap((section) => section ?? []), unknown };
}
