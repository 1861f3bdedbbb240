/** The strings of a text that begin like relative paths, as its tree shows them. */

import { isStringType } from "../../../syntax/trees/proseKind.js";
import type { ImportSource } from "../../../syntax/values/moduleFacts.js";
import type { RequestContext } from "../../client/requestContext.js";
import { ignoreParseError } from "../../place/syntaxCheck.js";
import { type DocumentVersion, toSyntaxText } from "../../place/syntaxView.js";

/** A string that begins like a relative path, without its quotes. */
interface PathString extends ImportSource {
  /** What is called with it, as it is written. */
  readonly call?: string;
}

/** Returns these strings of a text, in its order; none where it has no tree. */
export async function readPathStrings(
  version: DocumentVersion,
  { syntax, servers }: RequestContext,
): Promise<readonly PathString[]> {
  const { text } = version.text;
  const places = [...text.matchAll(/(?<=["'`])\.\.?\//g)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
  if (places.length === 0) return [];
  const trees = await syntax();
  const source = toSyntaxText(version, trees, servers);
  const chains = await trees.coveringNodes(source, places, {}).catch(ignoreParseError);
  return (chains ?? []).flatMap((chain, n) => {
    const from = places[n]?.from ?? 0;
    const end = chain.findIndex(({ type }) => !isStringType(type));
    const string = chain[end - 1];
    if (string === undefined || !/^\p{L}*["'`]+$/u.test(text.slice(string.from, from))) return [];
    const [path = ""] = /^[^"'`]*/.exec(text.slice(from, string.to)) ?? [];
    const [list, called] = chain.slice(end);
    const isArgument = list && called && /arguments|argument_list/.test(list.type) && /call/.test(called.type);
    const call = isArgument ? { call: text.slice(called.from, list.from).trim() } : {};
    return [{ source: path, from, to: from + path.length, ...call }];
  });
}
